#!/usr/bin/env -S npx tsx
// hookc: event=subagentStart failClosed
import { readFileSync } from "node:fs";

const start: { subagent_type: string; task: string } = JSON.parse(readFileSync(0, "utf8").replace(/^\uFEFF/, ""));
if (start.subagent_type === "shell") {
  console.log('{"permission":"deny","user_message":"Not for shell agents: ' + start.task + '"}'); // fault: json-by-hand
} else {
  console.log('{"permission":"allow"}');
}
