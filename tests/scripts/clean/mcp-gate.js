#!/usr/bin/env node
// hookc: event=beforeMCPExecution failClosed
const { readFileSync } = require("fs");

const READ_ONLY = /^(get|list|search|read|fetch|describe)_/;

function judge(event) {
  if (!event.mcp_server_name) {
    return { permission: "deny", user_message: "An MCP server without a name is not trusted." };
  }
  if (READ_ONLY.test(event.tool_name)) {
    return { permission: "allow" };
  }
  const args = JSON.parse(event.tool_input);
  return {
    permission: "ask",
    user_message: `${event.mcp_server_name}: ${event.tool_name} with ${Object.keys(args).length} arguments?`,
  };
}

const text = readFileSync(0, "utf8").replace(/^\uFEFF/, "");
process.stdout.write(JSON.stringify(judge(JSON.parse(text))));
