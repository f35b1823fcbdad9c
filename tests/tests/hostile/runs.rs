//! `hookc run` and the plans and payloads that it is given. Hooks are executed here, and only here; each is a line of this file.

use super::*;

const PAYLOAD: &str = "{ \"hook_event_name\": \"stop\", \"status\": \"completed\", \"loop_count\": 0 }";

fn plan(tree: &Tree) -> String {
    run(tree, ["compile"], Limits::SMALL).stdout
}

fn with_plan(plan: impl AsRef<[u8]>, payload: impl Into<Vec<u8>>) -> Ran {
    let tree = Tree::new().file("plan.json", plan);
    let hookc = Hookc::new().in_folder(tree.path()).args(["run", "stop", "--plan", "plan.json", "--trace"]);
    ended(hookc.input(payload).within(Limits::MEDIUM).run_within(PATIENCE))
}

fn payloads() -> Vec<Vec<u8>> {
    let nested = |open: &str, close: &str| format!("{}{}", open.repeat(100_000), close.repeat(100_000));
    let mut payloads: Vec<Vec<u8>> = [
        String::new(),
        "null".to_owned(),
        "[]".to_owned(),
        nested("[", "]"),
        nested("{\"a\":", "}"),
        format!("{{ \"status\": \"{}\" }}", "\\u0041".repeat(1_000_000)),
        format!("{{ \"status\": \"{}\" }}", "\\ud800".repeat(100_000)),
        format!("{{ {} \"status\": 1 }}", "\"status\": 1, ".repeat(100_000)),
        format!("{{ \"loop_count\": {} }}", "9".repeat(1_000_000)),
        "{ \"loop_count\": 1e999999 }".to_owned(),
        format!("{{ \"status\": \"{}\" }}", "\u{1b}[2J\u{202e}".repeat(100)),
    ]
    .map(String::into_bytes)
    .into();
    payloads.push(vec![0; 1 << 20]);
    payloads.push(vec![0xff; 1 << 20]);
    payloads.push(vec![b' '; 40 << 20]);
    payloads
}

#[test]
fn a_payload_of_any_form_is_judged_or_refused() {
    let tree = Tree::new().file(".cursor/hooks.json", one_command("true"));
    for payload in payloads() {
        for lenient in [false, true] {
            let arguments = ["run", "stop", "--workspace", ".", "--trace"]
                .into_iter()
                .chain(lenient.then_some("--lenient"));
            let hookc = Hookc::new().in_folder(tree.path()).args(arguments).input(payload.clone());
            let ran = ended(hookc.within(Limits::MEDIUM).run_within(PATIENCE));
            escapes::is_only_text(&ran.stdout, "verdict");
            escapes::is_only_text(&ran.stderr, "trace");
        }
    }
}

#[test]
fn a_plan_of_any_form_is_run_or_refused() {
    for plan in payloads() {
        assert_eq!(with_plan(plan, PAYLOAD).code, Some(1));
    }
}

#[test]
fn a_plan_in_which_anything_is_changed_is_refused() {
    let hooks = "{ \"command\": \"true\", \"matcher\": \"a|b\" }, { \"command\": \"true\", \"matcher\": \"(?<=a)b\" }";
    let tree = Tree::new().file(".cursor/hooks.json", hooks_file(&[("preToolUse", hooks.to_owned())]));
    let plan = plan(&tree);
    let step = if cfg!(debug_assertions) { 41 } else { 7 };
    for at in (0..plan.len()).step_by(step) {
        for byte in [b'0', b'"', b'}'] {
            let mut wrong = plan.clone().into_bytes();
            if wrong[at] == byte || wrong[at].is_ascii_whitespace() {
                continue;
            }
            wrong[at] = byte;
            let ran = with_plan(wrong, PAYLOAD);
            assert!(ran.code == Some(1), "{at} {byte} {}", ran.transcript());
        }
    }
}

#[test]
fn no_value_of_a_payload_becomes_a_part_of_a_command() {
    let tree = Tree::new().file(".cursor/hooks.json", one_command("cat >/dev/null; echo '{}'"));
    let payload = PAYLOAD.replace("completed", "$(touch executed)`touch executed`; touch executed\\n");
    let hookc = Hookc::new().in_folder(tree.path()).args(["run", "stop", "--workspace", ".", "--lenient"]);
    ended(hookc.input(payload).within(Limits::MEDIUM).run_within(PATIENCE));
    assert!(!tree.path().join("executed").exists());
}

#[test]
fn what_a_hook_says_without_end_is_cut_off() {
    let noise = "yes \"$(printf '\\033[2J\\302\\233\\342\\200\\256')\" | head -c 100000000";
    for stream in ["", " >&2"] {
        let tree = Tree::new().file(".cursor/hooks.json", one_command(&format!("{noise}{stream}")));
        let arguments = ["run", "stop", "--workspace", ".", "--trace"];
        let hookc = Hookc::new().in_folder(tree.path()).args(arguments).input(PAYLOAD);
        let ran = ended(hookc.within(Limits::MEDIUM).run_within(PATIENCE));
        assert!(ran.stderr.len() < 100_000, "{}", ran.stderr.len());
        escapes::is_only_text(&ran.stdout, "verdict");
        escapes::is_only_text(&ran.stderr, "trace");
    }
}

#[test]
fn patterns_that_are_to_take_for_ever_do_not_hold_up_a_decision() {
    for pattern in
        ["(a+)+$", "(a|a)*b", "(?<=(a+)+)b", "(a+)\\1+b", "((a{1,60}){1,60}){1,60}b", "(?!(a+)+$)b"]
    {
        let hook = format!("{{ \"command\": \"true\", \"matcher\": {} }}", quoted(pattern));
        let tree = Tree::new().file(".cursor/hooks.json", hooks_file(&[("beforeShellExecution", hook)]));
        let payload = format!(
            "{{ \"hook_event_name\": \"beforeShellExecution\", \"command\": \"{}\", \"cwd\": \"/\" }}",
            "a".repeat(100_000)
        );
        let arguments = ["run", "beforeShellExecution", "--workspace", ".", "--lenient"];
        let hookc = Hookc::new().in_folder(tree.path()).args(arguments).input(payload);
        ended(hookc.within(Limits::SMALL).run_within(PATIENCE));
        run(&tree, ["why", "beforeShellExecution", &"a".repeat(50_000)], Limits::SMALL);
    }
}
