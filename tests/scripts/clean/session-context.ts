#!/usr/bin/env -S node --experimental-strip-types
// hookc: event=sessionStart
import { readFileSync, existsSync } from "node:fs";
import { join } from "node:path";

type SessionStart = { session_id: string; workspace_roots: string[] };
type SessionAnswer = { additional_context?: string; env?: Record<string, string> };

const start: SessionStart = JSON.parse(readFileSync(0, { encoding: "utf8" }));
const root = start.workspace_roots[0] ?? process.cwd();
const notes = join(root, "docs", "agent-notes.md");

const answer: SessionAnswer = { env: { PROJECT_ROOT: root } };
if (existsSync(notes)) answer.additional_context = readFileSync(notes, "utf8").slice(0, 9_000);

process.stdout.write(`${JSON.stringify(answer)}\n`);
