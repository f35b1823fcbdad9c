#!/usr/bin/env bun
// hookc: event=stop
import { $ } from "bun";

await Bun.stdin.text();
const test = await $`bun test`.quiet().nothrow();
const followup_message = test.exitCode === 0 ? "Tests pass. Look for missing cases." : "Tests fail. Fix them.";
console.log(JSON.stringify({ followup_message })); // fault: stop-loop
