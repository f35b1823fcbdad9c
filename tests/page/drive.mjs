// Drives plan pages in a headless Chromium as a person would: looks, searches, asks, presses keys, prints. Every request that is not the page's
// own file is refused and counted, every message on the console and every breach of the page's policy is a failure.
//
//     node drive.mjs HOOKC FOLDER [SHOTS]
//
// HOOKC is the program, FOLDER an empty folder for what is compiled, SHOTS one for screenshots. `HOOKC_PLAYWRIGHT` is the module of
// playwright-core, `HOOKC_CHROMIUM` the browser.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

import { HOSTILE, compileAll } from "./plans.mjs";

const [hookc, folder, shots] = process.argv.slice(2);
const { chromium } = createRequire(import.meta.url)(process.env.HOOKC_PLAYWRIGHT ?? "playwright-core");
const executablePath = process.env.HOOKC_CHROMIUM ?? "/usr/bin/chromium";

const DESKTOP = { viewport: { width: 1280, height: 900 } };
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };
/** A layout that moves more than this without being asked to is felt. */
const MOST_SHIFT = 0.01;
/** What a key press may cost on a page of a thousand steps, in milliseconds, on a slow machine. */
const MOST_A_KEY = 250;
/** So often it is tried, and the best time counts: what else a busy machine does is not the page's fault. */
const ATTEMPTS = 5;

/** How much of a failure is printed, in characters. */
const MOST_SHOWN = 2_000;

const files = compileAll(hookc, folder);
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });

/** Opens a page, lets `act` at it, and fails on anything that it should not have done. */
async function visit(name, { expected, ...options }, act, hash = "") {
  const context = await browser.newContext({ ...DESKTOP, ...options });
  const page = await context.newPage();
  const faults = [];
  const url = pathToFileURL(files[name]).href;
  await context.route("**/*", (route) => {
    if (route.request().url().split("#")[0] === url) return route.continue();
    faults.push(`asks for ${route.request().url()}`);
    return route.abort();
  });
  page.on("console", (message) => faults.push(`${message.type()}: ${message.text()}`));
  page.on("pageerror", (error) => faults.push(`error: ${error.message}`));
  page.on("dialog", (dialog) => faults.push(`dialog: ${dialog.message()}`));
  page.on("popup", () => faults.push("opens a window"));
  page.on("framenavigated", (frame) => {
    if (frame.url().split("#")[0] !== url) faults.push(`goes to ${frame.url()}`);
  });
  await page.addInitScript(() => {
    globalThis.watched = { breaches: [], shift: 0 };
    document.addEventListener("securitypolicyviolation", (event) => watched.breaches.push(`${event.violatedDirective} ${event.blockedURI}`));
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if (!entry.hadRecentInput) watched.shift += entry.value;
    }).observe({ type: "layout-shift", buffered: true });
  });
  await page.goto(url + hash);
  await settle(page);
  const { shift } = await page.evaluate(() => watched);
  assert.ok(shift <= MOST_SHIFT, `the layout moved by ${shift}`);
  await act(page);
  faults.push(...(await page.evaluate(() => watched.breaches)));
  assert.deepEqual(faults.filter((fault) => !expected?.test(fault)), []);
  await context.close();
}

const settle = (page) => page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));

async function best(time) {
  const times = [];
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) times.push(await time());
  return Math.min(...times);
}

const shoot = (page, name, options = {}) => (shots === undefined ? undefined : page.screenshot({ path: join(shots, `${name}.png`), ...options }));
const text = (page, selector) => page.locator(selector).innerText();
const focused = (page) => page.evaluate(() => document.activeElement.closest("[id]")?.id ?? document.activeElement.className);
const visibleSteps = (page) => page.locator(".step:not([hidden])").count();
const paper = (page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor);

