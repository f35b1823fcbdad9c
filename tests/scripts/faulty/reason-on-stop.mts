#!/usr/bin/env -S node --experimental-strip-types
// hookc: event=stop,sessionEnd
import { readFileSync } from "node:fs";

type Ended = { hook_event_name: string; status?: string; reason?: string };
const event = JSON.parse(readFileSync(0, "utf8")) as Ended;

if (event.hook_event_name === "stop") {
  process.stderr.write(`stopped: ${event.reason}\n`); // fault: payload-field
} else {
  process.stderr.write(`session over: ${event.reason}\n`);
}
process.stdout.write("{}");
