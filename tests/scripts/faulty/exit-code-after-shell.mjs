#!/usr/bin/env node
// hookc: event=afterShellExecution
import { readFileSync } from "node:fs";

const { command, exit_code, duration } = JSON.parse(readFileSync(0, "utf8")); // fault: payload-field
if (exit_code !== 0) {
  console.error(`${command} failed after ${duration} ms`);
}
console.log("{}");
