import * as vscode from "vscode";
import { LanguageClient, type LanguageClientOptions, State as ClientState } from "vscode-languageclient/node";
import { SELECTOR } from "./files";
import { program } from "./program";
import type { State } from "./status";

/** The language server, from its start to its end. */
export class Server {
  readonly #log: vscode.LogOutputChannel;
  readonly #tell: (state: State) => void;
  #client: LanguageClient | undefined;
  /** One thing at a time, in the order in which it was asked for. */
  #work: Promise<void> = Promise.resolve();
  #wasMissed = false;

  constructor(log: vscode.LogOutputChannel, tell: (state: State) => void) {
    this.#log = log;
    this.#tell = tell;
  }

  /** Starts it anew, with the program that is found now. */
  restart(): Promise<void> {
    return this.#then(async () => {
      await this.#end();
      await this.#begin();
    });
  }

  stop(): Promise<void> {
    return this.#then(() => this.#end());
  }

  #then(step: () => Promise<void>): Promise<void> {
    this.#work = this.#work.then(step).catch((error: unknown) => {
      this.#log.error(String(error));
      this.#tell({ is: "stopped", reason: `The server does not start: ${error instanceof Error ? error.message : String(error)}` });
    });
    return this.#work;
  }

  async #begin(): Promise<void> {
    const found = program();
    if ("missing" in found) {
      this.#tell({ is: "missing", reason: found.missing });
      this.#offerHelp(found.missing);
      return;
    }
    this.#tell({ is: "starting" });
    const client = new LanguageClient("hookc", "hookc", { command: found.path, args: ["lsp"] }, this.#options());
    this.#client = client;
    client.onDidChangeState(({ newState }) => {
      if (this.#client !== client) {
        return;
      }
      if (newState === ClientState.Running) {
        this.#tell({ is: "running", version: client.initializeResult?.serverInfo?.version ?? "", path: found.path });
      } else if (newState === ClientState.Stopped) {
        this.#tell({ is: "stopped", reason: "The server has stopped." });
      }
    });
    await client.start();
  }

  #options(): LanguageClientOptions {
    return {
      documentSelector: SELECTOR,
      outputChannel: this.#log,
      initializationOptions: vscode.workspace.getConfiguration("hookc"),
      synchronize: { configurationSection: "hookc" },
      diagnosticPullOptions: { onChange: true, onSave: true, onFocus: true },
    };
  }

  async #end(): Promise<void> {
    const client = this.#client;
    this.#client = undefined;
    await client?.dispose();
  }

  /** Once: a person who does not want to install it is not asked again. */
  #offerHelp(reason: string): void {
    if (this.#wasMissed) {
      return;
    }
    this.#wasMissed = true;
    const settings = "Open Settings";
    void vscode.window.showWarningMessage(`hookc: ${reason}`, settings).then((choice) => {
      if (choice === settings) {
        void vscode.commands.executeCommand("workbench.action.openSettings", "hookc.path");
      }
    });
  }
}
