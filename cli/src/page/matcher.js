// The matcher programs of a plan, decided as the runtime decides them: `runtime/src/table.rs` and `runtime/src/backtrack.rs`,
// operation by operation and step by step. A test holds this file against them.

/** How many steps one decision of bytecode may take. When they are spent the hook runs. */
const STEP_BUDGET = 100_000;

const MATCH = "match";
const NO_MATCH = "no match";
const BUDGET_SPENT = "budget spent";

/** What a plan's matcher decides, ready to run. Equal programs are read once. */
function readProgram(matcher) {
  if (matcher.always) return { kind: "always" };
  if (matcher.never) return { kind: "never" };
  const kind = matcher.table === undefined ? "backtrack" : "table";
  const text = matcher[kind];
  const key = `${kind} ${text}`;
  let program = readProgram.known.get(key);
  if (program === undefined) {
    const bytes = bytesOf(text);
    program = kind === "table" ? readTable(bytes) : readBytecode(bytes);
    readProgram.known.set(key, program);
  }
  return program;
}
readProgram.known = new Map();

/** Whether the program's pattern matches anywhere in the subject, and how many steps that took. */
function decide(program, subject) {
  switch (program.kind) {
    case "always":
      return { decision: MATCH, steps: 0 };
    case "never":
      return { decision: NO_MATCH, steps: 0 };
    case "table":
      return { decision: program.accepts[tableState(program, subject)] ? MATCH : NO_MATCH, steps: 0 };
    default:
      return search(program, subject);
  }
}

function bytesOf(base64) {
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at++) bytes[at] = text.charCodeAt(at);
  return bytes;
}

// Tables: an automaton over the bytes of the subject, each UTF-16 unit written as UTF-8 writes it.

const REJECT = 0;
const ACCEPT = 1;
const HEADER_LENGTH = 7;
const MAX_NARROW_STATES = 256;

function readTable(bytes) {
  const number = (at) => bytes[at] | (bytes[at + 1] << 8);
  const [states, width, start] = [number(1), number(3), number(5)];
  const rows = HEADER_LENGTH + 256;
  const cells = (states - 2) * width;
  const isWide = states > MAX_NARROW_STATES;
  const next = new Uint16Array(states * width);
  next.fill(ACCEPT, width, 2 * width);
  for (let cell = 0; cell < cells; cell++) {
    next[2 * width + cell] = isWide ? number(rows + 2 * cell) : bytes[rows + cell];
  }
  const bits = rows + cells * (isWide ? 2 : 1);
  const accepts = new Uint8Array(states);
  accepts[ACCEPT] = 1;
  for (let state = 2; state < states; state++) {
    accepts[state] = (bytes[bits + ((state - 2) >> 3)] >> ((state - 2) & 7)) & 1;
  }
  return { kind: "table", classes: bytes.subarray(HEADER_LENGTH, rows), width, start, next, accepts, states };
}

/** The state in which a subject ends, or the first of the two that it never leaves. */
function tableState(table, subject) {
  let state = table.start;
  const step = (byte) => {
    state = table.next[state * table.width + table.classes[byte]];
  };
  for (let at = 0; at < subject.length && state > ACCEPT; at++) {
    const unit = subject.charCodeAt(at);
    if (unit < 0x80) {
      step(unit);
    } else if (unit < 0x800) {
      step(0xc0 | (unit >> 6));
      step(0x80 | (unit & 0x3f));
    } else {
      step(0xe0 | (unit >> 12));
      step(0x80 | ((unit >> 6) & 0x3f));
      step(0x80 | (unit & 0x3f));
    }
  }
  return state;
}

/** Whether a table takes all, none or some of the subjects that begin so; `undefined` for bytecode. */
function takesPrefix(program, prefix) {
  if (program.kind === "always") return "all";
  if (program.kind === "never") return "none";
  if (program.kind !== "table") return undefined;
  const state = tableState(program, prefix);
  return state === ACCEPT ? "all" : state === REJECT ? "none" : "some";
}

// Bytecode: what no automaton can express, matched as ECMAScript defines it, within a budget.

const UNSET = 0xffffffff;
const REGISTERS_A_STEP = 64;
const OPS = [
  "unit", "set", "assert", "jump", "split", "save", "clear", "progress", "zero", "count", "next", "look", "look end",
  "reference", "match",
];
const NUMBERS_OF_OP = [1, 1, 1, 1, 2, 1, 2, 1, 1, 4, 4, 2, 1, 1, 0];
const ASSERTIONS = ["start", "end", "line start", "line end", "word boundary", "no word boundary"];

