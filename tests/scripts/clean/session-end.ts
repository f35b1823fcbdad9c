#!/usr/bin/env -S npx tsx
// hookc: event=sessionEnd
import { appendFile, mkdir } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import process from "node:process";

type SessionEnd = { session_id: string; reason: string; duration_ms: number; error_message?: string };

async function main() {
  const chunks: Uint8Array[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Uint8Array);
  const { session_id, reason, duration_ms, error_message } = JSON.parse(Buffer.concat(chunks).toString()) as SessionEnd;

  const file = path.join(os.homedir(), ".cursor", "sessions.ndjson");
  await mkdir(path.dirname(file), { recursive: true });
  await appendFile(file, JSON.stringify({ session_id, reason, duration_ms, failed: error_message !== undefined }) + "\n", { mode: 0o600 });
}

main()
  .catch((error: Error) => console.error(error.message))
  .finally(() => console.log("{}"));
