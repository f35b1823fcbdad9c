#!/usr/bin/env node
// hookc: event=stop
const { spawnSync } = require("child_process");
const { readFileSync } = require("fs");

const { status, loop_count } = JSON.parse(readFileSync(0, "utf8"));
let answer = {};
if (status === "completed" && loop_count === 0) {
  const lint = spawnSync("npm", ["run", "lint"], { stdio: "inherit" }); // fault: stdout-polluted
  if (lint.status !== 0) answer = { followup_message: "Lint fails. Fix it." };
}
console.log(JSON.stringify(answer));
