#!/usr/bin/env -S node --experimental-strip-types
// hookc: event=afterMCPExecution
import { readFileSync } from "node:fs";

interface AfterMcp {
  tool_name: string;
  result_json: string;
  duration: number;
  mcp_server_name?: string;
}

const { tool_name, result_json, duration, mcp_server_name } = JSON.parse(readFileSync(0, "utf8")) as AfterMcp;
let failed = false;
try {
  failed = Boolean((JSON.parse(result_json) as { isError?: boolean }).isError);
} catch {
  failed = true;
}
console.error([mcp_server_name ?? "?", tool_name, failed ? "failed" : "ok", `${duration.toFixed(1)}ms`].join(" "));
console.log("{}");
