#!/usr/bin/env bun
// hookc: event=sessionStart
type Start = { session_id: string; composer_mode?: "agent" | "ask" | "edit"; is_background_agent: boolean };
const { session_id, composer_mode = "agent", is_background_agent } = (await Bun.stdin.json()) as Start;

const lines = [
  composer_mode === "ask" && "Only answer; do not edit.",
  is_background_agent && "Nobody is watching: leave notes in the pull request.",
].filter((line): line is string => Boolean(line));

const answer = {
  env: { SESSION_ID: session_id } as Record<string, string>,
  ...(lines.length > 0 && { additional_context: lines.join("\n") }),
};
await Bun.stdout.write(JSON.stringify(answer));
