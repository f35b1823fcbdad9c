#!/usr/bin/env -S npx tsx
// hookc: event=beforeShellExecution,beforeMCPExecution,afterFileEdit,stop failClosed
import { readFileSync } from "node:fs";

interface Base { conversation_id: string }
interface ShellEvent extends Base { hook_event_name: "beforeShellExecution"; command: string; cwd: string }
interface McpEvent extends Base { hook_event_name: "beforeMCPExecution"; tool_name: string; tool_input: string }
interface EditEvent extends Base { hook_event_name: "afterFileEdit"; file_path: string }
interface StopEvent extends Base { hook_event_name: "stop"; status: string; loop_count: number }
type HookEvent = ShellEvent | McpEvent | EditEvent | StopEvent;

function route(event: HookEvent): Record<string, unknown> {
  switch (event.hook_event_name) {
    case "beforeShellExecution":
      return /\bssh\b/.test(event.command)
        ? { permission: "ask", user_message: `Run ${event.command}?` }
        : { permission: "allow" };
    case "beforeMCPExecution": {
      const input: unknown = JSON.parse(event.tool_input);
      const writes = /^(create|update|delete|write)/.test(event.tool_name);
      return writes && typeof input === "object" ? { permission: "ask" } : { permission: "allow" };
    }
    case "afterFileEdit":
      console.error(`edited ${event.file_path}`);
      return {};
    case "stop":
      return {};
    default: {
      const unknown: never = event;
      console.error("unexpected event", unknown);
      return {};
    }
  }
}

const event = JSON.parse(readFileSync(0, "utf8").replace(/^\uFEFF/, "")) as HookEvent;
process.stdout.write(JSON.stringify(route(event)));
