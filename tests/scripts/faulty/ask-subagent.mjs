#!/usr/bin/env node
// hookc: event=subagentStart failClosed
import { readFileSync } from "node:fs";

const { is_parallel_worker, subagent_model } = JSON.parse(readFileSync(0, "utf8").replace(/^\uFEFF/, ""));
let permission = "allow";
if (is_parallel_worker && subagent_model.includes("opus")) {
  permission = "ask"; // fault: ask-not-enforced
}
console.log(JSON.stringify({ permission, user_message: `model ${subagent_model}` }));
