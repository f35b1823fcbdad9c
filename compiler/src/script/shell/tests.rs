//! Scripts in, facts out. Each test is one thing that hooks do, with what looks like it beside.

use super::super::render::render;
use super::super::{Facts, MAX_TEXT, StdinUse, UnknownKind};

fn facts(text: &str) -> String {
    render(text, &super::read(text))
}

/// The lines of the facts that begin with a word.
fn only(prefix: &str, text: &str) -> String {
    let all = facts(text);
    all.lines().filter(|line| line.starts_with(prefix)).fold(String::new(), |all, line| all + line + "\n")
}

fn line(text: &str) -> String {
    super::read_line(text).map_or_else(|| "nothing of its own".to_owned(), |facts| render(text, &facts))
}

#[test]
fn a_guard_is_read_whole() {
    insta::assert_snapshot!(facts(
        r#"#!/usr/bin/env bash
input=$(cat)
cmd=$(echo "$input" | jq -r '.tool_input.command // empty')
if [[ "$cmd" == *"rm -rf"* ]]; then
  echo '{"permission": "deny", "user_message": "no"}'
  exit 0
fi
echo '{"permission": "allow"}'
"#
    ), @r#"
    stdin: whole `cat`, parsed `jq -r '.tool_input.command // empty'`
    read: tool_input.command, fallback `.tool_input.command`
    answer 0: json {permission: "deny", user_message: "no"} from `echo '{"permission": "deny", "user_message": "no"}'`
    answer 1: json {permission: "allow"} from `echo '{"permission": "allow"}'`
    program: jq `jq`
    way: 0 then 0 `exit 0`
    way: 1 then 0
    "#);
}

#[test]
fn the_payload_is_taken_in_many_ways() {
    for (text, used) in [
        ("x=$(cat)", StdinUse::Whole),
        ("x=\"$(</dev/stdin)\"", StdinUse::Whole),
        ("x=`cat -`", StdinUse::Whole),
        ("read -r -d '' x", StdinUse::Whole),
        ("IFS= read -r x", StdinUse::Part),
        ("mapfile -t x", StdinUse::Whole),
        ("x=$(timeout 5 cat)", StdinUse::Whole),
        ("while IFS= read -r x; do :; done", StdinUse::Part),
        ("cat > /dev/null", StdinUse::Whole),
        ("python3 -c 'import sys; sys.stdin.read()'", StdinUse::Unknown),
        ("cat file.json", StdinUse::Never),
        ("x=$(cat <<< text)", StdinUse::Never),
        ("cat </dev/null", StdinUse::Never),
        ("echo hi | cat", StdinUse::Never),
    ] {
        assert_eq!(super::read(text).stdin.used, used, "{text}");
    }
}

#[test]
fn a_limit_of_time_is_seen() {
    assert!(super::read("x=$(timeout 5 cat)").stdin.has_deadline);
    assert!(super::read("read -t 2 -r x").stdin.has_deadline);
    assert!(!super::read("x=$(cat)").stdin.has_deadline);
}

#[test]
fn fields_are_read_by_every_spelling() {
    insta::assert_snapshot!(only(
        "read",
        r#"
p=$(cat)
a=$(jq -r .a <<<"$p")
b=$(printf '%s' "$p" | jq -r '."b c"')
c=$(echo "$p" | jq '.c["d"]?')
d=$(jq -r '.list[0].name, (.other // "x")' <<< $p)
e=$(jq -r '.tool_input | .command' <<< "$p")
f=$(jq -r 'select(.kind == "k") | .f' <<< "$p")
g=$(jq -r 'if has("g") then .g else "" end' <<< "$p")
h=$(jq -r --arg n key '.[$n]' <<< "$p")
"#
    ), @r#"
    read: a `.a`
    read: b c `."b c"`
    read: c.d, fallback `.c["d"]`
    read: list.[].name `.list[0].name`
    read: other, fallback `.other`
    read: tool_input `.tool_input`
    read: tool_input.command `.command`
    read: kind `.kind`
    read: f `.f`
    read: g, fallback `has("g")`
    read: g `.g`
    read: key `.[$n]`
    "#);
}

#[test]
fn a_test_for_presence_provides_for_absence() {
    insta::assert_snapshot!(only(
        "read",
        r#"
p=$(cat)
a=$(jq -r .a <<<"$p")
[ -z "$a" ] && exit 0
b=$(jq -r .b <<<"$p")
b=${b:-none}
c=$(jq -r .c <<<"$p")
[ "$c" = "null" ] && exit 0
d=$(jq -r .d <<<"$p")
"#
    ), @r"
    read: a, fallback `.a`
    read: b, fallback `.b`
    read: c, fallback `.c`
    read: d `.d`
    ");
}

#[test]
fn text_inside_a_field_is_decoded_and_its_fields_are_not_the_payloads() {
    insta::assert_snapshot!(only(
        "read",
        r"
jq -r '.tool_input | fromjson | .path'
"
    ), @r"read: tool_input, decoded `.tool_input`");
    insta::assert_snapshot!(only(
        "read",
        r#"
p=$(cat)
args=$(jq -r '.tool_input' <<<"$p")
path=$(jq -r '.path' <<<"$args")
same=$(jq -c '.tool_output' <<<"$p")
code=$(jq -r '.code' <<<"$same")
"#
    ), @r"
    read: tool_input `.tool_input`
    read: tool_output `.tool_output`
    read: tool_output.code `.code`
    ");
}

#[test]
fn what_only_a_run_tells_is_not_claimed_of_jq() {
    insta::assert_snapshot!(facts(
        r#"
p=$(cat)
x=$(jq -r "$FILTER" <<<"$p")
y=$(jq -r -f filter.jq <<<"$p")
z=$(jq -r 'reduce .[] as $i (0; . + $i)' <<<"$p")
"#
    ), @r#"
    unknown: DynamicCode `"$FILTER"`
    unknown: OtherFile `jq -r -f filter.jq <<<"$p"`
    unknown: Syntax `'reduce .[] as $i (0; . + $i)'`
    stdin: whole `cat`, parsed `jq -r "$FILTER" <<<"$p"`
    program: jq `jq`
    program: jq `jq`
    program: jq `jq`
    way: nothing then 0
    "#);
}

#[test]
fn constants_are_compared_with_fields() {
    insta::assert_snapshot!(only(
        "compare",
        r#"
p=$(cat)
tool=$(jq -r '.tool_name' <<<"$p")
[ "$tool" = "Bash" ] && exit 0
[[ $tool == Edit ]] && exit 0
test "$tool" != 'Read' || exit 0
case "$tool" in
  Write|MultiEdit) exit 0 ;;
  Mcp*) exit 0 ;;
esac
jq -e '.tool_name == "Grep"' <<<"$p"
[[ $tool == Sh* ]] && exit 0
[ "$OTHER" = "Task" ] && exit 0
"#
    ), @r#"
    compare: tool_name with "Bash"
    compare: tool_name with "Edit"
    compare: tool_name with "Read"
    compare: tool_name with "Write"
    compare: tool_name with "MultiEdit"
    compare: tool_name with "Grep"
    "#);
}

#[test]
fn events_limit_what_is_reached() {
    insta::assert_snapshot!(facts(
        r#"
p=$(cat)
event=$(jq -r .hook_event_name <<<"$p")
case "$event" in
  stop|subagentStop)
    jq -r .status <<<"$p" >/dev/null
    echo '{}'
    ;;
  preToolUse) echo '{"permission":"allow"}' ;;
  *) exit 1 ;;
esac
"#
    ), @r#"
    stdin: whole `cat`, parsed `jq -r .hook_event_name <<<"$p"`
    read: hook_event_name `.hook_event_name`
    read: status `.status` [only stop subagentStop]
    compare: hook_event_name with "stop"
    compare: hook_event_name with "subagentStop"
    compare: hook_event_name with "preToolUse"
    answer 0: json {} from `echo '{}'` [only stop subagentStop]
    answer 1: json {permission: "allow"} from `echo '{"permission":"allow"}'` [only preToolUse]
    program: jq `jq`
    program: jq `jq`
    way: nothing then 1 `exit 1` [except stop subagentStop preToolUse]
    way: 0 then 0 [only stop subagentStop]
    way: 1 then 0 [only preToolUse]
    "#);
    insta::assert_snapshot!(facts(
        r#"
event=$(jq -r .hook_event_name)
if [ "$event" != "stop" ]; then exit 0; fi
echo '{"followup_message":"go on"}'
"#
    ), @r#"
    stdin: whole `jq -r .hook_event_name`, parsed `jq -r .hook_event_name`
    read: hook_event_name `.hook_event_name`
    compare: hook_event_name with "stop"
    answer 0: json {followup_message: "go on"} from `echo '{"followup_message":"go on"}'` [only stop]
    program: jq `jq`
    way: nothing then 0 `exit 0` [except stop]
    way: 0 then 0 [only stop]
    "#);
}

#[test]
fn arguments_and_host_variables_make_the_rest_conditional() {
    insta::assert_snapshot!(facts(
        r#"
cat >/dev/null
if [ "$1" = "--claude" ]; then echo '{"decision":"block"}'; exit 0; fi
[ -n "$CURSOR_VERSION" ] || exit 0
if [ "$(uname)" = "Darwin" ]; then echo '{}'; else echo '{"permission":"allow"}'; fi
"#
    ), @r#"
    stdin: whole `cat`
    host check: `"$1"`
    host check: `-n "$CURSOR_VERSION"`
    answer 0: json {decision: "block"} from `echo '{"decision":"block"}'` [conditional]
    answer 1: json {} from `echo '{}'` [conditional]
    answer 2: json {permission: "allow"} from `echo '{"permission":"allow"}'` [conditional]
    program: uname `uname`
    way: 0 then 0 `exit 0` [conditional]
    way: nothing then 0 `exit 0` [conditional]
    way: 1 then 0 [conditional]
    way: 2 then 0 [conditional]
    "#);
}

#[test]
fn constant_json_keeps_its_places_through_quotes_and_escapes() {
    insta::assert_snapshot!(only(
        "answer",
        r#"
echo '{"permission":"allow"}'
echo "{\"permission\":\"deny\"}"
printf '{"permission":"%s","user_message":"%s"}\n' ask 'really?'
printf "%s" "{\"a\":true}"
cat <<'END'
{"continue": false,
 "user_message": "no"}
END
cat <<-END
	{"x": null}
	END
echo -e '{"tab":"a\\tb"}'
echo $'{"q":"it\'s"}'
"#
    ), @r#"
    answer 0: json {permission: "allow"} from `echo '{"permission":"allow"}'`
    answer 1: json {permission: "deny"} from `echo "{\"permission\":\"deny\"}"`
    answer 2: json {permission: "ask", user_message: "really?"} from `printf '{"permission":"%s","user_message":"%s"}\n' ask 'really?'`
    answer 3: json {a: true} from `printf "%s" "{\"a\":true}"`
    answer 4: json {continue: false, user_message: "no"} from `cat`
    answer 5: json {x: null} from `cat`
    answer 6: json {tab: "a	b"@`a\\tb`} from `echo -e '{"tab":"a\\tb"}'`
    answer 7: json {q: "it's"@`it\'s`} from `echo $'{"q":"it\'s"}'`
    "#);
}

#[test]
fn a_test_that_has_succeeded_says_what_a_variable_holds() {
    let unescaped = |text: &str| only("answer", text).contains("unescaped");
    assert!(unescaped("phase=$(cat phase)\necho \"{\\\"user_message\\\":\\\"$phase\\\"}\""));
    for test in [
        r#"[[ "$phase" == red || "$phase" == green ]]"#,
        r"[[ $phase = red ]] && [ -f phase ]",
        r#"[ "${phase}" = red ]"#,
        r#"[ "$phase" -gt 3 ]"#,
        r"[ -f phase ] && [[ $phase -eq 3 ]]",
    ] {
        let text = format!(
            "phase=$(cat phase)\nif {test}; then\n  echo \"{{\\\"user_message\\\":\\\"$phase\\\"}}\"\nfi\n"
        );
        assert!(!unescaped(&text), "{test}");
    }
    for test in [
        r#"[[ "$phase" != red ]]"#,
        r#"[[ "$phase" == red || -f phase ]]"#,
        r#"[[ "$phase" == red* ]]"#,
        r#"! [ "$phase" = red ]"#,
    ] {
        let text = format!(
            "phase=$(cat phase)\nif {test}; then\n  echo \"{{\\\"user_message\\\":\\\"$phase\\\"}}\"\nfi\n"
        );
        assert!(unescaped(&text), "{test}");
    }
    let arms = |body: &str| {
        unescaped(&format!(
            "phase=$(cat phase)\ncase $phase in\n  red|green) {body} ;;\n  *) exit 0 ;;\nesac\n"
        ))
    };
    assert!(!arms("echo \"{\\\"user_message\\\":\\\"$phase\\\"}\""));
}

#[test]
fn what_a_trap_does_is_not_known_where_it_hangs_on_a_flag() {
    let answered =
        "done=0\ntrap '[ \"$done\" = 1 ] || echo \"{}\"' EXIT\necho '{\"continue\":true}'\ndone=1\n";
    assert!(only("way", answered).contains("unsure"), "{}", only("way", answered));
    let always = "trap 'echo \"{}\"' EXIT\necho '{\"continue\":true}'\n";
    assert!(!only("way", always).contains("unsure"), "{}", only("way", always));
    let by_code = "trap '[ $? = 0 ] || echo \"{}\"' EXIT\necho '{\"continue\":true}'\n";
    assert!(!only("way", by_code).contains("unsure"), "{}", only("way", by_code));
}

#[test]
fn what_the_host_fills_with_words_of_its_own_needs_no_quotes() {
    let unescaped = |field: &str| {
        let text = format!("x=$(jq -r .{field})\necho \"{{\\\"env\\\":{{\\\"ID\\\":\\\"$x\\\"}}}}\"");
        only("answer", &text).contains("unescaped")
    };
    assert!(!unescaped("conversation_id"));
    assert!(!unescaped("hook_event_name"));
    assert!(unescaped("command"));
    assert!(unescaped("tool_input.session_id"));
}

#[test]
fn the_working_directory_may_stand_in_for_a_place_that_is_known() {
    assert_eq!(only("cwd", "root=${CLAUDE_PROJECT_DIR:-$(pwd)}\ncat \"$root/notes.md\""), "");
    assert_eq!(only("cwd", "cat \"${CURSOR_PROJECT_DIR:-$PWD/..}/notes.md\""), "");
    assert_eq!(only("cwd", "root=$(pwd)\n[ -n \"$1\" ] && root=$1\ncat \"$root/notes.md\""), "");
    assert_ne!(only("cwd", "root=$(pwd)\ncat \"$root/notes.md\""), "");
}

#[test]
fn variables_in_json_are_by_hand_unless_something_made_them_safe() {
    insta::assert_snapshot!(only(
        "answer",
        r#"
p=$(cat)
cmd=$(jq -r .command <<<"$p")
echo "{\"user_message\":\"$cmd\"}"
echo "{\"user_message\":$(jq -Rs . <<<"$cmd")}"
printf '{"user_message":"%s"}' "$cmd"
printf '{"count":%d}' "$n"
echo "{\"ok\":$flag}"
cat <<END
{"message": "on $(date +%F) for ${cmd}"}
END
echo "{\"when\":\"$(date +%F)\"}"
esc=${cmd//\"/\\\"}
echo "{\"m\":\"$esc\"}"
"#
    ), @r#"
    answer 0: by hand {user_message: text `$cmd`} unescaped `$cmd` from `echo "{\"user_message\":\"$cmd\"}"`
    answer 1: by hand {user_message: any `$(jq -Rs . <<<"$cmd")`} from `echo "{\"user_message\":$(jq -Rs . <<<"$cmd")}"`
    answer 2: by hand {user_message: text `$cmd`} unescaped `$cmd` from `printf '{"user_message":"%s"}' "$cmd"`
    answer 3: by hand {count: any `"$n"`} from `printf '{"count":%d}' "$n"`
    answer 4: by hand {ok: any `$flag`} from `echo "{\"ok\":$flag}"`
    answer 5: by hand {message: text `on $(date +%F) for ${cmd}`} unescaped `${cmd}` from `cat`
    answer 6: by hand {when: text `$(date +%F)`} from `echo "{\"when\":\"$(date +%F)\"}"`
    answer 7: by hand {m: text `$esc`} from `echo "{\"m\":\"$esc\"}"`
    "#);
}

#[test]
fn a_constant_in_a_variable_is_what_it_says() {
    insta::assert_snapshot!(only(
        "answer",
        r#"
verdict=allow
json='{"permission":"ask"}'
echo "{\"permission\":\"$verdict\"}"
echo "$json"
if grep -q x file; then verdict=deny; fi
echo "{\"permission\":\"$verdict\"}"
jq -n --arg p "$verdict" '{permission: $p}'
"#
    ), @r#"
    answer 0: json {permission: "allow"} from `echo "{\"permission\":\"$verdict\"}"`
    answer 1: json {permission: "ask"} from `echo "$json"`
    answer 2: by hand {permission: "deny" | "allow"} from `echo "{\"permission\":\"$verdict\"}"`
    answer 3: json {permission: "deny" | "allow"} from `jq -n --arg p "$verdict" '{permission: $p}'`
    "#);
}

#[test]
fn jq_answers_with_the_object_that_it_makes() {
    insta::assert_snapshot!(only(
        "answer",
        r#"
p=$(cat)
jq -n '{permission: "deny", "user_message": "a \(1 + 1) b", agent_message: null}'
jq -n --arg why "$reason" --argjson ok true '{$why, continue: $ok}'
jq '{permission: (if .tool_name == "Shell" then "ask" else "allow" end)}' <<<"$p"
jq '.tool_input + {command: "ls"} | {updated_input: .}' <<<"$p"
jq -c 'select(.status == "error") | {followup_message: "again"}' <<<"$p"
jq -n '{a: 1} + {b: false}'
jq . <<<"$p"
"#
    ), @r#"
    answer 0: json {permission: "deny", user_message: text `a \(1 + 1) b`, agent_message: null} from `jq -n '{permission: "deny", "user_message": "a \(1 + 1) b", agent_messag…`
    answer 1: json {why: text `$why`, continue: true} from `jq -n --arg why "$reason" --argjson ok true '{$why, continue: $ok}'`
    answer 2: json {permission: "ask" | "allow"} from `jq '{permission: (if .tool_name == "Shell" then "ask" else "allow" end)}…`
    answer 3: json {updated_input: {command: "ls", ...}} from `jq '.tool_input + {command: "ls"} | {updated_input: .}' <<<"$p"`
    answer 4: json {followup_message: "again"} from `jq -c 'select(.status == "error") | {followup_message: "again"}' <<<"$p"`
    answer 5: json {a: number `1`, b: false} from `jq -n '{a: 1} + {b: false}'`
    answer 6: payload from `jq . <<<"$p"`
    "#);
}

#[test]
fn plain_text_is_said_and_programs_leak() {
    insta::assert_snapshot!(facts(
        r#"
echo "done"
echo
npm install
npm install --silent
git pull >&2
ls > /dev/null
prettier --write src
mkdir -p out
echo note >&2
date
"#
    ), @r#"
    answer 0: text Said from `echo "done"`
    answer 1: text Leaked from `npm install`
    answer 2: text Leaked from `prettier --write src`
    answer 3: text Leaked from `date`
    program: npm `npm`
    program: npm `npm`
    program: git `git`
    program: ls `ls`
    program: prettier `prettier`
    program: date `date`
    way: 0, 1, 2 then 0, many, unsure, complains
    "#);
}

#[test]
fn pieces_of_json_are_no_text() {
    insta::assert_snapshot!(only(
        "answer",
        r#"
echo '{'
echo '  "permission": "allow"'
echo '}'
echo '{"a":1}{"b":2}'
echo '[log] started'
"#
    ), @r#"
    answer 0: unknown from `echo '{'`
    answer 1: unknown from `echo '  "permission": "allow"'`
    answer 2: unknown from `echo '}'`
    answer 3: text Said from `echo '{"a":1}{"b":2}'`
    answer 4: text Said from `echo '[log] started'`
    "#);
}

#[test]
fn redirections_say_where_it_goes() {
    insta::assert_snapshot!(facts(
        r#"
exec 3>&1 >&2
echo "to stderr"
echo '{"permission":"allow"}' >&3
{ echo "also stderr"; ls; }
(echo hidden) > /dev/null
echo '{"a":1}' >&3 2>/dev/null
"#
    ), @r#"
    answer 0: json {permission: "allow"} from `echo '{"permission":"allow"}'`
    answer 1: json {a: number `1`} from `echo '{"a":1}'`
    program: ls `ls`
    way: 0, 1 then 0, complains
    "#);
}

#[test]
fn handlers_are_told_from_branches() {
    insta::assert_snapshot!(only(
        "way",
        r#"
cmd=$(jq -r .command) || { echo '{"permission":"allow"}'; exit 0; }
command -v git >/dev/null || { echo '{"permission":"ask"}'; exit 0; }
[ -n "$cmd" ] || exit 3
echo '{"permission":"deny"}'
"#
    ), @r#"
    way: 0 then 0 `exit 0` handler `{ echo '{"permission":"allow"}'; exit 0; }`
    way: 1 then 0 `exit 0` handler `{ echo '{"permission":"ask"}'; exit 0; }`
    way: nothing then 3 `exit 3`
    way: 2 then 0
    "#);
}

#[test]
fn a_trap_that_answers_is_a_handler_and_one_that_cleans_up_is_none() {
    insta::assert_snapshot!(only(
        "way",
        r#"
set -e
trap 'echo "{}"; exit 0' ERR
cmd=$(jq -r .command)
echo '{"permission":"deny"}'
"#
    ), @r#"
    way: 0 then 0 `exit 0` handler `'echo "{}"; exit 0'`
    way: 1 then 0
    "#);
    insta::assert_snapshot!(only(
        "way",
        r#"
tmp=$(mktemp)
trap 'rm -f "$tmp"' EXIT
cmd=$(jq -r .command)
echo '{"permission":"deny"}'
"#
    ), @r"way: 0 then 0");
    insta::assert_snapshot!(only(
        "way",
        r#"
answer() { echo '{"permission":"allow"}'; }
trap answer EXIT
cmd=$(jq -r .command)
if [ "$cmd" = x ]; then exit 2; fi
"#
    ), @r"
    way: 0 then 2 `exit 2`
    way: 0 then 0
    ");
}

#[test]
fn errexit_counts_where_it_counts() {
    insta::assert_snapshot!(only(
        "way",
        r#"
set -euo pipefail
cmd=$(jq -r .command)
if jq -e .x <<<"$cmd" >/dev/null; then exit 1; fi
jq -e .y <<<"$cmd" >/dev/null || true
local x=$(jq .z <<<"$cmd")
echo '{}'
"#
    ), @r"
    way: nothing then 1 `exit 1`
    way: 0 then 0
    way: nothing then error `cmd=$(jq -r .command)`
    ");
    insta::assert_snapshot!(only(
        "way",
        r"
cmd=$(jq -r .command)
echo '{}'
"
    ), @r"way: 0 then 0");
}

#[test]
fn functions_are_followed_with_their_arguments() {
    insta::assert_snapshot!(facts(
        r#"
deny() {
  local reason="$1"
  jq -n --arg r "$reason" '{permission: "deny", user_message: $r}'
  exit 0
}
respond() { printf '{"permission":"%s"}\n' "$1"; }
log() { echo "$*" >> /tmp/guard.log; }
input=$(cat)
log "$input"
cmd=$(jq -r .command <<<"$input")
case $cmd in
  *mkfs*) deny "no file systems" ;;
  *dd*) deny "$cmd is refused" ;;
esac
respond allow
"#
    ), @r#"
    stdin: whole `cat`, parsed `jq -r .command <<<"$input"`
    read: command `.command`
    answer 0: json {permission: "deny", user_message: "no file systems"} from `jq -n --arg r "$reason" '{permission: "deny", user_message: $r}'`
    answer 1: json {permission: "deny", user_message: text `$r`} from `jq -n --arg r "$reason" '{permission: "deny", user_message: $r}'`
    answer 2: json {permission: "allow"} from `printf '{"permission":"%s"}\n' "$1"`
    program: jq `jq`
    program: jq `jq`
    file: payload to /tmp/guard.log `/tmp/guard.log`
    way: 0 then 0 `exit 0`
    way: 1 then 0 `exit 0`
    way: 2 then 0
    "#);
}

#[test]
fn a_function_that_calls_itself_or_is_defined_twice_is_unsure() {
    insta::assert_snapshot!(only("way", "f() { f; }\nf\n"), @r"way: nothing then 0, unsure");
    insta::assert_snapshot!(only("way", "f() { echo '{}'; }\nf() { exit 1; }\nf\n"), @r"way: nothing then 0, unsure");
}

#[test]
fn loops_and_lists_end_where_they_end() {
    insta::assert_snapshot!(facts(
        r#"
p=$(cat)
while IFS= read -r path; do
  case "$path" in
    *.env) echo '{"permission":"deny"}'; exit 0 ;;
  esac
done < <(jq -r '.paths[]' <<<"$p")
for word in a b; do
  echo "$word" >&2
done
echo '{"permission":"allow"}'
"#
    ), @r#"
    stdin: whole `cat`, parsed `jq -r '.paths[]' <<<"$p"`
    read: paths.[] `.paths[]`
    answer 0: json {permission: "deny"} from `echo '{"permission":"deny"}'`
    answer 1: json {permission: "allow"} from `echo '{"permission":"allow"}'`
    program: jq `jq`
    way: 0 then 0 `exit 0`
    way: 1 then 0
    way: 1 then 0, complains
    "#);
}

#[test]
fn an_exit_in_a_pipeline_ends_that_side_only() {
    insta::assert_snapshot!(only(
        "way",
        r#"
jq -r '.paths[]' | while read -r path; do
  [ "$path" = x ] && exit 2
done
(exit 2)
echo '{"permission":"allow"}'
"#
    ), @r"way: 0 then 0");
}

#[test]
fn a_test_at_the_end_gives_the_script_its_code() {
    insta::assert_snapshot!(only("way", "x=$(cat)\n[ -n \"$x\" ] && echo '{}'\n"), @r"
    way: 0 then unknown
    way: nothing then unknown
    ");
    insta::assert_snapshot!(only("way", "x=$(cat)\nif [ -n \"$x\" ]; then echo '{}'; fi\n"), @r"
    way: 0 then 0
    way: nothing then 0
    ");
}

#[test]
fn values_of_the_payload_that_become_code_are_sinks() {
    insta::assert_snapshot!(only(
        "sink",
        r#"
p=$(cat)
cmd=$(jq -r .command <<<"$p")
file=$(jq -r .file_path <<<"$p")
eval "$cmd"
sh -c "wc -l $file"
bash <<<"$cmd"
echo "$cmd" | sh
prettier --write $file
$cmd
grep_out=$(echo "$p" | sed -n 's/x//p')
eval "run $grep_out"
"#
    ), @r#"
    sink: Eval of command `$cmd`
    sink: Shell of file_path `$file`
    sink: Shell of command `bash <<<"$cmd"`
    sink: Shell of command `sh`
    sink: Word of file_path `$file`
    sink: Word of command `$cmd`
    sink: Eval of payload `$grep_out`
    "#);
}

#[test]
fn lookalikes_of_sinks_stay_silent() {
    insta::assert_snapshot!(only("sink", r#"
p=$(cat)
cmd=$(jq -r .command <<<"$p")
file=$(jq -r .file_path <<<"$p")
prettier --write "$file"
[[ $cmd == x ]] && exit 0
case $cmd in x) ;; esac
copy=$cmd
echo $cmd >&2
bash -c 'wc -l "$1"' _ "$file"
eval "$(jq -r '@sh "tool=\(.tool_name)"' <<<"$p")"
[ -n $cmd ]
ls $HOME
"#), @"");
}

#[test]
fn files_are_written_with_what_is_known_of_it() {
    insta::assert_snapshot!(only(
        "file",
        r#"
p=$(cat)
echo "$p" >> /tmp/hooks.log
jq -r .prompt <<<"$p" > "$HOME/prompts.txt"
echo "$p" | tee -a "$LOG_DIR/all.log" >/dev/null
date > /var/tmp/last
echo "$p" > /dev/null
umask 077
echo "$p" > ~/private.log
t=$(mktemp)
cat <<<"$p" > "$t"
"#
    ), @r#"
    file: payload to /tmp/hooks.log `/tmp/hooks.log`
    file: prompt to $/prompts.txt `"$HOME/prompts.txt"`
    file: payload to $/all.log `"$LOG_DIR/all.log"`
    file: other to /var/tmp/last `/var/tmp/last`
    file: payload to ~/private.log, private `~/private.log`
    file: payload to $, private `"$t"`
    "#);
}

#[test]
fn programs_are_used_checked_and_optional() {
    insta::assert_snapshot!(only(
        "program",
        r#"
jq -r .a
if ! command -v node >/dev/null; then exit 0; fi
node -v
python3 x.py || true
out=$(git status) || out=""
/usr/local/bin/tool run
timeout 5 curl https://example.com
cd /tmp
"#
    ), @r"
    program: jq `jq`
    program: node, checked `node`
    program: python3, checked, optional `python3`
    program: git, checked `git`
    program: tool `tool`
    program: curl `curl`
    ");
}

#[test]
fn the_working_directory_in_a_path_is_a_use_of_it() {
    insta::assert_snapshot!(only(
        "cwd",
        r#"
cat "$PWD/package.json"
root=$(pwd)
ls "$root/src"
echo "in $(pwd)"
cd "$HOME/x"
"#
    ), @r"
    cwd: `$PWD`
    cwd: `$root`
    ");
}

#[test]
fn other_code_is_unknown() {
    insta::assert_snapshot!(only(
        "unknown",
        r#"
source "$(dirname "$0")/lib.sh"
. ./more.sh
p=$(cat)
echo "$p" | python3 -c 'import json'
eval "$SETUP"
bash other.sh
exec ./real-hook
"#
    ), @r#"
    unknown: OtherFile `source "$(dirname "$0")/lib.sh"`
    unknown: OtherFile `. ./more.sh`
    unknown: OtherProgram `python3 -c 'import json'`
    unknown: DynamicCode `eval "$SETUP"`
    unknown: OtherProgram `bash other.sh`
    unknown: OtherProgram `exec ./real-hook`
    "#);
    insta::assert_snapshot!(only("unknown", "if then fi ((\n"), @r"unknown: Syntax `if then fi ((`");
}

#[test]
fn code_in_the_script_itself_is_read() {
    insta::assert_snapshot!(facts(
        r#"
bash -c 'echo "{}"; exit 3'
echo '{"permission":"allow"}'
"#
    ), @r#"
    answer 0: json {} from `echo "{}"`
    answer 1: json {permission: "allow"} from `echo '{"permission":"allow"}'`
    program: bash `bash`
    way: 0, 1 then 0
    "#);
}

#[test]
fn exec_of_jq_is_the_answer_and_the_end() {
    insta::assert_snapshot!(facts("exec jq '{permission: \"allow\"}'\necho never\n"), @r#"
    stdin: whole `exec jq '{permission: "allow"}'`, parsed `exec jq '{permission: "allow"}'`
    answer 0: json {permission: "allow"} from `exec jq '{permission: "allow"}'`
    program: jq `jq`
    way: 0 then 0 `exec jq '{permission: "allow"}'`
    "#);
}

#[test]
fn a_herestring_behind_a_file_is_understood() {
    insta::assert_snapshot!(facts("p=$(cat)\njq -e .a >/dev/null <<<\"$p\" || exit 2\n"), @r"
    stdin: whole `cat`, parsed `jq -e .a`
    read: a `.a`
    program: jq, checked `jq`
    way: nothing then 2 `exit 2`
    way: nothing then 0
    ");
}

#[test]
fn patterns_of_several_parts_are_patterns() {
    insta::assert_snapshot!(facts(
        r#"
c=$(jq -r .command)
case "$c" in
  *"git push"*"--force"*) exit 2 ;;
  *"rm -rf"* | *"x"*" -f") exit 3 ;;
esac
echo OK
"#
    ), @r"
    stdin: whole `jq -r .command`, parsed `jq -r .command`
    read: command `.command`
    answer 0: text Said from `echo OK`
    program: jq `jq`
    way: nothing then 2 `exit 2`
    way: nothing then 3 `exit 3`
    way: 0 then 0
    ");
}

#[test]
fn a_line_of_its_own_is_read() {
    insta::assert_snapshot!(line(r#"echo '{"permission":"allow"}'"#), @r#"
    answer 0: json {permission: "allow"} from `echo '{"permission":"allow"}'`
    way: 0 then 0
    "#);
    insta::assert_snapshot!(line(r"jq -r .prompt >> /tmp/p.log; echo '{}'"), @r"
    stdin: whole `jq -r .prompt`, parsed `jq -r .prompt`
    read: prompt `.prompt`
    answer 0: json {} from `echo '{}'`
    program: jq `jq`
    file: prompt to /tmp/p.log `/tmp/p.log`
    way: 0 then 0
    ");
    insta::assert_snapshot!(line(r#"sh -c 'cat >/dev/null; printf "{\"continue\":true}"'"#), @r#"
    stdin: whole `cat`
    answer 0: json {continue: true} from `printf "{\"continue\":true}"`
    program: sh `sh`
    way: 0 then 0
    "#);
}

#[test]
fn a_plain_call_is_no_program_of_its_own() {
    for text in [
        "./guard.sh",
        "python3 .cursor/hooks/guard.py --echo",
        "bash hooks/echo.sh",
        "",
        "node printf.js",
        "if then",
    ] {
        assert_eq!(line(text), "nothing of its own", "{text}");
    }
}

#[test]
fn hostile_texts_end() {
    let calls = |n| format!("f{n}() {{ f{0} a; f{0} b; }}\n", n + 1);
    let texts = [
        "(".repeat(3000),
        "{ ".repeat(3000),
        "$(".repeat(3000),
        "\"$(".repeat(2000),
        "if a; then ".repeat(2000),
        format!("if a; then b; {}fi", "elif c; then d; ".repeat(2000)),
        format!("a{}", " || b".repeat(5000)),
        format!("a{}", " | b".repeat(5000)),
        format!("case x in {} esac", "y) z;; ".repeat(5000)),
        format!("x=y\n{}", "x=\"$x$x\"\n".repeat(200)),
        format!("jq '{}'", ".a|".repeat(5000)),
        format!("jq '{}'", "[".repeat(5000)),
        format!("jq '{}.'", "\"\\(".repeat(5000)),
        format!("jq '.{}'", ".a".repeat(5000)),
        format!("echo '{}'", "[".repeat(5000)),
        format!("{}f0", (0..200).map(calls).collect::<String>()),
        "a=1\n".repeat(20_000),
        "<<E\n".repeat(2000),
        "\0\u{1}é\u{10ffff}'\"\\".repeat(2000),
        "${x:-".repeat(3000),
        "f() { g; }\n".repeat(5000),
    ];
    for text in texts {
        let facts = super::read(&text);
        render(&text, &facts);
    }
}

#[test]
fn every_prefix_of_a_script_is_read_without_harm() {
    let text = "#!/bin/sh\np=$(cat)\nf() { jq -n --arg a \"$1\" '{b: \"é \\($a)\"}'; }\n\
                case \"$p\" in *\"x\"*) f 'é' ;; esac\n\
                cat <<END | tee /tmp/x >&2 && exit 0\n{\"é\": \"${p##*/}\"}\nEND\n\
                trap 'f ü' EXIT; printf '%s é\\n' \"${p:-é}\"\n";
    for (at, _) in text.char_indices() {
        let cut = &text[..at];
        render(cut, &super::read(cut));
        super::read_line(cut);
    }
}

#[test]
fn a_text_that_is_too_long_is_not_read() {
    let text = "a\n".repeat(MAX_TEXT);
    let facts: Facts = super::super::read(super::super::Language::Shell, &text);
    assert_eq!(facts.unknowns[0].kind, UnknownKind::TooLarge);
}

#[test]
fn a_string_that_nothing_closes_may_end_with_any_letter() {
    for text in ["echo \"é", "x=\"é", "cat <<< \"$x é", "\"", "echo \"$(é"] {
        facts(text);
    }
}

#[test]
fn an_expansion_may_begin_with_any_letter() {
    for text in ["echo \"${é}\"", "echo ${é:-x}", "echo \"${#\u{fffd}ngth} x\"", "x=${😀[0]}"] {
        super::read(text);
    }
}
