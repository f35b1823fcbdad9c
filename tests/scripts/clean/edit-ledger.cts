#!/usr/bin/env -S node --experimental-strip-types
// hookc: event=afterFileEdit,sessionEnd
const fs: typeof import("node:fs") = require("node:fs");
const path: typeof import("node:path") = require("node:path");

type Ledger =
  | { hook_event_name: "afterFileEdit"; conversation_id: string; file_path: string }
  | { hook_event_name: "sessionEnd"; conversation_id: string; session_id: string; reason: string };

const event = JSON.parse(fs.readFileSync(0, "utf8")) as Ledger;
const folder = path.join(process.env.CURSOR_PROJECT_DIR || process.cwd(), ".cursor", "ledger");
fs.mkdirSync(folder, { recursive: true, mode: 0o700 });

const line =
  event.hook_event_name === "sessionEnd"
    ? `end ${event.session_id} ${event.reason}`
    : `edit ${event.conversation_id} ${event.file_path}`;
fs.appendFileSync(path.join(folder, "ledger.txt"), line + "\n", { mode: 0o600 });

process.stdout.write("{}");
