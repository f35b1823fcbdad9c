#!/usr/bin/env node
// hookc: event=preToolUse,postToolUse,sessionStart,sessionEnd failClosed
import fs from "node:fs";

const event = JSON.parse(fs.readFileSync(0, "utf8").replace(/^\uFEFF/, ""));
let answer = {};

switch (event.hook_event_name) {
  case "preToolUse":
    if (event.tool_name === "Write" && event.tool_input?.file_path?.includes("/vendor/")) {
      answer = { permission: "deny", user_message: "vendor/ is not edited by hand." };
    }
    break;
  case "postToolUse":
    if (event.duration > 60_000) {
      answer = { additional_context: `${event.tool_name} took ${Math.round(event.duration / 1000)} s.` };
    }
    break;
  case "sessionStart":
    answer = { additional_context: "Read CONTRIBUTING.md before changing code." };
    break;
  case "sessionEnd":
    console.error(`session ${event.session_id} ended: ${event.reason}`);
    break;
  default:
    break;
}

console.log(JSON.stringify(answer));
