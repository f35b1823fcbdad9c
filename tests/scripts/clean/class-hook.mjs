#!/usr/bin/env node
// hookc: event=beforeReadFile,beforeTabFileRead failClosed
import { text } from "node:stream/consumers";
import path from "node:path";

class ReadGate {
  #names = new Set([".env", ".netrc", ".pgpass", ".htpasswd"]);
  #folders = [".ssh", ".gnupg", ".aws", ".kube"];

  refuses(file) {
    const parts = file.split(/[\\/]/);
    return this.#names.has(path.posix.basename(file)) || parts.some((part) => this.#folders.includes(part));
  }

  answer({ file_path }) {
    return this.refuses(file_path)
      ? { permission: "deny", user_message: `${file_path} may hold credentials.` }
      : { permission: "allow" };
  }
}

const event = JSON.parse((await text(process.stdin)).replace(/^\uFEFF/, ""));
console.log(JSON.stringify(new ReadGate().answer(event)));
