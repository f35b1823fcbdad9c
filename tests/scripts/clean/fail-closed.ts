#!/usr/bin/env -S node --experimental-strip-types
// hookc: event=beforeReadFile
import { readFileSync } from "node:fs";

type Verdict = Readonly<{ permission: "allow" | "deny"; user_message?: string }>;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function judge(value: unknown): Verdict {
  if (!isRecord(value) || typeof value.file_path !== "string" || typeof value.content !== "string") {
    return { permission: "deny", user_message: "The payload is not what it should be." };
  }
  return /\b(password|passwd)\s*[:=]\s*['"][^'"]{6,}['"]/i.test(value.content)
    ? { permission: "deny", user_message: `${value.file_path} holds a password.` }
    : { permission: "allow" };
}

function main(): Verdict {
  try {
    return judge(JSON.parse(readFileSync(0, "utf8").replace(/^\uFEFF/, "")));
  } catch (error) {
    console.error(error);
    return { permission: "deny", user_message: "The read gate failed." };
  }
}

process.stdout.write(JSON.stringify(main()));
