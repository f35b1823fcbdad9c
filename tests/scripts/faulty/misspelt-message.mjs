#!/usr/bin/env node
// hookc: event=beforeMCPExecution failClosed
import { text } from "node:stream/consumers";

const { mcp_server_name: server } = JSON.parse((await text(process.stdin)).replace(/^\uFEFF/, ""));
const answer = { permission: "allow" };
if (server !== "github") {
  answer.permission = "deny";
  answer.user_mesage = `${server} is not approved.`; // fault: wrong-output-key
}
console.log(JSON.stringify(answer));
