// The page itself. Text from the plan only ever becomes text nodes and attributes, never markup.

/** So many steps of one source at one event have a mark of their own in the picture; the others are counted. */
const MOST_MARKS = 12;
/** So many steps are listed in an answer; the others are counted. */
const MOST_ANSWERS = 200;
/** How long an answer may be worked on before the page gets a turn, in milliseconds. */
const SLICE = 12;
const THEME_KEY = "hookc-plan-theme";

const byId = (id) => document.getElementById(id);

/** An element. Attributes that are `null` are left out; children are elements or plain text. */
function el(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes)) {
    if (value !== null) element.setAttribute(attribute, value);
  }
  element.append(...children);
  return element;
}

/** A text from outside, with characters that hide or reorder others written out and framed. */
function foreign(text, keepsLines = false) {
  const fragment = document.createDocumentFragment();
  let end = 0;
  for (const found of text.matchAll(HIDDEN)) {
    const [character] = found;
    if (keepsLines && (character === "\n" || character === "\t")) continue;
    fragment.append(text.slice(end, found.index), el("span", { class: "hidden-char" }, escapeOf(character)));
    end = found.index + character.length;
  }
  fragment.append(text.slice(end));
  return fragment;
}

/** A sentence of hookc's own, with what stands between backticks as code. */
function prose(text) {
  return text.split("`").map((part, at) => (at % 2 === 1 ? codeOf(part) : foreign(part)));
}

const bdi = (text) => el("bdi", {}, foreign(text));
const codeOf = (text) => el("code", {}, bdi(text));

// Status: a shape and a word.

function statusOfEvent({ status }) {
  const { label, says } = STATUS[status];
  const shape = byId("shapes").content.querySelector(`[data-status="${status}"]`).cloneNode(true);
  return el("span", { class: `status-word ${status}`, title: says }, shape, label);
}

// Marks.

const kindOf = (step) => (!step.runs ? "never" : !step.isGate ? "looks" : step.isClosed ? "closed" : "open");
const KIND_WORDS = { never: "never runs", looks: "only looks on", closed: "gate that fails closed", open: "gate that fails open" };
const markText = (step) => `${step.order}${step.prompt === null ? "" : "?"}`;
const shownAs = (step) => visible(step.command ?? step.prompt);

function badge(step) {
  return el("span", { class: `mark ${kindOf(step)}`, "aria-hidden": "true" }, markText(step));
}

function markLink(step) {
  const name = `Step ${step.order} of ${step.event.name}, ${visible(step.source.label)}: ${KIND_WORDS[kindOf(step)]}, ${visible(wordsFor(step))}`;
  const link = el("a", { class: `mark ${kindOf(step)}`, href: `#step-${step.index}`, "aria-label": name, title: `${shownAs(step)}\n${visible(wordsFor(step))}` }, markText(step));
  link.tabIndex = -1;
  return link;
}

// The head.

function showHead({ plan, sources, steps, events, holes }) {
  const canBlock = events.filter((event) => event.can_block && event.status !== "absent");
  const having = (...wanted) => canBlock.filter(({ status }) => wanted.includes(status)).length;
  const lead = [`${counted(steps.length, "step")} from ${counted(sources.length, "source")}. `];
  const parts = [
    [having("gated"), "gated"], [having("partly"), "gated in part"], [having("before"), "gated at an earlier event"],
    [having("open"), "open when a hook fails"], [having("none"), "without a gate"],
  ].filter(([count]) => count > 0);
  lead.push(`Of ${counted(canBlock.length, "event")} that can block, ${listOf(parts.map(([count, words]) => `${count} ${count === 1 ? "is" : "are"} ${words}`))}.`);
  byId("lead").append(...lead);
  document.title = `Hook plan: ${plan.target} on ${plan.platform}, ${counted(steps.length, "step")}, ${counted(holes.length, "hole")}`;
  const rows = [["Target", plan.target], ["Platform", plan.platform], ["Semantics", plan.semantics]];
  byId("header").append(
    ...rows.map(([name, value]) => el("div", {}, el("dt", {}, name), el("dd", {}, value))),
    el("div", {}, el("dt", {}, "Digest"), el("dd", { class: "digest" }, plan.digest)),
  );
}

