import { readFile } from "node:fs/promises";
import * as vscode from "vscode";

const SCHEME = "hookc-schema";
/** What the server checks by itself, and better. */
const SERVED = new Set(["hooks.schema.json", "plugin-manifest.schema.json"]);
/** Says nothing of any text. */
const NOTHING = "{}";

/** The generated schemas for the editor's own JSON support, while there is no server: nothing is to be reported twice. */
export class Schemas implements vscode.TextDocumentContentProvider, vscode.Disposable {
  readonly #folder: vscode.Uri;
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly onDidChange = this.#changed.event;
  // After the event, which is looked for at once.
  readonly #registration = vscode.workspace.registerTextDocumentContentProvider(SCHEME, this);
  #hasServer = true;

  constructor(extension: vscode.Uri) {
    this.#folder = vscode.Uri.joinPath(extension, "schemas");
  }

  /** Says whether a server is there. */
  set hasServer(has: boolean) {
    if (this.#hasServer !== has) {
      this.#hasServer = has;
      for (const name of SERVED) {
        this.#changed.fire(vscode.Uri.from({ scheme: SCHEME, path: `/${name}` }));
      }
    }
  }

  async provideTextDocumentContent(uri: vscode.Uri): Promise<string> {
    const name = uri.path.slice(1);
    if ((this.#hasServer && SERVED.has(name)) || name.includes("/")) {
      return NOTHING;
    }
    return readFile(vscode.Uri.joinPath(this.#folder, name).fsPath, "utf8");
  }

  dispose(): void {
    this.#registration.dispose();
    this.#changed.dispose();
  }
}
