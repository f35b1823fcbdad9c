#!/usr/bin/env node
// hookc: event=beforeMCPExecution
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

const input = readFileSync(0, "utf8").replace(/^\uFEFF/, "");
const out = execFileSync("opa", ["eval", "-I", "-d", "policy.rego", "data.mcp.allow", "-f", "raw"], { input, encoding: "utf8" }); // fault: missing-dependency
console.log(JSON.stringify({ permission: out.trim() === "true" ? "allow" : "deny" }));
