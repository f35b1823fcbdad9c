#!/usr/bin/env -S node --experimental-strip-types
// hookc: event=beforeMCPExecution failClosed
import { readFileSync } from "node:fs";

type Decision = { decision: "approve" | "block"; reason?: string };

function decide(server: string | undefined): Decision {
  return server === "linear" ? { decision: "approve" } : { decision: "block", reason: "unknown server" }; // fault: claude-output-shape
}

const event = JSON.parse(readFileSync(0, "utf8").replace(/^\uFEFF/, "")) as { mcp_server_name?: string };
console.log(JSON.stringify(decide(event.mcp_server_name)));
