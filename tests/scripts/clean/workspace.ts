#!/usr/bin/env -S node --experimental-strip-types
// hookc: event=workspaceOpen
import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";

type WorkspaceOpen = { workspace_roots: string[]; user_email: string | null };

const { workspace_roots, user_email } = JSON.parse(readFileSync(0, "utf8")) as WorkspaceOpen;
const internal = user_email?.endsWith("@example.com") ?? false;

const pluginPaths = internal
  ? workspace_roots.map((root) => resolve(root, "internal-plugin")).filter((path) => existsSync(path))
  : [];

console.log(JSON.stringify({ pluginPaths } satisfies { pluginPaths: string[] }));
