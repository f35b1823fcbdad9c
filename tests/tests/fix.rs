//! Fixes: what they may change, what they must not, and how files are rewritten.
//!
//! The property tests ask a model of the host's loader (`oracle/loader/loader.js`), run by Node.js. `HOOKC_NODE` names the program, `node` otherwise. Without it
//! these tests say so and pass; with `HOOKC_REQUIRE_TOOLS=1` they fail.

#![expect(
    clippy::unwrap_used,
    clippy::print_stderr,
    reason = "a broken fixture fails the test, and a skipped test says so"
)]

#[path = "../oracle/node.rs"]
mod node;
#[path = "../oracle/texts.rs"]
mod texts;

use hookc_compiler::analysis::{Request, Settings};
use hookc_compiler::diagnostic::Applicability;
use hookc_compiler::system::{MemorySystem, System};
use hookc_policies::fix::{self, Fixed};
use hookc_tests::{Hookc, Ran, Tree};
use texts::{Random, field_texts, mutate};

const NO_VERSION: &str = "{\r\n\t\"hooks\": {\r\n\t\t\"stop\": [{ \"command\": \"say-done\" }]\r\n\t}\r\n}";
const FIXED: &str =
    "{\r\n\t\"version\": 1,\r\n\t\"hooks\": {\r\n\t\t\"stop\": [{ \"command\": \"say-done\" }]\r\n\t}\r\n}";
const BASH: &str =
    r#"{ "version": 1, "hooks": { "preToolUse": [{ "command": "guard", "matcher": "Bash" }] } }"#;
const HOOKS: &str = ".cursor/hooks.json";

fn check(tree: &Tree, arguments: &[&str]) -> Ran {
    Hookc::new().in_folder(tree.path()).args(["check"]).args(arguments).run()
}

mod command_line {
    use super::*;

    #[test]
    fn a_file_is_fixed_and_the_report_says_what_is_left() {
        let tree = Tree::new().file(HOOKS, NO_VERSION);
        let ran = check(&tree, &["--fix"]);
        assert_eq!((ran.code, ran.stderr.as_str()), (Some(0), ""));
        assert_eq!(ran.stdout, "no findings in 1 file with 1 hook; fixed 1 finding in 1 file\n");
        assert_eq!(tree.read(HOOKS), FIXED);
    }

    #[test]
    fn a_fix_that_needs_a_look_is_applied_on_request_only() {
        let tree = Tree::new().file(HOOKS, BASH);
        assert_eq!(check(&tree, &["--fix"]).code, Some(1));
        assert_eq!(tree.read(HOOKS), BASH);
        assert_eq!(check(&tree, &["--fix", "--unsafe-fixes"]).code, Some(0));
        assert_eq!(tree.read(HOOKS), BASH.replace("Bash", "Shell"));
    }

    #[test]
    fn unsafe_fixes_are_no_wish_by_themselves() {
        let ran = check(&Tree::new().file(HOOKS, BASH), &["--unsafe-fixes"]);
        assert_eq!(ran.code, Some(2));
    }

