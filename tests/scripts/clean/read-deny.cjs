#!/usr/bin/env node
// hookc: event=beforeReadFile failClosed
"use strict";
const path = require("node:path");

let raw = "";
process.stdin.setEncoding("utf8");
process.stdin.on("data", (chunk) => { raw += chunk; });
process.stdin.on("end", () => {
  const { file_path: filePath } = JSON.parse(raw.charCodeAt(0) === 0xfeff ? raw.slice(1) : raw);
  const base = path.basename(filePath);
  const denied = base === ".env" || /\.(pem|key|crt)$/i.test(base);
  const answer = denied
    ? { permission: "deny", user_message: `${base} is not for the model.` }
    : { permission: "allow" };
  process.stdout.write(JSON.stringify(answer) + "\n");
});
