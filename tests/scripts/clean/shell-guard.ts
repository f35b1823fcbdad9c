#!/usr/bin/env -S node --experimental-strip-types
// hookc: event=beforeShellExecution failClosed
import { readFileSync } from "node:fs";

interface ShellInput {
  command: string;
  cwd: string;
  sandbox?: boolean;
}

interface Answer {
  permission: "allow" | "deny" | "ask";
  user_message?: string;
  agent_message?: string;
}

function judge(input: ShellInput): Answer {
  if (/\bterraform\s+(apply|destroy)\b/.test(input.command)) {
    return { permission: "deny", user_message: "Infrastructure changes go through a pull request." };
  }
  if (input.sandbox === false && /\bcurl\b/.test(input.command)) {
    return { permission: "ask", user_message: "Network access outside the sandbox?" };
  }
  return { permission: "allow" };
}

const raw = readFileSync(0, "utf8").replace(/^\uFEFF/, "");
process.stdout.write(JSON.stringify(judge(JSON.parse(raw) as ShellInput)));
