#!/usr/bin/env node
// hookc: event=beforeShellExecution failClosed
import { readFileSync } from "node:fs";

const input = JSON.parse(readFileSync(0, "utf8").replace(/^\uFEFF/, ""));
console.log("checking", input.command); // fault: stdout-polluted

const denied = /\bgit\s+push\b/.test(input.command);
console.log(JSON.stringify(denied ? { permission: "deny", user_message: "Push by hand." } : { permission: "allow" }));
