#!/usr/bin/env -S node --experimental-strip-types
// hookc: event=subagentStart failClosed
import { readFileSync } from "node:fs";

interface SubagentStart {
  readonly subagent_type: string;
  readonly subagent_model: string;
  readonly is_parallel_worker: boolean;
  readonly git_branch?: string;
}

const ALLOWED_TYPES = ["explore", "generalPurpose"] satisfies string[];

const start = JSON.parse(readFileSync(0, "utf8").trim()) as SubagentStart;

let permission: "allow" | "deny" = "allow";
let user_message: string | undefined;

if (!ALLOWED_TYPES.includes(start.subagent_type)) {
  permission = "deny";
  user_message = `Agents of type ${start.subagent_type} are not used here.`;
} else if (start.is_parallel_worker && start.git_branch === "main") {
  permission = "deny";
  user_message = "No parallel workers on main.";
}

process.stdout.write(JSON.stringify({ permission, user_message }));
