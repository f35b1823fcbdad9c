#!/usr/bin/env node
// hookc: event=beforeShellExecution failClosed
const fs = require("fs");

const event = JSON.parse(fs.readFileSync(0, "utf8")); // fault: stdin-bom
const denied = event.command.includes("dotnet nuget push");
console.log(JSON.stringify(denied ? { permission: "deny", user_message: "CI publishes." } : { permission: "allow" }));
