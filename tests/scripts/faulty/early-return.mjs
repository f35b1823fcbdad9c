#!/usr/bin/env node
// hookc: event=preToolUse failClosed
import { readFileSync } from "node:fs";

const event = JSON.parse(readFileSync(0, "utf8").replace(/^\uFEFF/, ""));
if (event.tool_name !== "Shell") process.exit(0); // fault: gate-empty-stdout

const bad = event.tool_input.command.includes("DROP TABLE");
console.log(JSON.stringify(bad ? { permission: "deny", agent_message: "No DDL." } : { permission: "allow" }));
