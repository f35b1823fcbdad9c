#!/usr/bin/env node
// hookc: event=preToolUse failClosed
"use strict";

const { readFile } = require("node:fs/promises");
const { join } = require("node:path");

function readStdin() {
  return new Promise((resolve, reject) => {
    const parts = [];
    process.stdin.on("data", (part) => parts.push(part));
    process.stdin.on("end", () => resolve(Buffer.concat(parts).toString("utf8")));
    process.stdin.on("error", reject);
  });
}

async function loadPolicy(root) {
  try {
    return JSON.parse(await readFile(join(root, ".cursor", "policy.json"), "utf8"));
  } catch (error) {
    if (error.code === "ENOENT") return { readOnly: ["legacy/"] };
    throw error;
  }
}

(async () => {
  const event = JSON.parse((await readStdin()).replace(/^\uFEFF/, ""));
  const { readOnly = [] } = await loadPolicy(process.env.CURSOR_PROJECT_DIR || ".");
  const file = event.tool_input.file_path ?? "";
  const hit = event.tool_name === "Write" && readOnly.find((folder) => file.includes(`/${folder}`));
  console.log(JSON.stringify(hit ? { permission: "deny", user_message: `${hit} is read-only.` } : {}));
})().catch((error) => {
  console.error("policy:", error);
  process.exitCode = 2;
});
