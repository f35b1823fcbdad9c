#!/usr/bin/env node
// hookc: event=beforeShellExecution
import { stdin, stdout, stderr } from "node:process";

const RULES = [
  { pattern: /\bgit\s+push\b.*\s(main|master)\b/, verdict: "ask", why: "Push to the main branch?" },
  { pattern: /\bchmod\s+(-R\s+)?777\b/, verdict: "deny", why: "World-writable files are not allowed." },
  { pattern: /\bnpm\s+publish\b/, verdict: "deny", why: "Releases go through CI." },
];

async function readInput() {
  const chunks = [];
  for await (const chunk of stdin) chunks.push(chunk);
  return JSON.parse(Buffer.concat(chunks).toString("utf8").replace(/^\uFEFF/, ""));
}

async function main() {
  const { command = "" } = await readInput();
  const rule = RULES.find(({ pattern }) => pattern.test(command));
  const answer = rule
    ? { permission: rule.verdict, user_message: rule.why, agent_message: rule.why }
    : { permission: "allow" };
  stdout.write(JSON.stringify(answer));
}

main().catch((error) => {
  stderr.write(`shell-policy: ${error.message}\n`);
  process.exitCode = 2;
});
