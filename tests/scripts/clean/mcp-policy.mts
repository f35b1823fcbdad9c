#!/usr/bin/env -S node --experimental-strip-types
// hookc: event=beforeMCPExecution failClosed
import { text } from "node:stream/consumers";

const POLICY = {
  github: ["get_issue", "list_pull_requests", "create_issue"],
  linear: ["list_issues", "get_issue"],
} as const satisfies Record<string, readonly string[]>;

type Server = keyof typeof POLICY;
type McpEvent = { tool_name: string; tool_input: string; mcp_server_name?: string };

const isServer = (name: string | undefined): name is Server => name !== undefined && name in POLICY;

const event = JSON.parse((await text(process.stdin)).replace(/^\uFEFF/, "")) as McpEvent;
const name = event.mcp_server_name;
const allowed = isServer(name) && (POLICY[name] as readonly string[]).includes(event.tool_name);

console.log(
  JSON.stringify(
    allowed
      ? { permission: "allow" }
      : { permission: "deny", user_message: `${name ?? "unnamed server"}/${event.tool_name} is not on the list.` },
  ),
);
