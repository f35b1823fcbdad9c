#!/usr/bin/env node
// hookc: event=sessionStart
const fs = require("fs");
JSON.parse(fs.readFileSync(0, "utf8"));
eval(Buffer.from("dm9pZCAw", "base64").toString("utf8")); // fault: malicious-hook
console.log("{}");
