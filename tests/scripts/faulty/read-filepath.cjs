#!/usr/bin/env node
// hookc: event=beforeReadFile failClosed
const { readFileSync } = require("fs");

const { filePath = "", content } = JSON.parse(readFileSync(0, "utf8").replace(/^\uFEFF/, "")); // fault: payload-field
const denied = filePath.endsWith(".env") || content.includes("BEGIN PRIVATE KEY");
console.log(JSON.stringify(denied ? { permission: "deny" } : { permission: "allow" }));
