import * as vscode from "vscode";

/** What becomes of the server. */
export type State =
  | { readonly is: "starting" }
  | { readonly is: "running"; readonly version: string; readonly path: string }
  | { readonly is: "stopped"; readonly reason: string }
  | { readonly is: "missing"; readonly reason: string };

/** The item in the status bar: how the server is, and a way to what can be done. */
export class Status implements vscode.Disposable {
  readonly #item = vscode.window.createStatusBarItem("hookc.status", vscode.StatusBarAlignment.Right, 0);

  constructor() {
    this.#item.name = "hookc";
    this.#item.command = "hookc.menu";
  }

  show(state: State): void {
    const is = shown(state);
    this.#item.text = `${is.icon} hookc`;
    this.#item.tooltip = is.tooltip;
    this.#item.accessibilityInformation = { label: `hookc: ${is.tooltip}` };
    this.#item.backgroundColor = is.isFault ? new vscode.ThemeColor("statusBarItem.warningBackground") : undefined;
    this.#item.show();
  }

  dispose(): void {
    this.#item.dispose();
  }
}

function shown(state: State): { icon: string; tooltip: string; isFault?: boolean } {
  switch (state.is) {
    case "starting":
      return { icon: "$(loading~spin)", tooltip: "starting" };
    case "running":
      return { icon: "$(check)", tooltip: `hookc ${state.version} at ${state.path}` };
    case "stopped":
      return { icon: "$(error)", tooltip: state.reason, isFault: true };
    case "missing":
      return { icon: "$(warning)", tooltip: `${state.reason} Until then hooks are checked against their schema only.`, isFault: true };
  }
}

/** `hookc.menu`: what the item offers. */
export async function showMenu(log: vscode.LogOutputChannel): Promise<void> {
  const items = [
    { label: "$(list-ordered) Show the Plan", command: "hookc.showPlan" },
    { label: "$(question) Why Does a Hook Run or Not", command: "hookc.why" },
    { label: "$(debug-restart) Restart the Server", command: "hookc.restart" },
    { label: "$(output) Show the Log", command: undefined },
    { label: "$(gear) Settings", command: "workbench.action.openSettings", argument: "hookc" },
  ];
  const picked = await vscode.window.showQuickPick(items, { placeHolder: "hookc" });
  if (picked?.command !== undefined) {
    await vscode.commands.executeCommand(picked.command, picked.argument);
  } else if (picked !== undefined) {
    log.show();
  }
}
