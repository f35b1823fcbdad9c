#!/usr/bin/env node
// hookc: event=beforeReadFile failClosed
const { readFileSync } = require("fs");

const { file_path } = JSON.parse(readFileSync(0, "utf8").replace(/^\uFEFF/, ""));

function output(decision, reason) {
  return {
    hookSpecificOutput: { // fault: claude-output-shape
      hookEventName: "PreToolUse",
      permissionDecision: decision,
      permissionDecisionReason: reason,
    },
  };
}

const answer = /\.env$/.test(file_path) ? output("deny", "environment file") : {};
process.stdout.write(JSON.stringify(answer));
