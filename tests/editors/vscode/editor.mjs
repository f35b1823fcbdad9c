// A real VS Code in a real browser: code-server and Chromium, as setup.sh installs them. Everything waits for what it needs to see.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";

/** Longer than anything takes on a busy machine, in milliseconds. */
export const LIMIT = 60_000;

const SETTINGS = {
  "breadcrumbs.enabled": false,
  "editor.autoClosingBrackets": "never",
  "editor.autoClosingQuotes": "never",
  "editor.fontSize": 13,
  "editor.minimap.enabled": false,
  "files.autoSave": "off",
  "git.enabled": false,
  "telemetry.telemetryLevel": "off",
  "window.commandCenter": false,
  "workbench.enableExperiments": false,
  "workbench.startupEditor": "none",
  "workbench.tips.enabled": false,
};
const QUICK_INPUT = ".quick-input-widget input.input";
const CHROMIUM = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];

/** Waits until a question is answered by something true, and gives the answer back. */
export async function until(what, question) {
  const end = Date.now() + LIMIT;
  for (;;) {
    const answer = await question();
    if (answer) {
      return answer;
    }
    if (Date.now() > end) {
      throw new Error(`waited in vain until ${what}`);
    }
    await pause(50);
  }
}

async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address();
  server.close();
  await once(server, "close");
  return port;
}

/** One code-server with one extension, and one browser. */
export class Editor {
  #state;
  #server;
  #browser;
  #port;

  /** Starts it. `tools` is where setup.sh has installed, `programs` a folder that comes first on the `PATH`. */
  static async start({ tools, vsix, programs }) {
    const editor = new Editor();
    const state = mkdtempSync(path.join(tmpdir(), "hookc-vscode-"));
    editor.#state = state;
    editor.#write("User", SETTINGS);
    const entry = path.join(tools, "node_modules/code-server/out/node/entry.js");
    const common = ["--user-data-dir", path.join(state, "user"), "--extensions-dir", path.join(state, "extensions"), "--config", path.join(state, "config.yaml")];
    const PATH = `${programs}${path.delimiter}${process.env.PATH}`;
    // Where the editor takes itself for one that was started from a terminal, it does not ask a login shell for another PATH.
    const env = { ...process.env, HOME: path.join(state, "home"), PATH, VSCODE_CLI: "1" };
    mkdirSync(env.HOME);
    const installed = spawnSync("node", [entry, ...common, "--install-extension", vsix], { env, encoding: "utf8" });
    if (installed.status !== 0) {
      throw new Error(`the extension cannot be installed: ${installed.stdout}${installed.stderr}`);
    }
    editor.#port = await freePort();
    const address = ["--auth", "none", "--bind-addr", `127.0.0.1:${editor.#port}`];
    const quiet = ["--disable-telemetry", "--disable-update-check", "--disable-getting-started-override"];
    // A group of its own, so that nothing that it starts is left behind.
    editor.#server = spawn("node", [entry, ...common, ...address, ...quiet], { env, stdio: "ignore", detached: true });
    const { chromium } = createRequire(path.join(tools, "package.json"))("playwright-core");
    try {
      editor.#browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: CHROMIUM });
    } catch (error) {
      await editor.stop();
      throw error;
    }
    return editor;
  }

