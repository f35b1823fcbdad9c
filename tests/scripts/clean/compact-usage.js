// hookc: event=preCompact
const fs = require("fs");
const { trigger, context_tokens, context_window_size } = JSON.parse(fs.readFileSync(0).toString());
const percent = Math.round((context_tokens / context_window_size) * 100);
const answer = trigger === "auto" ? { user_message: `Context at ${percent}%: compacting.` } : {};
fs.writeFileSync(1, JSON.stringify(answer));