function readBytecode(bytes) {
  let at = 1;
  const number = () => {
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = bytes[at++];
      value += (byte & 0x7f) * scale;
      if (byte < 0x80) return value;
    }
  };
  const list = (item) => Array.from({ length: number() }, item);
  const op = () => {
    const first = bytes[at++];
    const code = first & 0x3f;
    const numbers = Array.from({ length: NUMBERS_OF_OP[code] }, number);
    return { name: OPS[code], flag: (first & 0x40) !== 0, ignoreCase: (first & 0x80) !== 0, numbers };
  };
  const registers = number();
  const sets = list(() => list(() => [number(), number()]));
  const ops = list(op);
  return { kind: "backtrack", registers, sets, ops, starts: findStarts(ops, sets) };
}

/** Whether a unit is in one of the ranges, which are sorted and do not overlap. */
function holds(ranges, unit) {
  let [low, high] = [0, ranges.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ranges[middle][0] <= unit) low = middle + 1;
    else high = middle;
  }
  return low > 0 && unit <= ranges[low - 1][1];
}

function mergeRanges(ranges) {
  const merged = [];
  for (const [low, high] of [...ranges].sort((a, b) => a[0] - b[0] || a[1] - b[1])) {
    const last = merged[merged.length - 1];
    if (last !== undefined && low <= last[1] + 1) last[1] = Math.max(last[1], high);
    else merged.push([low, high]);
  }
  return merged;
}

/** The units before which a match can begin, beside the very beginning; `null` for anywhere. */
function findStarts(ops, sets) {
  const units = [];
  const seen = new Set();
  const pending = [0];
  while (pending.length > 0) {
    const address = pending.pop();
    if (address >= ops.length) return null;
    if (seen.has(address)) continue;
    seen.add(address);
    const { name, flag, numbers } = ops[address];
    switch (name) {
      case "unit":
        if (flag) return null;
        units.push([numbers[0], numbers[0]]);
        break;
      case "set":
        if (flag) return null;
        for (const range of sets[numbers[0]]) units.push(range);
        break;
      case "assert":
        if (ASSERTIONS[numbers[0]] !== "start") pending.push(address + 1);
        break;
      case "save":
      case "clear":
      case "progress":
      case "zero":
        pending.push(address + 1);
        break;
      case "jump":
        pending.push(numbers[0]);
        break;
      case "split":
        pending.push(numbers[0], numbers[1]);
        break;
      case "count":
        pending.push(address + 1, numbers[3]);
        break;
      case "next":
        pending.push(numbers[3]);
        break;
      case "look":
        pending.push(numbers[1]);
        break;
      default:
        return null;
    }
  }
  return mergeRanges(units);
}

const isWord = (unit) =>
  (unit >= 0x30 && unit <= 0x39) || (unit >= 0x41 && unit <= 0x5a) || unit === 0x5f || (unit >= 0x61 && unit <= 0x7a);
const isLineTerminator = (unit) => unit === 0x0a || unit === 0x0d || unit === 0x2028 || unit === 0x2029;

/** ECMAScript's `Canonicalize` without the flags `u` and `v`. */
function canonicalize(unit) {
  const upper = String.fromCharCode(unit).toUpperCase();
  if (upper.length !== 1) return unit;
  const found = upper.charCodeAt(0);
  return unit >= 0x80 && found < 0x80 ? unit : found;
}

function search(code, subject) {
  const machine = new Machine(code, subject);
  const outcome = (decision) => ({ decision, steps: machine.steps });
  for (let start = 0; start <= subject.length; start++) {
    if (start > 0 && code.starts !== null) {
      if (code.starts.length === 0) break;
      if (start === subject.length || !holds(code.starts, subject.charCodeAt(start))) continue;
    }
    const matched = machine.attempt(start);
    if (matched === null) return outcome(BUDGET_SPENT);
    if (matched) return outcome(MATCH);
  }
  return outcome(NO_MATCH);
}

const CHOICE = 0;
const RESTORE = 1;
const LOOK = 2;

class Machine {
  constructor(code, subject) {
    this.code = code;
    this.subject = subject;
    this.registers = new Uint32Array(code.registers);
    // What to do when matching fails, the latest last.
    this.stack = [];
    this.steps = 0;
    this.address = 0;
    this.position = 0;
  }

  /** Matches from one position; `null` when the budget is spent. */
  attempt(start) {
    const { ops, registers } = this.code;
    this.stack.length = 0;
    this.registers.fill(UNSET);
    this.steps += Math.floor(registers / REGISTERS_A_STEP);
    this.address = 0;
    this.position = start;
    for (;;) {
      this.steps += 1;
      if (this.steps > STEP_BUDGET) return null;
      const op = ops[this.address];
      if (op !== undefined && op.name === "match") return true;
      this.address += 1;
      if ((op === undefined || !this.execute(op)) && !this.backtrack()) return false;
    }
  }

