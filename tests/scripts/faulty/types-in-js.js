#!/usr/bin/env node
// hookc: event=beforeShellExecution failClosed
const fs = require("fs");

interface Shell { command: string } // fault: wrong-interpreter

const event: Shell = JSON.parse(fs.readFileSync(0, "utf8").replace(/^\uFEFF/, ""));
console.log(JSON.stringify({ permission: event.command.includes("halt") ? "deny" : "allow" }));
