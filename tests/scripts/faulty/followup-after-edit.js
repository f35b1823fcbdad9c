#!/usr/bin/env node
// hookc: event=afterFileEdit
const fs = require("fs");
const event = JSON.parse(fs.readFileSync(0, "utf8"));
const touched = event.edits.some((edit) => edit.new_string.includes("TODO"));
console.log(JSON.stringify(touched ? { followup_message: "Finish the TODO." } : {})); // fault: wrong-output-for-event
