#!/usr/bin/env -S node --experimental-strip-types
// hookc: event=subagentStop
import { json } from "node:stream/consumers";

type SubagentStop = {
  status: "completed" | "aborted" | "error";
  loop_count: number;
  modified_files: string[];
  description: string;
};

const event = (await json(process.stdin)) as SubagentStop;

function followUp(): string | null {
  if (event.status !== "completed" || event.loop_count >= 2) return null;
  const untested = event.modified_files.filter((file) => file.startsWith("src/") && !file.includes(".test."));
  return untested.length ? `Add tests for ${untested.join(", ")} (${event.description}).` : null;
}

const message = followUp();
console.log(JSON.stringify(message === null ? {} : { followup_message: message }));
