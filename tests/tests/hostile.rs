//! Files that nobody writes by hand: whatever a file holds or is, a check ends in time, with an exit code that says something.

use std::fmt::Write as _;
use std::time::Duration;

use hookc_compiler::analysis::{Request, Settings};
use hookc_compiler::system::MemorySystem;
use hookc_tests::{Hookc, Ran, Tree};

/// Far more than any of these need, even without optimisation on a busy machine.
const LIMIT: Duration = Duration::from_mins(2);

/// How many hooks a huge file holds; fewer without optimisation, where they cost ten times as much.
const MANY: usize = if cfg!(debug_assertions) { 40_000 } else { 200_000 };

const EVENTS: [&str; 6] =
    ["stop", "sessionStart", "preToolUse", "beforeShellExecution", "afterFileEdit", "beforeMCPExecution"];

/// Checks a workspace with every rule awake.
fn check(tree: &Tree, format: &str) -> Ran {
    let everything = ["--pedantic", "--platform=linux", "--platform=windows", "--target=editor"];
    let hookc = Hookc::new().in_folder(tree.path()).args(["check", "--target=cloud"]).args(everything);
    let ran = hookc.args(["--format", format]).run_within(LIMIT);
    assert!(matches!(ran.code, Some(0..=2)), "exit {:?}\n{}", ran.code, ran.stderr);
    let has_panicked = |text: &str| text.contains("panicked at");
    assert!(!has_panicked(&ran.stderr) && !has_panicked(&ran.stdout), "{}", ran.stderr);
    ran
}

/// Checks a hooks file, and tells how often each of these is said of it.
fn check_file(text: impl AsRef<[u8]>, rules: &[&str]) -> (Option<i32>, Vec<usize>) {
    let tree = Tree::new().file(".cursor/hooks.json", text);
    let ran = check(&tree, "concise");
    (ran.code, rules.iter().map(|rule| told(&ran, rule)).collect())
}

/// How many findings of a rule are told, those included that are only counted.
fn told(ran: &Ran, rule: &str) -> usize {
    let lines = ran.stdout.lines().filter(|line| line.contains(&format!("[{rule}]")));
    let more = |line: &str| -> usize {
        let (_, counted) = line.rsplit_once(" (and ").unwrap_or_default();
        counted.split_once(" more of this kind").and_then(|(count, _)| count.parse().ok()).unwrap_or(0)
    };
    lines.map(|line| 1 + more(line)).sum()
}

/// Checks a hooks file for people, which shows the text itself.
fn survives(text: impl AsRef<[u8]>) {
    check(&Tree::new().file(".cursor/hooks.json", text), "human");
}

/// Checks a hooks file in each form of output.
fn survives_in_every_format(text: impl AsRef<[u8]>) {
    let tree = Tree::new().file(".cursor/hooks.json", text);
    for format in ["concise", "json", "human"] {
        check(&tree, format);
    }
}

/// A hooks file with these events, each followed by its hooks.
fn hooks_file(events: &[(&str, String)]) -> String {
    let events: Vec<String> = events.iter().map(|(event, hooks)| format!("\"{event}\": [{hooks}]")).collect();
    format!("{{ \"version\": 1, \"hooks\": {{ {} }} }}", events.join(", "))
}

/// That many entries, separated by commas.
fn entries(count: usize, entry: impl Fn(usize) -> String) -> String {
    (0..count).map(entry).collect::<Vec<_>>().join(",\n")
}

fn one_command(command: &str) -> String {
    let quoted = serde_json::Value::from(command);
    hooks_file(&[("stop", format!("{{ \"command\": {quoted} }}"))])
}

fn one_matcher(matcher: &str) -> String {
    let quoted = serde_json::Value::from(matcher);
    hooks_file(&[("preToolUse", format!("{{ \"command\": \"audit-log\", \"matcher\": {quoted} }}"))])
}

mod bytes {
    use super::*;

    #[test]
    fn an_empty_file_is_no_json() {
        assert_eq!(check_file("", &["invalid-json"]), (Some(1), vec![1]));
    }

    #[test]
    fn a_file_of_nul_bytes_is_no_json() {
        let (code, counts) = check_file(vec![0; 100_000], &["invalid-json"]);
        assert!(code == Some(1) && counts[0] > 0, "{code:?} {counts:?}");
        survives_in_every_format([0; 3]);
    }

