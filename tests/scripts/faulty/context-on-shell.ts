#!/usr/bin/env -S npx tsx
// hookc: event=beforeShellExecution failClosed
import { readFileSync } from "node:fs";

interface Shell { command: string }
interface Reply { permission: "allow" | "deny"; additional_context?: string }

const { command } = JSON.parse(readFileSync(0, "utf8").replace(/^\uFEFF/, "")) as Shell;
const reply: Reply = { permission: "allow" };
if (command.startsWith("npm ")) {
  reply.additional_context = "This repository uses pnpm."; // fault: wrong-output-for-event
}
console.log(JSON.stringify(reply));