// The picture.

function showPicture({ sources, events, plan }) {
  const shown = events.filter((event) => event.steps.length > 0 || (event.can_block && event.status !== "absent"));
  const groups = [
    ["Can block", shown.filter((event) => event.can_block)],
    ["Only look on", shown.filter((event) => !event.can_block)],
  ];
  const table = el("table", {}, el("caption", { hidden: "" }, "Steps by event and source"), pictureHead(sources));
  for (const [title, rows] of groups.filter(([, rows]) => rows.length > 0)) {
    const columns = String(sources.length + 2);
    const head = el("tr", {}, el("th", { colspan: columns, scope: "rowgroup" }, title));
    table.append(el("tbody", { class: "group" }, head), el("tbody", {}, ...rows.map((event) => pictureRow(event, sources))));
  }
  byId("map").append(table);
  walkMarks(byId("map"));
  showQuiet(events, plan);
}

function pictureHead(sources) {
  const columns = sources.map((source) => {
    const refused = source.voided === undefined ? [] : [el("span", { class: "refused" }, "refused")];
    return el("th", { scope: "col" }, el("span", { class: "rank" }, `priority ${source.index + 1}`), bdi(source.label), ...refused);
  });
  return el("thead", {}, el("tr", {}, el("th", { scope: "col" }, "Event"), ...columns, el("th", { scope: "col" }, "Status")));
}

function pictureRow(event, sources) {
  const bySource = new Map();
  for (const step of event.steps) {
    const of = bySource.get(step.source.index);
    if (of === undefined) bySource.set(step.source.index, [step]);
    else of.push(step);
  }
  const cells = sources.map((source) => pictureCell(source, bySource.get(source.index) ?? [], event));
  const name = el("th", { scope: "row" }, event.steps.length === 0 ? el("span", { class: "event" }, event.name) : el("a", { class: "event", href: `#at-${event.name}` }, event.name));
  return el("tr", { class: event.steps.length === 0 ? "bare" : null }, name, ...cells, el("td", { class: "status" }, statusOfEvent(event)));
}

function pictureCell(source, steps, event) {
  const cell = el("td", { class: steps.length > MOST_MARKS ? "cell many" : "cell", "data-source": visible(source.label) });
  if (steps.length === 0) return cell;
  const marks = steps.slice(0, MOST_MARKS).map(markLink);
  const rest = steps.length - marks.length;
  if (rest > 0) marks.push(el("a", { class: "more", href: `#at-${event.name}` }, `and ${rest.toLocaleString("en")} more`));
  cell.append(el("div", { class: "marks" }, ...marks));
  return cell;
}

/** Events that the picture leaves out. */
function showQuiet(events, plan) {
  const line = (words, list) => {
    const names = list.flatMap((event, at) => (at === 0 ? [el("code", {}, event.name)] : [", ", el("code", {}, event.name)]));
    return list.length === 0 ? [] : [el("p", {}, `${words}: `, ...names, ".")];
  };
  const silent = events.filter((event) => event.steps.length === 0 && event.status === "observes");
  const absent = events.filter((event) => event.status === "absent");
  byId("quiet").append(...line("No hook looks on at", silent), ...line(`Never fires in ${TARGETS[plan.target]}`, absent));
}
const TARGETS = { editor: "the editor", cli: "the command-line agent", cloud: "cloud agents" };