    #[test]
    fn bytes_that_are_no_text_are_said_to_be_none() {
        let text = hooks_file(&[("stop", "{ \"command\": \"say \u{1}\" }".to_owned())]);
        let bytes: Vec<u8> =
            text.bytes().flat_map(|byte| if byte == 1 { vec![0xFF; 100_000] } else { vec![byte] }).collect();
        let (code, counts) = check_file(bytes, &["invalid-utf8"]);
        assert!(code == Some(1) && counts[0] > 0, "{code:?} {counts:?}");
        survives_in_every_format([0xC3, 0x28, 0xF0, 0x9F, 0x92]);
    }

    #[test]
    fn a_program_is_no_hooks_file() {
        let bytes: Vec<u8> = (0..=255_u8).cycle().take(200_000).collect();
        survives_in_every_format(bytes);
    }
}

mod structure {
    use super::*;

    #[test]
    fn brackets_without_end() {
        survives_in_every_format("[".repeat(100_000));
        survives("{\"hooks\":".repeat(100_000));
        survives(format!("{}{}", "[".repeat(100_000), "]".repeat(100_000)));
    }

    #[test]
    fn ten_megabytes_of_hooks() {
        let file = hooks_file(&[(
            "stop",
            entries(MANY, |n| format!("{{ \"command\": \"audit-log --number {n}\" }}")),
        )]);
        assert_eq!(check_file(file, &["duplicate-entry"]), (Some(0), vec![0]));
    }

    #[test]
    fn hooks_in_every_event() {
        let hooks =
            entries(MANY / EVENTS.len(), |n| format!("{{ \"command\": \"audit-log --number {n}\" }}"));
        let file = hooks_file(&EVENTS.map(|event| (event, hooks.clone())));
        assert_eq!(check_file(file, &["duplicate-entry"]), (Some(0), vec![0]));
    }

    #[test]
    fn a_fault_in_every_hook() {
        let file = hooks_file(&[(
            "stop",
            entries(MANY, |n| format!("{{ \"command\": {n}, \"failClosed\": true }}")),
        )]);
        assert_eq!(check_file(file, &["type-mismatch"]), (Some(1), vec![MANY]));
    }

    #[test]
    fn a_fault_in_every_hook_of_a_file_without_line_breaks() {
        let hooks = entries(MANY, |n| format!("{{ \"command\": \"a {n}\", \"timeoutSec\": 1 }}"));
        let file = hooks_file(&[("stop", hooks)]).replace('\n', "");
        assert_eq!(check_file(file, &["unknown-entry-key"]), (Some(1), vec![MANY]));
    }

    #[test]
    fn one_hook_over_and_over() {
        let file = hooks_file(&[("stop", entries(MANY, |_| "{ \"command\": \"audit-log\" }".to_owned()))]);
        assert_eq!(check_file(file, &["duplicate-entry"]), (Some(0), vec![MANY - 1]));
    }

    #[test]
    fn one_persons_folder_over_and_over() {
        let hooks = entries(MANY / 4, |n| format!("{{ \"command\": \"node /Users/ann/{n}.js\" }}"));
        let file = hooks_file(&[("stop", hooks)]);
        assert_eq!(check_file(file, &["machine-specific-path"]), (Some(0), vec![1]));
    }

    #[test]
    fn claude_settings_with_as_many() {
        let groups = entries(MANY, |n| {
            format!(
                "{{ \"matcher\": \"Bash\", \"hooks\": [{{ \"type\": \"command\", \"command\": \"audit-log {n}\" }}] }}"
            )
        });
        let file = format!("{{ \"hooks\": {{ \"PreToolUse\": [{groups}] }} }}");
        let tree = Tree::new().file(".claude/settings.json", file);
        assert_eq!(check(&tree, "concise").code, Some(0));
    }

    #[test]
    fn claudes_nesting_over_and_over() {
        let groups = entries(MANY, |n| format!("{{ \"hooks\": [{{ \"command\": \"audit-log {n}\" }}] }}"));
        let file = hooks_file(&[("preToolUse", groups)]);
        assert_eq!(check_file(file, &["claude-nested-shape"]), (Some(1), vec![1]));
    }

    #[test]
    fn unknown_events() {
        let events = entries(100_000, |n| format!("\"onEvent{n}\": [{{ \"command\": \"a\" }}]"));
        let file = format!("{{ \"version\": 1, \"hooks\": {{ {events} }} }}");
        assert_eq!(check_file(file, &["unknown-event"]), (Some(1), vec![100_000]));
    }

