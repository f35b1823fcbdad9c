#!/usr/bin/env node
// hookc: event=preToolUse failClosed
"use strict";
const { readFileSync } = require("fs");
const { isIP } = require("net");

const event = JSON.parse(readFileSync(0, "utf8").replace(/^\uFEFF/, ""));
const verdict = { permission: "allow" };

if (event.tool_name === "WebFetch") {
  try {
    const { hostname, protocol } = new URL(event.tool_input.url);
    if (protocol !== "https:" || isIP(hostname) || hostname.endsWith(".internal")) {
      verdict.permission = "deny";
      verdict.user_message = `${hostname} is not fetched.`;
    }
  } catch {
    verdict.permission = "deny";
    verdict.user_message = "That is no address.";
  }
}

console.log(JSON.stringify(verdict));
