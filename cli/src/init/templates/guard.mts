#!/usr/bin/env node
// Asked before the agent acts. It answers `{}` when it has nothing against that, else what is denied and why.
// The lists hold regular expressions: make them yours. Node.js runs this file as it is from version 22.18 on.

import process from "node:process";

type Payload = Record<string, unknown>;

const DENIED_COMMANDS = [
  /git +push( .*)? (-f|--force)([\s;&|]|$)/,
  /rm +-[A-Za-z]*[rR][A-Za-z]* +(.* )?["']?(\/|~|\$HOME)\/?["']?([\s;&|]|$)/,
];
const SECRET_FILES = [
  /(^|[/\\])\.env(\.(local|production))?$/,
  /(^|[/\\])id_(rsa|ecdsa|ed25519)$/,
  /\.(pem|p12|pfx)$/,
];
// Only people change these: the guard itself is one of them.
const PROTECTED_FILES = [
  /(^|[/\\])\.cursor[/\\]hooks(\.json$|[/\\])/,
];
const SECRET_TEXTS = [
  /-----BEGIN [A-Z ]*PRIVATE KEY-----/,
];

type Check = { keys: string[]; patterns: RegExp[]; reason: string };

const CHECKS: Check[] = [
  { keys: ["command"], patterns: DENIED_COMMANDS, reason: "This command is denied here." },
  { keys: ["file_path"], patterns: SECRET_FILES, reason: "This file holds secrets." },
  { keys: ["prompt", "task", "tool_input"], patterns: SECRET_TEXTS, reason: "This text holds a private key." },
];
const CHECKS_OF_CHANGES: Check[] = [
  { keys: ["file_path"], patterns: PROTECTED_FILES, reason: "This file is not for agents to change." },
];

function isObject(value: unknown): value is Payload {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The payload; null when it is no JSON object. On Windows it begins with a byte order mark. */
async function readPayload(): Promise<Payload | null> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk);
  try {
    const payload: unknown = JSON.parse(Buffer.concat(chunks).toString("utf8").replace(/^\uFEFF/, ""));
    return isObject(payload) ? payload : null;
  } catch {
    return null;
  }
}

function onlyReads(payload: Payload): boolean {
  const event = payload["hook_event_name"];
  return event === "beforeReadFile" || event === "beforeTabFileRead" || payload["tool_name"] === "Read";
}

/** Why the action is denied; null when it is not. */
function objection(payload: Payload | null): string | null {
  if (payload === null) return "The hook did not understand what it was asked.";
  const input = payload["tool_input"];
  const places = isObject(input) ? [payload, input] : [payload];
  const checks = onlyReads(payload) ? CHECKS : [...CHECKS, ...CHECKS_OF_CHANGES];
  for (const { keys, patterns, reason } of checks) {
    const values = places.flatMap((place) => keys.map((key) => place[key]));
    const texts = values.filter((value) => typeof value === "string");
    if (texts.some((text) => patterns.some((pattern) => pattern.test(text)))) return reason;
  }
  return null;
}

function answer(payload: Payload | null): object {
  const reason = objection(payload);
  if (reason === null) return {};
  if (payload?.["hook_event_name"] === "beforeSubmitPrompt") return { continue: false, user_message: reason };
  return { permission: "deny", user_message: reason, agent_message: reason };
}

process.stdout.write(`${JSON.stringify(answer(await readPayload()))}\n`);
