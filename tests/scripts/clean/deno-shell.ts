#!/usr/bin/env -S deno run --allow-env=CURSOR_PROJECT_DIR
// hookc: event=beforeShellExecution failClosed
interface Payload {
  command: string;
  cwd: string;
}

async function readAll(): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of Deno.stdin.readable) text += decoder.decode(chunk, { stream: true });
  return text + decoder.decode();
}

const { command, cwd }: Payload = JSON.parse(await readAll());
const project = Deno.env.get("CURSOR_PROJECT_DIR") ?? "";
const elsewhere = cwd !== "" && project !== "" && !cwd.startsWith(project);

if (elsewhere && /^(rm|mv|cp)\b/.test(command)) {
  console.error(`${command.split(" ")[0]} outside of the project`);
  Deno.exit(2);
}

await Deno.stdout.write(new TextEncoder().encode(JSON.stringify({ permission: "allow" })));
