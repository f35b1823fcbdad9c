#!/usr/bin/env node
// hookc: event=subagentStop
import { readFileSync } from "node:fs";

const { status, loop_count, summary, tool_call_count, subagent_type } = JSON.parse(readFileSync(0, "utf8"));

const idle = status === "completed" && tool_call_count === 0;
const answer = {};
if (idle && loop_count < 1) {
  answer.followup_message = `The ${subagent_type} agent used no tool. Check the code before you answer.`;
} else if (status === "error") {
  console.error(`subagent failed after: ${summary.slice(0, 80)}`);
}
console.log(JSON.stringify(answer));
