#!/usr/bin/env bun
// hookc: event=afterShellExecution,afterMCPExecution,afterFileEdit
import { appendFileSync, mkdirSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

type Observed = { hook_event_name: string; conversation_id: string; duration?: number };

const seen = (await Bun.stdin.json()) as Observed;
const folder = join(homedir(), ".cursor", "hooks-audit");
mkdirSync(folder, { recursive: true, mode: 0o700 });
appendFileSync(
  join(folder, `${new Date().toISOString().slice(0, 10)}.tsv`),
  [Date.now(), seen.hook_event_name, seen.conversation_id, seen.duration ?? ""].join("\t") + "\n",
  { mode: 0o600 },
);
console.log("{}");
