#!/usr/bin/env bun
// hookc: event=postToolUse
interface PostToolUse {
  tool_name: string;
  tool_response: { stdout?: string };
}

const event = (await Bun.stdin.json()) as PostToolUse;
const lines = (event.tool_response.stdout ?? "").split("\n"); // fault: payload-field
console.log(JSON.stringify(lines.length > 500 ? { additional_context: "Use a filter next time." } : {}));
