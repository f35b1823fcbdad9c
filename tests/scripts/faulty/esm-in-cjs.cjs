#!/usr/bin/env node
// hookc: event=beforeReadFile failClosed
import { readFileSync } from "node:fs"; // fault: wrong-interpreter

const { file_path } = JSON.parse(readFileSync(0, "utf8").replace(/^\uFEFF/, ""));
const answer = file_path.endsWith(".p12") ? { permission: "deny" } : { permission: "allow" };
process.stdout.write(JSON.stringify(answer));
