// What a plan says, put together for the page: events with their steps, gates and holes. Nothing here touches the document.

const MCP_PREFIX = "MCP:";
/** How many steps of bytecode may be spent on known names while the page opens; what is left then counts as undecided. */
const NAMES_BUDGET = 5_000_000;

/** What becomes of an event, from the best guarded to what only looks on. */
const STATUS = {
  gated: { label: "Gated", says: "a fail-closed gate takes everything" },
  partly: { label: "Gated in part", says: "fail-closed gates take what their matchers match" },
  before: { label: "Gated before", says: "a fail-closed gate at an earlier event of the same call takes it" },
  open: { label: "Fails open", says: "has gates, and none of them fails closed" },
  none: { label: "No gate", says: "could block, and no hook is asked" },
  observes: { label: "Observes", says: "nothing can be blocked here" },
  absent: { label: "Does not fire", says: "this host never comes here" },
};

function buildModel(plan, facts) {
  const sources = plan.sources.map((source, index) => ({ ...source, index, label: labelOf(source), steps: 0 }));
  const steps = [];
  const purse = { left: NAMES_BUDGET };
  const events = facts.events.map((event) => ({ ...event, steps: [] }));
  const byName = new Map(events.map((event) => [event.name, event]));
  for (const event of events) {
    for (const written of plan.events[event.name] ?? []) {
      const step = buildStep(written, event, sources[written.source], facts.steps[written.id] ?? {}, purse);
      step.index = steps.length;
      step.order = event.steps.length + 1;
      steps.push(step);
      event.steps.push(step);
      step.source.steps += 1;
    }
  }
  for (const event of events) judgeNames(event);
  for (const event of events) event.status = statusOf(event, byName, facts.same_call);
  const holes = events.flatMap((event) => holesOf(event, byName, facts.same_call));
  return { plan, facts, sources, steps, events, byName, holes };
}

function labelOf(source) {
  return source.name === undefined ? source.kind : `${source.kind}:${source.name}`;
}

function buildStep(written, event, source, facts, purse) {
  const program = written.matcher === undefined ? null : readProgram(written.matcher);
  const step = {
    id: written.id,
    event,
    source,
    command: written.run.command ?? null,
    prompt: written.run.prompt ?? null,
    model: written.run.model ?? null,
    scripts: written.run.scripts ?? [],
    timeout: written.timeout_ms,
    failClosed: written.fail_closed === true,
    loopLimit: written.loop_limit ?? null,
    cwd: written.cwd ?? source.cwd,
    pattern: written.matcher?.pattern ?? null,
    program,
    line: facts.line ?? null,
    note: facts.note ?? null,
    readAs: facts.read_as ?? null,
    holds: facts.holds ?? null,
    matches: facts.matches ?? [],
    example: facts.example ?? null,
  };
  step.takes = takenBy(step, purse);
  step.runs = step.takes.kind !== "nothing";
  const mayBlock = event.can_block && event.fires !== "no" && step.runs;
  step.isGate = mayBlock && (step.prompt === null || event.prompt_counts);
  step.isClosed = step.isGate && step.failClosed;
  return step;
}

/** Which subjects let a step run, as far as the program alone or the known names say it. */
function takenBy({ event, program }, purse) {
  if (program === null) return { kind: "everything", because: "no matcher" };
  const { subject, vocabulary } = event;
  if (subject.kind === "absent") return { kind: "everything", because: "nothing to match" };
  if (subject.kind === "fixed") {
    const takes = decideWithin(program, subject.text, purse) !== NO_MATCH;
    return takes ? { kind: "everything", because: "fixed" } : { kind: "nothing", because: "fixed" };
  }
  if (program.kind === "always") return { kind: "everything", because: "always" };
  if (program.kind === "never") return { kind: "nothing", because: "never" };
  if (vocabulary.kind === "open") return { kind: "some" };
  const decisions = vocabulary.names.map((name) => [name, decideWithin(program, name, purse)]);
  return {
    kind: "some",
    names: decisions.filter(([, decision]) => decision !== NO_MATCH).map(([name]) => name),
    isCertain: decisions.every(([, decision]) => decision !== null),
    mcp: event.takes_mcp ? takesPrefix(program, MCP_PREFIX) : "none",
  };
}

/** A decision, or `null` when the purse is empty. */
function decideWithin(program, subject, purse) {
  if (purse.left <= 0) return null;
  const { decision, steps } = decide(program, subject);
  purse.left -= steps;
  return decision;
}

const takesName = (step, name) =>
  step.takes.kind === "everything" ||
  (step.takes.kind === "some" && (name === MCP_PREFIX ? step.takes.mcp === "all" : (step.takes.names ?? []).includes(name)));

/** Sorts the known names of an event that can block by the gates that they reach. */
function judgeNames(event) {
  event.names = null;
  if (!event.can_block || event.subject.kind !== "field" || event.vocabulary.kind === "open") return;
  const reached = (gates) => {
    const names = new Set();
    for (const gate of gates) {
      if (gate.takes.kind === "everything") return new Set(event.vocabulary.names);
      for (const name of gate.takes.names ?? []) names.add(name);
    }
    return names;
  };
  const gates = event.steps.filter((step) => step.isGate);
  const [any, closed] = [reached(gates), reached(gates.filter((step) => step.isClosed))];
  const those = (test) => event.vocabulary.names.filter(test);
  event.names = {
    closed: those((name) => closed.has(name)),
    open: those((name) => any.has(name) && !closed.has(name)),
    ungated: those((name) => !any.has(name)),
  };
}

