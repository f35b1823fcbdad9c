#!/usr/bin/env node
// hookc: event=postToolUse
const { readFileSync } = require("fs");

const event = JSON.parse(readFileSync(0, "utf8"));

function shellResult() {
  try {
    return JSON.parse(event.tool_output);
  } catch {
    return { output: event.tool_output };
  }
}

let answer = {};
if (event.tool_name === "Shell") {
  const { output = "" } = shellResult();
  const skipped = output.match(/(\d+) skipped/);
  if (skipped && Number(skipped[1]) > 0) {
    answer = { additional_context: `${skipped[1]} tests were skipped; say so in your report.` };
  }
} else if (event.tool_name === "Write" && event.tool_input.file_path.endsWith(".sql")) {
  answer = { additional_context: "SQL files need a matching down migration." };
}
process.stdout.write(JSON.stringify(answer));
