#!/usr/bin/env node
// hookc: event=preToolUse failClosed
const LIMIT = 2000;

async function* lines(stream) {
  let rest = "";
  for await (const chunk of stream) {
    const parts = (rest + chunk).split("\n");
    rest = parts.pop();
    yield* parts;
  }
  yield rest;
}

async function payload() {
  const all = [];
  for await (const line of lines(process.stdin.setEncoding("utf8"))) all.push(line);
  return JSON.parse(all.join("\n").replace(/^\uFEFF/, ""));
}

payload()
  .then(({ tool_name, tool_input }) => {
    const count = tool_name === "Write" ? (tool_input.content ?? "").split("\n").length : 0;
    return count > LIMIT
      ? { permission: "deny", user_message: `A file of ${count} lines`, agent_message: "Split the file." }
      : { permission: "allow" };
  })
  .then((answer) => console.log(JSON.stringify(answer)))
  .catch((error) => {
    console.error(error.stack);
    process.exit(2);
  });