    #[test]
    fn matchers_in_the_names_of_events() {
        let events = entries(20_000, |n| format!("\"preToolUse:W{n}\": [{{ \"command\": \"a\" }}]"));
        let file = format!("{{ \"version\": 1, \"hooks\": {{ {events} }} }}").replace('\n', "");
        assert_eq!(check_file(file, &["hooks-shape"]), (Some(1), vec![20_000]));
    }

    #[test]
    fn one_key_over_and_over() {
        let events = entries(100_000, |_| "\"stop\": [{ \"command\": \"a\" }]".to_owned());
        let file = format!("{{ \"version\": 1, \"hooks\": {{ {events} }} }}");
        assert_eq!(check_file(file, &["duplicate-key"]), (Some(1), vec![99_999]));
    }

    #[test]
    fn events_outside_of_hooks_over_and_over() {
        let events = entries(20_000, |_| "\"stop\": [{ \"command\": \"a\" }]".to_owned());
        let (code, counts) = check_file(format!("{{ \"version\": 1, {events} }}"), &["hooks-shape"]);
        assert_eq!((code, counts), (Some(1), vec![1]));
    }

    #[test]
    fn hooks_as_a_long_list() {
        let hooks = entries(20_000, |n| format!("{{ \"event\": \"event{n}\", \"command\": \"a\" }}"));
        let (code, counts) =
            check_file(format!("{{ \"version\": 1, \"hooks\": [{hooks}] }}"), &["hooks-shape"]);
        assert_eq!((code, counts), (Some(1), vec![1]));
    }

    #[test]
    fn a_comma_too_many_in_every_hook() {
        let file =
            hooks_file(&[("stop", entries(MANY, |n| format!("{{ \"command\": \"audit-log {n}\", }}")))]);
        let (code, counts) = check_file(file, &["invalid-json"]);
        assert!(code == Some(1) && (1..=200).contains(&counts[0]), "{code:?} {counts:?}");
    }

    #[test]
    fn an_endless_number() {
        survives(format!("{{ \"version\": {}, \"hooks\": {{}} }}", "9".repeat(1_000_000)));
    }
}

mod commands {
    use super::*;

    #[test]
    fn a_line_of_a_megabyte() {
        survives_in_every_format(one_command(&"a".repeat(1 << 20)));
        survives(one_command(&"./hooks/a.sh && ".repeat(1 << 16)));
    }

    #[test]
    fn constructs_that_never_end() {
        for opening in
            ["$(", "`", "\"$(", "${", "(", "{ ", "'", "\"", "<<A\n", "sh -c '", "if a; then ", "case a in "]
        {
            survives(one_command(&opening.repeat(60_000 / opening.len())));
        }
    }

    #[test]
    fn constructs_that_never_stop() {
        for part in [
            "env ",
            "A=b ",
            "cd a && ",
            "a | ",
            "a || true; ",
            "cmd /c ",
            "powershell -Command ",
            "../",
            "\\",
            "/a b",
            "/Users/ann/x ",
            "{{file}} ",
            "%A%",
            "$A",
        ] {
            survives(one_command(&part.repeat(60_000 / part.len())));
        }
    }
}

mod matchers {
    use super::*;

    #[test]
    fn a_pattern_of_a_megabyte() {
        survives_in_every_format(one_matcher(&"a".repeat(1 << 20)));
    }

    #[test]
    fn groups_without_end() {
        for count in [1_000, 100_000] {
            survives(one_matcher(&"(".repeat(count)));
            survives(one_matcher(&format!("{}{}", "(".repeat(count), ")".repeat(count))));
            survives(one_matcher(&format!("{}a{}", "(".repeat(count), "+)+".repeat(count))));
        }
    }

    #[test]
    fn ten_thousand_alternatives() {
        let alternatives = |name: fn(usize) -> String| (0..10_000).map(name).collect::<Vec<_>>().join("|");
        survives(one_matcher(&alternatives(|n| format!("tool{n}"))));
        survives(one_matcher(&alternatives(|_| "Bash".to_owned())));
        survives(one_matcher(&alternatives(|n| format!("Bash(git {n}:*)"))));
        survives(one_matcher(&alternatives(|n| format!("[a-z]*{n}.+"))));
        survives(one_matcher(&format!("^({})$", alternatives(|n| format!("mcp__server__{n}")))));
    }

