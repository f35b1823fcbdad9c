import * as vscode from "vscode";
import { isHooksFile, workspaceHasHooks } from "./files";
import { Pages } from "./pages";
import { showPlan } from "./plan";
import { Runs } from "./run";
import { Schemas } from "./schemas";
import { Server } from "./server";
import { showMenu, Status } from "./status";
import { showWhy } from "./why";

let server: Server | undefined;

/** Called by the editor when the first JSON file is opened, or where the workspace has hooks. */
export function activate(context: vscode.ExtensionContext): void {
  const log = vscode.window.createOutputChannel("hookc", { log: true });
  const [status, schemas, pages] = [new Status(), new Schemas(context.extensionUri), new Pages()];
  const runs = new Runs(pages);
  const started = new Server(log, (state) => {
    status.show(state);
    schemas.hasServer = state.is === "starting" || state.is === "running";
  });
  server = started;
  context.subscriptions.push(log, status, schemas, pages, runs);

  const command = (name: string, run: (argument: unknown) => Promise<void>) => {
    const guarded = (argument: unknown) => run(argument).catch((error: unknown) => tell(error, log));
    context.subscriptions.push(vscode.commands.registerCommand(name, guarded));
  };
  command("hookc.why", (argument) => showWhy(pages, argument));
  command("hookc.run", (argument) => runs.withSample(argument));
  command("hookc.runPayload", (address) => runs.withEdited(address));
  command("hookc.showPlan", () => showPlan(pages, log));
  command("hookc.restart", () => started.restart());
  command("hookc.menu", () => showMenu(log));

  startWhenNeeded(context, started);
}

export function deactivate(): Promise<void> | undefined {
  return server?.stop();
}

/** JSON alone is no reason: the server starts with the first text that has hooks, or where the workspace has some. */
function startWhenNeeded(context: vscode.ExtensionContext, server: Server): void {
  let isStarted = false;
  const start = () => {
    if (!isStarted) {
      isStarted = true;
      void server.restart();
    }
  };
  const restart = () => void (isStarted && server.restart());
  const startFor = (document: vscode.TextDocument) => void (isHooksFile(document) && start());
  context.subscriptions.push(
    vscode.workspace.onDidOpenTextDocument(startFor),
    vscode.workspace.onDidGrantWorkspaceTrust(restart),
    vscode.workspace.onDidChangeConfiguration((change) => change.affectsConfiguration("hookc.path") && restart()),
  );
  vscode.workspace.textDocuments.forEach(startFor);
  void workspaceHasHooks().then((has) => has && start());
}

function tell(error: unknown, log: vscode.LogOutputChannel): void {
  const message = error instanceof Error ? error.message : String(error);
  log.error(message);
  void vscode.window.showErrorMessage(`hookc: ${message}`);
}