const tests = {
  "what is in the page is the plan and nothing can be added to it": async () => {
    for (const name of Object.keys(files)) {
      const html = readFileSync(files[name], "utf8");
      assert.match(html, /<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'sha256-[^']+'; style-src 'sha256-[^']+'; /);
      assert.equal(html.match(/<script/g).length, 3);
      assert.equal(html.match(/<\/script/g).length, 3);
    }
    const refusal = /TrustedScript|require-trusted-types-for/;
    await visit("ordinary", { expected: refusal }, async (page) => {
      const added = await page.evaluate(() => {
        try {
          document.createElement("script").text = "globalThis.added = true";
          return "accepted";
        } catch {
          return "refused";
        }
      });
      assert.equal(added, "refused");
    });
  },

  "the picture shows each step once, in order, with what it can do": () =>
    visit("ordinary", {}, async (page) => {
      const marks = await page.locator("#map a.mark").evaluateAll((all) => all.map((mark) => mark.getAttribute("aria-label")));
      assert.equal(marks.length, 14);
      assert.equal(marks[0], "Step 1 of beforeShellExecution, project: gate that fails closed, a command line that contains “curl”, “wget” or “git push”");
      assert.ok(marks.some((label) => label.startsWith("Step 2 of afterFileEdit, project: never runs")));
      const status = async (event) => (await page.locator("#map tr", { has: page.locator(`th .event:text-is("${event}")`) }).locator(".status").innerText()).trim();
      assert.equal(await status("beforeSubmitPrompt"), "Gated");
      assert.equal(await status("beforeReadFile"), "Fails open");
      assert.equal(await status("preToolUse"), "Gated in part");
      assert.equal(await status("beforeShellExecution"), "Gated before");
      assert.equal(await status("subagentStart"), "No gate");
      await shoot(page, "light");
    }),

  "holes name the events without a fail-closed gate and the known names that reach none": () =>
    visit("ordinary", {}, async (page) => {
      const holes = (await page.locator("#hole-list > li").allInnerTexts()).map((hole) => hole.replace(/\s+/g, " "));
      const hole = (words) => assert.ok(holes.some((hole) => hole.includes(words)), `${words}\n${holes.join("\n")}`);
      hole("No gate beforeMCPExecution has no hook.");
      hole("Fails open beforeReadFile has 1 gate, none of which fails closed.");
      hole("preToolUse is gated in part; no gate takes these of the 21 known names: Task WebFetch");
      hole("no gate that fails closed takes these of the 21 known names: Read Grep List");
      hole("beforeShellExecution has no gate of its own that takes everything. Calls pass preToolUse first, where step 1 takes Shell and fails closed.");
    }),

  "a subject is decided by the plan's own programs, bytecode too": () =>
    visit("ordinary", {}, async (page) => {
      assert.equal(await page.locator("#ask-event").inputValue(), "beforeShellExecution");
      await page.fill("#ask-subject", "sudo rm -rf build && git push");
      assert.equal(await text(page, "#ask-summary"), "3 of 5 steps run: 3 gates, 2 of which fail closed.");
      await page.fill("#ask-subject", "say it again again");
      const reasons = await page.locator("#ask-result > .verdicts .when").allInnerTexts();
      assert.deepEqual(reasons, ["no matcher", "matched (\\w+) \\1"]);
      await page.locator("#ask-subject").press("Escape");
      assert.equal(await page.locator("#ask-subject").inputValue(), "");
      assert.match(await text(page, "#ask-summary"), /^5 steps at beforeShellExecution\. Type a subject/);
      await page.selectOption("#ask-event", "preToolUse");
      await page.fill("#ask-subject", "Write");
      assert.equal(await text(page, "#ask-summary"), "2 of 3 steps run: 2 gates, 1 of which fails closed.");
      await page.selectOption("#ask-event", "afterFileEdit");
      assert.ok(await page.locator("#ask-subject").isDisabled());
      assert.equal(await text(page, "#ask-summary"), "1 of 2 steps runs.");
      await page.selectOption("#ask-event", "sessionEnd");
      assert.equal(await text(page, "#ask-summary"), "No hook is asked at sessionEnd.");
    }),

  "the search finds by every word and says how many": () =>
    visit("ordinary", {}, async (page) => {
      assert.equal(await text(page, "#found"), "14 steps");
      await page.fill("#search", "GUARD closed");
      assert.equal(await visibleSteps(page), 2);
      assert.equal(await text(page, "#found"), "2 of 14 steps");
      assert.equal(await page.locator("#step-list > .event-steps:visible").count(), 1);
      await page.fill("#search", "no such step");
      assert.ok(await page.locator("#nothing").isVisible());
      await page.click("#clear");
      assert.equal(await visibleSteps(page), 14);
      await page.selectOption("#kind", "prompts");
      assert.equal(await visibleSteps(page), 1);
    }),

  "keys are enough": () =>
    visit("ordinary", {}, async (page) => {
      await page.keyboard.press("Tab");
      assert.equal(await page.evaluate(() => document.activeElement.textContent), "Skip to the picture");
      assert.ok((await page.locator(".skip").first().boundingBox()).y >= 0, "the skip link is not seen");
      await page.keyboard.press("Enter");
      assert.equal(await focused(page), "picture");
      await page.locator("#map a.mark").first().focus();
      await page.keyboard.press("ArrowRight");
      await page.keyboard.press("ArrowDown");
      assert.match(await page.evaluate(() => document.activeElement.getAttribute("aria-label")), /^Step 1 of beforeReadFile/);
      assert.equal(await page.locator("#map a.mark[tabindex='0']").count(), 1);
      await page.keyboard.press("/");
      assert.equal(await focused(page), "search");
      await page.keyboard.type("mine");
      await page.keyboard.press("ArrowDown");
      assert.equal(await focused(page), "step-4");
      assert.equal(await page.evaluate(() => getComputedStyle(document.activeElement).outlineStyle), "solid");
      await page.keyboard.press("Enter");
      await page.waitForSelector("#step-4 .detail");
      await page.keyboard.press("Escape");
      assert.equal(await page.locator("#step-4 details").getAttribute("open"), null);
      await page.keyboard.press("ArrowUp");
      assert.equal(await focused(page), "search");
      await page.keyboard.press("Escape");
      assert.equal(await visibleSteps(page), 14);
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("End");
      assert.equal(await focused(page), "step-13");
    }),

  "a link opens its step even if the search hides it": () =>
    visit("ordinary", {}, async (page) => {
      assert.ok(await page.locator("#step-2 .detail").isVisible());
      await page.fill("#search", "kubectl");
      await page.locator("#map a.mark").first().click();
      assert.ok(await page.locator("#step-0 .detail").isVisible());
      assert.equal(await visibleSteps(page), 14);
      assert.match(await text(page, "#step-0 .detail"), /\.cursor\/hooks\/guard-shell\.sh[^]*sha256 [0-9a-f]{64}[^]*automaton[^]*fails closed/);
    }, "#step-2"),

  "dark follows the system until a person chooses, and the choice is kept": () =>
    visit("ordinary", { colorScheme: "dark" }, async (page) => {
      const dark = await paper(page);
      await shoot(page, "dark");
      await page.emulateMedia({ colorScheme: "light" });
      const light = await paper(page);
      assert.notEqual(light, dark);
      await page.click("#theme");
      assert.equal(await paper(page), dark);
      assert.equal(await page.locator("#theme").getAttribute("aria-pressed"), "true");
      await page.reload();
      assert.equal(await paper(page), dark);
    }),

  "every text can be read in both themes": async () => {
    for (const colorScheme of ["light", "dark"]) {
      await visit("ordinary", { colorScheme }, async (page) => {
        await page.click("#step-0 summary");
        assert.deepEqual(await page.evaluate(faintTexts), [], colorScheme);
      });
    }
  },

  "everything that can be used has a name": async () => {
    for (const name of Object.keys(files)) {
      await visit(name, {}, async (page) => {
        assert.deepEqual(await page.evaluate(unnamed), []);
        const ids = await page.evaluate(() => [...document.querySelectorAll("[id]")].map(({ id }) => id));
        assert.equal(new Set(ids).size, ids.length);
      });
    }
  },

  "a phone shows everything without a sideways scroll": async () => {
    for (const name of Object.keys(files)) {
      await visit(name, PHONE, async (page) => {
        if (name !== "empty") await page.locator("#step-0 summary").tap();
        const [width, wanted] = await page.evaluate(() => [document.documentElement.clientWidth, document.documentElement.scrollWidth]);
        assert.ok(wanted <= width, `${name} is ${wanted} wide on ${width}`);
        await page.evaluate(() => document.getElementById("picture").scrollIntoView());
        await shoot(page, `phone-${name}`);
      });
    }
  },

  "paper shows every step in full and no controls, and the page is as before afterwards": () =>
    visit("ordinary", { colorScheme: "dark" }, async (page) => {
      await page.emulateMedia({ media: "print" });
      await page.waitForFunction(() => document.querySelectorAll(".step .detail").length === 14);
      assert.equal(await page.locator(".step details[open]").count(), 14);
      for (const hidden of [".top", "#ask", ".search"]) assert.ok(!(await page.locator(hidden).isVisible()), hidden);
      assert.equal(await paper(page), "rgb(255, 255, 255)");
      await shoot(page, "print", { fullPage: true });
      await page.emulateMedia({ media: "screen" });
      await page.waitForFunction(() => document.querySelectorAll(".step details[open]").length === 0);
      assert.ok((await page.pdf({ format: "A4" })).length > 10_000);
    }),

  "a thousand steps stay smooth": () =>
    visit("thousand", {}, async (page) => {
      assert.equal(await text(page, "#found"), "1,000 steps");
      for (const words of ["v12", "check-tool", "no such step", "", "curl closed"]) {
        const taken = await best(() => page.evaluate(timeSearch, words));
        judge(taken, `searching "${words}"`);
      }
      await page.fill("#search", "check-shell-599");
      assert.equal(await visibleSteps(page), 1);
      const longest = await best(() => page.evaluate(timeAsking, `${"a".repeat(60)} git push v12`));
      judge(longest, "asking");
      assert.equal(await page.locator("#ask-result > .verdicts > li").count() > 1, true);
      await shoot(page, "thousand");
    }),

  "hostile strings are shown and not obeyed": () =>
    visit("hostile", {}, async (page) => {
      const shown = HOSTILE.map((_, at) => `#step-${at}`);
      for (const step of shown) await page.locator(`${step} summary`).click();
      assert.equal(await page.evaluate(() => globalThis.broken), undefined);
      assert.equal(await page.locator("main script, main style, main img, main iframe, main i, main b").count(), 0);
      assert.equal(await page.locator("a:not([href^='#'])").count(), 0);
      for (const [at, command] of HOSTILE.entries()) {
        const pre = await page.locator(`${shown[at]} .detail pre`).first().evaluate((element) => element.textContent);
        assert.equal(unescaped(pre), command);
        assert.doesNotMatch(pre, /[\u202a-\u202e\u2066-\u2069\u200b\ufeff\u0007]/u);
      }
      await page.fill("#ask-subject", HOSTILE[0]);
      assert.match(await text(page, "#ask-summary"), /^1 of 11 steps runs/);
      await page.fill("#search", "globalthis.broken");
      assert.ok((await visibleSteps(page)) >= 3);
      await page.fill("#search", "");
      await page.evaluate(() => document.getElementById("steps").scrollIntoView());
      await shoot(page, "hostile", { fullPage: true });
    }),

  "what does not run is told with its reason": () =>
    visit("cloud", {}, async (page) => {
      const sources = await text(page, "#source-list");
      assert.match(sources, /Refused by the host, with all hooks in it: /);
      assert.equal(await page.locator("#map thead .refused").count(), 1);
      assert.match(await text(page, "#left-out"), /project\/beforeMCPExecution\/0: /);
      assert.match(await text(page, "#quiet"), /Never fires in cloud agents: [^.]*beforeTabFileRead/);
      const holes = await text(page, "#hole-list");
      assert.doesNotMatch(holes, /beforeTabFileRead|beforeMCPExecution/);
      assert.match(await text(page, "#header"), /cloud[^]*observed/);
      await shoot(page, "cloud");
    }),

  "a plan without steps says so": () =>
    visit("empty", {}, async (page) => {
      assert.match(await text(page, "#lead"), /^0 steps from 1 source\. Of 7 events that can block, 7 are without a gate\.$/);
      await page.fill("#search", "x");
      assert.ok(await page.locator("#nothing").isVisible());
    }),
};

