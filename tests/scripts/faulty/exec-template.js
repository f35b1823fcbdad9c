#!/usr/bin/env node
// hookc: event=afterFileEdit
const { execSync } = require("child_process");
const { readFileSync } = require("fs");

const { file_path } = JSON.parse(readFileSync(0, "utf8"));
try {
  execSync(`npx eslint --fix ${file_path}`, { stdio: "ignore" }); // fault: payload-injection
} catch (error) {
  console.error(error.message);
}
console.log("{}");
