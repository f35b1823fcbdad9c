#!/usr/bin/env bun
// hookc: event=beforeShellExecution
function block(reason: string): never {
  console.error(reason);
  process.exit(1); // fault: exit-code
}

let command = "";
try {
  ({ command } = JSON.parse((await Bun.stdin.text()).replace(/^\uFEFF/, "")) as { command: string });
} catch (error) {
  console.error(error);
  process.exit(2);
}
if (command.includes("prisma migrate reset")) block("That drops the database.");
console.log(JSON.stringify({ permission: "allow" }));