  /** One operation, which leads on to another address and position; `false` if it failed. */
  execute({ name, flag, ignoreCase, numbers }) {
    switch (name) {
      case "unit":
        return this.read(flag) === numbers[0];
      case "set": {
        const unit = this.read(flag);
        return unit !== undefined && holds(this.code.sets[numbers[0]], unit);
      }
      case "assert":
        return this.satisfies(ASSERTIONS[numbers[0]]);
      case "jump":
        this.address = numbers[0];
        return true;
      case "split":
        this.choose(numbers[0], numbers[1]);
        return true;
      case "save":
        this.set(numbers[0], this.position);
        return true;
      case "clear":
        this.clear(numbers[0], numbers[1]);
        return true;
      case "progress":
        return this.registers[numbers[0]] !== this.position;
      case "zero":
        this.set(numbers[0], 0);
        return true;
      case "count":
        this.count(numbers, flag);
        return true;
      case "next":
        return this.next(numbers);
      case "look":
        this.look(numbers, flag);
        return true;
      case "look end":
        return this.endLook(numbers[0], flag);
      case "reference":
        return this.readAgain(numbers[0], flag, ignoreCase);
      default:
        return false;
    }
  }

  /** The unit beside the position, which moves over it; `undefined` at the subject's end. */
  read(backward) {
    const at = backward ? this.position - 1 : this.position;
    if (at < 0 || at >= this.subject.length) return undefined;
    this.position += backward ? -1 : 1;
    return this.subject.charCodeAt(at);
  }

  satisfies(assertion) {
    const before = this.position > 0 ? this.subject.charCodeAt(this.position - 1) : undefined;
    const after = this.position < this.subject.length ? this.subject.charCodeAt(this.position) : undefined;
    const isOnBoundary = () => (before !== undefined && isWord(before)) !== (after !== undefined && isWord(after));
    switch (assertion) {
      case "start":
        return before === undefined;
      case "end":
        return after === undefined;
      case "line start":
        return before === undefined || isLineTerminator(before);
      case "line end":
        return after === undefined || isLineTerminator(after);
      case "word boundary":
        return isOnBoundary();
      default:
        return !isOnBoundary();
    }
  }

  choose(first, second) {
    this.stack.push({ kind: CHOICE, address: second, position: this.position });
    this.address = first;
  }

  set(register, value) {
    this.stack.push({ kind: RESTORE, register, value: this.registers[register] });
    this.registers[register] = value;
  }

  clear(from, to) {
    this.steps += to - from;
    for (let register = from; register < to; register++) {
      if (this.registers[register] !== UNSET) this.set(register, UNSET);
    }
  }

  count([counter, min, max, exit], greedy) {
    const count = this.registers[counter];
    if (count < min) return;
    if (max !== UNSET && count >= max) {
      this.address = exit;
    } else if (greedy) {
      this.choose(this.address, exit);
    } else {
      this.choose(exit, this.address);
    }
  }

  next([counter, min, mark, head]) {
    const count = this.registers[counter];
    if (mark !== UNSET && count >= min && this.registers[mark] === this.position) return false;
    this.set(counter, Math.min(count + 1, UNSET - 1));
    this.address = head;
    return true;
  }

  look([height, exit], negative) {
    this.set(height, this.stack.length + 1);
    this.stack.push({ kind: LOOK, negative, address: exit, position: this.position });
  }

  /** The body of a look-around matched: its choices are final, and a positive one goes on where it began. */
  endLook(register, negative) {
    const height = this.registers[register];
    const frame = this.stack[height];
    if (frame === undefined || frame.kind !== LOOK) return false;
    this.steps += this.stack.length - height;
    if (negative) {
      while (this.stack.length > height) this.restore(this.stack.pop());
      return false;
    }
    let kept = height;
    for (let index = height; index < this.stack.length; index++) {
      if (this.stack[index].kind === RESTORE) this.stack[kept++] = this.stack[index];
    }
    this.stack.length = kept;
    this.address = frame.address;
    this.position = frame.position;
    return true;
  }

  restore(frame) {
    if (frame.kind === RESTORE) this.registers[frame.register] = frame.value;
  }

  /** Reads again what a group has read. */
  readAgain(register, backward, ignoreCase) {
    const [from, to] = [this.registers[register], this.registers[register + 1]];
    if (from === UNSET || to === UNSET) return true;
    const length = to - from;
    if (length < 0) return false;
    this.steps += length;
    const first = backward ? this.position - length : this.position;
    if (first < 0 || first + length > this.subject.length || to > this.subject.length) return false;
    for (let offset = 0; offset < length; offset++) {
      const read = this.subject.charCodeAt(from + offset);
      const again = this.subject.charCodeAt(first + offset);
      if (read !== again && !(ignoreCase && canonicalize(read) === canonicalize(again))) return false;
    }
    this.position = backward ? first : first + length;
    return true;
  }

  /** Goes back to the latest choice; `false` if there is none left. */
  backtrack() {
    while (this.stack.length > 0) {
      const frame = this.stack.pop();
      if (frame.kind === RESTORE) {
        this.restore(frame);
      } else if (frame.kind === CHOICE || frame.negative) {
        this.address = frame.address;
        this.position = frame.position;
        return true;
      }
    }
    return false;
  }
}
