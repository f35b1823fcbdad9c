//! Patterns that are to take for ever.

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
