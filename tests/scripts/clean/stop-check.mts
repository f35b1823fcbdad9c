#!/usr/bin/env -S node --experimental-strip-types
// hookc: event=stop
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";

const run = promisify(execFile);

interface Stop {
  status: "completed" | "aborted" | "error";
  loop_count: number;
  output_tokens?: number;
}

async function conflictMarkers(): Promise<string[]> {
  try {
    const { stdout } = await run("git", ["grep", "-lE", "^(<{7}|>{7}) "]);
    return stdout.trim().split("\n").filter(Boolean);
  } catch {
    return [];
  }
}

async function main(): Promise<void> {
  const stop = JSON.parse(readFileSync(0, "utf8")) as Stop;
  const files = stop.status === "completed" && stop.loop_count < 3 ? await conflictMarkers() : [];
  const answer = files.length > 0 ? { followup_message: `Conflict markers are left in: ${files.join(", ")}` } : {};
  console.log(JSON.stringify(answer));
}

await main();
