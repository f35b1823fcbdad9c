import * as vscode from "vscode";
import schema from "../../../schema/json/hooks.schema.json";

const EVENTS: ReadonlyMap<string, string> = new Map(
  Object.entries(schema.properties.hooks.properties).map(([name, { description }]) => [name, description.split("\n")[0] ?? ""]),
);

/** Whether an event has this name. */
export function isEvent(name: unknown): name is string {
  return typeof name === "string" && EVENTS.has(name);
}

/** Asks for an event. */
export async function pickEvent(): Promise<string | undefined> {
  const items = [...EVENTS].map(([label, detail]) => ({ label, detail }));
  const picked = await vscode.window.showQuickPick(items, { placeHolder: "The event", matchOnDetail: true });
  return picked?.label;
}
