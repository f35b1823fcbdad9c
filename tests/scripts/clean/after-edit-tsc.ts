#!/usr/bin/env -S node --experimental-strip-types
// hookc: event=afterFileEdit
import { spawnSync, type SpawnSyncReturns } from "node:child_process";
import { readFileSync } from "node:fs";

type Edit = { old_string: string; new_string: string };
type AfterFileEdit = { file_path: string; edits: Edit[] };

function typecheck(): SpawnSyncReturns<string> {
  return spawnSync("npx", ["--no-install", "tsc", "--noEmit", "--incremental"], { encoding: "utf8", timeout: 30_000 });
}

const { file_path, edits }: AfterFileEdit = JSON.parse(readFileSync(0, "utf8"));
if (/\.tsx?$/.test(file_path) && edits.some(({ new_string }) => new_string.trim() !== "")) {
  const { status, stdout } = typecheck();
  if (status !== 0) process.stderr.write(stdout ?? "");
}
process.stdout.write("{}\n");