    #[test]
    fn alternatives_deep_inside_of_groups() {
        let alternatives = (0..5_000).map(|n| format!("a{n}")).collect::<Vec<_>>().join("|");
        survives(one_matcher(&format!("{}{alternatives}{}", "(".repeat(5_000), ")".repeat(5_000))));
    }

    #[test]
    fn repetitions_of_repetitions() {
        for part in ["a{1000}", "(a+)+", "(a|a)*", ".*", "(?=a)", "(?<=a)", "\\1", "[^a]", "(?!a)b?"] {
            survives(one_matcher(&part.repeat(5_000)));
        }
        survives(one_matcher(&format!("{}a{}", "(".repeat(200), "{1,9})".repeat(200))));
    }

    #[test]
    fn as_many_patterns_as_hooks() {
        let hooks =
            entries(MANY / 20, |n| format!("{{ \"command\": \"a\", \"matcher\": \"Bash|Edit|(a+)+{n}$\" }}"));
        survives(hooks_file(&[("preToolUse", hooks)]));
    }
}

/// What is no file at all. The exit code is 2 when nothing else could be read.
#[cfg(unix)]
mod places {
    use super::*;

    #[test]
    fn a_folder_of_that_name() {
        let ran = check(&Tree::new().folder(".cursor/hooks.json"), "concise");
        assert!(ran.stdout.contains("[unreadable-file]"), "{}", ran.transcript());
    }

    #[test]
    fn a_link_to_nothing() {
        let ran = check(&Tree::new().link(".cursor/hooks.json", "nowhere.json"), "concise");
        assert!(ran.stdout.contains("[broken-link]"), "{}", ran.transcript());
    }

    #[test]
    fn a_link_to_itself() {
        let ran = check(&Tree::new().link(".cursor/hooks.json", "hooks.json"), "concise");
        assert!(ran.stdout.contains("[broken-link]"), "{}", ran.transcript());
        let tree =
            Tree::new().link(".cursor/hooks.json", "other.json").link(".cursor/other.json", "hooks.json");
        assert!(check(&tree, "concise").stdout.contains("[broken-link]"));
    }

    #[test]
    fn a_folder_that_holds_itself() {
        let tree =
            Tree::new().file(".cursor/hooks.json", one_command("a")).link("loop", ".").link("a/b", "..");
        assert_eq!(check(&tree, "concise").code, Some(0));
    }

    #[test]
    fn a_pipe_that_nobody_writes_to() {
        let tree = Tree::new().folder(".cursor");
        let made = std::process::Command::new("mkfifo").arg(tree.path().join(".cursor/hooks.json")).status();
        if !made.is_ok_and(|status| status.success()) {
            println!("skipped: no pipe can be made");
            return;
        }
        let ran = check(&tree, "concise");
        assert!(ran.stdout.contains("[unreadable-file]"), "{}", ran.transcript());
    }

    #[test]
    fn a_file_that_may_not_be_read() {
        let path = "/w/.cursor/hooks.json";
        let system = MemorySystem::new().file(path, one_command("a")).unreadable(path);
        let request = Request { workspaces: vec!["/w".into()], ..Request::default() };
        let report = hookc_policies::check(&system, &request, &Settings::default());
        let rules: Vec<&str> = report.diagnostics.iter().map(|finding| finding.rule).collect();
        assert_eq!((rules, report.unreadable), (vec!["unreadable-file"], 1));
    }

    #[test]
    fn a_link_out_of_the_tree_is_not_followed() {
        let outside = Tree::new().file("hooks.json", hooks_file(&[("outsideEvent", String::new())]));
        let tree = Tree::new().link(".cursor/hooks.json", outside.path().join("hooks.json"));
        let ran = check(&tree, "human");
        assert!(!ran.stdout.contains("outsideEvent"), "{}", ran.transcript());
    }

    #[test]
    fn a_file_below_four_hundred_folders() {
        let mut path = String::new();
        for _ in 0..400 {
            let _ = write!(path, "deep/");
        }
        let tree = Tree::new().file(&format!("{path}.cursor/hooks.json"), one_command("a"));
        assert_eq!(check(&tree, "concise").code, Some(0));
    }
}

/// Folders full of scripts, and hooks that name them.
mod scripts {
    use super::*;

    const SCRIPTS: usize = MANY / 10;

    fn named(prefix: &str) -> String {
        let hooks = entries(SCRIPTS, |n| format!("{{ \"command\": \".cursor/hooks/{prefix}-{n}.sh\" }}"));
        hooks_file(&[("stop", hooks)])
    }

