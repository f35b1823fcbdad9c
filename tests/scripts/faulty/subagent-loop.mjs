#!/usr/bin/env node
// hookc: event=subagentStop
import { readFileSync } from "node:fs";

const { subagent_type, task } = JSON.parse(readFileSync(0, "utf8"));
const answer = {};
if (subagent_type !== "explore") {
  answer.followup_message = `Check again that "${task}" is really done.`; // fault: stop-loop
}
console.log(JSON.stringify(answer));
