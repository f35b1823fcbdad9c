#!/usr/bin/env node
// hookc: event=postToolUse
const fs = require("fs");
const event = JSON.parse(fs.readFileSync(0, "utf8"));

if (event.tool_name === "Write") {
  process.stdout.write(`{"additional_context": "Written: ${event.tool_input.file_path}"}`); // fault: json-by-hand
} else {
  process.stdout.write("{}");
}