// What follows runs in the page.

/** Texts with less contrast to what is behind them than WCAG 2 asks for. */
function faintTexts() {
  const channels = (color) => (color.match(/[\d.]+/g) ?? []).map(Number);
  const light = (channel) => (channel <= 10 ? channel / 255 / 12.92 : ((channel / 255 + 0.055) / 1.055) ** 2.4);
  const luminance = ([red, green, blue]) => 0.2126 * light(red) + 0.7152 * light(green) + 0.0722 * light(blue);
  const behind = (element) => {
    for (let at = element; at !== null; at = at.parentElement) {
      const color = channels(getComputedStyle(at).backgroundColor);
      if (color.length === 3 || color[3] === 1) return color;
    }
    return [255, 255, 255];
  };
  const own = (element) => [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim() !== "");
  return [...document.body.querySelectorAll("*")]
    .filter((element) => own(element) && element.checkVisibility())
    .filter((element) => {
      const [ink, paper] = [luminance(channels(getComputedStyle(element).color)), luminance(behind(element))];
      return (Math.max(ink, paper) + 0.05) / (Math.min(ink, paper) + 0.05) < 4.5;
    })
    .map((element) => `${element.tagName}.${element.className} ${element.textContent.slice(0, 40)}`);
}

/** Controls without a name. */
function unnamed() {
  const named = (element) => element.getAttribute("aria-label") || element.textContent.trim() || element.labels?.length > 0;
  return [...document.querySelectorAll("a, button, input, select, summary, nav, [role]")].filter((element) => !named(element) && !element.getAttribute("aria-labelledby") && element.getAttribute("role") !== "status").map((element) => element.outerHTML);
}

