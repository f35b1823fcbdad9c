#!/usr/bin/env -S npx tsx
// hookc: event=beforeSubmitPrompt
import { text } from "node:stream/consumers";

async function main(): Promise<void> {
  const { prompt } = JSON.parse((await text(process.stdin)).replace(/^\uFEFF/, "")) as { prompt: string };
  const leaked = /xox[bp]-[0-9A-Za-z-]{20,}/.test(prompt);
  console.log(JSON.stringify(leaked ? { continue: false, user_message: "Slack token found." } : { continue: true }));
}

main().catch(() => {
  console.log(JSON.stringify({ continue: true })); // fault: fail-open-guard
});