/** The marks are one stop of the Tab key; arrow keys go from one to the next. */
function walkMarks(map) {
  const rows = [...map.querySelectorAll("tr")].map((row) => [...row.querySelectorAll("a.mark")]).filter((row) => row.length > 0);
  if (rows.length === 0) return;
  const places = new Map(rows.flatMap((row, y) => row.map((mark, x) => [mark, { x, y }])));
  let current = rows[0][0];
  current.tabIndex = 0;
  const go = (mark) => {
    current.tabIndex = -1;
    current = mark;
    current.tabIndex = 0;
    current.focus();
  };
  map.addEventListener("keydown", (event) => {
    const place = places.get(event.target);
    if (place === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    const { x, y } = place;
    const beside = (row) => row && row[Math.min(x, row.length - 1)];
    const to = {
      ArrowRight: rows[y][x + 1] ?? rows[y + 1]?.[0],
      ArrowLeft: rows[y][x - 1] ?? rows[y - 1]?.at(-1),
      ArrowDown: beside(rows[y + 1]),
      ArrowUp: beside(rows[y - 1]),
      Home: rows[y][0],
      End: rows[y].at(-1),
    }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    go(to);
  });
}

// Holes.

function showHoles({ holes, events, byName, facts }) {
  const list = byId("hole-list");
  list.append(...holes.map(holeItem));
  const before = events.filter((event) => event.status === "before");
  list.append(...before.map((event) => beforeItem(event, gateBefore(event, byName, facts.same_call))));
  if (list.childElementCount === 0) list.append(el("li", {}, el("p", {}, "None: every event that can block has a gate that fails closed and takes everything that is known by name.")));
}

function holeItem({ event, kind, names }) {
  const body = el("div", {}, el("p", {}, el("code", {}, event.name), ` ${holeWords(event, kind, names)}`));
  if (names !== undefined) body.append(el("ul", { class: "names" }, ...names.map(nameItem)));
  else body.append(el("p", { class: "aside" }, event.doc));
  if (event.fires === "partly") body.append(el("p", { class: "aside" }, `Fires only at times: ${event.why}.`));
  return el("li", {}, statusOfEvent(kind === "ungated names" ? { status: "none" } : kind === "open names" ? { status: "open" } : event), body);
}

function holeWords(event, kind, names) {
  if (kind === "none") return event.steps.length === 0 ? "has no hook." : "has no step that may block.";
  if (kind === "open") return `has ${counted(event.steps.filter((step) => step.isGate).length, "gate")}, none of which fails closed.`;
  const reach = kind === "ungated names" ? "no gate takes" : "no gate that fails closed takes";
  return `is gated in part; ${reach} ${names.length === 1 ? "this" : "these"} of the ${event.vocabulary.names.length} known names:`;
}

function nameItem({ name, later }) {
  const aside = later === null ? [] : [" ", el("span", { class: "aside" }, "asked at ", later.name)];
  return el("li", {}, el("code", {}, name), ...aside);
}

function beforeItem(event, { gate, tool }) {
  const what = tool === MCP_PREFIX ? "every MCP tool" : tool;
  return el(
    "li", {}, statusOfEvent(event),
    el("div", {}, el("p", {}, el("code", {}, event.name), ` has no gate of its own that takes everything. Calls pass `, el("code", {}, gate.event.name), " first, where ",
      el("a", { href: `#step-${gate.index}` }, `step ${gate.order}`), ` takes ${what} and fails closed.`)),
  );
}

// Asking.

function startAsking(model) {
  const [form, select, input] = [byId("ask-form"), byId("ask-event"), byId("ask-subject")];
  const withSteps = model.events.filter((event) => event.steps.length > 0);
  const without = model.events.filter((event) => event.steps.length === 0);
  const options = (label, events) => (events.length === 0 ? [] : [el("optgroup", { label }, ...events.map(({ name }) => el("option", { value: name }, name)))]);
  select.append(...options("Events with steps", withSteps), ...options("Events without", without));
  const first = withSteps.find((event) => event.can_block && event.subject.kind === "field") ?? withSteps[0] ?? model.events[0];
  select.value = first.name;
  let asked = 0;
  const ask = () => {
    asked += 1;
    const turn = asked;
    answer(model.byName.get(select.value), input.value, () => turn !== asked);
  };
  const choose = () => {
    prepareSubject(model.byName.get(select.value), input);
    ask();
  };
  select.addEventListener("change", choose);
  input.addEventListener("input", ask);
  input.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || input.value === "") return;
    event.preventDefault();
    input.value = "";
    ask();
  });
  form.addEventListener("submit", (event) => event.preventDefault());
  choose();
}

