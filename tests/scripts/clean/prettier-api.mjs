#!/usr/bin/env node
// hookc: event=afterFileEdit
import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";

const run = promisify(execFile);
const EXTENSIONS = [".json", ".yaml", ".yml", ".md"];

const { file_path } = JSON.parse(await readFile("/dev/stdin", "utf8"));

if (EXTENSIONS.some((extension) => file_path.endsWith(extension))) {
  try {
    await run("npx", ["--no-install", "prettier", "--write", file_path]);
  } catch (error) {
    process.stderr.write(`prettier: ${error.message}\n`);
  }
}

process.stdout.write(JSON.stringify({}));
