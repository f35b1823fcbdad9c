import * as vscode from "vscode";
import { answer, why } from "./answers";
import { unsavedNote } from "./files";
import type { Pages } from "./pages";
import { type Target, targetOf } from "./target";

/** `hookc.why`: shows which hooks run at an event, in which order, and why the others do not. */
export async function showWhy(pages: Pages, argument: unknown): Promise<void> {
  const target = await targetOf(argument);
  const subject = target && (await askForSubject(target));
  if (target === undefined || subject === undefined) {
    return;
  }
  const about = subject === "" ? [] : ["--", subject];
  const text = await answer(["why", target.event, ...about], target.folder);
  await pages.show(`why ${target.event}.txt`, [unsavedNote(), text].filter(Boolean).join("\n\n"));
}

/** What the matchers are to be tested against: empty where it makes no difference or is left open, `undefined` if the user gave up. */
async function askForSubject(target: Target): Promise<string | undefined> {
  const { subject, steps } = await why(target);
  if (subject !== null || !steps.some((step) => step.matcher !== undefined)) {
    return "";
  }
  const patterns = steps.flatMap(({ matcher }) => (matcher === undefined ? [] : [matcher.pattern]));
  return vscode.window.showInputBox({
    title: `Why do the hooks of ${target.event} run?`,
    prompt: "What the matchers are tested against, such as the command line or the tool's name. Leave it empty for all hooks.",
    placeHolder: patterns.join("   "),
  });
}
