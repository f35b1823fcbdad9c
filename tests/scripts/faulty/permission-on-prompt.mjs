#!/usr/bin/env node
// hookc: event=beforeSubmitPrompt failClosed
import { readFileSync } from "node:fs";

const { prompt } = JSON.parse(readFileSync(0, "utf8").replace(/^\uFEFF/, ""));
const secret = /ghp_[A-Za-z0-9]{36}/.test(prompt);

if (secret) {
  console.log(JSON.stringify({
    permission: "deny", // fault: wrong-output-for-event
    user_message: "Remove the token.",
  }));
} else {
  console.log(JSON.stringify({ continue: true }));
}
