use super::super::render::render;
use super::super::{Language, read};

/// Stands for a payload in the texts of the tests.
const PAYLOAD: &str = r#"JSON.parse(require("fs").readFileSync(0, "utf8"))"#;

fn shown(text: &str) -> String {
    render(text, &read(Language::JavaScript, text))
}

/// What is known beyond the payload that every text reads alike.
fn of_payload(text: &str) -> String {
    let shown = shown(&text.replace("PAYLOAD", PAYLOAD));
    let is_of_payload = |line: &str| {
        line.starts_with("stdin: ")
            || line.starts_with("import: fs ")
            || line.contains("then error `JSON.parse(require(")
    };
    shown.lines().filter(|line| !is_of_payload(line)).collect::<Vec<_>>().join("\n")
}

#[test]
fn the_payload_is_read_whole_from_descriptor_0() {
    insta::assert_snapshot!(shown(r#"const p = JSON.parse(require("fs").readFileSync(0, "utf8"));
console.log(p.command);"#), @r#"
    stdin: whole `require("fs").readFileSync(0, "utf8")`, parsed `JSON.parse(require("fs").readFileSync(0, "utf8"))`, names encoding
    read: command `p.command`
    answer 0: unknown from `console.log(p.command)`
    import: fs `fs`
    way: 0 then 0
    way: nothing then error `JSON.parse(require("fs").readFileSync(0, "utf8"))`
    "#);
}

#[test]
fn chunks_of_a_loop_are_the_payload() {
    insta::assert_snapshot!(shown(r#"let raw = "";
for await (const chunk of process.stdin) raw += chunk;
const { tool_name } = JSON.parse(raw);"#), @r"
    stdin: whole `process.stdin`, parsed `JSON.parse(raw)`, names encoding
    read: tool_name `tool_name`
    way: nothing then 0
    way: nothing then error `JSON.parse(raw)`
    ");
}

#[test]
fn chunks_of_listeners_are_the_payload_at_the_end() {
    insta::assert_snapshot!(shown(r#"let raw = "";
process.stdin.on("data", (c) => (raw += c));
process.stdin.on("end", () => { const p = JSON.parse(raw); if (p.prompt) process.exit(2); });
console.log("{}");"#), @r#"
    stdin: whole `process.stdin.on("data", (c) => (raw += c))`, parsed `JSON.parse(raw)`, names encoding
    read: prompt `p.prompt`
    answer 0: json {} from `console.log("{}")`
    way: 0 then 2 `process.exit(2)`
    way: 0 then 0
    way: 0 then error `JSON.parse(raw)`
    "#);
}

#[test]
fn a_helper_that_waits_for_the_end_gives_the_payload() {
    insta::assert_snapshot!(shown(r#"async function readStdin() {
  return new Promise((resolve) => {
    const parts = [];
    process.stdin.on("data", (part) => parts.push(part));
    process.stdin.on("end", () => resolve(Buffer.concat(parts).toString("utf8")));
  });
}
const input = JSON.parse(await readStdin());
console.log(JSON.stringify({ continue: input.prompt !== "" }));"#), @r#"
    stdin: whole `process.stdin.on("data", (part) => parts.push(part))`, parsed `JSON.parse(await readStdin())`, names encoding
    read: prompt, fallback `input.prompt`
    answer 0: json {continue: any `input.prompt !== ""`} from `console.log(JSON.stringify({ continue: input.prompt !== "" }))`
    way: 0 then 0
    way: nothing then error `JSON.parse(await readStdin())`
    "#);
}

#[test]
fn bun_and_deno_decode_the_payload() {
    insta::assert_snapshot!(shown(r"const a = await Bun.stdin.json();
const b = await new Response(Deno.stdin.readable).json();
a.command; b.cwd;"), @r"
    stdin: whole `Bun.stdin.json()`, parsed `Bun.stdin.json()`, strips BOM, names encoding
    read: command `a.command`
    read: cwd `b.cwd`
    way: nothing then 0
    way: nothing then error `Bun.stdin.json()`
    ");
}

#[test]
fn the_consumers_of_streams_take_a_mark_off() {
    insta::assert_snapshot!(shown(r#"import { json } from "node:stream/consumers";
const p = await json(process.stdin);
p.file_path;"#), @r"
    stdin: whole `json(process.stdin)`, parsed `json(process.stdin)`, strips BOM, names encoding
    read: file_path `p.file_path`
    import: node:stream/consumers, esm `node:stream/consumers`
    way: nothing then 0
    way: nothing then error `json(process.stdin)`
    ");
}

#[test]
fn a_mark_is_taken_off_by_replace() {
    insta::assert_snapshot!(shown(r#"const p = JSON.parse(require("fs").readFileSync(0, "utf8").replace(/^\uFEFF/, ""));"#), @r#"
    stdin: whole `require("fs").readFileSync(0, "utf8")`, parsed `JSON.parse(require("fs").readFileSync(0, "utf8").replace(/^\uFEFF/, ""))`, strips BOM, names encoding
    import: fs `fs`
    way: nothing then 0
    way: nothing then error `JSON.parse(require("fs").readFileSync(0, "utf8").replace(/^\uFEFF/, ""))`
    "#);
}

#[test]
fn a_mark_is_taken_off_by_slice() {
    insta::assert_snapshot!(shown(r#"const raw = require("fs").readFileSync(0, "utf8");
const p = JSON.parse(raw.charCodeAt(0) === 0xfeff ? raw.slice(1) : raw);"#), @r#"
    stdin: whole `require("fs").readFileSync(0, "utf8")`, parsed `JSON.parse(raw.charCodeAt(0) === 0xfeff ? raw.slice(1) : raw)`, strips BOM, names encoding
    import: fs `fs`
    way: nothing then 0
    way: nothing then error `JSON.parse(raw.charCodeAt(0) === 0xfeff ? raw.slice(1) : raw)`
    "#);
}

#[test]
fn a_mark_is_taken_off_by_trim() {
    insta::assert_snapshot!(shown(r#"const p = JSON.parse(require("fs").readFileSync(0, "utf8").trim());"#), @r#"
    stdin: whole `require("fs").readFileSync(0, "utf8")`, parsed `JSON.parse(require("fs").readFileSync(0, "utf8").trim())`, strips BOM, names encoding
    import: fs `fs`
    way: nothing then 0
    way: nothing then error `JSON.parse(require("fs").readFileSync(0, "utf8").trim())`
    "#);
}

#[test]
fn a_mark_is_kept_by_to_string() {
    insta::assert_snapshot!(shown(r#"const p = JSON.parse(require("fs").readFileSync(0).toString());"#), @r#"
    stdin: whole `require("fs").readFileSync(0)`, parsed `JSON.parse(require("fs").readFileSync(0).toString())`, names encoding
    import: fs `fs`
    way: nothing then 0
    way: nothing then error `JSON.parse(require("fs").readFileSync(0).toString())`
    "#);
}

#[test]
fn one_line_is_a_part() {
    insta::assert_snapshot!(shown(r#"const rl = require("readline").createInterface({ input: process.stdin });
rl.once("line", (line) => { JSON.parse(line).command; });"#), @r#"
    stdin: part `rl.once("line", (line) => { JSON.parse(line).command; })`, parsed `JSON.parse(line)`, names encoding
    read: command `JSON.parse(line).command`
    import: readline `readline`
    way: nothing then 0
    way: nothing then error `JSON.parse(line)`
    "#);
}

#[test]
fn a_timer_that_ends_the_process_is_a_deadline() {
    insta::assert_snapshot!(shown(r#"setTimeout(() => { console.log("{}"); process.exit(0); }, 5000);
const p = JSON.parse(require("fs").readFileSync(0, "utf8"));
process.stdout.write(JSON.stringify({ permission: "allow" }));"#), @r#"
    stdin: whole `require("fs").readFileSync(0, "utf8")`, parsed `JSON.parse(require("fs").readFileSync(0, "utf8"))`, names encoding, has deadline
    answer 0: json {} from `console.log("{}")`
    answer 1: json {permission: "allow"} from `process.stdout.write(JSON.stringify({ permission: "allow" }))`
    import: fs `fs`
    way: 0 then 0 `process.exit(0)`
    way: 1 then 0
    way: nothing then error `JSON.parse(require("fs").readFileSync(0, "utf8"))`
    "#);
}

#[test]
fn names_hold_parts_of_the_payload() {
    insta::assert_snapshot!(of_payload(r#"const { tool_input: { command = "" }, cwd, ...rest } = PAYLOAD;
rest.model;"#), @r"
    read: tool_input `tool_input`
    read: tool_input.command, fallback `command`
    read: cwd `cwd`
    read: model `rest.model`
    way: nothing then 0
    ");
}

#[test]
fn a_function_reads_what_it_is_called_with() {
    insta::assert_snapshot!(of_payload(r"const P = PAYLOAD;
function judge({ command }, tool) { return tool.name; }
judge(P, P.tool_input);"), @r"
    read: command `command`
    read: tool_input.name `tool.name`
    read: tool_input `P.tool_input`
    way: nothing then 0
    ");
}

#[test]
fn absence_is_provided_for() {
    insta::assert_snapshot!(of_payload(r#"const p = PAYLOAD;
const a = p.one ?? "";
const b = p.two || p.three || "";
const c = p.four?.five;
if ("six" in p) p.six;
if (typeof p.seven === "string") p.seven;
p.eight;"#), @r#"
    read: one, fallback `p.one`
    read: two, fallback `p.two`
    read: three, fallback `p.three`
    read: four.five, fallback `p.four?.five`
    read: six, fallback `"six" in p`
    read: six, fallback `p.six`
    read: seven, fallback `p.seven`
    read: seven, fallback `p.seven`
    read: eight `p.eight`
    way: nothing then 0
    "#);
}

#[test]
fn a_test_for_presence_that_refuses_provides_for_nothing() {
    insta::assert_snapshot!(of_payload(r#"const p = PAYLOAD;
if (!p.session_id) {
  console.error("no session");
  process.exit(2);
}
console.log("{}");"#), @r#"
    read: session_id `p.session_id`
    answer 0: json {} from `console.log("{}")`
    way: nothing then 2 `process.exit(2)`, complains
    way: 0 then 0
    "#);
}

#[test]
fn items_of_lists_are_read() {
    insta::assert_snapshot!(of_payload(r"const p = PAYLOAD;
p.workspace_roots[0];
for (const edit of p.edits) edit.old_string;
p.attachments.map((a) => a.file_path);"), @r"
    read: workspace_roots.[] `p.workspace_roots[0]`
    read: edits `p.edits`
    read: edits.[].old_string `edit.old_string`
    read: attachments `p.attachments`
    read: attachments.[].file_path `a.file_path`
    way: nothing then 0
    ");
}

#[test]
fn a_text_inside_the_payload_is_decoded() {
    insta::assert_snapshot!(of_payload(r#"const p = PAYLOAD;
const args = typeof p.tool_input === "string" ? JSON.parse(p.tool_input) : p.tool_input;
args.url;"#), @r"
    read: tool_input, fallback, decoded `p.tool_input`
    read: tool_input, fallback, decoded `p.tool_input`
    read: tool_input, fallback `p.tool_input`
    read: tool_input.url, fallback, decoded `args.url`
    way: nothing then 0
    ");
}

#[test]
fn a_name_that_is_not_known_claims_nothing() {
    insta::assert_snapshot!(of_payload(r"const p = PAYLOAD;
p[process.argv[2]];
for (const key of Object.keys(p)) p[key];"), @r"way: nothing then 0");
}

#[test]
fn methods_and_lengths_are_no_fields() {
    insta::assert_snapshot!(of_payload(r#"const p = PAYLOAD;
p.command.trim().includes("rm");
p.edits.length;"#), @r"
    read: command `p.command`
    read: edits `p.edits`
    way: nothing then 0
    ");
}

#[test]
fn a_field_is_compared_with_constants() {
    insta::assert_snapshot!(of_payload(r#"const SHELL = "Shell";
const p = PAYLOAD;
if (p.tool_name === SHELL || ["Edit", "Write"].includes(p.tool_name)) p.a;
if (new Set(["Read"]).has(p.tool_name)) p.b;
switch (p.status) { case "completed": break; case "error": p.c; }"#), @r#"
    read: tool_name `p.tool_name`
    read: tool_name `p.tool_name`
    read: a `p.a`
    read: tool_name `p.tool_name`
    read: b `p.b`
    read: status `p.status`
    read: c `p.c`
    compare: tool_name with "Shell"
    compare: tool_name with "Edit"
    compare: tool_name with "Write"
    compare: tool_name with "Read"
    compare: status with "completed"
    compare: status with "error"
    way: nothing then 0
    "#);
}

#[test]
fn an_event_narrows_what_stands_under_it() {
    insta::assert_snapshot!(of_payload(r#"const p = PAYLOAD;
if (p.hook_event_name === "stop") {
  p.loop_count;
  console.log(JSON.stringify({ followup_message: "go on" }));
} else {
  p.command;
  console.log("{}");
}"#), @r#"
    read: hook_event_name `p.hook_event_name`
    read: loop_count `p.loop_count` [only stop]
    read: command `p.command` [except stop]
    compare: hook_event_name with "stop"
    host check: `p.hook_event_name === "stop"`
    answer 0: json {followup_message: "go on"} from `console.log(JSON.stringify({ followup_message: "go on" }))` [only stop]
    answer 1: json {} from `console.log("{}")` [except stop]
    way: 0 then 0 [only stop]
    way: 1 then 0 [except stop]
    "#);
}

#[test]
fn behind_an_early_end_other_events_are_left() {
    insta::assert_snapshot!(of_payload(r#"const p = PAYLOAD;
if (p.hook_event_name !== "preToolUse") process.exit(0);
p.tool_input;
console.log(JSON.stringify({ permission: "allow" }));"#), @r#"
    read: hook_event_name `p.hook_event_name`
    read: tool_input `p.tool_input` [only preToolUse]
    compare: hook_event_name with "preToolUse"
    host check: `p.hook_event_name !== "preToolUse"`
    answer 0: json {permission: "allow"} from `console.log(JSON.stringify({ permission: "allow" }))` [only preToolUse]
    way: nothing then 0 `process.exit(0)` [except preToolUse]
    way: 0 then 0 [only preToolUse]
    "#);
}

#[test]
fn a_switch_falls_through() {
    insta::assert_snapshot!(of_payload(r#"const p = PAYLOAD;
switch (p.hook_event_name) {
  case "a":
  case "b":
    console.log("{}");
  case "c":
    process.exit(2);
  default:
    console.log(JSON.stringify({ continue: true }));
}"#), @r#"
    read: hook_event_name `p.hook_event_name`
    compare: hook_event_name with "a"
    compare: hook_event_name with "b"
    compare: hook_event_name with "c"
    host check: `(p.hook_event_name)`
    answer 0: json {} from `console.log("{}")` [only a b]
    answer 1: json {continue: true} from `console.log(JSON.stringify({ continue: true }))` [except a b c]
    way: 0 then 2 `process.exit(2)` [only a b]
    way: nothing then 2 `process.exit(2)` [only c]
    way: 1 then 0 [except a b c]
    "#);
}

#[test]
fn a_table_of_handlers_is_a_switch() {
    insta::assert_snapshot!(of_payload(r#"const p = PAYLOAD;
const handlers = { stop: () => ({ followup_message: "more" }), preToolUse: (e) => ({ permission: "deny", user_message: e.tool_name }) };
const answer = handlers[p.hook_event_name]?.(p) ?? {};
console.log(JSON.stringify(answer));"#), @r#"
    read: tool_name `e.tool_name` [only preToolUse]
    read: hook_event_name `p.hook_event_name`
    compare: hook_event_name with "stop"
    compare: hook_event_name with "preToolUse"
    host check: `handlers[p.hook_event_name]`
    answer 0: json {followup_message: "more"} from `console.log(JSON.stringify(answer))` [only stop]
    answer 1: json {permission: "deny", user_message: any `e.tool_name`} from `console.log(JSON.stringify(answer))` [only preToolUse]
    answer 2: json {} from `console.log(JSON.stringify(answer))` [except stop preToolUse]
    way: 0 then 0 [only stop]
    way: 1 then 0 [only preToolUse]
    way: 2 then 0 [except stop preToolUse]
    "#);
}

#[test]
fn an_answer_that_is_set_by_event_is_told_by_event() {
    insta::assert_snapshot!(of_payload(r#"const p = PAYLOAD;
const out = {};
if (p.hook_event_name === "sessionStart") out.additional_context = "hello";
else out.permission = "allow";
console.log(JSON.stringify(out));"#), @r#"
    read: hook_event_name `p.hook_event_name`
    compare: hook_event_name with "sessionStart"
    host check: `p.hook_event_name === "sessionStart"`
    answer 0: json {additional_context: "hello"} from `console.log(JSON.stringify(out))` [only sessionStart]
    answer 1: json {permission: "allow"} from `console.log(JSON.stringify(out))` [except sessionStart]
    way: 0 then 0 [only sessionStart]
    way: 1 then 0 [except sessionStart]
    "#);
}

#[test]
fn the_environment_makes_what_follows_conditional() {
    insta::assert_snapshot!(shown(r#"if (process.env.CURSOR_VERSION) {
  console.log(JSON.stringify({ permission: "deny" }));
} else {
  console.log(JSON.stringify({ decision: "block" }));
}"#), @r#"
    host check: `process.env.CURSOR_VERSION`
    answer 0: json {permission: "deny"} from `console.log(JSON.stringify({ permission: "deny" }))` [conditional]
    answer 1: json {decision: "block"} from `console.log(JSON.stringify({ decision: "block" }))` [conditional]
    way: 0 then 0 [conditional]
    way: 1 then 0 [conditional]
    "#);
}

#[test]
fn an_object_is_answered() {
    insta::assert_snapshot!(shown(r#"console.log(JSON.stringify({ permission: "deny", "user_message": "no", nested: { a: [1], b: null, c: 2 } }));"#), @r#"
    answer 0: json {permission: "deny", user_message: "no", nested: {a: [], b: null, c: number `2`}} from `console.log(JSON.stringify({ permission: "deny", "user_message": "no", n…`
    way: 0 then 0
    "#);
}

#[test]
fn a_constant_text_is_answered() {
    insta::assert_snapshot!(shown(r#"process.stdout.write('{"permission":"allow"}' + "\n");"#), @r#"
    answer 0: json {permission: "allow"} from `process.stdout.write('{"permission":"allow"}' + "\n")`
    way: 0 then 0
    "#);
}

#[test]
fn a_text_that_is_no_json_is_said() {
    insta::assert_snapshot!(shown(r#"console.log("blocked");
console.debug("x");
console.log({ permission: "deny" });"#), @r#"
    answer 0: text Said from `console.log("blocked")`
    answer 1: text Logged from `console.debug("x")`
    answer 2: text Said from `console.log({ permission: "deny" })`
    way: 0, 1, 2 then 0
    "#);
}

#[test]
fn a_template_is_json_by_hand() {
    insta::assert_snapshot!(of_payload(r#"const p = PAYLOAD;
console.log(`{"permission":"deny","user_message":"${p.command}","n":${p.n}}`);"#), @r#"
    read: command `p.command`
    read: n `p.n`
    answer 0: by hand {permission: "deny", user_message: text `${p.command}`, n: any `${p.n}`} unescaped `${p.command}` from `console.log(`{"permission":"deny","user_message":"${p.command}","n":${p.…`
    way: 0 then 0
    "#);
}

#[test]
fn a_template_of_written_json_is_escaped() {
    insta::assert_snapshot!(of_payload(r#"const p = PAYLOAD;
console.log(`{"user_message":${JSON.stringify("no " + p.command)}}`);
process.stdout.write(`${JSON.stringify({ continue: true })}\n`);"#), @r#"
    read: command `p.command`
    answer 0: by hand {user_message: text `JSON.stringify("no " + p.command)`} from `console.log(`{"user_message":${JSON.stringify("no " + p.command)}}`)`
    answer 1: json {continue: true} from `process.stdout.write(`${JSON.stringify({ continue: true })}\n`)`
    way: 0, 1 then 0
    "#);
}

#[test]
fn a_helper_answers_where_it_is_called() {
    insta::assert_snapshot!(shown(r#"function respond(answer) {
  console.log(JSON.stringify(answer));
  process.exit(0);
}
const deny = (why) => respond({ permission: "deny", user_message: why });
if (Math.random() > 0.5) deny("bad luck");
respond({ permission: "allow" });"#), @r#"
    answer 0: json {permission: "deny", user_message: "bad luck"} from `respond({ permission: "deny", user_message: why })`
    answer 1: json {permission: "allow"} from `respond({ permission: "allow" })`
    way: 0 then 0 `process.exit(0)`
    way: 1 then 0 `process.exit(0)`
    "#);
}

#[test]
fn members_are_added_under_conditions() {
    insta::assert_snapshot!(shown(r#"const answer = { permission: "allow" };
if (Math.random() > 0.5) {
  answer.permission = "deny";
  answer.user_message = "no";
}
const more = { ...answer, agent_message: "x" };
console.log(JSON.stringify(more));"#), @r#"
    answer 0: json {permission: "deny" | "allow", user_message?: "no", agent_message: "x"} from `console.log(JSON.stringify(more))`
    way: 0 then 0
    "#);
}

#[test]
fn one_of_two_objects_is_answered() {
    insta::assert_snapshot!(shown(r#"console.log(JSON.stringify(Math.random() > 0.5 ? { permission: "deny" } : { permission: "allow" }));"#), @r#"
    answer 0: json {permission: "deny"} | {permission: "allow"} from `console.log(JSON.stringify(Math.random() > 0.5 ? { permission: "deny" } …`
    way: 0 then 0
    "#);
}

#[test]
fn the_payload_is_echoed() {
    insta::assert_snapshot!(shown(r#"const raw = require("fs").readFileSync(0, "utf8");
process.stdout.write(raw);
console.log(JSON.stringify(JSON.parse(raw)));"#), @r#"
    stdin: whole `require("fs").readFileSync(0, "utf8")`, parsed `JSON.parse(raw)`, names encoding
    answer 0: payload from `process.stdout.write(raw)`
    answer 1: payload from `console.log(JSON.stringify(JSON.parse(raw)))`
    import: fs `fs`
    way: 0, 1 then 0
    way: 0 then error `JSON.parse(raw)`
    "#);
}

#[test]
fn standard_output_has_many_names() {
    insta::assert_snapshot!(shown(r#"const fs = require("fs");
fs.writeSync(1, "{}");
fs.writeFileSync("/dev/stdout", "{}");
await Bun.write(Bun.stdout, "{}");
Deno.stdout.writeSync(new TextEncoder().encode("{}"));"#), @r#"
    answer 0: json {} from `fs.writeSync(1, "{}")`
    answer 1: json {} from `fs.writeFileSync("/dev/stdout", "{}")`
    answer 2: json {} from `Bun.write(Bun.stdout, "{}")`
    answer 3: json {} from `Deno.stdout.writeSync(new TextEncoder().encode("{}"))`
    import: fs `fs`
    way: 0, 1, 2 then 0, many
    "#);
}

#[test]
fn a_rejected_main_is_handled() {
    insta::assert_snapshot!(shown(r#"async function main() {
  const p = JSON.parse(require("fs").readFileSync(0, "utf8"));
  console.log("{}");
}
main().catch((error) => {
  console.error(error);
  process.exit(2);
});"#), @r#"
    stdin: whole `require("fs").readFileSync(0, "utf8")`, parsed `JSON.parse(require("fs").readFileSync(0, "utf8"))`, names encoding
    answer 0: json {} from `console.log("{}")`
    import: fs, guarded `fs`
    way: nothing then 2 `process.exit(2)`, complains handler `(error) => {⏎  console.error(error);⏎  process.exit(2);⏎}`
    way: 0 then 0
    "#);
}

#[test]
fn an_error_that_is_caught_leads_through_the_handler() {
    insta::assert_snapshot!(shown(r#"try {
  JSON.parse(require("fs").readFileSync(0, "utf8"));
  console.log(JSON.stringify({ permission: "allow" }));
} catch {
  console.log(JSON.stringify({ permission: "deny" }));
} finally {
  console.error("done");
}"#), @r#"
    stdin: whole `require("fs").readFileSync(0, "utf8")`, parsed `JSON.parse(require("fs").readFileSync(0, "utf8"))`, names encoding
    answer 0: json {permission: "allow"} from `console.log(JSON.stringify({ permission: "allow" }))`
    answer 1: json {permission: "deny"} from `console.log(JSON.stringify({ permission: "deny" }))`
    import: fs, guarded `fs`
    way: 0 then 0, complains
    way: 1 then 0, complains handler `catch {⏎  console.log(JSON.stringify({ permission: "deny" }));⏎}`
    "#);
}

#[test]
fn an_error_that_nothing_catches_ends_with_an_error() {
    insta::assert_snapshot!(of_payload(r#"const p = PAYLOAD;
if (!p.command) throw new Error("no command");
console.log("{}");"#), @r#"
    read: command `p.command`
    answer 0: json {} from `console.log("{}")`
    way: 0 then 0
    way: nothing then error `throw new Error("no command");`
    "#);
}

#[test]
fn an_exit_code_is_set_before_the_end() {
    insta::assert_snapshot!(shown(r#"if (Math.random() > 0.5) {
  process.exitCode = 2;
  console.error("no");
}"#), @r"
    way: nothing then 2, complains
    way: nothing then 0
    ");
}

#[test]
fn an_exit_code_depends_on_a_test() {
    insta::assert_snapshot!(shown(r"process.exit(Math.random() > 0.5 ? 2 : 0);"), @r"
    way: nothing then 2 `process.exit(Math.random() > 0.5 ? 2 : 0)`
    way: nothing then 0 `process.exit(Math.random() > 0.5 ? 2 : 0)`
    ");
}

#[test]
fn a_handler_of_last_resort_takes_all_errors() {
    insta::assert_snapshot!(shown(r#"process.on("uncaughtException", () => { console.log(JSON.stringify({ permission: "deny" })); process.exit(0); });
JSON.parse(require("fs").readFileSync(0, "utf8"));
console.log("{}");"#), @r#"
    stdin: whole `require("fs").readFileSync(0, "utf8")`, parsed `JSON.parse(require("fs").readFileSync(0, "utf8"))`, names encoding
    answer 0: json {} from `console.log("{}")`
    answer 1: json {permission: "deny"} from `console.log(JSON.stringify({ permission: "deny" }))`
    import: fs `fs`
    way: 1 then 0 `process.exit(0)` handler `process.on("uncaughtException", () => { console.log(JSON.stringify({ per…`
    way: 0 then 0
    "#);
}

#[test]
fn a_loop_answers_any_number_of_times() {
    insta::assert_snapshot!(shown(r#"for (const line of LINES) console.log("x");
while (true) { if (done()) break; }
console.log("{}");"#), @r#"
    answer 0: text Said from `console.log("x")`
    answer 1: json {} from `console.log("{}")`
    way: 1 then 0
    way: 0, 1 then 0, many
    way: 0, 0, 1 then 0, many
    "#);
}

#[test]
fn a_class_is_followed() {
    insta::assert_snapshot!(shown(r#"class Gate {
  answer = { permission: "allow" };
  run() { console.log(JSON.stringify(this.answer)); }
}
new Gate().run();"#), @r#"
    answer 0: json {permission: "allow"} from `console.log(JSON.stringify(this.answer))`
    way: 0 then 0
    "#);
}

#[test]
fn a_function_that_calls_itself_ends() {
    insta::assert_snapshot!(shown(r#"function walk(n) { if (n > 3) return; console.log("{}"); walk(n + 1); }
walk(0);"#), @r#"
    answer 0: json {} from `console.log("{}")`
    way: 0 then 0, unsure
    way: nothing then 0
    "#);
}

#[test]
fn a_program_that_inherits_the_output_is_unknown() {
    insta::assert_snapshot!(shown(r#"const { spawnSync, execFileSync } = require("node:child_process");
spawnSync("./judge", ["--all"], { stdio: "inherit" });
execFileSync("/usr/bin/git", ["status"], { encoding: "utf8" });"#), @r#"
    unknown: OtherProgram `spawnSync("./judge", ["--all"], { stdio: "inherit" })`
    program: judge `judge`
    program: git `git`
    import: node:child_process `node:child_process`
    way: nothing then 0, unsure
    way: nothing then error `execFileSync("/usr/bin/git", ["status"], { encoding: "utf8" })`, unsure
    "#);
}

#[test]
fn a_program_that_is_known_to_talk_leaks_into_the_output() {
    insta::assert_snapshot!(shown(r#"const { spawnSync } = require("node:child_process");
spawnSync("npm", ["test"], { stdio: "inherit" });"#), @r#"
    answer 0: text Leaked from `spawnSync("npm", ["test"], { stdio: "inherit" })`
    program: npm `npm`
    import: node:child_process `node:child_process`
    way: 0 then 0
    "#);
}

#[test]
fn a_program_whose_output_is_taken_is_known() {
    insta::assert_snapshot!(shown(r#"import { execSync } from "node:child_process";
try { execSync("git status"); } catch {}
console.log("{}");"#), @r#"
    answer 0: json {} from `console.log("{}")`
    program: git, checked `git`
    import: node:child_process, esm `node:child_process`
    way: 0 then 0
    "#);
}

#[test]
fn a_shell_that_only_one_platform_starts_is_none() {
    let sinks = |options: &str| {
        let text = format!(
            "const {{ spawnSync }} = require('child_process');\nconst windows = process.platform === 'win32';\n\
             const p = JSON.parse(require('fs').readFileSync(0, 'utf8'));\n\
             spawnSync('npx', ['prettier', p.file_path], {options});"
        );
        !read(Language::JavaScript, &text).sinks.is_empty()
    };
    assert!(!sinks("{ shell: process.platform === 'win32' }"));
    assert!(!sinks("{ shell: windows }"));
    assert!(!sinks("{ stdio: 'ignore' }"));
    assert!(sinks("{ shell: true }"));
    assert!(sinks("{ shell: '/bin/bash' }"));
}

#[test]
fn a_value_in_a_command_line_is_a_sink() {
    insta::assert_snapshot!(of_payload(r#"const { exec, spawn } = require("child_process");
const p = PAYLOAD;
exec(`git log ${p.branch}`);
spawn("sh", ["-c", p.command]);
spawn("git", ["log", p.branch]);
spawn("git", [p.file], { shell: true });"#), @r"
    read: branch `p.branch`
    read: command `p.command`
    read: branch `p.branch`
    read: file `p.file`
    program: git `git`
    program: sh `sh`
    program: git `git`
    program: git `git`
    import: child_process `child_process`
    sink: Shell of branch `${p.branch}`
    sink: Shell of command `p.command`
    sink: Shell of file `p.file`
    way: nothing then 0
    ");
}

#[test]
fn a_value_that_is_evaluated_is_a_sink() {
    insta::assert_snapshot!(of_payload(r"const p = PAYLOAD;
eval(p.command);"), @r"
    unknown: DynamicCode `eval(p.command)`
    read: command `p.command`
    sink: Eval of command `p.command`
    way: nothing then 0, unsure
    ");
}

#[test]
fn writes_to_files_tell_what_is_written() {
    insta::assert_snapshot!(shown(r#"const fs = require("fs");
const raw = fs.readFileSync(0, "utf8");
const p = JSON.parse(raw);
fs.appendFileSync("/tmp/all.log", raw);
fs.appendFileSync(`${dir}/one.log`, p.prompt + "\n", { mode: 0o600 });
fs.writeFileSync("/tmp/n", "x");"#), @r#"
    stdin: whole `fs.readFileSync(0, "utf8")`, parsed `JSON.parse(raw)`, names encoding
    read: prompt `p.prompt`
    import: fs `fs`
    file: payload to /tmp/all.log `"/tmp/all.log"`
    file: prompt to $/one.log, private ``${dir}/one.log``
    file: other to /tmp/n `"/tmp/n"`
    way: nothing then 0
    way: nothing then error `JSON.parse(raw)`
    "#);
}

#[test]
fn the_working_directory_is_taken_for_the_project() {
    insta::assert_snapshot!(of_payload(r"const p = PAYLOAD;
process.cwd();
const a = p.cwd ?? process.cwd();
const b = process.env.CURSOR_PROJECT_DIR || process.cwd();"), @r"
    read: cwd, fallback `p.cwd`
    cwd: `process.cwd()`
    way: nothing then 0
    ");
}

#[test]
fn a_call_into_another_file_is_unknown_when_it_may_do_the_work() {
    insta::assert_snapshot!(shown(r#"import { isBad, readPayload } from "./lib.mjs";
if (isBad("x")) console.log("{}");
readPayload();"#), @r#"
    unknown: OtherFile `readPayload()`
    answer 0: json {} from `console.log("{}")`
    import: ./lib.mjs, esm `./lib.mjs`
    way: 0 then 0, unsure
    way: nothing then 0, unsure
    "#);
}

#[test]
fn a_call_into_another_file_whose_value_is_taken_is_a_question() {
    insta::assert_snapshot!(of_payload(r#"import { isBad } from "./lib.mjs";
import { log } from "./log.mjs";
const p = PAYLOAD;
log("x");
if (isBad(p.command)) console.log(JSON.stringify({ permission: "deny" }));"#), @r#"
    read: command `p.command`
    answer 0: json {permission: "deny"} from `console.log(JSON.stringify({ permission: "deny" }))`
    import: ./lib.mjs, esm `./lib.mjs`
    import: ./log.mjs, esm `./log.mjs`
    way: 0 then 0
    way: nothing then 0
    "#);
}

#[test]
fn a_package_that_may_do_the_work_is_unknown() {
    insta::assert_snapshot!(shown(r#"import hooks from "cursor-hooks";
hooks.run();"#), @r"
    unknown: OtherFile `hooks.run()`
    import: cursor-hooks, esm `cursor-hooks`
    way: nothing then 0, unsure
    ");
}

#[test]
fn logging_to_standard_error_is_arranged() {
    insta::assert_snapshot!(shown(r#"console.log = console.error;
console.log("starting");
process.stdout.write("{}");"#), @r#"
    answer 0: json {} from `process.stdout.write("{}")`
    way: 0 then 0, complains
    "#);
}

#[test]
fn typescript_is_read() {
    let text = r#"import type { A } from "./types";
interface In { command?: string }
enum Level { Low = "low" }
const p = JSON.parse(require("fs").readFileSync(0, "utf8")) as In;
function f<T extends object>(x: T, y?: number): x is T { return true; }
const q = <In>p;
const answer = { permission: "deny" } satisfies object;
console.log(JSON.stringify({ ...answer, user_message: p.command! }));"#;
    insta::assert_snapshot!(render(text, &read(Language::TypeScript, text)), @r#"
    stdin: whole `require("fs").readFileSync(0, "utf8")`, parsed `JSON.parse(require("fs").readFileSync(0, "utf8"))`, names encoding
    read: command `p.command`
    answer 0: json {permission: "deny", user_message: any `p.command`} from `console.log(JSON.stringify({ ...answer, user_message: p.command! }))`
    import: fs `fs`
    way: 0 then 0
    way: nothing then error `JSON.parse(require("fs").readFileSync(0, "utf8"))`
    "#);
}

#[test]
fn typescript_in_a_javascript_file_is_read() {
    insta::assert_snapshot!(of_payload(r"const p = PAYLOAD as { command: string };
p.command;"), @r"
    read: command `p.command`
    way: nothing then 0
    ");
}

#[test]
fn members_of_an_enum_are_constants() {
    let text = "enum P { Deny = 'deny' }\nconsole.log(JSON.stringify({ permission: P.Deny }));";
    insta::assert_snapshot!(render(text, &read(Language::TypeScript, text)), @r#"
    answer 0: json {permission: "deny"} from `console.log(JSON.stringify({ permission: P.Deny }))`
    way: 0 then 0
    "#);
}

#[test]
fn a_promised_function_is_the_function() {
    insta::assert_snapshot!(of_payload("const p = PAYLOAD;\nconst run = require('util').promisify(require('child_process').exec);\nawait run('git add ' + p.file_path);"), @r"
    read: file_path `p.file_path`
    program: git `git`
    import: util `util`
    import: child_process `child_process`
    sink: Shell of file_path `p.file_path`
    way: nothing then 0
    ");
}

#[test]
fn what_does_not_parse_is_unknown() {
    insta::assert_snapshot!(shown(r#"const a = ;
console.log("{}");"#), @r#"
    unknown: Syntax `;`
    answer 0: json {} from `console.log("{}")`
    way: 0 then 0, unsure
    "#);
}

#[test]
fn nothing_panics_or_takes_long_on_hostile_texts() {
    let deep = |open: &str, close: &str| format!("{}1{}", open.repeat(20_000), close.repeat(20_000));
    let doubling: Vec<String> = (0..40)
        .map(|n| {
            format!("function f{}() {{ f{n}(); f{n}(); console.log(JSON.stringify({{ n: {n} }})); }}", n + 1)
        })
        .collect();
    let doubling = doubling.join("\n");
    let texts = [
        deep("[", "]"),
        deep("(", ")"),
        deep("f(", ")"),
        deep("{", "}"),
        deep("!", ""),
        "a+".repeat(50_000) + "1",
        format!("x{}", ".then(f)".repeat(10_000)),
        format!("let s = 'a';\n{}", "s = JSON.stringify(s) + s;\n".repeat(5_000)),
        format!(
            "const o = {{}};\n{}console.log(JSON.stringify(o));",
            "if (x) { o.a = o; o.b = { c: o }; }\n".repeat(2_000)
        ),
        format!("function f0() {{}}\n{doubling}\nf40();"),
        format!("switch (x) {{{}}}", "case 'a': f();\n".repeat(5_000)),
        format!("{}{}", "if (a) { b = 1 } else ".repeat(5_000), "{}"),
    ];
    for text in texts {
        let facts = read(Language::JavaScript, &text);
        assert!(facts.answers.len() < 10_000);
    }
}

#[test]
fn a_script_that_is_cut_off_anywhere_is_read() {
    let text = "import { é } from './é'; const p = JSON.parse(require('fs').readFileSync(0));\n\
        console.log(`{\"é\": \"${p.é}é\"}`, 'é\\u{e9}\\', \"é\"); switch (p.é) { case 'é': break; } class É { é = 'é' }";
    for (end, _) in text.char_indices() {
        read(Language::TypeScript, &text[..end]);
        read(Language::JavaScript, &text[end..]);
    }
}

#[test]
fn the_syntax_tells_what_runs_a_script() {
    let syntax = |text: &str| super::javascript_syntax(Language::JavaScript, text);
    let typed = syntax("const a: string = 'x';");
    assert_eq!(typed.typescript, Some(7..15));
    assert_eq!(typed.transformed, None);
    let transformed = super::javascript_syntax(
        Language::TypeScript,
        "enum A { B = 'b' }\nclass C { constructor(private d) {} }",
    );
    assert_eq!(transformed.transformed, Some(0..18));
    let module = syntax("const x = await f();\nimport.meta.url;");
    assert_eq!(module.esm, Some(10..19));
    assert_eq!(module.typescript, None);
    let common = syntax("async function f() { await g(); }\nmodule.exports = require('x');");
    assert_eq!((common.esm, common.commonjs), (None, Some(34..48)));
    let defined = syntax(
        "import { createRequire } from 'module';\nconst require = createRequire(import.meta.url);\nrequire('x');",
    );
    assert_eq!(defined.commonjs, None);
    let bun = syntax("await Bun.file('x'); Bun.write('y');");
    assert_eq!(bun.globals, [("Bun".to_owned(), 6..9)]);
}
