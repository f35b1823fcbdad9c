// The packaged extension in a real VS Code. .ci/editors installs what this needs and starts it.
//
// HOOKC is the hookc to test, VSCODE the folder that setup.sh has filled, VSIX the package, SHOTS where screenshots go, CHROMIUM the browser.
import assert from "node:assert/strict";
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, afterEach, before, describe, it } from "node:test";
import { Editor, until } from "./editor.mjs";

const { HOOKC, VSCODE, VSIX, SHOTS } = process.env;
const FIXTURE = path.join(import.meta.dirname, "../workspace");
const HOOKS = ".cursor/hooks.json";
const GUARD_LENS = "the only hook of beforeShellExecution";
const FAULTS = [
  /^`sesionStart` is not an event, so the whole file is dropped hookc unknown-event \[Ln 4, Col 5\]/,
  /^`\.cursor\/hooks\/protect\.sh` does not exist hookc missing-script \[Ln 9, Col 21\]/,
  /^`Bash` is a tool of Claude Code, which is not sent here hookc matcher-vocabulary \[Ln 9, Col 60\]/,
];

const places = mkdtempSync(path.join(tmpdir(), "hookc-editors-"));
let editor;
let window;

before(async () => {
  editor = await Editor.start({ tools: VSCODE, vsix: VSIX, programs: path.dirname(HOOKC) });
});

after(async () => {
  await editor?.stop();
  rmSync(places, { recursive: true, force: true });
});

afterEach(async (context) => {
  if (context.passed === false) {
    await window?.screenshot(path.join(SHOTS, `failed ${context.name}.png`));
  }
});

/** A copy of the fixture, which the test may change. */
function workspace(name, change = (text) => text) {
  const folder = path.join(places, name);
  cpSync(FIXTURE, folder, { recursive: true });
  const file = path.join(folder, HOOKS);
  writeFileSync(file, change(readFileSync(file, "utf8")));
  return folder;
}

const repaired = (text) => text.replace("sesionStart", "sessionStart");
const exists = (name) => existsSync(path.join(window.folder, name));
const shot = (name) => window.screenshot(path.join(SHOTS, `${name}.png`));

/** Waits until the Problems view lists exactly these, under the name of the file. */
async function problemsAre(wanted) {
  let rows = [];
  const areThese = async () => {
    rows = (await window.problems()).slice(1);
    return rows.length === wanted.length && rows.every((row, place) => wanted[place].test(row));
  };
  await until("the problems are those that are wanted", areThese).catch((error) => {
    throw new Error(`${error.message}; shown are:\n${rows.join("\n")}`);
  });
}

describe("in a workspace that is not trusted", () => {
  before(async () => {
    const folder = workspace("untrusted");
    const trap = path.join(folder, "trap.sh");
    writeFileSync(trap, `#!/bin/sh\necho ran >> '${folder}/trap-ran.txt'\n`);
    chmodSync(trap, 0o755);
    mkdirSync(path.join(folder, ".vscode"));
    writeFileSync(path.join(folder, ".vscode/settings.json"), JSON.stringify({ "hookc.path": trap }));
    window = await editor.open(folder, { trust: false });
    await window.openFile(HOOKS);
  });

  after(() => window.close());

  it("shows the problems at their places, each once", async () => {
    await window.showProblems();
    await problemsAre(FAULTS);
  });

  it("explains a matcher on hover", async () => {
    await window.placeCursor("Write");
    await window.hover("Of the 21 known names it takes 3");
    await shot("hover");
  });

  it("completes the names of tools inside of a matcher", async () => {
    await window.placeCursor("Bash|Write");
    await window.page.keyboard.type("|Re");
    const offered = await window.completions("Read");
    await shot("completion");
    assert.ok(offered.every((label) => !label.includes("Bash")), offered.join());
    await window.discardCompletions();
  });

  it("changes the file on the disk by a quick fix", async () => {
    await window.revert();
    await window.placeCursor("sesionStart");
    await window.fix("Rename it to `sessionStart`");
    await window.save();
    await until("the file is fixed", () => window.read(HOOKS).includes('"sessionStart"'));
    await window.showProblems();
    await problemsAre(FAULTS.slice(1));
  });

  it("hints at what is not written", async () => {
    await until("the hints are drawn", async () => {
      const text = await window.drawn();
      return text.includes("./remind.sh → tools/remind.sh") && text.includes("fails open") && text.includes("timeout 60 s");
    });
    await shot("hints");
  });

  it("refuses to run a hook", async () => {
    await window.focus();
    await window.lens(GUARD_LENS, "run with a sample payload").click();
    await window.message("this workspace is not trusted, so none of its hooks is run");
    await shot("refused");
    await window.run("hookc: Run a Hook with a Sample Payload");
    await window.message("this workspace is not trusted, so none of its hooks is run");
    assert.equal(exists("guard-ran.txt"), false);
  });

  it("does not use the program that the workspace names", async () => {
    await window.run("hookc: Restart the Server");
    await until("the server runs", async () => (await window.status("hookc")).includes(HOOKC));
    await window.showProblems();
    await problemsAre(FAULTS.slice(1));
    assert.equal(exists("trap-ran.txt"), false);
  });
});

