#!/usr/bin/env bun
// hookc: event=beforeMCPExecution failClosed
const event: { tool_name: string } = JSON.parse((await Bun.stdin.text()).replace(/^\uFEFF/, ""));
if (event.tool_name.startsWith("delete")) {
  console.log(`Tool ${event.tool_name} is not allowed`); // fault: stdout-not-json
} else {
  console.log(JSON.stringify({ permission: "allow" }));
}