function timeSearch(words) {
  const input = document.getElementById("search");
  const begin = performance.now();
  input.value = words;
  input.dispatchEvent(new Event("input"));
  document.body.getBoundingClientRect();
  const taken = performance.now() - begin;
  // The next attempt starts from what all can see.
  input.value = "";
  input.dispatchEvent(new Event("input"));
  document.body.getBoundingClientRect();
  return taken;
}

/** Says how long something took; only who asks for bounds, on a quiet machine, is held to them. */
function judge(milliseconds, what) {
  console.log(`  ${what}: ${milliseconds.toFixed(1)} ms`);
  if (process.env.HOOKC_BOUNDS) assert.ok(milliseconds < MOST_A_KEY, `${what} took ${milliseconds} ms`);
}

/** How long the page was busy without a pause while it answered. */
async function timeAsking(subject) {
  const [input, summary] = ["ask-subject", "ask-summary"].map((id) => document.getElementById(id));
  input.value = "";
  input.dispatchEvent(new Event("input"));
  input.value = subject;
  let longest = 0;
  let last = performance.now();
  input.dispatchEvent(new Event("input"));
  while (!/ of /.test(summary.textContent)) {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
    await new Promise((done) => setTimeout(done));
  }
  return longest;
}

/** What was written out, as it was. */
function unescaped(shown) {
  return shown.replace(/\\u\{([0-9a-f]+)\}|\\r/g, (all, code) => (code === undefined ? "\r" : String.fromCodePoint(parseInt(code, 16))));
}

let failures = 0;
for (const [name, test] of Object.entries(tests)) {
  try {
    await test();
    console.log(`ok    ${name}`);
  } catch (error) {
    failures += 1;
    console.log(`FAIL  ${name}\n${error.stack.slice(0, MOST_SHOWN)}`);
  }
}
await browser.close();
console.log(failures === 0 ? `${Object.keys(tests).length} tests passed` : `${failures} tests failed`);
process.exitCode = failures === 0 ? 0 : 1;
