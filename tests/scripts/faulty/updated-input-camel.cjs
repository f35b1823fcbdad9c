#!/usr/bin/env node
// hookc: event=preToolUse
const { readFileSync } = require("node:fs");

const { tool_name, tool_input } = JSON.parse(readFileSync(0, "utf8").replace(/^\uFEFF/, ""));
let answer = {};
if (tool_name === "Shell" && tool_input.command.startsWith("yarn ")) {
  answer = {
    permission: "allow",
    updatedInput: { ...tool_input, command: tool_input.command.replace("yarn", "pnpm") }, // fault: wrong-output-key
  };
}
process.stdout.write(JSON.stringify(answer));
