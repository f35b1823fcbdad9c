#!/usr/bin/env node
// hookc: event=beforeShellExecution failClosed
import { readFileSync } from "node:fs";

const { command } = JSON.parse(readFileSync(0, "utf8").replace(/^\uFEFF/, ""));
const blocked = command.includes("kubectl delete");
const out = blocked
  ? { continue: true, permission: "deny", user_message: "Not in this cluster." } // fault: contradictory-output
  : { permission: "allow" };
process.stdout.write(JSON.stringify(out));
