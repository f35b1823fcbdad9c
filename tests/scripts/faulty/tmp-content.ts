#!/usr/bin/env bun
// hookc: event=beforeReadFile failClosed
import { appendFileSync } from "node:fs";

const payload = await Bun.stdin.text();
appendFileSync("/tmp/read-hook.log", `${new Date().toISOString()} ${payload}\n`); // fault: secret-logging
const { file_path } = JSON.parse(payload.replace(/^\uFEFF/, "")) as { file_path: string };
console.log(JSON.stringify({ permission: file_path.includes("/keys/") ? "deny" : "allow" }));
