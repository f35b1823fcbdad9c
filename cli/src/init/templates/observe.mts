#!/usr/bin/env node
// Told about what the agent does. It answers `{}`, which changes nothing. Node.js runs this file as it is from version 22.18 on.

import process from "node:process";

/** The payload; null when it is no JSON document. On Windows it begins with a byte order mark. */
async function readPayload(): Promise<unknown> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk);
  try {
    return JSON.parse(Buffer.concat(chunks).toString("utf8").replace(/^\uFEFF/, ""));
  } catch {
    return null;
  }
}

/** Your code here. What you print goes to standard error, since the answer is all that standard output may hold. */
function observe(_payload: unknown): void {}

observe(await readPayload());
process.stdout.write("{}\n");
