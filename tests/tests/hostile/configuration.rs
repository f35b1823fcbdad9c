//! What a `hookc.toml` can ask for. It comes with the repository, and so is no more to be trusted than its hooks.

use super::*;

fn project(configuration: impl AsRef<[u8]>) -> Tree {
    let hooks = entries(if cfg!(debug_assertions) { 5 } else { 50 }, |n| {
        format!(
            "{{ \"command\": \"{}/{n}.sh\", \"matcher\": \"{}\", \"failClosed\": true }}",
            "a".repeat(2_000),
            "Shell|".repeat(20)
        )
    });
    Tree::new()
        .file(
            ".cursor/hooks.json",
            hooks_file(&[("preToolUse", hooks.clone()), ("beforeShellExecution", hooks)]),
        )
        .file("hookc.toml", configuration)
}

fn judged(configuration: impl AsRef<[u8]>) -> Ran {
    check_within(&project(configuration), "concise", Limits::MEDIUM)
}

/// How many entries a list has that is far too long; fewer where each takes ten times as long.
const LONG: usize = if cfg!(debug_assertions) { 4_000 } else { 40_000 };

fn list(count: usize, item: impl Fn(usize) -> String) -> String {
    (0..count).map(|n| quoted(&item(n))).collect::<Vec<_>>().join(", ")
}

#[test]
fn tables_in_tables_have_an_end() {
    const DEEP: usize = if cfg!(debug_assertions) { 20_000 } else { 100_000 };
    for text in [
        format!("x = {}{}", "[".repeat(DEEP), "]".repeat(DEEP)),
        format!("x = {}1{}", "{ x = ".repeat(DEEP), " }".repeat(DEEP)),
        format!("{}x = 1", "x.".repeat(DEEP)),
        format!("[{}x]", "x.".repeat(DEEP)),
        (0..DEEP).map(|n| format!("[x{n}]\n")).collect::<String>(),
        "[[x]]\n".repeat(DEEP),
        "x = 1\n".repeat(DEEP),
        format!("x = \"{}", "\\u0041".repeat(DEEP)),
        format!("x = {}", "9".repeat(DEEP)),
        "\u{0}".repeat(DEEP),
        "[".repeat(DEEP),
        "x = \"\"\"".repeat(DEEP / 10),
    ] {
        let ran = judged(&text);
        assert!(
            ran.stdout.contains("[invalid-configuration]"),
            "{}",
            &ran.stdout[..200.min(ran.stdout.len())]
        );
    }
}

#[test]
fn a_configuration_that_is_too_large_is_told_and_not_read() {
    let ran = judged("# a comment\n".repeat(200_000));
    assert!(ran.stdout.contains("it is larger than"), "{}", ran.transcript());
}

#[test]
fn globs_with_very_many_ways_to_fit() {
    let hostile = [
        "{a,b}".repeat(1_000),
        format!("{}{}", "{a,".repeat(1_000), "}".repeat(1_000)),
        "**/".repeat(2_000) + "x",
        "*a".repeat(2_000),
        "[!a]*".repeat(2_000),
        "?".repeat(20_000),
    ];
    for glob in hostile {
        judged(format!("exclude = [{}]\n", quoted(&glob)));
        judged(format!(
            "[[override]]\npaths = [{}]\n[override.rules]\nmissing-script = \"warning\"\n",
            quoted(&glob)
        ));
    }
    judged(format!("exclude = [{}]\n", list(LONG / 2, |n| format!("**/*a*{n}*/**"))));
}

#[test]
fn lists_of_very_many_names() {
    for key in ["tool-names", "subagent-types", "select", "ignore", "packs", "enforce"] {
        judged(format!("{key} = [{}]\n", list(LONG, |n| format!("name-{n}"))));
    }
    let suppress = |n| {
        format!(
            "[[suppress]]\nrule = \"missing-script\"\nfile = \".cursor/hooks.json\"\npointer = \"/hooks/preToolUse/{n}\"\nreason = \"x\"\n"
        )
    };
    judged((0..LONG / 8).map(suppress).collect::<String>());
    judged(
        (0..LONG / 4)
            .map(|n| format!("[[event]]\nname = \"on{n}\"\nsince = 2026-01-01\n"))
            .collect::<String>(),
    );
}

