#!/usr/bin/env -S npx tsx
// hookc: event=preToolUse
import { text } from "node:stream/consumers";

interface ShellInput { command: string; cwd?: string; timeout?: number }
interface Call { tool_name: string; tool_input: unknown }

function isShell(input: unknown): input is ShellInput {
  return typeof input === "object" && input !== null && typeof (input as ShellInput).command === "string";
}

const call: Call = JSON.parse((await text(process.stdin)).replace(/^\uFEFF/, ""));

if (call.tool_name === "Shell" && isShell(call.tool_input) && /^git commit\b(?!.*--signoff)/.test(call.tool_input.command)) {
  const updated_input: ShellInput = { ...call.tool_input, command: `${call.tool_input.command} --signoff` };
  console.log(JSON.stringify({ permission: "allow", updated_input }));
} else {
  console.log("{}");
}
