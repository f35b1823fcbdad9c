#!/usr/bin/env node
// hookc: event=preToolUse failClosed
import { readFileSync } from "node:fs";

const { tool_name, tool_input } = JSON.parse(readFileSync(0, "utf8").replace(/^\uFEFF/, ""));
const path = String(tool_input.file_path ?? "");

process.stdout.write(
  tool_name === "Write" && path.endsWith(".snap")
    ? `{"permission":"deny","user_message":${JSON.stringify(`Snapshots are written by the tests: ${path}`)}}`
    : `{"permission":"allow"}`,
);
