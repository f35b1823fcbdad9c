#!/usr/bin/env bun
// hookc: event=beforeReadFile failClosed
type ReadEvent = { file_path: string; content: string };

const event: ReadEvent = await Bun.stdin.json();
const looksSecret = /-----BEGIN (RSA |EC )?PRIVATE KEY-----/.test(event.content);

await Bun.write(
  Bun.stdout,
  JSON.stringify(
    looksSecret
      ? { permission: "deny", user_message: `${event.file_path} holds a private key.` }
      : { permission: "allow" },
  ),
);
