#!/usr/bin/env node
// hookc: event=subagentStart failClosed
const chunks = [];
process.stdin
  .on("data", (chunk) => chunks.push(chunk))
  .on("end", () => {
    const start = JSON.parse(Buffer.concat(chunks).toString().replace(/^\uFEFF/, ""));
    const { subagent_type: type, task, git_branch: branch = "" } = start;

    if (type === "shell" && branch === "main") {
      console.log(JSON.stringify({ permission: "deny", user_message: "No shell subagents on main." }));
      return;
    }
    if (/\b(deploy|release)\b/i.test(task)) {
      console.log(JSON.stringify({ permission: "deny", user_message: "Releases are not delegated." }));
      return;
    }
    console.log(JSON.stringify({ permission: "allow" }));
  });
