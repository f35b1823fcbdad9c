#!/usr/bin/env node
// hookc: event=stop
const { readFileSync, existsSync } = require("fs");
const { join } = require("path");

function followUp({ status, loop_count: loops = 0 }) {
  if (status !== "completed" || loops > 0) return {};
  const marker = join(process.env.CURSOR_PROJECT_DIR || process.cwd(), ".cursor", "needs-review");
  if (!existsSync(marker)) return {};
  return { followup_message: "Review the change once more and then delete .cursor/needs-review." };
}

console.log(JSON.stringify(followUp(JSON.parse(readFileSync(0, "utf8")))));
