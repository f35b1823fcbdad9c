#!/usr/bin/env node
// hookc: event=afterShellExecution,afterMCPExecution
const fs = require("fs");
const os = require("os");
const path = require("path");

const event = JSON.parse(fs.readFileSync(0, "utf8"));
const dir = path.join(os.homedir(), ".cursor", "audit");
fs.mkdirSync(dir, { recursive: true, mode: 0o700 });

const line = JSON.stringify({
  at: new Date().toISOString(),
  event: event.hook_event_name,
  what: event.hook_event_name === "afterShellExecution" ? event.command : event.tool_name,
  ms: Math.round(event.duration),
});
fs.appendFileSync(path.join(dir, "audit.jsonl"), line + "\n", { mode: 0o600 });

console.log("{}");
