#!/usr/bin/env -S npx tsx
// hookc: event=preToolUse failClosed
let raw = "";
process.stdin.setEncoding("utf8");
process.stdin.on("data", (part: string) => (raw += part));
process.stdin.on("end", () => {
  const { tool_name } = JSON.parse(raw) as { tool_name: string }; // fault: stdin-bom
  process.stdout.write(JSON.stringify({ permission: tool_name === "Delete" ? "deny" : "allow" }));
});
