import type { DocumentFilter } from "vscode-languageclient/node";
import * as vscode from "vscode";

/** Where hooks, and what leads to them, are written. */
const HOOKS = [
  "**/.cursor/*.{json,jsonc}",
  "**/hooks.json",
  "**/.claude/{settings,settings.local}.json",
  "**/{.cursor-plugin,.claude-plugin}/plugin.json",
  "**/hookc.toml",
];

/** The languages of scripts that hooks run; the server passes over those that none does. */
const SCRIPTS = ["shellscript", "python", "javascript", "typescript", "powershell", "bat"];

/** The texts that the server is told of. */
export const SELECTOR: (DocumentFilter & { scheme: string })[] = [
  ...HOOKS.map((pattern) => ({ scheme: "file", pattern })),
  ...SCRIPTS.map((language) => ({ scheme: "file", language })),
];

/** Whether hooks are written in a text. */
export function isHooksFile(document: vscode.TextDocument): boolean {
  return HOOKS.some((pattern) => vscode.languages.match({ scheme: "file", pattern }, document) > 0);
}

/** Whether hooks are written anywhere in the workspace. */
export async function workspaceHasHooks(): Promise<boolean> {
  const found = await Promise.all(HOOKS.map((pattern) => vscode.workspace.findFiles(pattern, "**/node_modules/**", 1)));
  return found.some((files) => files.length > 0);
}

/** What to know before the files on the disk are asked: an empty text, or a line about those that are not saved. */
export function unsavedNote(): string {
  const unsaved = vscode.workspace.textDocuments.filter((document) => document.isDirty && isHooksFile(document));
  const names = unsaved.map((document) => vscode.workspace.asRelativePath(document.uri));
  return names.length === 0 ? "" : `Changes that are not saved do not count: ${names.join(", ")}`;
}
