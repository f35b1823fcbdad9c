#!/usr/bin/env -S node --experimental-strip-types
// hookc: event=beforeShellExecution
import { stdin, stderr } from "node:process";

const BANNED = ["mongosh", "redis-cli", "psql"] as const;
type Banned = (typeof BANNED)[number];

function bannedIn(command: string): Banned | undefined {
  const words = command.split(/[\s;&|]+/);
  return BANNED.find((name) => words.includes(name));
}

async function slurp(stream: AsyncIterable<Buffer | string>): Promise<string> {
  let all = "";
  for await (const piece of stream) all += piece.toString();
  return all.replace(/^\uFEFF/, "");
}

try {
  const payload = JSON.parse(await slurp(stdin)) as { command: string };
  const hit = bannedIn(payload.command);
  if (hit) {
    stderr.write(`${hit} is only for people\n`);
    process.exit(2);
  }
  console.log('{"permission":"allow"}');
} catch (error) {
  stderr.write(`shell-deny: ${String(error)}\n`);
  process.exit(2);
}
