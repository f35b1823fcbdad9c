#!/usr/bin/env -S node --experimental-strip-types
// hookc: event=beforeSubmitPrompt failClosed
import { readFileSync } from "node:fs";

type Reply = { continue: boolean; user_message?: string; additional_context?: string };

const send = (reply: Reply): never => {
  process.stdout.write(JSON.stringify(reply));
  process.exit(0);
};

const { prompt } = JSON.parse(readFileSync(0, "utf8").replace(/^\uFEFF/, "")) as { prompt: string };

if (prompt.trim() === "") send({ continue: false, user_message: "Write something first." });
if (/\bprod(uction)?\b/i.test(prompt)) send({ continue: true, additional_context: "Never touch production without asking." });
send({ continue: true });
