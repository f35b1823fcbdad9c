#!/usr/bin/env bun
// hookc: event=stop
import { $ } from "bun";

interface StopEvent {
  status: "completed" | "aborted" | "error";
  loop_count: number;
}

const { status, loop_count }: StopEvent = JSON.parse(await Bun.stdin.text());

let answer: { followup_message?: string } = {};
if (status === "completed" && loop_count < 2) {
  const lint = await $`bun run lint`.quiet().nothrow();
  if (lint.exitCode !== 0) {
    answer = { followup_message: `Lint fails:\n${lint.stdout.toString().slice(-2000)}` };
  }
}
console.log(JSON.stringify(answer));
