#!/usr/bin/env node
// hookc: event=stop
const fs = require("fs");

const event = JSON.parse(fs.readFileSync(0, "utf8"));
if (event.stop_hook_active || event.status !== "completed") { // fault: payload-field
  console.log("{}");
} else {
  console.log(JSON.stringify({ followup_message: "Update the changelog." }));
}