    #[test]
    fn a_diff_is_shown_and_nothing_is_changed() {
        let tree = Tree::new().file(HOOKS, BASH.to_owned() + "\n");
        let ran = check(&tree, &["--diff", "--unsafe-fixes"]);
        insta::assert_snapshot!(ran.transcript(), @r#"
        exit: 1
        --- stdout
        --- a/.cursor/hooks.json
        +++ b/.cursor/hooks.json
        @@ -1 +1 @@
        -{ "version": 1, "hooks": { "preToolUse": [{ "command": "guard", "matcher": "Bash" }] } }
        +{ "version": 1, "hooks": { "preToolUse": [{ "command": "guard", "matcher": "Shell" }] } }
        --- stderr
        1 finding in 1 file can be fixed
        "#);
        assert_eq!(tree.read(HOOKS), BASH.to_owned() + "\n");
    }

    #[test]
    fn a_diff_of_nothing_is_a_success() {
        let ran = check(&Tree::new().file(HOOKS, FIXED), &["--diff", "--unsafe-fixes"]);
        assert_eq!((ran.code, ran.stdout.as_str(), ran.stderr.as_str()), (Some(0), "", "nothing to fix\n"));
    }

    #[test]
    fn what_is_not_utf8_is_left_and_said_to_be() {
        let utf16: Vec<u8> = NO_VERSION.encode_utf16().flat_map(u16::to_le_bytes).collect();
        let tree = Tree::new().file(HOOKS, &utf16);
        let ran = check(&tree, &["--fix"]);
        assert!(
            ran.stdout.contains("`.cursor/hooks.json` is not UTF-8 and is left as it is"),
            "{}",
            ran.stdout
        );
        assert!(tree.read(HOOKS).starts_with("{\0"));
    }

    #[test]
    fn one_text_alone_is_fixed_too() {
        let tree = Tree::new().file("draft.json", NO_VERSION);
        assert_eq!(check(&tree, &["--source", "project", "draft.json", "--fix"]).code, Some(0));
        assert_eq!(tree.read("draft.json"), FIXED);
    }

    #[test]
    fn standard_input_is_no_file_to_fix() {
        let ran = Hookc::new().args(["check", "--source", "project", "-", "--fix"]).input(NO_VERSION).run();
        assert_eq!(ran.code, Some(2));
    }

    #[cfg(unix)]
    mod on_unix {
        use std::fs::{self, Permissions};
        use std::os::unix::fs::PermissionsExt as _;

        use super::*;

        #[expect(clippy::disallowed_methods, reason = "the disk is what the test is about")]
        fn mode(tree: &Tree, path: &str) -> u32 {
            fs::metadata(tree.path().join(path)).unwrap().permissions().mode() & 0o777
        }

        #[test]
        fn the_mode_stays_and_nothing_is_left_beside_the_file() {
            let tree = Tree::new().file(HOOKS, NO_VERSION);
            fs::set_permissions(tree.path().join(HOOKS), Permissions::from_mode(0o640)).unwrap();
            check(&tree, &["--fix"]);
            assert_eq!((mode(&tree, HOOKS), tree.read(HOOKS).as_str()), (0o640, FIXED));
            assert_eq!(
                hookc_compiler::system::OsSystem.read_dir(&tree.path().join(".cursor")).unwrap().len(),
                1
            );
        }

        #[test]
        fn a_file_that_may_not_be_written_stays_as_it_is() {
            let tree = Tree::new().file(HOOKS, NO_VERSION);
            fs::set_permissions(tree.path().join(HOOKS), Permissions::from_mode(0o444)).unwrap();
            let ran = check(&tree, &["--fix"]);
            assert_eq!((ran.code, tree.read(HOOKS).as_str()), (Some(2), NO_VERSION));
        }

        #[test]
        fn a_link_stays_a_link_and_its_target_is_fixed() {
            let tree = Tree::new().file("shared/hooks.json", NO_VERSION).link(HOOKS, "../shared/hooks.json");
            check(&tree, &["--fix"]);
            assert_eq!(tree.read("shared/hooks.json"), FIXED);
            let link = hookc_compiler::system::OsSystem.read_link(&tree.path().join(HOOKS)).unwrap();
            assert_eq!(link, std::path::Path::new("../shared/hooks.json"));
        }

        #[test]
        fn a_link_out_of_the_tree_is_not_followed() {
            let elsewhere = Tree::new().file("hooks.json", NO_VERSION);
            let tree = Tree::new().link(HOOKS, elsewhere.path().join("hooks.json"));
            check(&tree, &["--fix", "--unsafe-fixes"]);
            assert_eq!(elsewhere.read("hooks.json"), NO_VERSION);
        }
    }
}

/// What the loader model makes of each text: `None` when it refuses it, else its hooks. `None` instead of answers when Node.js is not installed and need not be.
fn load(texts: &[&str]) -> Option<Vec<Option<String>>> {
    node::ask("loader/loader.js", texts)
}

fn fixed(text: &str, up_to: Applicability) -> Fixed {
    let system = MemorySystem::new()
        .file("/w/.cursor/hooks.json", text)
        .script("/w/.cursor/hooks/guard.sh", "#!/bin/sh\necho '{}'\n");
    let request = Request { workspaces: vec!["/w".into()], ..Request::default() };
    let check = |system: &dyn System| hookc_policies::check(system, &request, &Settings::default());
    fix::apply(&system, &request.workspaces, up_to, check)
}

/// The text after the fixes; fixing it again changes nothing.
fn fixed_once(text: &str, up_to: Applicability) -> String {
    let once =
        fixed(text, up_to).files.first().map_or_else(|| text.to_owned(), |file| file.after.to_string());
    let twice = fixed(&once, up_to).files;
    assert!(
        twice.is_empty(),
        "fixing again changes it\n--- before\n{text}\n--- once\n{once}\n--- twice\n{}",
        twice[0].after
    );
    once
}

/// Hooks files in many combinations: with faults that people make, or mild, with what loads and is seldom meant.
fn generated(count: usize, seed: u64, mild: bool) -> Vec<String> {
    /// What loads comes first, that many; then what does not.
    type Pool = (usize, &'static [&'static str]);
    const EVENTS: Pool = (
        6,
        &[
            "stop",
            "preToolUse",
            "beforeShellExecution",
            "afterFileEdit",
            "beforeMCPExecution",
            "sessionStart",
            "PreToolUse",
            "Stop",
            "notification",
            "beforeShellExecutio",
            "beforeShellCommand",
            "preToolUse:Shell",
        ],
    );
    const COMMANDS: Pool = (
        7,
        &[
            r#""guard""#,
            r#"".cursor/hooks/guard.sh""#,
            r#""./hooks/guard.sh""#,
            r#""curl https://example.com // x""#,
            r#""""#,
            r#""$CURSOR_PROJECT_DIR/guard.sh || true""#,
            r#""npx guard""#,
            "5",
            r#"["guard", "--now"]"#,
            "'guard'",
            r#""\d+""#,
        ],
    );
    const MEMBERS: Pool = (
        17,
        &[
            r#""matcher": "Bash""#,
            r#""matcher": "Shell|Write""#,
            r#""matcher": "mcp__a__b|Edit""#,
            r#""matcher": """#,
            r#""matcher": "*""#,
            r#""timeout": 5"#,
            r#""timeout": 30000"#,
            r#""timeout": 1.50"#,
            r#""loop_limit": null"#,
            r#""failClosed": true"#,
            r#""fail_closed": true"#,
            r#""args": ["a"]"#,
            r#""comment": "note""#,
            r#""cmd": "other""#,
            r#""command": "again""#,
            r#""event": "stop""#,
            r#""type": "command""#,
            r#""matcher": "*.ts""#,
            r#""matcher": null"#,
            r#""matcher": ["Read"]"#,
            r#""timeout": "30""#,
            r#""timeout": 0"#,
            r#""timeout": -1"#,
            r#""timeout": 05"#,
            r#""loop_limit": 0"#,
            r#""loop_limit": "3""#,
            r#""failClosed": "true""#,
            r#""type": "prompt""#,
            r#""type": "comand""#,
            r#""type": null"#,
            r#""prompt": "ok?""#,
            r#""prompt": "  ""#,
            r#""model": """#,
        ],
    );
    const VERSIONS: Pool = (
        3,
        &[
            r#""version": 1, "#,
            r#""version": 1.0, "#,
            r#""version": 7, "#,
            r#""version": "1", "#,
            r#""version": 0, "#,
            "",
        ],
    );
    let mut random = Random::new(seed);
    let pick =
        |random: &mut Random, (loads, all): Pool| all[random.below(if mild { loads } else { all.len() })];
    let rarely = |random: &mut Random, times: usize| !mild && random.below(times) == 0;
    let entry = |random: &mut Random| {
        let mut members = vec![format!("\"command\": {}", pick(random, COMMANDS))];
        members.extend((0..random.below(3)).map(|_| pick(random, MEMBERS).to_owned()));
        if rarely(random, 6) {
            members.remove(0);
        }
        let trailing = if rarely(random, 12) { "," } else { "" };
        let entry = format!("{{ {}{trailing} }}", members.join(", "));
        match () {
            () if rarely(random, 14) => format!("{{ \"matcher\": \"Bash\", \"hooks\": [{entry}] }}"),
            () if rarely(random, 14) => "\"guard\"".to_owned(),
            () => entry,
        }
    };
    let event = |random: &mut Random| {
        let entries: Vec<String> = (0..random.below(4)).map(|_| entry(random)).collect();
        let value = match () {
            () if entries.len() == 1 && rarely(random, 6) => entries[0].clone(),
            () if rarely(random, 12) => "null".to_owned(),
            () => format!("[{}]", entries.join(", ")),
        };
        format!("\"{}\": {value}", pick(random, EVENTS))
    };
    let mut one = || {
        let events: Vec<String> = (0..=random.below(3)).map(|_| event(&mut random)).collect();
        let comment = if rarely(&mut random, 12) { "// ours\n  " } else { "" };
        let version = pick(&mut random, VERSIONS);
        let body = if rarely(&mut random, 14) {
            events.join(", ")
        } else {
            format!("\"hooks\": {{ {} }}", events.join(",\n  "))
        };
        format!("{{\n  {comment}{version}{body}\n}}\n")
    };
    (0..count).map(|_| one()).collect()
}