function statusOf(event, byName, sameCall) {
  if (event.fires === "no") return "absent";
  if (!event.can_block) return "observes";
  const closed = event.steps.filter((step) => step.isClosed);
  if (closed.some((step) => step.takes.kind === "everything")) return "gated";
  if (event.names !== null && event.names.closed.length === event.vocabulary.names.length) return "gated";
  if (gateBefore(event, byName, sameCall) !== null) return "before";
  if (closed.length > 0) return "partly";
  return event.steps.some((step) => step.isGate) ? "open" : "none";
}

/** The fail-closed step of an earlier event that every call passes on its way to this one. */
function gateBefore(event, byName, sameCall) {
  for (const call of sameCall) {
    if (call.then !== event.name) continue;
    const gates = byName.get(call.first).steps;
    const gate = gates.find((step) => step.isClosed && takesName(step, call.tool));
    if (gate !== undefined) return { gate, tool: call.tool };
  }
  return null;
}

/** The names that an event of their own judges later in the same call, with that event. */
function judgedLater(event, name, byName, sameCall) {
  const call = sameCall.find((call) => call.first === event.name && call.tool === name);
  if (call === undefined) return null;
  const later = byName.get(call.then);
  return later.can_block && later.steps.some((step) => step.isGate) ? later : null;
}

function holesOf(event, byName, sameCall) {
  const { status, names } = event;
  if (status === "none" || status === "open") return [{ event, kind: status }];
  if (status !== "partly" || names === null) return [];
  const ungated = names.ungated.map((name) => ({ name, later: judgedLater(event, name, byName, sameCall) }));
  const holes = [];
  if (ungated.length > 0) holes.push({ event, kind: "ungated names", names: ungated });
  if (names.open.length > 0) holes.push({ event, kind: "open names", names: names.open.map((name) => ({ name, later: null })) });
  return holes;
}

// Asking: which steps run at an event for a subject, and why. The reasons are those of `runtime/src/select.rs`.

function reasonFor(step, subject) {
  if (step.program === null) return { runs: true, words: "no matcher" };
  if (subject === null) return { runs: true, words: "nothing to match" };
  switch (decide(step.program, subject).decision) {
    case MATCH:
      return { runs: true, words: "matched" };
    case NO_MATCH:
      return { runs: false, words: "not matched" };
    default:
      return { runs: true, words: "matcher too slow, so it runs" };
  }
}

// Words.

const quoted = (text) => `“${text}”`;

function listOf(parts, last = "and") {
  if (parts.length < 2) return parts.join("");
  return `${parts.slice(0, -1).join(", ")} ${last} ${parts[parts.length - 1]}`;
}

const counted = (count, one, many = `${one}s`) => `${count.toLocaleString("en")} ${count === 1 ? one : many}`;

/** What lets a step run, as a phrase. */
function wordsFor(step) {
  const { takes, event } = step;
  if (step.note !== null) return step.note;
  if (takes.because === "no matcher") return "always";
  if (takes.because === "nothing to match") return "always: this event gives a matcher nothing to test";
  if (takes.because === "fixed") return wordsForFixed(step);
  if (takes.kind === "everything") return `any ${event.subject_word}`;
  if (takes.kind === "nothing") return `no ${event.subject_word} ever`;
  if (takes.names !== undefined) return wordsForNames(takes, event);
  if (step.holds !== null) return wordsForParts(step);
  const example = step.example === null ? "" : `, such as ${quoted(step.example)}`;
  return `a ${event.subject_word} that the pattern matches${example}`;
}

function wordsForParts({ event, holds, matches }) {
  const words = `a ${event.subject_word} that contains ${listOf(fewOf(holds.map(quoted)), "or")}`;
  return matches.length === 0 ? words : `${words}, or matches ${listOf(fewOf(matches), "or")}`;
}

/** The first of them, and how many more there are. */
function fewOf(parts) {
  return parts.length <= MOST_NAMES ? parts : [...parts.slice(0, MOST_NAMES - 1), `${parts.length - MOST_NAMES + 1} others`];
}

function wordsForFixed({ takes, event }) {
  const tested = `matchers are tested against ${quoted(event.subject.text)} here`;
  return takes.kind === "everything" ? `always: ${tested}, and this one matches` : `never: ${tested}`;
}

function wordsForNames({ names, isCertain, mcp }, event) {
  if (!isCertain) return `a ${event.subject_word} that the pattern matches`;
  const parts = names.length > MOST_NAMES ? [`${names.length} of ${event.vocabulary.names.length} known names`] : [...names];
  if (mcp === "all") parts.push("every MCP tool");
  if (mcp === "some") parts.push("some MCP tools");
  return parts.length === 0 ? `no ${event.subject_word} that is known by name` : listOf(parts);
}
const MOST_NAMES = 6;

function duration(milliseconds) {
  const seconds = milliseconds / 1000;
  if (seconds < 120) return `${seconds} s`;
  return seconds % 60 === 0 ? `${seconds / 60} min` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** What a person may look for in a step, in small letters. */
function haystackOf(step) {
  const parts = [
    step.id, step.event.name, step.source.label, step.source.file, step.command, step.prompt, step.model, step.pattern,
    wordsFor(step), step.isClosed || step.failClosed ? "fails closed" : "", ...step.scripts.flatMap(({ path, sha256 }) => [path, sha256]),
  ];
  return parts.filter((part) => part !== null).join("\n").toLowerCase();
}

// Characters that a reader would not see, or that would reorder what is around them, as `cli/src/format/escape.rs` has them.
const HIDDEN =
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\ud800-\udfff\u{e0000}-\u{e007f}]/gu;
const SHORT_ESCAPES = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

const escapeOf = (character) => SHORT_ESCAPES[character] ?? `\\u{${character.codePointAt(0).toString(16)}}`;

/** The text in one line, with such characters written out. */
const visible = (text) => text.replace(HIDDEN, escapeOf);
