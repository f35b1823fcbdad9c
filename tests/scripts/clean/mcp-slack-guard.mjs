#!/usr/bin/env node
// hookc: event=beforeMCPExecution
import { readFileSync } from "node:fs";

const deny = (reason) => ({ permission: "deny", user_message: reason, agent_message: reason });

function decide(event) {
  if (event.mcp_server_name !== "slack") return { permission: "allow" };
  let args;
  try {
    args = JSON.parse(event.tool_input);
  } catch {
    return deny("The arguments for Slack are not readable.");
  }
  if (/@(here|channel|everyone)\b/.test(args?.text ?? "")) return deny("Do not page a whole channel.");
  if (event.tool_name.startsWith("delete")) return deny("Messages are not deleted.");
  return { permission: "allow" };
}

let answer;
try {
  answer = decide(JSON.parse(readFileSync(0, "utf8").replace(/^\uFEFF/, "")));
} catch (error) {
  console.error(error);
  answer = deny("The Slack guard could not judge this call.");
}
process.stdout.write(JSON.stringify(answer));
