//! What is known of Python scripts: the text goes in, the facts of the kinds that are asked for come out.

use super::super::render::render;
use super::*;

/// The facts of these kinds, one a line; a kind is the first word of its line.
fn facts(kinds: &str, text: &str) -> String {
    let wanted = |line: &&str| kinds.split(' ').any(|kind| line.starts_with(kind));
    render(text, &read(text)).lines().filter(wanted).collect::<Vec<_>>().join("\n")
}

#[test]
fn a_helper_that_reads_the_payload_hands_it_on() {
    let text = r#"import json, sys
def read_payload():
    return json.load(sys.stdin)
def decide(payload):
    return payload["command"]
data = read_payload()
decide(data)
"#;
    insta::assert_snapshot!(facts("stdin read unknown", text), @r#"
    stdin: whole `json.load(sys.stdin)`, parsed `json.load(sys.stdin)`
    read: command `payload["command"]`
    "#);
}

#[test]
fn a_byte_order_mark_is_taken_off_by_the_decoder() {
    let text = r#"import json, sys
data = json.loads(sys.stdin.buffer.read().decode("utf-8-sig"))
"#;
    insta::assert_snapshot!(facts("stdin", text), @r#"stdin: whole `sys.stdin.buffer.read()`, parsed `json.loads(sys.stdin.buffer.read().decode("utf-8-sig"))`, strips BOM, names encoding"#);
}

#[test]
fn a_byte_order_mark_is_taken_off_by_hand() {
    let text = r#"import json, sys
raw = sys.stdin.read()
if raw.startswith("\ufeff"):
    raw = raw[1:]
data = json.loads(raw)
"#;
    insta::assert_snapshot!(facts("stdin", text), @"stdin: whole `sys.stdin.read()`, parsed `json.loads(raw)`, strips BOM");
}

#[test]
fn utf_8_without_a_mark_names_the_encoding_only() {
    let text = r#"import json, sys
sys.stdin.reconfigure(encoding="utf-8")
data = json.loads(sys.stdin.read())
"#;
    insta::assert_snapshot!(facts("stdin", text), @"stdin: whole `sys.stdin.read()`, parsed `json.loads(sys.stdin.read())`, names encoding");
}

#[test]
fn the_bytes_are_decoded_by_the_parser() {
    let text = "import json, sys
data = json.load(sys.stdin.buffer)
";
    insta::assert_snapshot!(facts("stdin", text), @"stdin: whole `json.load(sys.stdin.buffer)`, parsed `json.load(sys.stdin.buffer)`, strips BOM, names encoding");
}

#[test]
fn file_zero_is_standard_input() {
    let text = r#"import json
with open(0, encoding="utf-8-sig") as stream:
    data = json.load(stream)
"#;
    insta::assert_snapshot!(facts("stdin", text), @"stdin: whole `json.load(stream)`, parsed `json.load(stream)`, strips BOM, names encoding");
}

#[test]
fn a_line_is_a_part_of_standard_input() {
    let text = "import json
data = json.loads(input())
";
    insta::assert_snapshot!(facts("stdin", text), @"stdin: part `input()`, parsed `json.loads(input())`");
}

#[test]
fn an_alarm_is_a_deadline() {
    let text = "import signal, sys
signal.signal(signal.SIGALRM, lambda *_: sys.exit(2))
signal.alarm(5)
sys.stdin.read()
";
    insta::assert_snapshot!(facts("stdin way", text), @r"
    stdin: whole `sys.stdin.read()`, has deadline
    way: nothing then 2 `sys.exit(2)`
    way: nothing then 0
    ");
}

#[test]
fn lines_of_standard_input_joined_are_the_payload() {
    let text = r#"import json, sys
lines = []
for line in sys.stdin:
    lines.append(line)
p = json.loads("".join(lines))
p["status"]
"#;
    insta::assert_snapshot!(facts("stdin read", text), @r#"
    stdin: whole `sys.stdin`, parsed `json.loads("".join(lines))`
    read: status `p["status"]`
    "#);
}

#[test]
fn reads_follow_names_defaults_and_alternatives() {
    let text = r#"import json, sys
p = json.load(sys.stdin)

tool = p["tool_input"]
command = tool.get("command", "")
path = tool.get("file_path") or tool.get("path")
cwd = (p.get("extra") or {}).get("cwd")
if (status := p.get("status")) is None:
    pass
other = p.get("other")
"#;
    insta::assert_snapshot!(facts("read", text), @r#"
    read: tool_input `p["tool_input"]`
    read: tool_input.command, fallback `tool.get("command", "")`
    read: tool_input.file_path, fallback `tool.get("file_path")`
    read: tool_input.path, fallback `tool.get("path")`
    read: extra.cwd `(p.get("extra") or {}).get("cwd")`
    read: extra, fallback `p.get("extra")`
    read: status, fallback `p.get("status")`
    read: other `p.get("other")`
    "#);
}

#[test]
fn a_test_for_presence_provides_for_the_field_everywhere() {
    let text = r#"import json, sys
p = json.load(sys.stdin)

if "url" in p:
    print(p["url"], file=sys.stderr)
print(p["command"], file=sys.stderr)
"#;
    insta::assert_snapshot!(facts("read", text), @r#"
    read: url, fallback `p["url"]`
    read: command `p["command"]`
    "#);
}

#[test]
fn a_subscript_that_is_tested_for_truth_still_needs_the_field() {
    let text = r#"import json, sys
p = json.load(sys.stdin)

if p["a"]:
    pass
if p.get("b"):
    pass
"#;
    insta::assert_snapshot!(facts("read", text), @r#"
    read: a `p["a"]`
    read: b, fallback `p.get("b")`
    "#);
}

#[test]
fn items_of_a_list_are_items() {
    let text = r#"import json, sys
p = json.load(sys.stdin)

for root in p["workspace_roots"]:
    pass
first = p["workspace_roots"][0]
for edit in p.get("edits", []):
    edit["old_string"]
"#;
    insta::assert_snapshot!(facts("read", text), @r#"
    read: workspace_roots `p["workspace_roots"]`
    read: workspace_roots `p["workspace_roots"]`
    read: workspace_roots.[] `p["workspace_roots"][0]`
    read: edits, fallback `p.get("edits", [])`
    read: edits.[].old_string `edit["old_string"]`
    "#);
}

#[test]
fn a_text_that_is_parsed_again_is_decoded() {
    let text = r#"import json, sys
p = json.load(sys.stdin)

arguments = json.loads(p["tool_input"])
arguments["query"]
"#;
    insta::assert_snapshot!(facts("read", text), @r#"
    read: tool_input, decoded `p["tool_input"]`
    read: tool_input.query `arguments["query"]`
    "#);
}

#[test]
fn a_field_that_only_a_run_names_claims_nothing() {
    let text = "import json, sys
p = json.load(sys.stdin)

for name in sys.argv[1:]:
    p[name]
for key, value in p.items():
    p.get(key)
";
    insta::assert_snapshot!(facts("read unknown", text), @"");
}

#[test]
fn a_loop_over_constants_names_each_field() {
    let text = r#"import json, sys
p = json.load(sys.stdin)

def first(payload, *names):
    for name in names:
        if payload.get(name):
            return payload[name]
first(p, "file_path", "path")
"#;
    insta::assert_snapshot!(facts("read", text), @r"
    read: file_path, fallback `payload.get(name)`
    read: path, fallback `payload.get(name)`
    read: file_path, fallback `payload[name]`
    read: path, fallback `payload[name]`
    ");
}

#[test]
fn a_handler_that_names_the_key_error_provides_for_the_field() {
    let text = r#"import json, sys
p = json.load(sys.stdin)

try:
    command = p["command"]
except KeyError:
    command = ""
"#;
    insta::assert_snapshot!(facts("read way", text), @r#"
    read: command, fallback `p["command"]`
    way: nothing then 0
    way: nothing then 0 handler `except KeyError`
    way: nothing then error `json.load(sys.stdin)`
    "#);
}

#[test]
fn patterns_read_and_compare() {
    let text = r#"import json, sys
p = json.load(sys.stdin)

match p:
    case {"tool_name": "Shell" | "Bash", "tool_input": {"command": command}}:
        print(json.dumps({"permission": "deny", "user_message": command}))
    case _:
        print("{}")
"#;
    insta::assert_snapshot!(facts("read compare way", text), @r#"
    read: tool_name, fallback `"tool_name"`
    read: tool_input, fallback `"tool_input"`
    read: tool_input.command, fallback `"command"`
    compare: tool_name with "Shell"
    compare: tool_name with "Bash"
    way: 0 then 0
    way: 1 then 0
    way: nothing then error `json.load(sys.stdin)`
    "#);
}

#[test]
fn a_method_of_a_class_reads_from_what_it_was_given() {
    let text = r#"import json, sys
p = json.load(sys.stdin)

class Guard:
    LIMIT = 3
    def __init__(self, payload):
        self.payload = payload
    def run(self):
        return {"permission": self.verdict()}
    def verdict(self):
        return "deny" if "rm" in self.payload["command"] else "allow"
print(json.dumps(Guard(p).run()))
"#;
    insta::assert_snapshot!(facts("read answer unknown", text), @r#"
    read: command `self.payload["command"]`
    answer 0: json {permission: "deny" | "allow"} from `print(json.dumps(Guard(p).run()))`
    "#);
}

#[test]
fn comparisons_point_at_the_constants_of_the_module() {
    let text = r#"import json, sys
p = json.load(sys.stdin)

TOOLS = {"Edit", "Write"}
LABELS = {"Read": 1}
tool = p.get("tool_name", "")
tool == "Bash" or tool in TOOLS or tool not in LABELS
"Shell" != tool
"#;
    insta::assert_snapshot!(facts("compare", text), @r#"
    compare: tool_name with "Bash"
    compare: tool_name with "Edit"
    compare: tool_name with "Write"
    compare: tool_name with "Read"
    compare: tool_name with "Shell"
    "#);
}

#[test]
fn a_text_of_changed_case_or_a_part_of_a_text_is_no_comparison() {
    let text = r#"import json, sys
p = json.load(sys.stdin)

tool = p["tool_name"].lower()
tool == "bash"
"rm -rf" in p["command"]
p["tool_name"] in "Edit Write"
p["tool_name"].startswith("MCP:")
"#;
    insta::assert_snapshot!(facts("compare", text), @"");
}

#[test]
fn the_event_limits_what_is_reached() {
    let text = r#"import json, sys
p = json.load(sys.stdin)

event = p["hook_event_name"]
if event == "stop":
    p["loop_count"]
    print("{}")
elif event in ("beforeReadFile", "beforeTabFileRead"):
    p["file_path"]
    sys.exit(0)
else:
    p["command"]
    sys.exit(2)
"#;
    insta::assert_snapshot!(facts("read compare answer way", text), @r#"
    read: hook_event_name `p["hook_event_name"]`
    read: loop_count `p["loop_count"]` [only stop]
    read: file_path `p["file_path"]` [only beforeReadFile beforeTabFileRead]
    read: command `p["command"]` [except stop beforeReadFile beforeTabFileRead]
    compare: hook_event_name with "stop"
    compare: hook_event_name with "beforeReadFile" [except stop]
    compare: hook_event_name with "beforeTabFileRead" [except stop]
    answer 0: json {} from `print("{}")` [only stop]
    way: nothing then 0 `sys.exit(0)` [only beforeReadFile beforeTabFileRead]
    way: nothing then 2 `sys.exit(2)` [except stop beforeReadFile beforeTabFileRead]
    way: 0 then 0 [only stop]
    way: nothing then error `json.load(sys.stdin)`
    way: nothing then error `p["loop_count"]` [only stop]
    way: nothing then error `p["file_path"]` [only beforeReadFile beforeTabFileRead]
    way: nothing then error `p["command"]` [except stop beforeReadFile beforeTabFileRead]
    "#);
}

#[test]
fn what_follows_an_early_end_is_for_the_other_events() {
    let text = r#"import json, sys
p = json.load(sys.stdin)

if p["hook_event_name"] != "beforeShellExecution":
    sys.exit(0)
p["command"]
print(json.dumps({"permission": "allow"}))
"#;
    insta::assert_snapshot!(facts("read answer way", text), @r#"
    read: hook_event_name `p["hook_event_name"]`
    read: command `p["command"]` [only beforeShellExecution]
    answer 0: json {permission: "allow"} from `print(json.dumps({"permission": "allow"}))` [only beforeShellExecution]
    way: nothing then 0 `sys.exit(0)` [except beforeShellExecution]
    way: 0 then 0 [only beforeShellExecution]
    way: nothing then error `json.load(sys.stdin)`
    way: nothing then error `p["command"]` [only beforeShellExecution]
    "#);
}

#[test]
fn a_table_of_functions_parts_by_event() {
    let text = r#"import json, sys
p = json.load(sys.stdin)

def shell(p):
    return {"permission": "deny" if "rm" in p["command"] else "allow"}
def stop(p):
    return {}
HANDLERS = {"beforeShellExecution": shell, "stop": stop}
print(json.dumps(HANDLERS[p["hook_event_name"]](p)))
"#;
    insta::assert_snapshot!(facts("read compare answer way host", text), @r#"
    read: command `p["command"]` [only beforeShellExecution]
    read: hook_event_name `p["hook_event_name"]`
    compare: hook_event_name with "beforeShellExecution"
    compare: hook_event_name with "stop"
    host check: `HANDLERS[p["hook_event_name"]](p)`
    answer 0: json {permission: "deny" | "allow"} | {} from `print(json.dumps(HANDLERS[p["hook_event_name"]](p)))` [only beforeShellExecution stop]
    way: 0 then 0 [only beforeShellExecution]
    way: 0 then 0 [only stop]
    way: nothing then error `json.load(sys.stdin)`
    way: nothing then error `p["command"]` [only beforeShellExecution]
    way: nothing then error `HANDLERS[p["hook_event_name"]](p)` [except beforeShellExecution stop]
    "#);
}

#[test]
fn arguments_environment_and_platform_make_a_part_conditional() {
    let text = r#"import json, os, sys
if len(sys.argv) > 1:
    print("{}")
if os.environ.get("CI"):
    sys.exit(0)
if sys.platform == "win32":
    sys.exit(1)
"#;
    insta::assert_snapshot!(facts("host answer way", text), @r#"
    host check: `len(sys.argv) > 1`
    host check: `os.environ.get("CI")`
    host check: `sys.platform == "win32"`
    answer 0: json {} from `print("{}")` [conditional]
    way: 0 then 0 `sys.exit(0)` [conditional]
    way: nothing then 0 `sys.exit(0)` [conditional]
    way: 0 then 1 `sys.exit(1)` [conditional]
    way: nothing then 1 `sys.exit(1)` [conditional]
    way: 0 then 0 [conditional]
    way: nothing then 0 [conditional]
    "#);
}

#[test]
fn a_flag_of_the_script_is_no_circumstance() {
    let text = r#"import sys
DEBUG = False
if DEBUG:
    print("reading")
"#;
    insta::assert_snapshot!(facts("host answer way", text), @"way: nothing then 0");
}

#[test]
fn an_answer_is_followed_through_a_helper_to_the_constants_of_its_call() {
    let text = r#"import json, sys
def respond(permission, message=None):
    out = {"permission": permission}
    if message:
        out["user_message"] = message
    print(json.dumps(out))
    sys.exit(0)
if sys.stdin.read():
    respond("ask", "Sure?")
respond("allow")
"#;
    insta::assert_snapshot!(facts("answer way", text), @r#"
    answer 0: json {permission: "ask", user_message: "Sure?"} from `print(json.dumps(out))`
    answer 1: json {permission: "allow"} from `print(json.dumps(out))`
    way: 0 then 0 `sys.exit(0)`
    way: 1 then 0 `sys.exit(0)`
    "#);
}

#[test]
fn members_under_a_condition_are_optional() {
    let text = r#"import json, sys
p = json.load(sys.stdin)

result = {"permission": "allow"}
if p.get("command"):
    result["permission"] = "deny"
    result["user_message"] = "no"
if "x" in p["command"]:
    result.update(agent_message="no")
json.dump(result, sys.stdout)
"#;
    insta::assert_snapshot!(facts("answer", text), @r#"answer 0: json {permission: "deny" | "allow", user_message?: "no", agent_message?: "no"} from `json.dump(result, sys.stdout)`"#);
}

#[test]
fn a_spread_of_something_unknown_leaves_an_answer_open() {
    let text = r#"import json, sys
p = json.load(sys.stdin)

BASE = {"continue": True}
print(json.dumps({**BASE, "x": 1}))
print(json.dumps({**p, "x": 1}))
print(json.dumps(dict(permission="ask", n=None)))
"#;
    insta::assert_snapshot!(facts("answer", text), @r#"
    answer 0: json {continue: true@`True`, x: number `1`} from `print(json.dumps({**BASE, "x": 1}))`
    answer 1: json {x: number `1`, ...} from `print(json.dumps({**p, "x": 1}))`
    answer 2: json {permission: "ask", n: null@`None`} from `print(json.dumps(dict(permission="ask", n=None)))`
    "#);
}

#[test]
fn json_by_hand_tells_what_is_not_escaped() {
    let text = r#"import json, sys
p = json.load(sys.stdin)

reason = p["command"]
print(f'{{"permission": "deny", "user_message": "{reason}", "n": {len(reason)}}}')
print('{"permission": "%s"}' % reason)
print('{{"permission": "{}"}}'.format(reason))
print('{"permission": "' + reason + '"}')
print('{"user_message": ' + json.dumps(reason) + '}')
"#;
    insta::assert_snapshot!(facts("answer", text), @r#"
    answer 0: by hand {permission: "deny", user_message: text `reason`, n: number `len(reason)`} unescaped `reason` from `print(f'{{"permission": "deny", "user_message": "{reason}", "n": {len(re…`
    answer 1: by hand {permission: text `reason`} unescaped `reason` from `print('{"permission": "%s"}' % reason)`
    answer 2: by hand {permission: text `reason`} unescaped `reason` from `print('{{"permission": "{}"}}'.format(reason))`
    answer 3: by hand {permission: text `reason`} unescaped `reason` from `print('{"permission": "' + reason + '"}')`
    answer 4: json {user_message: any `reason`} from `print('{"user_message": ' + json.dumps(reason) + '}')`
    "#);
}

#[test]
fn texts_that_are_no_json() {
    let text = r#"import json, pprint, sys
print("done")
print({"permission": "deny"})
print()
sys.stdout.write("\n")
print("[guard]", len(sys.path))
pprint.pprint([])
"#;
    insta::assert_snapshot!(facts("answer", text), @r#"
    answer 0: text Said from `print("done")`
    answer 1: text Said from `print({"permission": "deny"})`
    answer 2: text Said from `print("[guard]", len(sys.path))`
    answer 3: text Said from `pprint.pprint([])`
    "#);
}

#[test]
fn parts_of_a_text_are_not_judged() {
    let text = r#"print("{")
print('"permission": "allow"')
print("}")
print("{}")
print('{\n  "permission": \'x\'\n}')
print('{"permission": ' '"allow"}')
print("{\"permission\": \"deny\"}\n", end="")
"#;
    insta::assert_snapshot!(facts("answer", text), @r#"
    answer 0: unknown from `print("{")`
    answer 1: unknown from `print('"permission": "allow"')`
    answer 2: unknown from `print("}")`
    answer 3: json {} from `print("{}")`
    answer 4: text Said from `print('{\n  "permission": \'x\'\n}')`
    answer 5: json {permission: "allow"} from `print('{"permission": ' '"allow"}')`
    answer 6: json {permission: "deny"} from `print("{\"permission\": \"deny\"}\n", end="")`
    "#);
}

#[test]
fn the_payload_is_handed_through() {
    let text = "import json, sys
p = json.load(sys.stdin)

print(json.dumps(p))
";
    insta::assert_snapshot!(facts("answer", text), @"answer 0: payload from `print(json.dumps(p))`");
}

#[test]
fn a_changed_payload_is_not_the_payload() {
    let text = r#"import json, sys
p = json.load(sys.stdin)

p["permission"] = "allow"
print(json.dumps(p))
"#;
    insta::assert_snapshot!(facts("answer", text), @"answer 0: unknown from `print(json.dumps(p))`");
}

#[test]
fn log_lines_go_to_standard_error_unless_told_otherwise() {
    let text = r#"import logging
log = logging.getLogger(__name__)
log.warning("slow")
log.debug("quiet")
"#;
    insta::assert_snapshot!(facts("answer way", text), @"way: nothing then 0, complains");
}

#[test]
fn a_log_on_standard_output_is_logged_there() {
    let text = r#"import logging, sys
logging.basicConfig(stream=sys.stdout)
logging.info("reading")
"#;
    insta::assert_snapshot!(facts("answer way", text), @r#"
    answer 0: text Logged from `logging.info("reading")`
    way: 0 then 0
    "#);
}

#[test]
fn standard_output_that_is_moved_is_not_written() {
    let text = r#"import sys
real = sys.stdout
sys.stdout = sys.stderr
print("noise")
sys.stdout = real
print("{}")
"#;
    insta::assert_snapshot!(facts("answer way", text), @r#"
    answer 0: json {} from `print("{}")`
    way: 0 then 0, complains
    "#);
}

#[test]
fn one_of_several_texts_is_several_ways() {
    let text = r#"import json, sys
p = json.load(sys.stdin)

print(json.dumps({}) if p.get("x") else "nothing")
"#;
    insta::assert_snapshot!(facts("answer way", text), @r#"
    answer 0: json {} from `print(json.dumps({}) if p.get("x") else "nothing")`
    answer 1: text Said from `print(json.dumps({}) if p.get("x") else "nothing")`
    way: 0 then 0
    way: 1 then 0
    way: nothing then error `json.load(sys.stdin)`
    "#);
}

#[test]
fn members_that_are_none_are_left_out_by_a_filter() {
    let text = r#"import json
out = {"permission": "deny", "user_message": None, "agent_message": "no"}
print(json.dumps({name: value for name, value in out.items() if value is not None}))
"#;
    insta::assert_snapshot!(facts("answer", text), @r#"answer 0: json {permission: "deny", agent_message: "no"} from `print(json.dumps({name: value for name, value in out.items() if value is…`"#);
}

#[test]
fn what_main_returns_ends_the_process() {
    let text = r#"import sys
def main():
    if sys.stdin.read():
        print("{}")
        return 0
    return 2
if __name__ == "__main__":
    sys.exit(main())
"#;
    insta::assert_snapshot!(facts("answer way", text), @r#"
    answer 0: json {} from `print("{}")`
    way: 0 then 0 `return 0`
    way: nothing then 2 `return 2`
    "#);
}

#[test]
fn a_code_that_is_kept_in_a_name_first_ends_the_process_too() {
    let text = "import sys
def main():
    return 2 if sys.stdin.read() else 0
code = main()
sys.exit(code)
";
    insta::assert_snapshot!(facts("way", text), @r"
    way: nothing then 2 `return 2 if sys.stdin.read() else 0`
    way: nothing then 0 `return 2 if sys.stdin.read() else 0`
    ");
}

#[test]
fn ways_to_end() {
    let text = r#"import os, sys
for line in sys.stdin:
    if "a" in line: sys.exit("why")
    if "b" in line: raise SystemExit(3)
    if "c" in line: os._exit(4)
    if "d" in line: exit()
    if "e" in line: raise ValueError(line)
    if "f" in line: sys.exit(-1)
    if "g" in line: sys.exit(len(line))
"#;
    insta::assert_snapshot!(facts("way", text), @r#"
    way: nothing then 1 `sys.exit("why")`, complains
    way: nothing then 3 `raise SystemExit(3)`
    way: nothing then 4 `os._exit(4)`
    way: nothing then 0 `exit()`
    way: nothing then 255 `sys.exit(-1)`
    way: nothing then unknown `sys.exit(len(line))`
    way: nothing then 0
    way: nothing then error `raise ValueError(line)`
    "#);
}

#[test]
fn a_handler_leads_on_with_what_holds_there() {
    let text = r#"import json, sys
verdict = "deny"
try:
    command = json.load(sys.stdin)["command"]
except Exception:
    verdict = "allow"
print(json.dumps({"permission": verdict}))
"#;
    insta::assert_snapshot!(facts("answer way", text), @r#"
    answer 0: json {permission: "allow"} from `print(json.dumps({"permission": verdict}))`
    answer 1: json {permission: "deny"} from `print(json.dumps({"permission": verdict}))`
    way: 1 then 0
    way: 0 then 0 handler `except Exception`
    "#);
}

#[test]
fn each_clause_is_a_handler_of_its_own() {
    let text = r#"import json, sys
try:
    p = json.load(sys.stdin)
except ValueError as error:
    sys.exit(2)
except (OSError, KeyError):
    sys.exit(3)
else:
    sys.exit(0)
finally:
    print("bye", file=sys.stderr)
"#;
    insta::assert_snapshot!(facts("way", text), @r"
    way: nothing then 0 `sys.exit(0)`, complains
    way: nothing then 2 `sys.exit(2)`, complains handler `except ValueError as error`
    way: nothing then 3 `sys.exit(3)`, complains handler `except (OSError, KeyError)`
    ");
}

#[test]
fn a_bare_handler_takes_the_end_of_the_process() {
    let text = r#"import sys
try:
    print("{}")
    sys.exit(2)
except:
    print("[]")
"#;
    insta::assert_snapshot!(facts("answer way", text), @r#"
    answer 0: json {} from `print("{}")`
    answer 1: json [] from `print("[]")`
    way: 1 then 0 handler `except`
    way: 0, 1 then 0 handler `except`
    "#);
}

#[test]
fn a_handler_for_errors_lets_the_end_of_the_process_through() {
    let text = r#"import sys
try:
    print("{}")
    sys.exit(2)
except SystemExit:
    raise
except Exception:
    print("[]")
"#;
    insta::assert_snapshot!(facts("answer way", text), @r#"
    answer 0: json {} from `print("{}")`
    answer 1: json [] from `print("[]")`
    way: 0 then 2 `sys.exit(2)`
    way: 1 then 0 handler `except Exception`
    "#);
}

#[test]
fn suppressed_errors_are_handled() {
    let text = "import contextlib, json, sys
with contextlib.suppress(ValueError):
    json.load(sys.stdin)
    sys.exit(2)
";
    insta::assert_snapshot!(facts("way", text), @r"
    way: nothing then 2 `sys.exit(2)`
    way: nothing then 0 handler `contextlib.suppress(ValueError)`
    ");
}

#[test]
fn a_loop_without_an_end_is_only_left_by_break() {
    let text = r#"import sys
while True:
    if not sys.stdin.readline():
        break
    if sys.stdin.closed:
        sys.exit(2)
print("{}")
"#;
    insta::assert_snapshot!(facts("way", text), @r"
    way: nothing then 2 `sys.exit(2)`
    way: 0 then 0
    ");
}

#[test]
fn a_loop_that_nothing_breaks_off_runs_its_else() {
    let text = r#"import sys
for word in sys.stdin.read().split():
    if word == "rm":
        print("[]")
        break
else:
    print("{}")
"#;
    insta::assert_snapshot!(facts("answer way", text), @r#"
    answer 0: json [] from `print("[]")`
    answer 1: json {} from `print("{}")`
    way: 1 then 0
    way: 0 then 0
    "#);
}

#[test]
fn a_loop_may_write_often() {
    let text = r#"import sys
for line in sys.stdin:
    print("{}")
"#;
    insta::assert_snapshot!(facts("way", text), @r"
    way: nothing then 0
    way: 0 then 0, many
    way: 0, 0 then 0, many
    ");
}

#[test]
fn a_round_sees_what_earlier_rounds_left() {
    let text = r#"import json, sys
state = "first"
for line in sys.stdin:
    print(json.dumps({"state": state}))
    state = "later"
"#;
    insta::assert_snapshot!(facts("answer", text), @r#"answer 0: json {state: "first" | "later"} from `print(json.dumps({"state": state}))`"#);
}

#[test]
fn a_function_that_calls_itself_without_effect_is_harmless() {
    let text = r#"import json, sys
p = json.load(sys.stdin)

def texts(value):
    if isinstance(value, dict):
        for inner in value.values():
            yield from texts(inner)
    yield value
list(texts(p))
print("{}")
"#;
    insta::assert_snapshot!(facts("unknown way", text), @r"
    way: 0 then 0
    way: nothing then error `json.load(sys.stdin)`
    ");
}

#[test]
fn a_function_that_calls_itself_and_writes_is_not_followed() {
    let text = r#"def show(value):
    print("{}")
    show(value)
show(1)
"#;
    insta::assert_snapshot!(facts("unknown way", text), @r"
    unknown: TooLarge `show(1)`
    way: 0 then 0, unsure
    ");
}

#[test]
fn programs_and_where_their_output_goes() {
    let text = r#"import shutil, subprocess, sys
subprocess.run(["git", "status"], capture_output=True)
subprocess.check_output("npm test", shell=True)
subprocess.run(["npm", "install"])
subprocess.run(["mkdir", "-p", "x"])
subprocess.run(["/opt/bin/lint"], stdout=subprocess.DEVNULL)
subprocess.run(["ruff", "check"], stdout=sys.stderr)
if shutil.which("jq"):
    subprocess.run(["jq", "."], stdout=subprocess.PIPE)
"#;
    insta::assert_snapshot!(facts("program answer unknown way", text), @r#"
    answer 0: text Leaked from `subprocess.run(["npm", "install"])`
    program: git `git`
    program: npm `npm`
    program: npm `npm`
    program: mkdir `mkdir`
    program: lint `/opt/bin/lint`
    program: ruff `ruff`
    program: jq, checked `jq`
    way: 0 then 0
    way: nothing then error `subprocess.check_output("npm test", shell=True)`
    "#);
}

#[test]
fn a_program_that_inherits_standard_output_is_unknown() {
    let text = r#"import subprocess
subprocess.run(["./real-hook"])
"#;
    insta::assert_snapshot!(facts("program unknown way", text), @r#"
    unknown: OtherProgram `subprocess.run(["./real-hook"])`
    program: real-hook `./real-hook`
    way: nothing then 0, unsure
    "#);
}

#[test]
fn a_missing_program_that_is_handled_is_checked() {
    let text = r#"import subprocess
try:
    subprocess.run(["gitleaks"], check=True, capture_output=True)
except (FileNotFoundError, subprocess.CalledProcessError):
    pass
"#;
    insta::assert_snapshot!(facts("program way", text), @r"
    program: gitleaks, checked `gitleaks`
    way: nothing then 0
    way: nothing then 0 handler `except (FileNotFoundError, subprocess.CalledProcessError)`
    ");
}

#[test]
fn modules_of_others_are_imports() {
    let text = r#"import os.path, requests
from . import lib
from common.io import read as get
try:
    import yaml
except ImportError:
    yaml = None
requests.get("https://example.com")
"#;
    insta::assert_snapshot!(facts("import unknown", text), @r"
    import: requests `requests`
    import: . `.`
    import: common.io `common.io`
    import: yaml, guarded `yaml`
    ");
}

#[test]
fn what_another_file_does_is_unknown_where_it_is_used() {
    let text = "from common import read_payload, respond
respond(read_payload())
";
    insta::assert_snapshot!(facts("stdin unknown way import", text), @r"
    unknown: OtherFile `common`
    stdin: unknown
    import: common `common`
    way: nothing then 0, unsure
    ");
}

#[test]
fn a_decorator_of_another_file_may_run_the_function() {
    let text = r#"import click
@click.command()
def main():
    print("{}")
main()
"#;
    insta::assert_snapshot!(facts("unknown way", text), @r"
    unknown: OtherFile `click`
    way: nothing then 0, unsure
    ");
}

#[test]
fn a_decorator_of_the_library_changes_nothing() {
    let text = r#"import functools
@functools.lru_cache(maxsize=1)
def main():
    print("{}")
main()
"#;
    insta::assert_snapshot!(facts("unknown answer way", text), @r#"
    answer 0: json {} from `print("{}")`
    way: 0 then 0
    "#);
}

#[test]
fn values_of_the_payload_become_code() {
    let text = r#"import json, sys
p = json.load(sys.stdin)

import os, shlex, subprocess
command = p["command"]
os.system(f"echo {command}")
subprocess.run("lint " + p["file_path"].strip(), shell=True)
subprocess.run(["sh", "-c", "cat %s" % command])
eval(command)
os.popen("ls {}".format(p))
"#;
    insta::assert_snapshot!(facts("sink", text), @r#"
    sink: Shell of command `f"echo {command}"`
    sink: Shell of file_path `"lint " + p["file_path"].strip()`
    sink: Shell of command `"cat %s" % command`
    sink: Eval of command `command`
    sink: Shell of payload `"ls {}".format(p)`
    "#);
}

#[test]
fn quoted_values_and_words_are_no_code() {
    let text = r#"import json, sys
p = json.load(sys.stdin)

import os, shlex, subprocess
os.system("echo " + shlex.quote(p["command"]) + " >&2")
subprocess.run(["lint", p["file_path"]], capture_output=True)
subprocess.run("lint .", shell=True, capture_output=True)
"#;
    insta::assert_snapshot!(facts("sink", text), @"");
}

#[test]
fn files_and_what_is_written_to_them() {
    let text = r#"import json, sys
p = json.load(sys.stdin)

import logging, os
from pathlib import Path
with open("/tmp/hooks.log", "a") as log:
    log.write(p["prompt"] + "\n")
    json.dump(p, log)
    print("done", file=log)
Path("/tmp/x").write_text(json.dumps({"at": 1, "command": p["command"]}))
Path.home().joinpath("logs", "a.jsonl").open("w").write("x")
logging.basicConfig(filename=os.path.expanduser("~/h.log"))
logging.info("got %s", p)
open("notes.txt").read()
"#;
    insta::assert_snapshot!(facts("file", text), @r#"
    file: prompt to /tmp/hooks.log `/tmp/hooks.log`
    file: payload to /tmp/hooks.log `/tmp/hooks.log`
    file: other to /tmp/hooks.log `/tmp/hooks.log`
    file: command to /tmp/x `/tmp/x`
    file: other to $/logs/a.jsonl `Path.home().joinpath("logs", "a.jsonl")`
    file: payload to ~/h.log `~/h.log`
    "#);
}

#[test]
fn files_that_only_the_owner_may_read_are_private() {
    let text = r#"import json, sys
p = json.load(sys.stdin)

import os
fd = os.open("/tmp/a", os.O_CREAT | os.O_WRONLY, 0o600)
with os.fdopen(fd, "w") as f:
    f.write("x")
with open("/tmp/b", "w") as f:
    f.write("x")
os.chmod("/tmp/b", 0o600)
with open("/tmp/c", "w") as f:
    f.write("x")
"#;
    insta::assert_snapshot!(facts("file", text), @r"
    file: other to /tmp/a, private `/tmp/a`
    file: other to /tmp/b, private `/tmp/b`
    file: other to /tmp/c `/tmp/c`
    ");
}

#[test]
fn the_working_directory_is_used() {
    let text = r#"import os
from pathlib import Path
root = os.getcwd()
here = Path.cwd()
dot = Path(".")
"#;
    insta::assert_snapshot!(facts("cwd", text), @r#"
    cwd: `os.getcwd()`
    cwd: `Path.cwd()`
    cwd: `Path(".")`
    "#);
}

#[test]
fn the_working_directory_behind_the_projects_own_is_no_use() {
    let text = r#"import json, sys
p = json.load(sys.stdin)

import os
def root(p):
    return p.get("cwd") or os.getcwd()
def other():
    return os.environ.get("CURSOR_PROJECT_DIR", os.getcwd())
root(p), other()
"#;
    insta::assert_snapshot!(facts("cwd", text), @"");
}

#[test]
fn text_that_does_not_parse_is_unknown() {
    let text = r#"print "python 2"
"#;
    insta::assert_snapshot!(facts("unknown", text), @r#"unknown: Syntax `print "python 2"`"#);
}

#[test]
fn code_that_is_run_from_a_text_is_unknown() {
    let text = r#"exec(open("x.py").read())
"#;
    insta::assert_snapshot!(facts("unknown way", text), @r#"
    unknown: DynamicCode `exec(open("x.py").read())`
    way: nothing then 0, unsure
    "#);
}

#[test]
fn an_object_of_a_class_from_another_file_may_do_anything() {
    let text = r#"from hook_base import Base
class Hook(Base):
    def execute(self):
        self.write_output({"permission": "allow"})
        return 0
Hook().run()
"#;
    insta::assert_snapshot!(facts("unknown way", text), @r"
    unknown: OtherFile `hook_base`
    way: nothing then 0, unsure
    ");
}

#[test]
fn a_method_of_a_base_class_is_followed() {
    let text = r#"import json
class Base:
    def __init__(self, name):
        self.name = name
    def say(self):
        print(json.dumps({"permission": self.name}))
class Hook(Base):
    def __init__(self):
        super().__init__("allow")
Hook().say()
"#;
    insta::assert_snapshot!(facts("unknown answer", text), @r#"answer 0: json {permission: "allow"} from `print(json.dumps({"permission": self.name}))`"#);
}

#[test]
fn a_callback_may_run_or_not() {
    let text = r#"import json, sys
p = json.load(sys.stdin)

import re
def found(match):
    print("found")
    return ""
re.sub("x", found, p["command"])
"#;
    insta::assert_snapshot!(facts("read answer way", text), @r#"
    read: command `p["command"]`
    answer 0: text Said from `print("found")`
    way: 0 then 0
    way: nothing then 0
    way: nothing then error `json.load(sys.stdin)`
    "#);
}

#[test]
fn a_constant_of_an_enumeration_is_its_value() {
    let text = r#"import enum, json
class Permission(str, enum.Enum):
    DENY = "deny"
print(json.dumps({"permission": Permission.DENY.value, "x": Permission.DENY}))
"#;
    insta::assert_snapshot!(facts("answer", text), @r#"answer 0: json {permission: "deny", x: "deny"} from `print(json.dumps({"permission": Permission.DENY.value, "x": Permission.D…`"#);
}

#[test]
fn an_escape_in_a_text_keeps_the_places_behind_it() {
    let text = r#"print("{\"permission\":\t\"deny\", \"user_message\": \"caf\u00e9 \U0001F6AB\"}")
"#;
    insta::assert_snapshot!(facts("answer", text), @r#"answer 0: json {permission: "deny", user_message: "café 🚫"@`caf\u00e9 \U0001F6AB`} from `print("{\"permission\":\t\"deny\", \"user_message\": \"caf\u00e9 \U0001F…`"#);
}

#[test]
fn a_template_over_several_lines_is_one_text() {
    let text = r#"import json, sys
p = json.load(sys.stdin)

print(f"""{{
  "permission": "deny",
  "count": {p["loop_count"]}
}}""")
"#;
    insta::assert_snapshot!(facts("answer", text), @r#"answer 0: by hand {permission: "deny", count: any `p["loop_count"]`} from `print(f"""{{⏎  "permission": "deny",⏎  "count": {p["loop_count"]}⏎}}""")`"#);
}

#[test]
fn the_body_of_an_async_main_is_read() {
    let text = r#"import asyncio, json, sys
async def main():
    data = json.loads(await asyncio.to_thread(sys.stdin.buffer.read))
    return {"permission": "allow"}
print(json.dumps(asyncio.run(main())))
"#;
    insta::assert_snapshot!(facts("answer way", text), @r#"
    answer 0: json {permission: "allow"} from `print(json.dumps(asyncio.run(main())))`
    way: 0 then 0
    way: nothing then error `json.loads(await asyncio.to_thread(sys.stdin.buffer.read))`
    "#);
}

#[test]
fn an_error_of_the_scripts_own_is_taken_by_its_handler() {
    let text = r#"import json, sys
class Refused(Exception):
    pass
def check(word):
    if word:
        raise Refused(word)
try:
    check(sys.stdin.read())
    print(json.dumps({"permission": "allow"}))
except Refused as refused:
    print(json.dumps({"permission": "deny", "user_message": str(refused)}))
"#;
    insta::assert_snapshot!(facts("answer way", text), @r#"
    answer 0: json {permission: "allow"} from `print(json.dumps({"permission": "allow"}))`
    answer 1: json {permission: "deny", user_message: text `str(refused)`} from `print(json.dumps({"permission": "deny", "user_message": str(refused)}))`
    way: 0 then 0
    way: 1 then 0 handler `except Refused as refused`
    "#);
}

#[test]
fn patterns_of_the_event_part_the_ways() {
    let text = r#"import json, sys
p = json.load(sys.stdin)

match p["hook_event_name"]:
    case "stop" | "subagentStop":
        print("{}")
    case "beforeReadFile" if p["file_path"]:
        sys.exit(0)
    case _:
        sys.exit(2)
"#;
    insta::assert_snapshot!(facts("read way", text), @r#"
    read: hook_event_name `p["hook_event_name"]`
    read: file_path `p["file_path"]` [only beforeReadFile]
    way: nothing then 0 `sys.exit(0)` [only beforeReadFile]
    way: nothing then 2 `sys.exit(2)` [except stop subagentStop]
    way: 0 then 0 [only stop subagentStop]
    way: nothing then error `json.load(sys.stdin)`
    way: nothing then error `p["file_path"]` [only beforeReadFile]
    "#);
}

#[test]
fn what_runs_in_any_case_runs_before_the_process_ends() {
    let text = r#"import sys
def main():
    try:
        return 2 if sys.stdin.read() else 0
    finally:
        print("{}")
sys.exit(main())
"#;
    insta::assert_snapshot!(facts("answer way", text), @r#"
    answer 0: json {} from `print("{}")`
    way: 0 then 2 `return 2 if sys.stdin.read() else 0`
    way: 0 then 0 `return 2 if sys.stdin.read() else 0`
    "#);
}

#[test]
fn whether_break_or_return_left_a_loop_without_an_end_is_not_claimed() {
    let text = r#"import sys
def first():
    while True:
        line = sys.stdin.readline()
        if line:
            return line
        if sys.stdin.closed:
            break
first()
print("{}")
"#;
    insta::assert_snapshot!(facts("unknown way", text), @r"
    unknown: TooLarge `while True:⏎        line = sys.stdin.readline()⏎        if line:⏎       …`
    way: 0 then 0, unsure
    way: 0 then 0
    ");
}

#[test]
fn one_script_as_a_whole() {
    let text = r#"#!/usr/bin/env python3
import json
import sys

WRITES = ("Write", "Edit")


def deny(message):
    print(json.dumps({"permission": "deny", "user_message": message}))
    return 0


def main():
    try:
        payload = json.load(sys.stdin)
    except json.JSONDecodeError:
        return 2
    if payload.get("tool_name") in WRITES and "/vendor/" in payload["tool_input"]["file_path"]:
        return deny("vendor/ is generated")
    print("{}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
"#;
    insta::assert_snapshot!(facts("unknown stdin read compare host answer program import sink file cwd way", text), @r#"
    stdin: whole `json.load(sys.stdin)`, parsed `json.load(sys.stdin)`
    read: tool_name `payload.get("tool_name")`
    read: tool_input `payload["tool_input"]`
    read: tool_input.file_path `payload["tool_input"]["file_path"]`
    compare: tool_name with "Write"
    compare: tool_name with "Edit"
    answer 0: json {permission: "deny", user_message: "vendor/ is generated"} from `print(json.dumps({"permission": "deny", "user_message": message}))`
    answer 1: json {} from `print("{}")`
    way: nothing then 2 `return 2` handler `except json.JSONDecodeError`
    way: 0 then 0 `return 0`
    way: 1 then 0 `return 0`
    way: nothing then error `payload["tool_input"]`
    "#);
}
