#!/usr/bin/env bun
// hookc: event=preToolUse failClosed
interface CursorPayload { cursor_version: string; tool_name: string; tool_input: { command?: string } }
interface ClaudePayload { tool_name: string; tool_input: { command?: string } }

const isCursor = (payload: CursorPayload | ClaudePayload): payload is CursorPayload => "cursor_version" in payload;

function refusal(payload: CursorPayload | ClaudePayload, reason: string) {
  if (isCursor(payload)) return { permission: "deny", user_message: reason, agent_message: reason };
  return {
    hookSpecificOutput: {
      hookEventName: "PreToolUse",
      permissionDecision: "deny",
      permissionDecisionReason: reason,
    },
  };
}

const payload: CursorPayload | ClaudePayload = JSON.parse((await Bun.stdin.text()).replace(/^\uFEFF/, ""));
const command = payload.tool_input.command ?? "";
console.log(JSON.stringify(/\bgh release\b/.test(command) ? refusal(payload, "Releases are cut by people.") : {}));
