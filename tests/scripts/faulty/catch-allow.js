#!/usr/bin/env node
// hookc: event=beforeMCPExecution failClosed
const fs = require("fs");

function judge() {
  const event = JSON.parse(fs.readFileSync(0, "utf8").replace(/^\uFEFF/, ""));
  const args = JSON.parse(event.tool_input);
  return args.path?.startsWith("/etc") ? { permission: "deny", user_message: "System files" } : { permission: "allow" };
}

let answer;
try {
  answer = judge();
} catch (err) {
  console.error(err);
  answer = { permission: "allow" }; // fault: fail-open-guard
}
console.log(JSON.stringify(answer));