#[test]
fn patterns_that_are_to_take_for_ever() {
    let patterns = [
        "(a+)+$".to_owned(),
        "(a|a)*b".to_owned(),
        "(a|aa)+$".to_owned(),
        "(.*)*x".to_owned(),
        "(?:a?){60}a{60}".to_owned(),
        "(?<=(a+)+)b".to_owned(),
        "(a+)\\\\1+b".to_owned(),
        "(a|b)*a(a|b){20}".to_owned(),
        "((a{1,100}){1,100}){1,100}".to_owned(),
        "(?!a*b)".repeat(500),
        ".*a".repeat(3_000),
    ];
    for pattern in patterns {
        let pattern = pattern.replace("\\\\", "\\");
        let pattern = quoted(&pattern);
        judged(format!("[[forbid]]\nid = \"x\"\nhooks = {{ command = {pattern} }}\n"));
        judged(format!("[[forbid]]\nid = \"x\"\ncommand = {pattern}\n"));
        judged(format!("[[cover]]\nid = \"x\"\ncommands = [{pattern}, \"\\\\bgit push\\\\b\"]\n"));
        judged(format!("[[cover]]\nid = \"x\"\ntools = [{pattern}, \"MCP:*\", \"*:*:*:*:*:*\"]\n"));
    }
}

#[test]
fn policies_by_the_thousand() {
    judged(
        (0..LONG / 12)
            .map(|n| format!("[[forbid]]\nid = \"f{n}\"\nhooks = {{ command = \"a{n}\" }}\n"))
            .collect::<String>(),
    );
    judged(
        (0..LONG / 40)
            .map(|n| format!("[[require]]\nid = \"r{n}\"\nhooks = {{ matches = \"Tool{n}\" }}\n"))
            .collect::<String>(),
    );
    judged(
        (0..LONG / 130)
            .map(|n| format!("[[cover]]\nid = \"c{n}\"\ntools = [\"*{n}*\", \"MCP:*\"]\n"))
            .collect::<String>(),
    );
    judged(format!("[[cover]]\nid = \"c\"\ntools = [{}]\n", list(LONG / 8, |n| format!("*{n}*"))));
    judged(format!(
        "[allow]\nprograms = [{}]\ndigests = [{}]\n",
        list(LONG / 4, |n| format!("p{n}")),
        list(LONG / 8, |n| format!("{n:064}"))
    ));
}

#[test]
fn files_that_extend_one_another_have_an_end() {
    let tree = project("extend = \"hookc.toml\"\n");
    assert!(check_within(&tree, "concise", Limits::SMALL).stdout.contains("extends itself"));
    let next = |n: usize| format!("extend = \"{}.toml\"\n", n + 1);
    let tree =
        (0..40).fold(project("extend = \"0.toml\"\n"), |tree, n| tree.file(&format!("{n}.toml"), next(n)));
    assert!(check_within(&tree, "concise", Limits::SMALL).stdout.contains("files extend one another"));
}

#[test]
fn a_list_that_is_too_long_is_cut_off_and_told() {
    let ran = judged(format!("exclude = [{}]\n", list(1_001, |n| format!("x{n}"))));
    assert!(ran.stdout.contains("`exclude` has more than 1000 entries"), "{}", ran.transcript());
}

#[cfg(unix)]
#[test]
fn no_path_of_it_leads_out_of_the_tree() {
    let secret = "\"secret-of-another\"\nversion = 1\n";
    let outside =
        Tree::new().file("other.toml", secret).file("baseline.json", "{ \"secret-of-another\": 1 }");
    let place = |name: &str| outside.path().join(name).display().to_string();
    for (configuration, link) in [
        (format!("extend = {}\n", quoted(&place("other.toml"))), None),
        ("extend = \"../other.toml\"\n".to_owned(), None),
        ("extend = \"linked.toml\"\n".to_owned(), Some(("linked.toml", place("other.toml")))),
        ("extend = \"up/other.toml\"\n".to_owned(), Some(("up", place("")))),
        (format!("baseline = {}\n", quoted(&place("baseline.json"))), None),
        ("baseline = \"../baseline.json\"\n".to_owned(), None),
        ("baseline = \"linked.json\"\n".to_owned(), Some(("linked.json", place("baseline.json")))),
        ("baseline = \"up/baseline.json\"\n".to_owned(), Some(("up", place("")))),
    ] {
        let tree = project(&configuration);
        let tree = match link {
            Some((name, target)) => tree.link(name, target),
            None => tree,
        };
        let ran = check_within(&tree, "human", Limits::SMALL);
        assert!(ran.stdout.contains("invalid-configuration"), "{configuration}{}", ran.transcript());
        assert!(!ran.stdout.contains("secret-of-another"), "{configuration}{}", ran.transcript());
    }
}

#[cfg(unix)]
#[test]
fn a_configuration_that_is_a_link_out_of_the_tree_is_not_read() {
    let outside = Tree::new().file("other.toml", "\"secret-of-another\" = 1\n");
    let tree = Tree::new()
        .file(".cursor/hooks.json", one_command("a"))
        .link("hookc.toml", outside.path().join("other.toml"));
    let ran = check_within(&tree, "human", Limits::SMALL);
    assert!(ran.stdout.contains("leads out of the tree"), "{}", ran.transcript());
    assert!(!ran.stdout.contains("secret-of-another"), "{}", ran.transcript());
}
