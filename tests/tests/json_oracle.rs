//! The parser against `JSON.parse` of Node.js: which texts are JSON, and which values they have.
//!
//! `HOOKC_NODE` names the program, `node` otherwise. Without it the tests say so and pass; with
//! `HOOKC_REQUIRE_TOOLS=1` they fail.

#![expect(
    clippy::unwrap_used,
    clippy::print_stderr,
    reason = "a broken fixture fails the test, and a skipped test says so"
)]

#[path = "../oracle/node.rs"]
mod node;
#[path = "../oracle/json/suite.rs"]
mod suite;
#[path = "../oracle/texts.rs"]
mod texts;

use hookc_compiler::syntax::{FaultKind, MAX_DEPTH, Node, NodeKind, Tree};
use suite::SUITE;
use texts::{Random, field_texts, mutate};

/// What `JSON.parse` makes of each text: `None` when it refuses it, else the value in a canonical form. `None`
/// instead of answers when Node.js is not installed and need not be.
fn judge(texts: &[String]) -> Option<Vec<Option<String>>> {
    node::ask("json/parse.js", texts)
}

/// The value as `oracle/json/parse.js` writes it.
fn canonical(node: Node<'_>) -> String {
    match node.kind() {
        NodeKind::Null | NodeKind::Invalid => "null".to_owned(),
        NodeKind::Bool => node.as_bool().unwrap().to_string(),
        NodeKind::Number => format!("{:x}", node.as_f64().unwrap().to_bits()),
        NodeKind::String => quoted(&units(node)),
        NodeKind::Array => format!("[{}]", node.items().map(canonical).collect::<Vec<_>>().join(",")),
        NodeKind::Object => {
            let mut members: Vec<_> =
                node.members().map(|member| (units(member.key()), member.value())).collect();
            members.sort_by(|first, second| first.0.cmp(&second.0));
            members.dedup_by(|later, earlier| {
                let is_same = later.0 == earlier.0;
                if is_same {
                    earlier.1 = later.1;
                }
                is_same
            });
            let members: Vec<_> = members
                .into_iter()
                .map(|(key, value)| format!("{}:{}", quoted(&key), canonical(value)))
                .collect();
            format!("{{{}}}", members.join(","))
        }
    }
}

fn units(node: Node<'_>) -> Vec<u16> {
    node.string().unwrap().units().map(|(_, unit)| unit).collect()
}

/// A string as `JSON.stringify` writes it.
fn quoted(units: &[u16]) -> String {
    let parts = char::decode_utf16(units.iter().copied()).map(|decoded| match decoded {
        Ok('"') => "\\\"".to_owned(),
        Ok('\\') => "\\\\".to_owned(),
        Ok('\u{8}') => "\\b".to_owned(),
        Ok('\u{c}') => "\\f".to_owned(),
        Ok('\n') => "\\n".to_owned(),
        Ok('\r') => "\\r".to_owned(),
        Ok('\t') => "\\t".to_owned(),
        Ok(control @ '\0'..='\u{1f}') => format!("\\u{:04x}", u32::from(control)),
        Ok(character) => character.to_string(),
        Err(lone) => format!("\\u{:04x}", lone.unpaired_surrogate()),
    });
    format!("\"{}\"", parts.collect::<String>())
}

/// Fails with the first texts that are judged differently.
fn compare(texts: &[String]) {
    let Some(answers) = judge(texts) else { return };
    let mut differences = Vec::new();
    for (text, answer) in texts.iter().zip(&answers) {
        let tree = Tree::parse(text.as_str());
        let ours = tree.is_valid().then(|| canonical(tree.root()));
        if ours != *answer {
            differences.push(format!(
                "{text:?}\n  ours:   {ours:?} {:?}\n  theirs: {answer:?}",
                tree.faults().first()
            ));
        }
    }
    let shown = differences.iter().take(5).map(String::as_str).collect::<Vec<_>>().join("\n");
    assert!(differences.is_empty(), "{} of {} texts differ\n{shown}", differences.len(), texts.len());
}

#[test]
fn the_suite_says_of_itself_what_is_json() {
    for (name, text) in SUITE {
        let is_json = !name.starts_with("n_");
        assert_eq!(Tree::parse(*text).is_valid(), is_json, "{name}");
    }
}

#[test]
fn the_suite_is_judged_as_by_json_parse() {
    let texts: Vec<String> = SUITE.iter().map(|(_, text)| (*text).to_owned()).collect();
    compare(&texts);
}

#[test]
fn mutations_of_the_suite_are_judged_as_by_json_parse() {
    let mut random = Random::new(1);
    let texts: Vec<String> = SUITE
        .iter()
        .flat_map(|(_, text)| (0..20).map(|_| mutate(text, &mut random)).collect::<Vec<_>>())
        .collect();
    assert!(texts.len() >= 5_000, "{}", texts.len());
    compare(&texts);
}

#[test]
fn field_files_and_their_mutations_are_judged_as_by_json_parse() {
    let mut random = Random::new(2);
    let mut texts = field_texts();
    for text in texts.clone() {
        texts.extend((0..90).map(|_| mutate(&text, &mut random)));
    }
    assert!(texts.len() >= 10_000, "{}", texts.len());
    compare(&texts);
}

#[test]
fn nesting_up_to_the_limit_is_judged_as_by_json_parse() {
    let nested = |depth: usize, open: &str, close: &str| open.repeat(depth) + "1" + &close.repeat(depth);
    compare(&[
        nested(MAX_DEPTH, "[", "]"),
        nested(MAX_DEPTH, "{\"a\":", "}"),
        nested(MAX_DEPTH / 2, "[{\"a\":", "}]"),
    ]);
}

/// The one difference: `JSON.parse` has no limit on nesting.
#[test]
fn nesting_beyond_the_limit_is_one_fault_of_its_own() {
    let tree = Tree::parse("[".repeat(100_000));
    assert_eq!(tree.faults().iter().map(|fault| fault.kind).collect::<Vec<_>>(), [FaultKind::TooDeep]);
}

#[test]
fn plain_data_is_what_json_parse_has() {
    for text in field_texts() {
        let tree = Tree::parse(text.as_str());
        if tree.is_valid() {
            let expected: serde_json::Value =
                serde_json::from_str(text.trim_start_matches('\u{feff}')).unwrap();
            assert_eq!(tree.root().to_json(), expected);
        }
    }
}
