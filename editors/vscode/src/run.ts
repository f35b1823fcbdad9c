import * as vscode from "vscode";
import { answer, type Step, why } from "./answers";
import { unsavedNote } from "./files";
import type { Pages } from "./pages";
import { type Ended, runHookc } from "./program";
import { type Target, targetOf } from "./target";

/** One hook and what it would be given. */
interface Run {
  readonly target: Target;
  readonly payload: string;
}

/** A longer command, in characters, could not be judged in a question. */
const LONGEST_COMMAND = 2_000;

const RUN = "Run";
const EDIT = "Edit Payload…";

/** Runs one hook with a payload, after it has asked. In a workspace that is not trusted it runs nothing. */
export class Runs implements vscode.CodeLensProvider, vscode.Disposable {
  readonly #pages: Pages;
  /** The payloads that are being edited, by the address of their text. */
  readonly #edited = new Map<string, Target>();
  readonly #parts: vscode.Disposable[];

  constructor(pages: Pages) {
    this.#pages = pages;
    this.#parts = [
      vscode.languages.registerCodeLensProvider({ scheme: "untitled", language: "json" }, this),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => this.#edited.delete(uri.toString())),
    ];
  }

  /** `hookc.run`: with a sample payload. */
  async withSample(argument: unknown): Promise<void> {
    if (!isAllowed()) {
      return;
    }
    const target = await targetOf(argument);
    if (target === undefined) {
      return;
    }
    const one = target.id === undefined ? await pickHook(target) : target;
    if (one !== undefined) {
      const sample: unknown = JSON.parse(await answer(["sample", one.event], one.folder));
      await this.#ask({ target: one, payload: JSON.stringify(sample, null, 2) });
    }
  }

  /** `hookc.runPayload`: with a payload that was edited. */
  async withEdited(address: unknown): Promise<void> {
    const target = this.#edited.get(String(address));
    const text = vscode.workspace.textDocuments.find(({ uri }) => uri.toString() === address);
    if (isAllowed() && target !== undefined && text !== undefined) {
      await this.#ask({ target, payload: text.getText() });
    }
  }

  provideCodeLenses(document: vscode.TextDocument): vscode.CodeLens[] {
    const address = document.uri.toString();
    if (!this.#edited.has(address)) {
      return [];
    }
    const command = { title: "$(play) run the hook with this payload", command: "hookc.runPayload", arguments: [address] };
    return [new vscode.CodeLens(new vscode.Range(0, 0, 0, 0), command)];
  }

  dispose(): void {
    vscode.Disposable.from(...this.#parts).dispose();
  }

  async #ask(run: Run): Promise<void> {
    const { target, payload } = run;
    const { digest, steps, left_out, refused } = await why(target, payload);
    const step = steps.find(({ id }) => id === target.id);
    if (step === undefined) {
      const reason = left_out.find(({ id }) => id === target.id)?.reason ?? refused[0]?.reason ?? "it is not among the hooks on the disk";
      void vscode.window.showInformationMessage(`hookc: this hook does not run: ${reason}`);
      return;
    }
    if (step.run.command === undefined) {
      void vscode.window.showInformationMessage("hookc: a prompt hook is judged by the host's model, so there is nothing to run.");
      return;
    }
    if (step.run.command.length > LONGEST_COMMAND) {
      void vscode.window.showInformationMessage("hookc: the command of this hook is too long to be shown; run it in a terminal with hookc run.");
      return;
    }
    const choices = step.runs ? [RUN, EDIT] : [EDIT];
    const question = step.runs ? "Run this hook now?" : "This hook does not run on this payload";
    const choice = await vscode.window.showWarningMessage(question, { modal: true, detail: detail(target, step) }, ...choices);
    if (choice === RUN) {
      await this.#start(run, digest, step);
    } else if (choice === EDIT) {
      await this.#edit(run);
    }
  }

  async #edit({ target, payload }: Run): Promise<void> {
    const text = await vscode.workspace.openTextDocument({ language: "json", content: payload });
    this.#edited.set(text.uri.toString(), target);
    await vscode.window.showTextDocument(text);
  }

  async #start({ target, payload }: Run, digest: string, step: Step): Promise<void> {
    if (!isAllowed()) {
      return;
    }
    // What has changed since the question was asked is not run.
    const args = ["run", target.event, `--only=${step.id}`, `--digest=${digest}`, "--locked", "--trace"];
    const progress = { location: vscode.ProgressLocation.Notification, title: `Running ${step.id}`, cancellable: true };
    const ended = await vscode.window.withProgress(progress, (_, token) => runHookc(args, target.folder, payload, token));
    await this.#pages.show(`run ${target.event}.txt`, report(payload, step, ended));
  }
}

/** Says so, and how to change it, where nothing may be run. */
function isAllowed(): boolean {
  if (vscode.workspace.isTrusted) {
    return true;
  }
  const manage = "Manage Workspace Trust";
  const refusal = "hookc: this workspace is not trusted, so none of its hooks is run.";
  void vscode.window.showErrorMessage(refusal, manage).then((choice) => {
    if (choice === manage) {
      void vscode.commands.executeCommand("workbench.trust.manage");
    }
  });
  return false;
}

async function pickHook(target: Target): Promise<Target | undefined> {
  const { steps } = await why(target);
  if (steps.length === 0) {
    void vscode.window.showInformationMessage(`hookc: no hook runs at ${target.event}.`);
    return undefined;
  }
  const items = steps.map((step) => ({ label: step.run.command ?? step.run.prompt ?? step.id, description: step.id, id: step.id }));
  const picked = await vscode.window.showQuickPick(items, { placeHolder: `The hook of ${target.event}` });
  return picked && { ...target, id: picked.id };
}

function detail(target: Target, step: Step): string {
  const facts = [
    `Command: ${inOneLine(step.run.command ?? "")}`,
    `Folder: ${inOneLine(step.cwd ?? target.folder)}`,
    `Hook: ${inOneLine(step.id)}`,
    `On this payload: ${inOneLine(step.reason)}`,
  ];
  const warning = step.runs ? "It runs as a program with your rights." : "";
  return [facts.join("\n"), warning, unsavedNote()].filter(Boolean).join("\n\n");
}

/** A text from a file, in which nothing can look like another line of the question. */
function inOneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (letter) => `\\u{${letter.codePointAt(0)?.toString(16)}}`);
}

function report(payload: string, step: Step, ended: Ended): string {
  const outcome = { 0: "not blocked", 2: "blocked" }[ended.code ?? -1] ?? (ended.code === undefined ? "stopped" : "nothing was run");
  const parts = [
    ["command", step.run.command ?? ""],
    ["folder", step.cwd ?? ""],
    ["outcome", outcome],
    ["verdict", ended.stdout],
    ["trace", ended.stderr],
    ["payload", payload],
  ];
  return parts.map(([name, text = ""]) => `${name}:\n${text.trimEnd().replace(/^/gm, "  ")}\n`).join("\n");
}