function prepareSubject(event, input) {
  const { subject, vocabulary } = event;
  byId("ask-names").replaceChildren(...vocabulary.names.map((name) => el("option", { value: name })));
  input.disabled = subject.kind !== "field";
  input.value = subject.kind === "fixed" ? subject.text : "";
  byId("ask-label").textContent = subject.kind === "field" ? `Subject: the payload’s ${listOf(subject.fields, "or")}` : "Subject";
  byId("ask-note").textContent = {
    field: vocabulary.kind === "open" ? "" : "Other names are possible too.",
    fixed: `Matchers are always tested against ${quoted(subject.text)} here.`,
    absent: "This event gives a matcher nothing to test: every step runs.",
  }[subject.kind];
}

/** Decides step by step, with turns for the page in between, and shows what came out. */
function answer(event, text, isStale) {
  const isAsked = event.subject.kind !== "field" || text !== "";
  const subject = event.subject.kind === "absent" ? null : text;
  const told = [];
  const work = () => {
    // What needs no program is told at once, so that nothing moves when the page opens.
    const end = isAsked ? performance.now() + SLICE : Infinity;
    while (told.length < event.steps.length && performance.now() < end) {
      const step = event.steps[told.length];
      told.push({ step, ...(isAsked || step.program === null ? reasonFor(step, subject) : { runs: null, words: wordsFor(step) }) });
    }
    if (isStale()) return;
    if (told.length < event.steps.length) setTimeout(work);
    else showAnswer(event, told, isAsked);
  };
  work();
}

function showAnswer(event, told, isAsked) {
  const running = told.filter(({ runs }) => runs === true);
  const resting = told.filter(({ runs }) => runs === false);
  byId("ask-summary").textContent = summaryOf(event, told, running, isAsked);
  const parts = [];
  const shown = isAsked ? running : told;
  if (shown.length > 0) parts.push(verdicts(shown));
  if (resting.length > 0) parts.push(el("details", { class: "plain" }, el("summary", {}, `${counted(resting.length, "step")} ${resting.length === 1 ? "does" : "do"} not run`), verdicts(resting)));
  if (told.length > 0) {
    parts.push(el("details", { class: "plain" }, el("summary", {}, "What becomes of the answers"), el("ul", { class: "merge" }, ...event.merge.map((rule) => el("li", {}, ...prose(rule))))));
  }
  byId("ask-result").replaceChildren(...parts);
}

function summaryOf(event, told, running, isAsked) {
  if (told.length === 0) return `No hook is asked at ${event.name}.`;
  if (!isAsked) return `${counted(told.length, "step")} at ${event.name}. Type a subject to see which run.`;
  if (running.length === 0) return `None of ${counted(told.length, "step")} runs.`;
  const closed = running.filter(({ step }) => step.isClosed).length;
  const gates = running.filter(({ step }) => step.isGate).length;
  const words = gates === 0 ? (event.can_block ? ", and none of them may block" : "") : `: ${counted(gates, "gate")}, ${closed} of which ${closed === 1 ? "fails" : "fail"} closed`;
  return `${running.length} of ${counted(told.length, "step")} ${running.length === 1 ? "runs" : "run"}${words}.`;
}

function verdicts(told) {
  const items = told.slice(0, MOST_ANSWERS).map(({ step, words, runs }) => {
    const link = el("a", { class: "what", href: `#step-${step.index}` }, foreign(step.command ?? step.prompt));
    const why = el("span", { class: "when" }, foreign(words));
    if (runs !== null && step.pattern !== null) why.append(" ", codeOf(step.pattern));
    const state = runs === null ? "may run" : runs ? "runs" : "does not run";
    return el("li", {}, badge(step), el("span", { class: "both" }, link, why), el("span", { class: "facts" }, el("span", {}, bdi(step.source.label)), el("span", { class: "is" }, state)));
  });
  if (told.length > items.length) items.push(el("li", {}, el("span"), `and ${(told.length - items.length).toLocaleString("en")} more`));
  return el("ol", { class: "verdicts" }, ...items);
}

