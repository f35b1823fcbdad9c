#!/usr/bin/env bun
// hookc: event=stop
type Stop = { status: string; loop_count: number };
const stop: Stop = await Bun.stdin.json();

if (stop.status === "completed" && stop.loop_count < 1) {
  console.log(JSON.stringify({ followupMessage: "Run the linter once." })); // fault: wrong-output-key
} else {
  console.log("{}");
}
