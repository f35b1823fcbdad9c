#!/usr/bin/env node
// hookc: event=beforeShellExecution,afterShellExecution,afterFileEdit,preCompact failClosed
const fs = require("fs");

const handlers = {
  beforeShellExecution({ command }) {
    return command.includes("crontab") ? { permission: "ask", user_message: "Change the crontab?" } : {};
  },
  afterShellExecution({ duration }) {
    if (duration > 30000) console.error(`slow command: ${Math.round(duration)} ms`);
    return {};
  },
  afterFileEdit({ file_path, edits }) {
    console.error(`${edits.length} edits in ${file_path}`);
    return {};
  },
  preCompact({ is_first_compaction }) {
    return is_first_compaction ? { user_message: "First compaction: check that the plan survived." } : {};
  },
};

const event = JSON.parse(fs.readFileSync(0, "utf8").replace(/^\uFEFF/, ""));
const handle = handlers[event.hook_event_name] ?? (() => ({}));
process.stdout.write(JSON.stringify(handle(event)));