    fn folder(text: &str) -> Tree {
        let path = |n| format!(".cursor/hooks/there-{n}.sh");
        (0..SCRIPTS).fold(Tree::new(), |tree, n| tree.script(&path(n), text))
    }

    fn findings(tree: &Tree, rule: &str) -> usize {
        told(&check(tree, "concise"), rule)
    }

    #[test]
    fn none_of_them_is_there_and_others_are() {
        let tree = folder("#!/bin/sh\n").file(".cursor/hooks.json", named("their"));
        assert_eq!(findings(&tree, "missing-script"), SCRIPTS);
    }

    #[test]
    fn all_of_them_have_foreign_line_ends() {
        let tree = folder("#!/bin/sh\r\nexit 0\r\n").file(".cursor/hooks.json", named("there"));
        assert_eq!(findings(&tree, "crlf-script"), SCRIPTS);
    }

    #[test]
    fn one_large_script_is_run_by_every_hook() {
        let hooks = entries(SCRIPTS, |n| format!("{{ \"command\": \".cursor/hooks/large.sh {n}\" }}"));
        let text = format!("#!/bin/sh\r\n{}", "echo\r\n".repeat(150_000));
        let tree = Tree::new().script(".cursor/hooks/large.sh", text);
        let tree = tree.file(".cursor/hooks.json", hooks_file(&[("stop", hooks)]));
        assert_eq!(findings(&tree, "crlf-script"), 1);
    }

    #[test]
    fn a_plugins_folder_stands_outside_quotes_over_and_over() {
        let hooks = entries(SCRIPTS, |n| format!("{{ \"command\": \"$CURSOR_PLUGIN_ROOT/run.sh {n}\" }}"));
        let tree = Tree::new()
            .file(".cursor-plugin/plugin.json", "{ \"name\": \"many\", \"hooks\": \"hooks/hooks.json\" }")
            .script("run.sh", "#!/bin/sh\n")
            .file("hooks/hooks.json", hooks_file(&[("stop", hooks)]));
        assert_eq!(findings(&tree, "unquoted-path"), 1);
    }

    #[cfg(unix)]
    #[test]
    fn nothing_is_said_of_a_script_outside_of_the_workspace() {
        let outside = Tree::new().file("secret.sh", "#!/bin/sh\r\n");
        let secret = outside.path().join("secret.sh");
        let ways =
            [".cursor/hooks/link.sh", ".cursor/hooks/up/secret.sh", "../secret.sh", secret.to_str().unwrap()];
        let hooks = entries(ways.len(), |n| format!("{{ \"command\": \"{}\" }}", ways[n]));
        let tree = Tree::new()
            .file(".cursor/hooks.json", hooks_file(&[("stop", hooks)]))
            .link(".cursor/hooks/link.sh", &secret)
            .link(".cursor/hooks/up", outside.path());
        let ran = check(&tree, "concise");
        for rule in ["[crlf-script]", "[not-executable]", "[missing-script]"] {
            assert!(!ran.stdout.contains(rule), "{}", ran.transcript());
        }
    }
}

/// What a file or its name says to a terminal is shown, never sent.
mod escapes {
    use super::*;

    #[test]
    fn in_every_part_of_a_hooks_file() {
        let text = "{\"version\": 1, \"hooks\": {\"st\\u001b]0;owned\\u0007op\": [], \"preToolUse\": [
            {\"command\": \"./\\u001b[2Jrun.sh\", \"matcher\": \"\\u001b[31m(\", \"\\u009b31mkey\": 1}]}} \u{1b}[31m";
        let tree = Tree::new().file(".cursor/hooks.json", text);
        for format in ["concise", "json", "human"] {
            let ran = check(&tree, format);
            assert!(!ran.stdout.contains(['\u{1b}', '\u{7}', '\u{9b}']), "{format}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn in_the_names_of_folders() {
        let names = ["a\nb", "\u{1b}[31mred", "\u{202e}live", "-rf", "a:1:2: error[x] y"];
        let add = |tree: Tree, name: &str| tree.file(&format!("{name}/.cursor/hooks.json"), "[]");
        let ran = check(&names.into_iter().fold(Tree::new(), add), "concise");
        assert_eq!(ran.stdout.matches("[hooks-shape]").count(), names.len(), "{}", ran.transcript());
        assert!(!ran.stdout.contains(['\u{1b}', '\u{202e}']), "{}", ran.transcript());
    }
}
