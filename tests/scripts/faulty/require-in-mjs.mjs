#!/usr/bin/env node
// hookc: event=afterFileEdit
const fs = require("fs"); // fault: wrong-interpreter

const { file_path } = JSON.parse(fs.readFileSync(0, "utf8"));
console.error(`edited ${file_path}`);
console.log("{}");
