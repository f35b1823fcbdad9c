#!/usr/bin/env bun
// hookc: event=beforeSubmitPrompt failClosed
interface PromptEvent {
  prompt: string;
  attachments?: Array<{ type: string; file_path: string }>;
}

const BLOCKED_ATTACHMENTS = [/\/\.env$/, /\.pem$/, /id_rsa$/];

const raw = await Bun.stdin.text();
const { attachments = [] } = JSON.parse(raw.replace(/^\uFEFF/, "")) as PromptEvent;
const blocked = attachments.filter(({ file_path }) => BLOCKED_ATTACHMENTS.some((pattern) => pattern.test(file_path)));

if (blocked.length > 0) {
  const names = blocked.map(({ file_path }) => file_path.split("/").at(-1)).join(", ");
  console.log(JSON.stringify({ continue: false, user_message: `Do not attach ${names}.` }));
} else {
  console.log(JSON.stringify({ continue: true }));
}
