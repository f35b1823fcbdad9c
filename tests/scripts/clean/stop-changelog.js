#!/usr/bin/env node
// hookc: event=stop
const { execFileSync } = require("child_process");
const { readFileSync } = require("fs");

function main() {
  const { status, loop_count } = JSON.parse(readFileSync(0, "utf8"));
  if (status !== "completed") return {};
  if (loop_count >= 1) return {};

  const names = execFileSync("git", ["diff", "--name-only", "HEAD"], { encoding: "utf8" }).split("\n");
  const code = names.some((name) => name.startsWith("src/"));
  const noted = names.includes("CHANGELOG.md");
  return code && !noted ? { followup_message: "Add a line to CHANGELOG.md for what you changed." } : {};
}

let answer = {};
try {
  answer = main();
} catch (error) {
  console.error(`stop hook: ${error.message}`);
}
console.log(JSON.stringify(answer));
