#!/usr/bin/env node
// hookc: event=workspaceOpen
const fs = require("fs");
const path = require("path");

const { workspace_roots: roots } = JSON.parse(fs.readFileSync(0, "utf8"));
const pluginPaths = roots
  .map((root) => path.join(root, "tools", "cursor-plugin"))
  .filter((dir) => fs.existsSync(path.join(dir, ".cursor-plugin", "plugin.json")));

process.stdout.write(JSON.stringify(pluginPaths.length > 0 ? { pluginPaths } : {}));
