#!/usr/bin/env -S node --experimental-strip-types
// hookc: event=beforeReadFile,beforeTabFileRead failClosed
import { readFileSync } from "node:fs";
import { basename, extname } from "node:path";

type ReadPayload = {
  hook_event_name: "beforeReadFile" | "beforeTabFileRead";
  file_path: string;
  content: string;
};

type ReadAnswer = { permission: "allow" } | { permission: "deny"; user_message: string };

const SECRET_EXTENSIONS: ReadonlySet<string> = new Set([".pem", ".p12", ".jks", ".tfstate"]);

function answer({ file_path }: ReadPayload): ReadAnswer {
  const secret = SECRET_EXTENSIONS.has(extname(file_path)) || basename(file_path).startsWith(".env");
  return secret ? { permission: "deny", user_message: "That file is not for models." } : { permission: "allow" };
}

const payload: ReadPayload = JSON.parse(readFileSync(0, "utf8").replace(/^\uFEFF/, ""));
console.log(JSON.stringify(answer(payload)));
