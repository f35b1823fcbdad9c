#!/usr/bin/env node
// hookc: event=beforeShellExecution failClosed
const { readFileSync } = require("fs");

const debug = process.env.HOOK_DEBUG ? (...values) => console.error("[hook]", ...values) : () => {};

const event = JSON.parse(readFileSync(0, "utf8").replace(/^\uFEFF/, ""));
debug("command", event.command);

const words = event.command.trim().split(/\s+/);
const denied = words[0] === "docker" && words.includes("--privileged");
debug("denied", denied);

process.stdout.write(JSON.stringify({ permission: denied ? "deny" : "allow", ...(denied && { user_message: "No privileged containers." }) }));
