#!/usr/bin/env -S deno run
// hookc: event=preCompact
type PreCompact = {
  trigger: "auto" | "manual";
  message_count: number;
  messages_to_compact: number;
  context_usage_percent: number;
};

const input = await new Response(Deno.stdin.readable).text();
const { trigger, message_count, messages_to_compact, context_usage_percent } = JSON.parse(input) as PreCompact;
const kept = message_count - messages_to_compact;

console.log(
  JSON.stringify({
    user_message: `${trigger} compaction at ${context_usage_percent.toFixed(0)}%: ${kept} messages stay as they are.`,
  }),
);
