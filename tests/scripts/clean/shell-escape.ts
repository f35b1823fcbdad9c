#!/usr/bin/env bun
// hookc: event=beforeReadFile failClosed
import { $ } from "bun";

const { file_path } = JSON.parse((await Bun.stdin.text()).replace(/^\uFEFF/, "")) as { file_path: string };

// Bun's shell escapes what is put into it.
const tracked = await $`git ls-files --error-unmatch -- ${file_path}`.quiet().nothrow();
const untrackedSecret = tracked.exitCode !== 0 && /secret|credential/i.test(file_path);

console.log(JSON.stringify(untrackedSecret ? { permission: "deny", user_message: "Not in git, and named like a secret." } : { permission: "allow" }));