describe("in a trusted workspace", () => {
  before(async () => {
    window = await editor.open(workspace("trusted", repaired), { trust: true });
    await window.openFile(HOOKS);
  });

  after(() => window.close());

  it("says why a hook runs", async () => {
    await window.lens(GUARD_LENS, "why").click();
    await window.enter("What the matchers are tested against", "git push --force");
    await window.page.locator(".tab", { hasText: "why beforeShellExecution.txt" }).waitFor();
    await until("the answer is shown", async () => (await window.drawn()).includes("`git push` matches, alternative 3 of 3"));
    await shot("why");
  });

  it("offers to edit a payload on which the hook does not run", async () => {
    await window.lens(GUARD_LENS, "run with a sample payload").click();
    const said = await window.answer("This hook does not run on this payload", "Edit Payload");
    assert.match(said, /none of the 3 alternatives matches the command/);
    await window.lens("run the hook with this payload").waitFor();
  });

  it("asks before it runs a hook, and runs none that is declined", async () => {
    await window.replaceLine(2, '  "command": "git push --force",');
    await window.lens("run the hook with this payload").click();
    const said = await window.answer("Run this hook now?", "Cancel", () => shot("ask"));
    assert.ok(said.includes("Command: .cursor/hooks/guard.sh"), said);
    assert.ok(said.includes(`Folder: ${window.folder}`), said);
    assert.equal(exists("guard-ran.txt"), false);
  });

  it("runs the hook that was asked for and shows the verdict", async () => {
    await window.lens("run the hook with this payload").click();
    await window.answer("Run this hook now?", /^Run$/);
    await until("the verdict is shown", async () => (await window.drawn()).includes("Not while I am here."));
    await shot("run");
    assert.equal(window.read("guard-ran.txt"), "ran\n");
  });

  it("shows the plan", async () => {
    await window.run("hookc: Show the Plan");
    await window.page.locator(".tab", { hasText: "hooks.plan.json" }).waitFor();
    await until("the plan is shown", async () => (await window.drawn()).includes("sha256:"));
  });
});

describe("with and without the server", () => {
  before(async () => {
    window = await editor.open(workspace("plain"), { trust: true, width: 1060, height: 620 });
    await window.openFile(HOOKS);
    await window.showProblems();
    await problemsAre(FAULTS);
  });

  after(() => window.close());

  it("looks as the README shows it", async () => {
    await window.run("View: Toggle Primary Side Bar Visibility");
    await window.page.locator(".part.sidebar").waitFor({ state: "hidden" });
    await window.placeCursor("Write");
    await window.hover("Of the 21 known names it takes 3");
    await shot("problems");
  });

  it("checks against the schema while there is no hookc", async () => {
    editor.setMachine({ "hookc.path": path.join(places, "none/hookc") });
    await window.message("which is not a program");
    await window.showProblems();
    await problemsAre([/^Property sesionStart is not allowed\. \[Ln 4, Col 5\]$/]);
    await shot("schema");
  });

  it("takes over from the schema when hookc is found", async () => {
    editor.setMachine({ "hookc.path": HOOKC });
    await problemsAre(FAULTS);
  });
});
