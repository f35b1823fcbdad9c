#!/usr/bin/env -S node --experimental-strip-types
// hookc: event=beforeShellExecution failClosed
import { readFileSync } from "node:fs";

enum Permission { // fault: wrong-interpreter
  Allow = "allow",
  Deny = "deny",
}

const { command } = JSON.parse(readFileSync(0, "utf8").replace(/^\uFEFF/, "")) as { command: string };
const permission = command.includes("poweroff") ? Permission.Deny : Permission.Allow;
console.log(JSON.stringify({ permission }));
