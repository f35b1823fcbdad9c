#!/usr/bin/env -S node --experimental-strip-types
// hookc: event=beforeSubmitPrompt failClosed
import { readFileSync } from "node:fs";

type Reply = { continue: boolean; user_message?: string };

const send = (reply: Reply): never => {
  process.stdout.write(JSON.stringify(reply));
  process.exit(0);
};

const { prompt } = JSON.parse(readFileSync(0, "utf8").replace(/^\uFEFF/, "")) as { prompt: string };

if (prompt.trim() === "") send({ continue: false, user_message: "Write something first." });
if (/\bprod(uction)?\b/i.test(prompt)) send({ continue: true, user_message: "Nothing is deployed from here." });
send({ continue: true });
