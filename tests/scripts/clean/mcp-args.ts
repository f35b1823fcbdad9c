#!/usr/bin/env bun
// hookc: event=beforeMCPExecution failClosed
type Mcp = { tool_name: string; tool_input: string; mcp_server_name?: string; url?: string; command?: string };

const event: Mcp = JSON.parse((await Bun.stdin.text()).replace(/^\uFEFF/, ""));

function fieldsOf(text: string): Record<string, unknown> {
  const value: unknown = JSON.parse(text);
  return value !== null && typeof value === "object" ? { ...value } : {};
}

const { owner, channel } = fieldsOf(event.tool_input);
const transport = event.url ? "http" : "stdio";

switch (true) {
  case event.mcp_server_name === undefined:
    console.log(JSON.stringify({ permission: "deny", user_message: `A nameless ${transport} server` }));
    break;
  case event.mcp_server_name === "github" && typeof owner === "string" && owner !== "acme":
    console.log(JSON.stringify({ permission: "deny", user_message: `GitHub owner ${owner} is not ours.` }));
    break;
  case event.mcp_server_name === "slack" && channel === "#general":
    console.log(JSON.stringify({ permission: "ask", user_message: "Write to #general?" }));
    break;
  default:
    console.log(JSON.stringify({ permission: "allow" }));
}
