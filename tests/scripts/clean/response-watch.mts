#!/usr/bin/env -S node --experimental-strip-types
// hookc: event=afterAgentResponse,afterAgentThought
import { readFileSync } from "node:fs";

type Response = { hook_event_name: "afterAgentResponse"; text: string; output_tokens?: number };
type Thought = { hook_event_name: "afterAgentThought"; text: string; duration_ms?: number };

const event = JSON.parse(readFileSync(0, "utf8")) as Response | Thought;

const figure =
  event.hook_event_name === "afterAgentResponse"
    ? `${event.output_tokens ?? "?"} tokens`
    : `${event.duration_ms ?? "?"} ms`;

process.stderr.write(`${event.hook_event_name}: ${event.text.length} characters, ${figure}\n`);
process.stdout.write("{}");
