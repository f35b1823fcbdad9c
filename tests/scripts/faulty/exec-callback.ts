#!/usr/bin/env -S npx tsx
// hookc: event=beforeReadFile failClosed
import { exec } from "node:child_process";
import { text } from "node:stream/consumers";
import { promisify } from "node:util";

const run = promisify(exec);
const { file_path } = JSON.parse((await text(process.stdin)).replace(/^\uFEFF/, "")) as { file_path: string };
const { stdout } = await run("git check-ignore " + file_path + " || true"); // fault: payload-injection
const ignored = stdout.trim() !== "";
console.log(JSON.stringify(ignored ? { permission: "deny", user_message: "Ignored by git." } : { permission: "allow" }));
