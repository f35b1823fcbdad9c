// hookc: event=afterAgentResponse
import { appendFile, mkdir } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";

let body = "";
for await (const chunk of process.stdin) body += chunk;

const { conversation_id, model, text, input_tokens, output_tokens } = JSON.parse(body);
const dir = join(homedir(), ".cursor", "usage");
await mkdir(dir, { recursive: true, mode: 0o700 });
const row = [new Date().toISOString(), conversation_id, model, text.length, input_tokens ?? 0, output_tokens ?? 0];
await appendFile(join(dir, "tokens.csv"), row.join(",") + "\n", { mode: 0o600 });
process.stdout.write("{}");
