#!/usr/bin/env -S node --experimental-strip-types
// hookc: event=beforeMCPExecution failClosed
import { readFileSync } from "node:fs";

const event = JSON.parse(readFileSync(0, "utf8").replace(/^\uFEFF/, "")) as { tool_name: string };
const answer: Record<string, unknown> = { permission: "allow" };
if (event.tool_name.startsWith("drop_")) {
  answer.permission = "deny";
  answer.continue = true; // fault: contradictory-output
}
process.stdout.write(JSON.stringify(answer));
