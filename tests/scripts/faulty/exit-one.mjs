#!/usr/bin/env node
// hookc: event=preToolUse
import { text } from "node:stream/consumers";

async function main() {
  const { tool_name, tool_input } = JSON.parse((await text(process.stdin)).replace(/^\uFEFF/, ""));
  if (tool_name === "Write" && tool_input.file_path.includes("/dist/")) {
    console.error("dist/ is built, not written");
    process.exit(1); // fault: exit-code
  }
  console.log(JSON.stringify({ permission: "allow" }));
}

main().catch((error) => {
  console.error(error);
  process.exit(2);
});
