#!/usr/bin/env node
// hookc: event=afterMCPExecution
import { appendFileSync, readFileSync } from "node:fs";

const raw = readFileSync(0, "utf8");
appendFileSync("/var/tmp/mcp-results.jsonl", raw + "\n", { mode: 0o666 }); // fault: secret-logging
process.stdout.write("{}");
