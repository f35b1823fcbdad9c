#!/usr/bin/env bun
// hookc: event=postToolUseFailure
const HINTS: Record<"error" | "timeout" | "permission_denied", string | null> = {
  error: "Read the whole message before you try again.",
  timeout: "Use a smaller input.",
  permission_denied: null,
};

interface Failure {
  tool_name: string;
  failure_type: keyof typeof HINTS;
  is_interrupt: boolean;
}

const failure = (await Bun.stdin.json()) as Failure;
const hint = failure.is_interrupt ? null : HINTS[failure.failure_type];
console.log(hint === null ? "{}" : JSON.stringify({ additional_context: `${failure.tool_name}: ${hint}` }));
