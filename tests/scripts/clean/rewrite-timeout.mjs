#!/usr/bin/env node
// hookc: event=preToolUse
import { readFileSync } from "node:fs";

const { tool_name, tool_input } = JSON.parse(readFileSync(0, "utf8").replace(/^\uFEFF/, ""));

// A watcher never ends; take the flag away.
if (tool_name === "Shell" && /\s--watch\b/.test(tool_input.command)) {
  const command = tool_input.command.replace(/\s--watch\b/g, "");
  console.log(JSON.stringify({ updated_input: { ...tool_input, command }, additional_context: "--watch was removed." }));
} else {
  console.log(JSON.stringify({}));
}
