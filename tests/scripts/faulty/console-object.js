#!/usr/bin/env node
// hookc: event=beforeShellExecution failClosed
const fs = require("fs");
const { command } = JSON.parse(fs.readFileSync(0, "utf8").replace(/^\uFEFF/, ""));

if (/\bnpm publish\b/.test(command)) {
  console.log({ permission: "deny", user_message: "Publishing is for CI." }); // fault: stdout-not-json
} else {
  console.log(JSON.stringify({ permission: "allow" }));
}