// Steps.

function showSteps(model) {
  const groups = model.events.filter((event) => event.steps.length > 0).map((event) => {
    const items = event.steps.map(stepItem);
    const head = el(
      "div", { class: "event-head" },
      el("div", { class: "line" }, el("h3", { id: `at-${event.name}` }, event.name), statusOfEvent(event)),
      el("p", {}, event.doc),
    );
    return { event, items, element: el("div", { class: "event-steps", role: "group", "aria-labelledby": `at-${event.name}` }, head, el("ol", {}, ...items)) };
  });
  byId("step-list").append(...groups.map(({ element }) => element));
  return groups;
}

function stepItem(step) {
  const what = el("span", { class: step.prompt === null ? "what" : "what said" }, foreign(step.command ?? step.prompt));
  const facts = [
    el("span", {}, bdi(step.source.label)),
    el("span", {}, duration(step.timeout)),
    el("span", { class: step.isGate ? "is" : null }, step.isGate ? (step.isClosed ? "fails closed" : "fails open") : KIND_WORDS[kindOf(step)]),
  ];
  const kind = el("span", { class: "when" }, step.prompt === null ? "" : "prompt · ", foreign(wordsFor(step)));
  const summary = el("summary", {}, badge(step), el("span", { class: "both" }, what, kind), el("span", { class: "facts" }, ...facts));
  const details = el("details", {}, summary);
  details.addEventListener("toggle", () => details.open && fillDetail(details, step));
  const item = el("li", { class: "step", id: `step-${step.index}` }, details);
  step.item = item;
  step.details = details;
  return item;
}

/** The details of a step are made when they are first looked at. */
function fillDetail(details, step) {
  if (details.childElementCount > 1) return;
  const list = el("dl", { class: "detail" });
  const row = (name, ...values) => list.append(el("dt", {}, name), ...values.map((value) => el("dd", {}, value)));
  const aside = (text) => el("span", { class: "aside" }, text);
  if (step.prompt === null) row("Command", el("pre", {}, foreign(step.command, true)));
  else row("Prompt", el("pre", {}, foreign(step.prompt, true)), aside(step.model === null ? "asks the host’s own choice of model" : `asks ${visible(step.model)}`));
  for (const script of step.scripts) row("Script", codeOf(script.path), el("span", { class: "digest" }, `sha256 ${script.sha256}`));
  if (step.pattern === null) row("Runs", "always: there is no matcher");
  else describeMatcher(step, row, aside);
  row("If it fails", failureWords(step));
  row("Timeout", duration(step.timeout));
  if (step.loopLimit !== null) row("Follow-ups", `at most ${step.loopLimit}`);
  row("Source", fileOf(step), aside(`${visible(step.source.label)}, priority ${step.source.index + 1}`));
  row("Starts in", codeOf(step.cwd));
  row("Id", codeOf(step.id));
  details.append(list);
}

function fileOf({ source, line }) {
  const span = el("span", {}, codeOf(source.file));
  if (line !== null) span.append(`, line ${line}`);
  return span;
}

function describeMatcher(step, row, aside) {
  row("Matcher", el("pre", {}, foreign(step.pattern)), ...(step.readAs === null ? [] : [el("span", {}, aside("read as "), codeOf(step.readAs))]));
  row("Takes", el("span", {}, foreign(wordsFor(step))), ...(step.takes.names?.length > MOST_NAMES ? [aside(listOf(step.takes.names))] : []));
  row("Decided by", aside(PROGRAM_WORDS[step.program.kind](step.program)));
}
const PROGRAM_WORDS = {
  always: () => "nothing: it takes everything",
  never: () => "nothing: it takes nothing",
  table: ({ states }) => `an automaton of ${counted(states, "state")}, in linear time`,
  backtrack: ({ ops }) => `bytecode of ${counted(ops.length, "operation")}, within ${STEP_BUDGET.toLocaleString("en")} steps; when they are spent it runs`,
};

