#!/usr/bin/env node
// hookc: event=afterTabFileEdit
import { readFileSync, appendFileSync, mkdirSync } from "node:fs";
import { homedir } from "node:os";

const { file_path, edits } = JSON.parse(readFileSync(0, "utf8"));
const accepted = edits.reduce((sum, { new_line = "", old_line = "" }) => sum + Math.max(0, new_line.length - old_line.length), 0);

const folder = `${homedir()}/.cursor/stats`;
mkdirSync(folder, { recursive: true, mode: 0o700 });
appendFileSync(`${folder}/tab.tsv`, `${Date.now()}\t${file_path.split(".").pop()}\t${accepted}\n`, { mode: 0o600 });
console.log("{}");
