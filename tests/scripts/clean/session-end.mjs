#!/usr/bin/env node
// hookc: event=sessionEnd
import { once } from "node:events";

process.stdin.setEncoding("utf8");
let raw = "";
process.stdin.on("data", (part) => {
  raw += part;
});
await once(process.stdin, "end");

const { session_id, reason, duration_ms, final_status, is_background_agent } = JSON.parse(raw);
console.error(
  "%s %s after %ds (%s%s)",
  session_id,
  reason,
  Math.round(duration_ms / 1000),
  final_status,
  is_background_agent ? ", background" : "",
);
process.stdout.write("{}\n");