  /** Ends the browser and the server, and removes what they wrote. */
  async stop() {
    await this.#browser?.close();
    if (this.#server.exitCode === null && this.#server.signalCode === null) {
      this.#server.kill();
      await Promise.race([once(this.#server, "exit"), pause(10_000, undefined, { ref: false })]);
    }
    try {
      process.kill(-this.#server.pid, "SIGKILL");
    } catch {
      // Nothing of it is left.
    }
    rmSync(this.#state, { recursive: true, force: true, maxRetries: 10 });
  }

  /** Sets what holds for the machine that the extension runs on. */
  setMachine(settings) {
    this.#write("Machine", settings);
  }

  #write(scope, settings) {
    const folder = path.join(this.#state, "user", scope);
    mkdirSync(folder, { recursive: true });
    writeFileSync(path.join(folder, "settings.json"), JSON.stringify(settings));
  }

  /** Opens a folder in a window of its own, and says whether it is trusted. */
  async open(folder, { trust, width = 1280, height = 800 }) {
    const page = await this.#browser.newPage({ viewport: { width, height }, deviceScaleFactor: 1 });
    page.setDefaultTimeout(LIMIT);
    const url = `http://127.0.0.1:${this.#port}/?folder=${encodeURIComponent(folder)}`;
    await until("the server answers", () => page.goto(url, { waitUntil: "domcontentloaded" }).then(() => true, () => false));
    const window = new Window(page, folder);
    await window.answer("Do you trust the authors", trust ? /Yes, I trust/ : /No, I don't/);
    return window;
  }
}

/** One window with one folder. */
export class Window {
  constructor(page, folder) {
    this.page = page;
    this.folder = folder;
  }

  close() {
    return this.page.close();
  }

  /** Waits for a dialog with this text, looks at it, and presses a button; gives back everything that the dialog says. */
  async answer(text, button, look = async () => undefined) {
    const dialog = this.page.locator(".monaco-dialog-box", { hasText: text });
    await dialog.waitFor();
    await look();
    const said = await dialog.innerText();
    await dialog.locator(".monaco-button", { hasText: button }).click();
    await dialog.waitFor({ state: "detached" });
    return said;
  }

  /** The text of a file as it is on the disk. */
  read(name) {
    return readFileSync(path.join(this.folder, name), "utf8");
  }

  /** Opens a file of the folder. */
  async openFile(name) {
    this.shown = name;
    await this.pick("Control+P", name, path.basename(name));
    await this.page.locator(".tab.active", { hasText: path.basename(name) }).waitFor();
  }

  /** Runs a command of the palette. */
  run(title) {
    return this.pick("F1", `>${title}`, title);
  }

  /** Opens a list by a key, types into it, and takes the first row that says what is wanted. */
  async pick(key, text, wanted) {
    await this.#press(key, QUICK_INPUT);
    await this.page.locator(QUICK_INPUT).fill(text);
    await this.page.locator(".quick-input-list .monaco-list-row", { hasText: wanted }).first().click();
  }

  /** Answers a question for a text. */
  async enter(question, text) {
    await this.page.locator(".quick-input-widget", { hasText: question }).waitFor();
    await this.page.locator(QUICK_INPUT).fill(text);
    await this.page.keyboard.press("Enter");
  }

  /** Presses keys until something is there: what is pressed while the editor is busy with something else is lost. */
  async #press(keys, selector) {
    const there = typeof selector === "string" ? this.page.locator(selector) : selector;
    await until(`${keys} shows something`, async () => {
      for (const key of keys.split(" ")) {
        await this.page.keyboard.press(key);
      }
      return there.first().waitFor({ timeout: 3_000 }).then(() => true, () => false);
    });
    return there.first();
  }

  /** Puts the cursor behind the first place of a text in the file that was opened last, as it is on the disk. */
  async placeCursor(text) {
    const lines = this.read(this.shown).split("\n");
    const line = lines.findIndex((one) => one.includes(text));
    if (line < 0) {
      throw new Error(`${this.shown} has no ${text}`);
    }
    await this.goTo(line + 1, lines[line].indexOf(text) + text.length + 1);
  }

  /** Puts the cursor into the first group of editors. */
  async goTo(line, column) {
    const wanted = `Ln ${line}, Col ${column}`;
    const position = this.page.locator("#status\\.editor\\.selection", { hasText: wanted });
    await until(`the cursor is at ${wanted}`, async () => {
      await this.focus();
      await this.#press("Control+G", QUICK_INPUT);
      await this.page.locator(QUICK_INPUT).fill(`:${line}:${column}`);
      await this.page.keyboard.press("Enter");
      return position.waitFor({ timeout: 3_000 }).then(() => true, () => false);
    });
  }

  /** Gives the keyboard to the first group of editors. Code lenses are drawn only there where the keyboard is. */
  focus() {
    return this.run("View: Focus First Editor Group");
  }

  /** The text of the editor as it is drawn, hints and lenses included. */
  async drawn() {
    const texts = await this.page.locator(".editor-group-container .monaco-editor .view-lines").allInnerTexts();
    return texts.join("\n").replace(/[^\S\n]/g, " ");
  }

  /** The rows of the Problems view. */
  async problems() {
    const rows = await this.page.locator(".markers-panel .monaco-list-row").allInnerTexts();
    return rows.map((row) => row.replace(/\s+/g, " ").trim());
  }

  /** Shows the Problems view. */
  async showProblems() {
    await this.run("Problems: Focus on Problems View");
    await this.page.locator(".markers-panel").waitFor();
  }

  /** Shows what hovering at the cursor shows, and gives it back once it says what is wanted. */
  async hover(wanted) {
    const hover = this.page.locator(".monaco-hover:visible", { hasText: wanted });
    return (await this.#press("Control+K Control+I", hover)).innerText();
  }

  /** The labels of the completions at the cursor, once one of them is wanted. */
  async completions(wanted) {
    const rows = this.page.locator(".suggest-widget.visible .monaco-list-row");
    await this.#press("Control+Space", rows.filter({ hasText: wanted }));
    return rows.allInnerTexts();
  }

  /** Closes the list of completions. */
  async discardCompletions() {
    await this.page.keyboard.press("Escape");
    await this.page.locator(".suggest-widget.visible").waitFor({ state: "hidden" });
  }

  /** Applies a quick fix at the cursor. */
  async fix(title) {
    const row = this.page.locator(".action-widget .monaco-list-row", { hasText: title });
    const shown = await this.#press("Control+.", row);
    // The list takes the mouse only after a while.
    const focused = this.page.locator(".action-widget .monaco-list-row.focused", { hasText: title });
    await until("the fix is in focus", async () => (await focused.count()) > 0 || this.page.keyboard.press("ArrowDown").then(() => false));
    await this.page.keyboard.press("Enter");
    await shown.waitFor({ state: "detached" });
  }

  /** Writes the text that is shown to the disk. */
  async save() {
    await this.run("File: Save");
    await this.page.locator(".tab.active.dirty").waitFor({ state: "detached" });
  }

  /** Takes back what was not saved. */
  async revert() {
    await this.run("File: Revert File");
    await this.page.locator(".tab.active.dirty").waitFor({ state: "detached" });
  }

  /** Replaces a line of the text that is shown, which was never saved. */
  async replaceLine(number, text) {
    await this.goTo(number, 1);
    await this.page.keyboard.press("Shift+End");
    await this.page.keyboard.type(text);
    await until("the line is replaced", async () => (await this.drawn()).includes(text));
  }

  /** A code lens with this title; with a second title its neighbour of that title. */
  lens(title, neighbour = title) {
    const line = this.page.locator(".codelens-decoration", { has: this.page.locator("a", { hasText: title }) });
    return line.first().locator("a", { hasText: neighbour }).first();
  }

  /** Waits for a message in a corner of the window, and takes it away. */
  async message(text) {
    const toast = this.page.locator(".notification-toast", { hasText: text }).first();
    await toast.waitFor();
    await this.run("Notifications: Clear All Notifications");
    await toast.waitFor({ state: "detached" });
  }

  /** What an item of the status bar tells a screen reader. */
  async status(name) {
    const labels = await this.page.locator(`.statusbar-item [aria-label^="${name}"], .statusbar-item[aria-label^="${name}"]`).all();
    return (await Promise.all(labels.map((label) => label.getAttribute("aria-label")))).join("\n");
  }

  async screenshot(file) {
    mkdirSync(path.dirname(file), { recursive: true });
    await this.page.screenshot({ path: file, animations: "disabled" });
  }
}
