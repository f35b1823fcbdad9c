#!/usr/bin/env node
// hookc: event=beforeSubmitPrompt
const fs = require("fs");

let input;
try {
  input = JSON.parse(fs.readFileSync(0, "utf8").replace(/^\uFEFF/, ""));
} catch (e) {
  console.log('{"continue": true}'); // fault: fail-open-guard
  process.exit(0);
}

if (/password/i.test(input.prompt)) {
  console.error("prompt mentions a password");
  process.exit(1); // fault: exit-code
}
console.log('{"continue": true}');
