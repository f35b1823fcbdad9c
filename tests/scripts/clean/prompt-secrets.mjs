#!/usr/bin/env node
// hookc: event=beforeSubmitPrompt failClosed
const SECRETS = Object.entries({
  "AWS key": /\bAKIA[0-9A-Z]{16}\b/,
  "GitHub token": /\bgh[pousr]_[A-Za-z0-9]{36}\b/,
  "Slack token": /\bxox[abprs]-[A-Za-z0-9-]{10,}/,
  "private key": /-----BEGIN [A-Z ]*PRIVATE KEY-----/,
});

let input = "";
for await (const chunk of process.stdin.setEncoding("utf8")) input += chunk;

const { prompt } = JSON.parse(input.trimStart());
const found = SECRETS.filter(([, pattern]) => pattern.test(prompt)).map(([label]) => label);

process.stdout.write(
  JSON.stringify(
    found.length
      ? { continue: false, user_message: `The prompt holds: ${found.join(", ")}.` }
      : { continue: true },
  ),
);
