#!/usr/bin/env bun
// hookc: event=preToolUse failClosed
interface Call { tool_name: string; tool_input: { command?: string } }
const call = JSON.parse((await Bun.stdin.text()).replace(/^\uFEFF/, "")) as Call;
const command = call.tool_input.command ?? "";

if (/\bgit push\b/.test(command)) { // fault: gate-empty-stdout
  console.log(JSON.stringify({ permission: "ask", agentMessage: "The user decides." })); // fault: ask-not-enforced, wrong-output-key
} else if (/\bgit reset --hard\b/.test(command)) {
  console.log(JSON.stringify({ permission: "deny", user_message: "Work would be lost." }));
}
