#!/usr/bin/env -S node --experimental-strip-types
// hookc: event=postToolUse
import { readFileSync } from "node:fs";

interface PostToolUse {
  tool_name: string;
  tool_input: { file_path?: string };
  tool_output: string;
  duration: number;
}
interface ShellOutput { output: string; exitCode: number }

function parse<T>(json: string, otherwise: T): T {
  try {
    return JSON.parse(json) as T;
  } catch {
    return otherwise;
  }
}

const event = JSON.parse(readFileSync(0, "utf8")) as PostToolUse;
const notes: string[] = [];

if (event.tool_name === "Shell") {
  const { output } = parse<ShellOutput>(event.tool_output, { output: "", exitCode: 0 });
  if (/deprecat/i.test(output)) notes.push("The output mentions deprecations.");
}
if (event.tool_name === "Write" && event.tool_input.file_path?.endsWith(".proto")) {
  notes.push("Run the generator: a proto file changed.");
}

process.stdout.write(JSON.stringify(notes.length ? { additional_context: notes.join(" ") } : {}));
