import { spawn } from "node:child_process";
import { accessSync, constants, statSync } from "node:fs";
import { homedir } from "node:os";
import * as vscode from "vscode";
import { findHookc, type Lookup } from "./lookup";

/** How a program ended. */
export interface Ended {
  /** `undefined` when it was stopped. */
  readonly code: number | undefined;
  readonly stdout: string;
  readonly stderr: string;
}

/** More output than this, in bytes a stream, is cut off. */
const MOST_OUTPUT = 4 << 20;

/** Where `hookc` is on this machine. */
export function program(): Lookup {
  const folders = vscode.workspace.workspaceFolders ?? [];
  return findHookc(vscode.workspace.getConfiguration("hookc").get("path", ""), {
    platform: process.platform,
    home: homedir(),
    searched: process.env["PATH"] ?? "",
    avoided: vscode.workspace.isTrusted ? [] : folders.map((folder) => folder.uri.fsPath),
    isProgram,
  });
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

/** Runs `hookc` in a folder, without a shell. Rejects where it cannot be started. */
export function runHookc(args: readonly string[], cwd: string, input = "", token?: vscode.CancellationToken): Promise<Ended> {
  const found = program();
  if ("missing" in found) {
    return Promise.reject(new Error(found.missing));
  }
  return new Promise((resolve, reject) => {
    const child = spawn(found.path, args, { cwd, windowsHide: true, shell: false });
    const stdout = collect(child.stdout);
    const stderr = collect(child.stderr);
    // The hooks that it runs end with it.
    const stopping = token?.onCancellationRequested(() => child.kill());
    child.on("error", reject);
    child.on("close", (code) => {
      stopping?.dispose();
      resolve({ code: code ?? undefined, stdout: stdout(), stderr: stderr() });
    });
    // A program that ends without reading says so by its exit code.
    child.stdin.on("error", () => undefined);
    child.stdin.end(input);
  });
}

function collect(stream: NodeJS.ReadableStream): () => string {
  const parts: Buffer[] = [];
  let size = 0;
  stream.on("data", (part: Buffer) => {
    if (size < MOST_OUTPUT) {
      parts.push(part);
    }
    size += part.length;
  });
  return () => Buffer.concat(parts).toString("utf8");
}
