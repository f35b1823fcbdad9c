#!/usr/bin/env node
// hookc: event=beforeShellExecution failClosed
const fs = require("fs");

const input = JSON.parse(fs.readFileSync(0, "utf8").replace(/^\uFEFF/, ""));

if (/(^|[;&|]\s*)sudo\s/.test(input.command)) {
  console.log(JSON.stringify({
    permission: "deny",
    user_message: "The agent does not get root.",
    agent_message: "Find a way without sudo.",
  }));
} else {
  console.log(JSON.stringify({ permission: "allow" }));
}
