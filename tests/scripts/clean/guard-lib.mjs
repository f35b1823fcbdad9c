#!/usr/bin/env node
// hookc: event=beforeShellExecution
import fs from "node:fs";

/** Answers once and for all. */
function reply(permission, message) {
  const body = message ? { permission, user_message: message, agent_message: message } : { permission };
  fs.writeSync(1, JSON.stringify(body));
  process.exit(0);
}

process.on("uncaughtException", (error) => {
  console.error(error);
  reply("deny", "The shell guard crashed.");
});

const event = JSON.parse(fs.readFileSync(0, "utf8").replace(/^\uFEFF/, ""));
if (typeof event.command !== "string") reply("deny", "No command in the payload.");
if (event.command.length > 500) reply("ask", "A very long command: run it?");
reply("allow");
