#!/usr/bin/env -S node --experimental-strip-types
// hookc: event=preToolUse failClosed
import { readFileSync } from "node:fs";

const { tool_name } = JSON.parse(readFileSync(0, "utf8").replace(/^\uFEFF/, "")) as { tool_name: string };

function permissionFor(tool: string): { permission: "allow" | "deny" | "ask"; user_message?: string } {
  switch (tool) {
    case "Delete":
      return { permission: "deny", user_message: "Nothing is deleted." };
    case "WebFetch":
      return { permission: "ask", user_message: "Fetch it?" }; // fault: ask-not-enforced
    default:
      return { permission: "allow" };
  }
}

process.stdout.write(JSON.stringify(permissionFor(tool_name)));