function failureWords(step) {
  if (step.isClosed) return "what it judges is blocked (fails closed)";
  if (step.isGate) return "what it judges goes ahead (fails open)";
  return step.failClosed ? "nothing is blocked here, whatever failClosed says" : "nothing is blocked here";
}

// Search.

const KINDS = {
  all: () => true,
  gates: (step) => step.isGate,
  closed: (step) => step.isClosed,
  open: (step) => step.isGate && !step.isClosed,
  prompts: (step) => step.prompt !== null,
  never: (step) => !step.runs,
};

function startSearch(model, groups) {
  const [input, kind, found] = [byId("search"), byId("kind"), byId("found")];
  for (const step of model.steps) step.haystack = haystackOf(step);
  const filter = () => {
    const words = input.value.toLowerCase().split(/\s+/).filter((word) => word !== "");
    let count = 0;
    for (const { event, element } of groups) {
      let some = 0;
      for (const step of event.steps) {
        const isFound = KINDS[kind.value](step) && words.every((word) => step.haystack.includes(word));
        step.item.hidden = !isFound;
        some += isFound ? 1 : 0;
      }
      element.hidden = some === 0;
      count += some;
    }
    found.textContent = count === model.steps.length ? counted(count, "step") : `${count.toLocaleString("en")} of ${counted(model.steps.length, "step")}`;
    byId("nothing").hidden = count > 0;
  };
  const clear = () => {
    input.value = "";
    kind.value = "all";
    filter();
  };
  input.addEventListener("input", filter);
  kind.addEventListener("change", filter);
  byId("search-form").addEventListener("submit", (event) => event.preventDefault());
  byId("clear").addEventListener("click", () => {
    clear();
    input.focus();
  });
  filter();
  return { input, clear };
}

/** `/` goes to the search, Escape empties it, arrow keys go through what was found. */
function startKeys(model, { input, clear }) {
  const shown = () => model.steps.filter((step) => !step.item.hidden).map((step) => step.details.firstElementChild);
  const isTyping = (target) => target.matches("input, select, textarea");
  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const { key, target } = event;
    const summary = target.closest?.(".step summary");
    if (key === "/" && !isTyping(target)) {
      input.focus();
      input.select();
      input.scrollIntoView({ block: "nearest" });
    } else if (key === "Escape" && target === input) {
      if (input.value !== "" || byId("kind").value !== "all") clear();
      else input.blur();
    } else if (key === "Escape" && target.closest?.(".step details[open]")) {
      const details = target.closest(".step details[open]");
      details.open = false;
      details.firstElementChild.focus();
    } else if (key === "ArrowDown" && target === input) {
      shown()[0]?.focus();
    } else if (summary && ["ArrowDown", "ArrowUp", "Home", "End"].includes(key)) {
      const all = shown();
      const at = all.indexOf(summary);
      const to = { ArrowDown: all[at + 1], ArrowUp: all[at - 1] ?? input, Home: all[0], End: all.at(-1) }[key];
      to?.focus();
    } else {
      return;
    }
    event.preventDefault();
  });
}

/** A link to a step opens it, even if the search had hidden it. */
function startLinks(model, { clear }) {
  const follow = () => {
    const [, kind, rest] = /^#(step-|at-)(.+)$/.exec(location.hash) ?? [];
    if (kind === undefined) return;
    const event = kind === "at-" ? model.byName.get(rest) : undefined;
    const step = kind === "step-" ? model.steps[Number(rest)] : event?.steps[0];
    if (step === undefined) return;
    if (step.item.hidden) clear();
    if (kind === "at-") {
      byId(`at-${rest}`).scrollIntoView();
      return;
    }
    step.details.open = true;
    fillDetail(step.details, step);
    step.details.firstElementChild.focus({ preventScroll: true });
    step.item.scrollIntoView({ block: "center" });
  };
  document.addEventListener("click", (event) => {
    const link = event.target.closest?.("a[href^='#step-'], a[href^='#at-']");
    if (link && link.hash === location.hash) follow();
  });
  window.addEventListener("hashchange", follow);
  follow();
}