/// Field files, faulty ones made from them, and generated ones.
fn cases() -> Vec<String> {
    let mut random = Random::new(41);
    let field = field_texts().into_iter().filter(|text| text.len() < 4000);
    let mut cases: Vec<String> = field.flat_map(|text| [mutate(&text, &mut random), text]).collect();
    cases.extend(generated(800, 7, false));
    cases.extend(generated(600, 8, true));
    cases
}

#[test]
fn safe_fixes_leave_the_hooks_of_a_file_that_loads_as_they_are() {
    let cases = cases();
    let fixed: Vec<String> = cases.iter().map(|text| fixed_once(text, Applicability::Safe)).collect();
    let texts: Vec<&str> = cases.iter().chain(&fixed).map(String::as_str).collect();
    let Some(answers) = load(&texts) else { return };
    let (before, after) = answers.split_at(cases.len());
    for (at, hooks) in before.iter().enumerate().filter(|(_, hooks)| hooks.is_some()) {
        assert_eq!(*hooks, after[at], "--- before\n{}\n--- after\n{}", cases[at], fixed[at]);
    }
    let count = |answers: &[Option<String>]| answers.iter().filter(|hooks| hooks.is_some()).count();
    let changed = cases.iter().zip(&fixed).filter(|(before, after)| before != after).count();
    eprintln!(
        "{} files, {} changed; {} load before, {} after",
        cases.len(),
        changed,
        count(before),
        count(after)
    );
    assert!(count(after) > count(before) + 100);
}

#[test]
fn no_fix_makes_a_file_that_loads_one_that_does_not() {
    let cases = cases();
    let fixed: Vec<String> = cases.iter().map(|text| fixed_once(text, Applicability::Unsafe)).collect();
    let texts: Vec<&str> = cases.iter().chain(&fixed).map(String::as_str).collect();
    let Some(answers) = load(&texts) else { return };
    let (before, after) = answers.split_at(cases.len());
    for at in (0..cases.len()).filter(|at| before[*at].is_some()) {
        assert!(after[at].is_some(), "--- before\n{}\n--- after\n{}", cases[at], fixed[at]);
    }
}
