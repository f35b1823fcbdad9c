#!/usr/bin/env -S npx tsx
// hookc: event=preToolUse,beforeShellExecution failClosed
import fs from "node:fs";

function deny(reason: string): never {
  process.stderr.write(reason + "\n");
  process.exit(2);
}

const event = JSON.parse(fs.readFileSync(0, "utf8").replace(/^\uFEFF/, "")) as
  | { hook_event_name: "preToolUse"; tool_name: string; tool_input: { command?: string } }
  | { hook_event_name: "beforeShellExecution"; command: string };

const command = event.hook_event_name === "preToolUse" ? event.tool_input.command : event.command;

if (command !== undefined) {
  if (/\b(kill|pkill|killall)\b/.test(command)) deny("Processes are not killed.");
  if (/\biptables\b|\bufw\b/.test(command)) deny("The firewall is not touched.");
}

process.stdout.write("{}");
