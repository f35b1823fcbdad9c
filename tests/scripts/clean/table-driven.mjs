#!/usr/bin/env node
// hookc: event=beforeShellExecution failClosed
import { readFileSync } from "node:fs";

const stripBom = (text) => text.replace(/^\uFEFF/, "");
const payload = JSON.parse(stripBom(readFileSync(0, "utf8")));

const DENY = new Map([
  [/\bfind\b.*-delete\b/, "find -delete removes more than you think."],
  [/\bgit\s+filter-(branch|repo)\b/, "History is not rewritten by agents."],
  [/\bhistory\s+-c\b/, "Do not clear the shell history."],
]);

let answer = { permission: "allow" };
for (const [pattern, reason] of DENY) {
  if (pattern.test(payload.command)) {
    answer = { permission: "deny", user_message: reason, agent_message: reason };
    break;
  }
}
process.stdout.write(`${JSON.stringify(answer)}\n`);