// Sources.

function showSources({ sources, plan, facts }) {
  byId("source-list").append(...sources.map(sourceItem));
  const section = (id, title, hint, items) => {
    if (items.length > 0) byId(id).append(el("h3", {}, title), el("p", { class: "hint" }, hint), el("ul", { class: "reasons" }, ...items));
  };
  section("left-out", "Left out", "Hooks that the sources hold and this plan does not run.",
    (plan.left_out ?? []).map(({ id, reason }) => el("li", {}, codeOf(id), ": ", bdi(reason))));
  section("differences", "Where the semantics could differ", "The verdict may depend on whether the host does as documented or as observed.",
    facts.differences.map(({ words }) => el("li", {}, ...prose(words))));
}

function sourceItem(source) {
  const body = el("div", {}, el("p", {}, bdi(source.label), source.format === "claude" ? " (Claude’s format)" : ""), el("p", {}, codeOf(source.file)));
  if (source.voided !== undefined) body.append(el("p", {}, el("strong", {}, "Refused by the host, with all hooks in it: "), bdi(source.voided)));
  body.append(el("p", { class: "aside" }, "starts in ", codeOf(source.cwd)), el("p", { class: "digest" }, `sha256 ${source.sha256}`));
  return el("li", {}, el("span", { class: "rank" }, String(source.index + 1)), body, el("span", { class: "facts" }, counted(source.steps, "step")));
}

// Theme and paper.

/** What the reader chose, else what the system says. */
function startTheme() {
  const [root, button] = [document.documentElement, byId("theme")];
  const system = matchMedia("(prefers-color-scheme: dark)");
  const isDark = () => (root.dataset.theme ?? (system.matches ? "dark" : "light")) === "dark";
  const tell = () => button.setAttribute("aria-pressed", String(isDark()));
  const known = remembered();
  if (known === "dark" || known === "light") root.dataset.theme = known;
  button.addEventListener("click", () => {
    root.dataset.theme = isDark() ? "light" : "dark";
    remember(root.dataset.theme);
    tell();
  });
  system.addEventListener("change", tell);
  tell();
}

// Where a page may not keep anything, the choice lasts as long as the page.
function remembered() {
  try {
    return localStorage.getItem(THEME_KEY);
  } catch {
    return null;
  }
}

function remember(theme) {
  try {
    localStorage.setItem(THEME_KEY, theme);
  } catch {
    // Nothing to be done.
  }
}

/** On paper every step that was found is open. Afterwards those that were closed are closed again. */
function startPrinting({ steps }) {
  let opened = [];
  const prepare = () => {
    for (const step of steps) {
      if (step.item.hidden || step.details.open) continue;
      fillDetail(step.details, step);
      step.details.open = true;
      opened.push(step.details);
    }
  };
  const restore = () => {
    for (const details of opened) details.open = false;
    opened = [];
  };
  window.addEventListener("beforeprint", prepare);
  window.addEventListener("afterprint", restore);
  matchMedia("print").addEventListener("change", ({ matches }) => (matches ? prepare() : restore()));
}

function start() {
  startTheme();
  const [plan, facts] = ["plan", "facts"].map((id) => JSON.parse(byId(id).textContent));
  const model = buildModel(plan, facts);
  showHead(model);
  showPicture(model);
  showHoles(model);
  const groups = showSteps(model);
  showSources(model);
  // Shown at once and not before, so that nothing moves.
  for (const id of ["main", "end"]) byId(id).hidden = false;
  startAsking(model);
  const search = startSearch(model, groups);
  startKeys(model, search);
  startLinks(model, search);
  startPrinting(model);
}

start();
