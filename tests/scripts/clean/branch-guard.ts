#!/usr/bin/env bun
// hookc: event=beforeShellExecution failClosed
import { $ } from "bun";

interface Shell { command: string; cwd: string }

const { command, cwd }: Shell = JSON.parse((await Bun.stdin.text()).replace(/^\uFEFF/, ""));

async function branch(): Promise<string> {
  const result = await $`git branch --show-current`.cwd(cwd || process.cwd()).quiet().nothrow();
  return result.exitCode === 0 ? result.text().trim() : "";
}

const protectedBranch = /\bgit\s+(commit|merge|rebase)\b/.test(command) && ["main", "release"].includes(await branch());

console.log(
  JSON.stringify(
    protectedBranch
      ? { permission: "deny", user_message: "This branch is protected.", agent_message: "Work on a branch of your own." }
      : { permission: "allow" },
  ),
);
