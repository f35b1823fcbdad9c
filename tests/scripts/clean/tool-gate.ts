#!/usr/bin/env -S npx tsx
// hookc: event=preToolUse
import { stdin } from "node:process";

type ToolInput = Record<string, unknown>;
interface PreToolUse {
  hook_event_name: "preToolUse";
  tool_name: string;
  tool_input: ToolInput;
}

function isPreToolUse(value: unknown): value is PreToolUse {
  return typeof value === "object" && value !== null && "tool_name" in value && "tool_input" in value;
}

async function text(): Promise<string> {
  let out = "";
  stdin.setEncoding("utf8");
  for await (const part of stdin) out += part;
  return out.replace(/^\uFEFF/, "");
}

async function main(): Promise<void> {
  const value: unknown = JSON.parse(await text());
  if (!isPreToolUse(value)) throw new Error("not a preToolUse payload");
  const path = value.tool_input.file_path;
  if (value.tool_name === "Write" && typeof path === "string" && path.includes("/generated/")) {
    console.log(JSON.stringify({
      permission: "deny",
      user_message: "Generated code is not edited.",
      agent_message: "Change the generator's input instead.",
    }));
    return;
  }
  console.log("{}");
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(2);
});
