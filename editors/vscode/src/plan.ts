import * as vscode from "vscode";
import type { Pages } from "./pages";
import { runHookc } from "./program";
import { pickFolder } from "./target";

/** `hookc.showPlan`: shows what is left when all sources are flattened. */
export async function showPlan(pages: Pages, log: vscode.LogOutputChannel): Promise<void> {
  const folder = await pickFolder();
  if (folder === undefined) {
    return;
  }
  const all = vscode.workspace.getConfiguration("hookc").get("allSources", false) ? ["--all-sources"] : [];
  const { stdout, stderr } = await runHookc(["compile", "--allow-voided", ...all], folder);
  const faults = stderr.split("\n").filter((line) => line.startsWith("error:"));
  if (stderr !== "") {
    log.info(stderr.trimEnd());
  }
  if (stdout !== "") {
    await pages.show("hooks.plan.json", stdout);
  }
  if (faults.length > 0) {
    void vscode.window.showWarningMessage(`hookc: ${faults.join(" ")}`);
  }
}
