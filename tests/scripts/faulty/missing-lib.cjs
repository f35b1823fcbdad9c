#!/usr/bin/env node
// hookc: event=beforeShellExecution failClosed
const { readFileSync } = require("fs");
const { judge } = require("./lib/shell-policy.cjs"); // fault: missing-module

const event = JSON.parse(readFileSync(0, "utf8").replace(/^\uFEFF/, ""));
console.log(JSON.stringify(judge(event.command)));
