#!/usr/bin/env node
// Hands over to the binary of this platform, which an optional dependency brings.
"use strict";

const { spawnSync } = require("node:child_process");

const platform = `${process.platform}-${process.arch}`;
const file = process.platform === "win32" ? "hookc.exe" : "hookc";

let binary;
try {
  binary = require.resolve(`@hookc/${platform}/${file}`);
} catch {
  console.error(`error: there is no hookc for ${platform}, or npm was told to leave optional dependencies out`);
  console.error("  help: install it again with optional dependencies, or build it with `cargo install hookc`");
  process.exit(2);
}

const { status, signal, error } = spawnSync(binary, process.argv.slice(2), { stdio: "inherit" });
if (error) {
  console.error(`error: cannot start ${binary}: ${error.message}`);
  process.exit(2);
}
if (signal) {
  process.kill(process.pid, signal);
} else {
  process.exit(status);
}
