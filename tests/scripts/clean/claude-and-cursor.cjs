#!/usr/bin/env node
// hookc: event=preToolUse failClosed
const { readFileSync } = require("fs");

const input = JSON.parse(readFileSync(0, "utf8").replace(/^\uFEFF/, ""));
const isCursor = input.hook_event_name === "preToolUse";
const command = input.tool_input?.command ?? "";
const bad = /\bgit\s+config\s+(--global\s+)?user\./.test(command);
const reason = "The git identity belongs to the user.";

if (!bad) {
  process.stdout.write("{}");
} else if (isCursor) {
  process.stdout.write(JSON.stringify({ permission: "deny", user_message: reason, agent_message: reason }));
} else {
  process.stdout.write(JSON.stringify({
    hookSpecificOutput: {
      hookEventName: "PreToolUse",
      permissionDecision: "deny",
      permissionDecisionReason: reason,
    },
  }));
}
