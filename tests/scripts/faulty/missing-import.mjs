#!/usr/bin/env node
// hookc: event=afterFileEdit
import { readFileSync } from "node:fs";
import { formatFile } from "../shared/format.mjs"; // fault: missing-module

const { file_path } = JSON.parse(readFileSync(0, "utf8"));
await formatFile(file_path);
console.log("{}");
