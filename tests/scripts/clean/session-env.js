#!/usr/bin/env node
// hookc: event=sessionStart
const fs = require("node:fs");

const session = JSON.parse(fs.readFileSync("/dev/stdin", "utf-8"));
const out = {
  env: {
    AGENT_SESSION: session.session_id,
    AGENT_MODE: session.composer_mode ?? "agent",
  },
};
if (!session.is_background_agent) {
  out.additional_context = "The user is present: ask when a requirement is unclear.";
}
fs.writeSync(1, JSON.stringify(out));
