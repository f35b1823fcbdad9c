import * as vscode from "vscode";
import { isEvent, pickEvent } from "./events";

/** What a command is about. */
export interface Target {
  /** The folder of the project. */
  readonly folder: string;
  readonly event: string;
  /** One hook, as the plan names it. */
  readonly id?: string;
}

/** What a code lens of the server names, else what the user picks; `undefined` if the user does not. */
export async function targetOf(argument: unknown): Promise<Target | undefined> {
  const named = fromLens(argument);
  if (named !== undefined) {
    return named;
  }
  const folder = await pickFolder();
  const event = folder === undefined ? undefined : await pickEvent();
  return folder === undefined || event === undefined ? undefined : { folder, event };
}

/** Reads `{ workspace, event, id }`. Whatever is not of the open workspace is not taken. */
function fromLens(argument: unknown): Target | undefined {
  if (typeof argument !== "object" || argument === null) {
    return undefined;
  }
  const { workspace, event, id } = argument as Record<string, unknown>;
  if (typeof workspace !== "string" || !isEvent(event) || typeof id !== "string") {
    return undefined;
  }
  const uri = vscode.Uri.parse(workspace);
  const isOpen = vscode.workspace.getWorkspaceFolder(uri) !== undefined;
  return isOpen ? { folder: uri.fsPath, event, id } : undefined;
}

/** The folder of the active editor, the only one, or the one that is picked. */
export async function pickFolder(): Promise<string | undefined> {
  const folders = vscode.workspace.workspaceFolders ?? [];
  const active = vscode.window.activeTextEditor?.document.uri;
  const around = active && vscode.workspace.getWorkspaceFolder(active);
  const folder = around ?? (folders.length === 1 ? folders[0] : await vscode.window.showWorkspaceFolderPick());
  if (folder === undefined && folders.length === 0) {
    void vscode.window.showInformationMessage("hookc: open a folder first.");
  }
  return folder?.uri.fsPath;
}
