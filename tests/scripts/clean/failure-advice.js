#!/usr/bin/env node
// hookc: event=postToolUseFailure
const { readFileSync } = require("node:fs");

const advice = (event) => {
  switch (event.failure_type) {
    case "timeout":
      return `${event.tool_name} timed out after ${Math.round(event.duration)} ms; narrow the request.`;
    case "permission_denied":
      return "This was refused on purpose. Ask the user.";
    case "error":
      return /ENOENT|no such file/i.test(event.error_message) ? "Check the path with a listing first." : undefined;
    default:
      return undefined;
  }
};

const event = JSON.parse(readFileSync(0, "utf8"));
const additional_context = event.is_interrupt ? undefined : advice(event);
console.log(JSON.stringify({ additional_context }));
