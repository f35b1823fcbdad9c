#!/usr/bin/env bun
// hookc: event=beforeMCPExecution failClosed
const { tool_name }: { tool_name: string } = JSON.parse((await Bun.stdin.text()).replace(/^\uFEFF/, ""));

switch (tool_name) { // fault: gate-empty-stdout
  case "delete_repository":
  case "delete_branch":
    console.log(JSON.stringify({ permission: "deny", user_message: "Nothing is deleted." }));
    break;
  case "create_issue":
    console.log(JSON.stringify({ permission: "ask", user_message: "File an issue?" }));
    break;
  default:
    break;
}
