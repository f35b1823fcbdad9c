#!/usr/bin/env node
// hookc: event=afterFileEdit
const { execFileSync } = require("node:child_process");
const { readFileSync } = require("node:fs");

const { file_path: file } = JSON.parse(readFileSync(0, "utf8"));
if (file.endsWith(".sh")) {
  try {
    execFileSync("shellcheck", ["--severity=error", "--", file], { stdio: ["ignore", process.stderr, process.stderr] });
  } catch (error) {
    if (error.code === "ENOENT") console.error("shellcheck is not installed");
  }
}
process.stdout.write("{}");
