//! What the parser says of faulty texts, what it makes of them, and that no text is too much for it.

use serde_json::{Value, json};

use super::{FaultKind, MAX_DEPTH, MAX_FAULTS, MAX_TEXT, Tree, edit};
use crate::diagnostic::Applicability::{self, Safe, Unsafe};

/// Each fault as the underlined text and what is said about it.
fn faults(text: &str) -> Vec<(&str, String)> {
    let tree = Tree::parse(text);
    tree.faults().iter().map(|fault| (&text[fault.span.range()], fault.message(text))).collect()
}

/// The text after all fixes of all faults.
fn fixed(text: &str) -> String {
    let tree = Tree::parse(text);
    let edits: Vec<_> =
        tree.faults().iter().filter_map(|fault| fault.fix(text)).flat_map(|fix| fix.edits).collect();
    edit::apply(text, &edits).unwrap()
}

/// One fault with this underlined text and message, and this value all the same.
#[track_caller]
fn one(text: &str, underlined: &str, message: &str, value: &Value) {
    assert_eq!(faults(text), [(underlined, message.to_owned())], "{text}");
    assert_eq!(Tree::parse(text).root().to_json(), *value, "{text}");
}

/// As [`one`], with a fix that makes this text of it, which means the same.
#[track_caller]
fn one_fixed(text: &str, underlined: &str, message: &str, applicability: Applicability, after: &str) {
    let tree = Tree::parse(text);
    one(text, underlined, message, &tree.root().to_json());
    let fix = tree.faults()[0].fix(text).expect("there is a fix");
    assert_eq!(fix.applicability, applicability, "{text}");
    assert_eq!(edit::apply(text, &fix.edits).unwrap(), after);
    let after = Tree::parse(after);
    assert_eq!(after.faults(), [], "{text}");
    assert_eq!(after.root().to_json(), tree.root().to_json(), "{text}");
}

#[test]
fn a_missing_comma_is_reported_where_it_belongs() {
    one_fixed("{\"a\": 1\n \"b\": 2}", "", "a comma is missing here", Safe, "{\"a\": 1,\n \"b\": 2}");
    one_fixed("[{}\n {}]", "", "a comma is missing here", Safe, "[{},\n {}]");
    one_fixed("[1 2]", "", "a comma is missing here", Safe, "[1, 2]");
    assert_eq!(Tree::parse("{\"a\": 1\n \"b\": 2}").faults()[0].span.start, 7);
}

#[test]
fn a_missing_colon_is_reported_where_it_belongs() {
    one_fixed(r#"{"a" 1}"#, "", "a colon is missing after the key", Safe, r#"{"a": 1}"#);
    one_fixed(r#"{"a" = 1}"#, "=", "`=` stands where `:` belongs", Safe, r#"{"a" : 1}"#);
    one_fixed(r#"{"a" => 1}"#, "=>", "`=>` stands where `:` belongs", Safe, r#"{"a" : 1}"#);
}

#[test]
fn commas_too_many_are_removed() {
    one_fixed("[1, 2,]", ",", "trailing comma before `]`", Safe, "[1, 2]");
    one_fixed("{\"a\": [1],\n}", ",", "trailing comma before `}`", Safe, "{\"a\": [1]\n}");
    one_fixed("[1,, 2]", ",", "nothing stands before this comma", Safe, "[1, 2]");
    one_fixed("[, 1]", ",", "nothing stands before this comma", Safe, "[ 1]");
    one_fixed("[1,\n, ,2]", ", ,", "nothing stands before this comma", Safe, "[1,\n2]");
}

#[test]
fn comments_are_removed_with_their_line() {
    one_fixed("{\n  // why\n  \"a\": 1\n}", "// why", "JSON has no comments", Safe, "{\n  \"a\": 1\n}");
    one_fixed("{\"a\": 1 // why\n}", "// why", "JSON has no comments", Safe, "{\"a\": 1\n}");
    one_fixed("[1, /* two */ 2]", "/* two */", "JSON has no comments", Safe, "[1, 2]");
    one_fixed("[1/**/]", "/**/", "JSON has no comments", Safe, "[1 ]");
    one_fixed("# why\r\n{}", "# why", "JSON has no comments", Safe, "{}");
    one_fixed("{} // end", "// end", "JSON has no comments", Safe, "{}");
}

#[test]
fn comment_lines_below_each_other_are_one_fault() {
    one_fixed("{\n  // a\n  // b\n\"x\": 1}", "// a\n  // b", "JSON has no comments", Safe, "{\n\"x\": 1}");
}

#[test]
fn what_looks_like_a_comment_in_a_string_is_silent() {
    assert_eq!(faults(r#"{"url": "https://x/*y*/ # z"}"#), []);
}

#[test]
fn a_comment_that_never_ends_is_one_fault() {
    one("{\"a\": 1 /* why }", "/*", "a comment starts here and never ends", &json!({"a": 1}));
}

#[test]
fn other_quotes_become_double_quotes() {
    let message = "`'` does not quote strings in JSON";
    one_fixed("{'a': 1}", "'a'", message, Safe, "{\"a\": 1}");
    one_fixed(r#"['say "it\'s"']"#, r#"'say "it\'s"'"#, message, Safe, r#"["say \"it's\""]"#);
    one_fixed("['it's']", "'it's'", message, Safe, "[\"it's\"]");
    one_fixed("[“a”]", "“a”", "`“` does not quote strings in JSON", Safe, "[\"a\"]");
    one_fixed("[`a\nb`]", "`a\nb`", "a backtick does not quote strings in JSON", Safe, "[\"a\\nb\"]");
}

#[test]
fn words_without_quotes_get_them() {
    one_fixed("{a: 1}", "a", "the key `a` has no quotes", Safe, "{\"a\": 1}");
    one_fixed("{a-b.c : 1}", "a-b.c", "the key `a-b.c` has no quotes", Safe, "{\"a-b.c\" : 1}");
    one_fixed("{1: 1}", "1", "the key `1` has no quotes", Safe, "{\"1\": 1}");
    let command = "./run.sh --it 'x'";
    let message = format!("`{command}` has no quotes");
    one_fixed(
        "{\"command\": ./run.sh --it 'x', \"b\": 1}",
        command,
        &message,
        Unsafe,
        "{\"command\": \"./run.sh --it 'x'\", \"b\": 1}",
    );
    one_fixed("{\"a\": b.sh\"}", "b.sh\"", "the opening quote is missing", Safe, "{\"a\": \"b.sh\"}");
    one_fixed("{a\": 1}", "a\"", "the key `a\"` has no quotes", Safe, "{\"a\": 1}");
}

#[test]
fn literals_of_other_languages_are_translated() {
    one_fixed("[True]", "True", "`True` is written `true` in JSON", Safe, "[true]");
    one_fixed("[None]", "None", "`None` is written `null` in JSON", Safe, "[null]");
}

#[test]
fn values_that_json_cannot_express_have_no_fix() {
    for word in ["NaN", "Infinity", "-Infinity", "undefined"] {
        let text = format!("[{word}, 1]");
        one(&text, word, &format!("JSON has no `{word}`"), &json!([null, 1]));
        assert_eq!(Tree::parse(text.as_str()).faults()[0].fix(&text), None);
    }
}

#[test]
fn numbers_of_other_notations_are_translated() {
    for (word, number) in
        [("+1", "1"), ("01", "1"), (".5", "0.5"), ("1.", "1"), ("0x1F", "31"), ("-.5", "-0.5")]
    {
        let (before, after) = (format!("[{word}]"), format!("[{number}]"));
        one_fixed(&before, word, &format!("`{word}` is not a JSON number"), Safe, &after);
    }
    one_fixed("[010]", "010", "`010` is not a JSON number", Unsafe, "[10]");
    one("[30s]", "30s", "`30s` is not a JSON number", &json!([null]));
}

#[test]
fn a_backslash_of_a_regular_expression_or_a_path_is_doubled() {
    one_fixed(r#"["^\s+$"]"#, r"\s", r"`\s` is not an escape in JSON", Safe, r#"["^\\s+$"]"#);
    one_fixed(r#"["a\.b"]"#, r"\.", r"`\.` is not an escape in JSON", Safe, r#"["a\\.b"]"#);
    one_fixed(r#"["C:\path"]"#, r"\p", r"`\p` is not an escape in JSON", Safe, r#"["C:\\path"]"#);
    one_fixed(r#"["C:\users"]"#, r"\u", r"`\u` is not an escape in JSON", Safe, r#"["C:\\users"]"#);
}

#[test]
fn every_faulty_escape_is_reported_at_its_place() {
    let text = r#"["\s+\d+"]"#;
    assert_eq!(faults(text).iter().map(|fault| fault.0).collect::<Vec<_>>(), [r"\s", r"\d"]);
    assert_eq!(Tree::parse(text).root().to_json(), json!([r"\s+\d+"]));
    assert_eq!(fixed(text), r#"["\\s+\\d+"]"#);
}

#[test]
fn an_escape_with_two_readings_is_no_safe_fix() {
    one_fixed(r#"["\bfoo\s"]"#, r"\s", r"`\s` is not an escape in JSON", Unsafe, r#"["\bfoo\\s"]"#);
    one_fixed(r#"["\x1b[0m"]"#, r"\x1b", r"`\x1b` is not an escape in JSON", Unsafe, r#"["\u001b[0m"]"#);
    one_fixed(r#"["\$HOME"]"#, r"\$", r"`\$` is not an escape in JSON", Unsafe, r#"["\\$HOME"]"#);
    one_fixed(r#"["\u12"]"#, r"\u12", r"`\u12` is not an escape in JSON", Unsafe, r#"["\\u12"]"#);
}

#[test]
fn escapes_of_javascript_are_translated() {
    one_fixed(r#"["it\'s"]"#, r"\'", r"`\'` is not an escape in JSON", Safe, r#"["it's"]"#);
    one_fixed(
        r#"["\u{1F600}"]"#,
        r"\u{1F600}",
        r"`\u{1F600}` is not an escape in JSON",
        Safe,
        r#"["\ud83d\ude00"]"#,
    );
    one_fixed("[\"a \\\n b\"]", "\\\n", "`\\\u{fffd}` is not an escape in JSON", Unsafe, "[\"a  b\"]");
}

#[test]
fn control_characters_in_a_string_are_one_fault() {
    one_fixed("[\"a\tb\"]", "\t", "a tab stands unescaped in a string", Safe, r#"["a\tb"]"#);
    one_fixed("[\"a\0b\"]", "\0", "a NUL character stands unescaped in a string", Safe, r#"["a\u0000b"]"#);
    let message = "a line break stands unescaped in a string (2 such characters in it)";
    one_fixed("[\"set -e\n  cd x\n  make\"]", "\n", message, Unsafe, r#"["set -e\n  cd x\n  make"]"#);
}

#[test]
fn legal_characters_in_strings_are_silent() {
    assert_eq!(faults("[\"\u{2028}\u{7f}\u{80}\u{feff}😀\", \"\\ud800\", \"\\/\"]"), []);
}

#[test]
fn an_unterminated_string_ends_with_its_line() {
    let text = "{\n  \"command\": \"./a.sh,\n  \"timeout\": 5\n}";
    let message = "the string is not closed on its line";
    one_fixed(text, "\"./a.sh", message, Unsafe, "{\n  \"command\": \"./a.sh\",\n  \"timeout\": 5\n}");
    one_fixed("{\"a\": [\"b]\n}", "\"b", message, Unsafe, "{\"a\": [\"b\"]\n}");
    one_fixed("[\"[a-z]\n]", "\"[a-z]", message, Unsafe, "[\"[a-z]\"\n]");
}

#[test]
fn a_key_that_lacks_its_closing_quote_ends_at_the_colon() {
    let message = "the string is not closed on its line";
    one_fixed("{\"a: [\n1]}", "\"a", message, Unsafe, "{\"a\": [\n1]}");
    one_fixed("{\"a: \"b\"}", "\"a", message, Unsafe, "{\"a\": \"b\"}");
}

#[test]
fn a_backslash_that_swallows_the_closing_quote_is_named() {
    let text = "{\"a\": \"C:\\\",\n \"b\": 1}";
    let message = "the backslash before the last quote keeps the string open";
    one_fixed(text, r#""C:\""#, message, Unsafe, "{\"a\": \"C:\\\\\",\n \"b\": 1}");
}

#[test]
fn quotes_inside_a_string_are_one_fault() {
    let message = "a quote inside the string is not escaped";
    one_fixed(
        r#"{"command": "echo "hello" world", "b": 1}"#,
        "\"",
        message,
        Unsafe,
        r#"{"command": "echo \"hello\" world", "b": 1}"#,
    );
    one_fixed(
        "{\"command\": \"\"$ROOT/a b.sh\" --x\"\n}",
        "\"",
        message,
        Unsafe,
        "{\"command\": \"\\\"$ROOT/a b.sh\\\" --x\"\n}",
    );
}

#[test]
fn a_bracket_that_is_never_closed_is_underlined() {
    one("{\"a\": [1, 2", "[", "this `[` is never closed, nor one around it", &json!({"a": [1, 2]}));
    one_fixed("[1, 2\n", "[", "this `[` is never closed", Unsafe, "[1, 2]\n");
}

#[test]
fn a_bracket_closed_by_the_wrong_one_is_known() {
    one_fixed(
        "{\"a\": [1, 2, \"b\": [3]}",
        "[",
        "this `[` is never closed",
        Unsafe,
        "{\"a\": [1, 2], \"b\": [3]}",
    );
    one("[{\"a\": 1}, \"b\": 2]", "\"b\": 2", "`\"b\": 2` does not belong here", &json!([{"a": 1}, null]));
    one_fixed("{\"a\": [1, 2}", "[", "this `[` is never closed", Unsafe, "{\"a\": [1, 2]}");
    one_fixed("[1, 2}", "}", "`}` stands where `]` belongs", Unsafe, "[1, 2]");
    one_fixed(
        "{\n  \"a\": [\n    1\n  },\n  \"b\": 2\n}",
        "}",
        "`}` stands where `]` belongs",
        Unsafe,
        "{\n  \"a\": [\n    1\n  ],\n  \"b\": 2\n}",
    );
}

#[test]
fn the_layout_shows_which_bracket_is_open() {
    let text = "{\n  \"hooks\": {\n    \"stop\": []\n}\n";
    let tree = Tree::parse(text);
    let fault = tree.faults()[0];
    assert_eq!(fault.span.start, 13);
    assert_eq!(fault.message(text), "this `{` is never closed");
    let (place, _) = fault.related(text).unwrap();
    assert_eq!(place.start as usize, text.rfind('}').unwrap());
    assert!(Tree::parse(fixed(text)).is_valid());
}

#[test]
fn what_follows_the_value_is_one_fault() {
    let value = json!({"a": 1});
    one(
        "{\"a\": 1}\n{\"b\": 2}\n",
        "{\"b\": 2}",
        "a second document starts after the first: `{\"b\": 2}`",
        &value,
    );
    one("{\"a\": 1}, \"b\": [}}", ", \"b\": [}}", "the value has ended, and `, \"b\": [}}` follows", &value);
    one_fixed("{\"a\": 1}}\n", "}", "`}` closes nothing", Safe, "{\"a\": 1}\n");
    one_fixed("{\"a\": 1},\n", ",", "a comma follows the value", Safe, "{\"a\": 1}\n");
}

#[test]
fn conflict_markers_are_one_fault_and_one_side_is_read() {
    let text = "{\n<<<<<<< HEAD\n  \"a\": 1\n=======\n  \"a\": 2\n>>>>>>> topic\n}\n";
    one(text, "<<<<<<< HEAD", "the file has unresolved merge conflicts", &json!({"a": 1}));
    let text =
        "{\n<<<<<<< HEAD\n  \"a\": 1\n||||||| base\n  \"a\": 0\n=======\n  \"a\": 2\n>>>>>>> topic\n}\n";
    one(text, "<<<<<<< HEAD", "the file has unresolved merge conflicts", &json!({"a": 1}));
}

#[test]
fn blanks_that_are_none_are_replaced() {
    let message = "a no-break space is not white space in JSON";
    one_fixed("[\u{a0}1]", "\u{a0}", message, Safe, "[ 1]");
    one_fixed("[1\u{a0}]", "\u{a0}", message, Safe, "[1 ]");
    one_fixed("{\"a\"\u{a0}\u{3000}: 1}", "\u{a0}\u{3000}", message, Safe, "{\"a\" : 1}");
    one_fixed("{}\0\0", "\0\0", "a NUL character is not white space in JSON", Safe, "{} ");
}

#[test]
fn a_second_byte_order_mark_is_a_fault_and_one_is_not() {
    assert!(Tree::parse("\u{feff}{}").is_valid());
    let message = "a byte order mark is not white space in JSON";
    one_fixed("\u{feff}\u{feff}{}", "\u{feff}", message, Safe, "{}");
}

#[test]
fn a_block_of_markdown_is_one_fault() {
    let message = "the file holds a block of Markdown, not JSON alone";
    one_fixed("```json\n{\"a\": 1}\n```\n", "```json", message, Safe, "{\"a\": 1}\n");
    one_fixed("```\r\n[1]\r\n```", "```", message, Safe, "[1]\r\n");
    one_fixed("\n```jsonc\n{}", "```jsonc", message, Safe, "\n{}");
}

#[test]
fn backticks_that_open_no_block_are_not_one() {
    assert!(Tree::parse("{\"a\": \"```json\"}").is_valid());
    assert_ne!(Tree::parse("```what is this?").faults()[0].span.range(), 0..0);
}

#[test]
fn an_empty_text_is_one_fault() {
    one("", "", "the file is empty", &Value::Null);
    one(" \n", "", "the file holds no value", &Value::Null);
    one("\u{feff}", "", "the file holds no value", &Value::Null);
}

#[test]
fn a_text_that_is_no_json_at_all_is_one_fault() {
    let path = "/Users/someone/dotfiles/hooks.json";
    one(&format!("{path}\n"), path, &format!("the file holds a path, `{path}`, not JSON"), &Value::Null);
    one(
        "../shared/hooks.json",
        "../shared/hooks.json",
        "the file holds a path, `../shared/hooks.json`, not JSON",
        &Value::Null,
    );
    for (text, line) in [
        ("version: 1\nhooks:\n  stop: []\n", "version: 1"),
        ("<!DOCTYPE html>\n<html>{[\"", "<!DOCTYPE html>"),
        ("module.exports = {\n  a: 1\n}\n", "module.exports = {"),
        ("#!/bin/sh\nexit 0\n", "#!/bin/sh"),
        ("}", "}"),
    ] {
        one(text, line, "the file is not JSON", &Value::Null);
    }
}

#[test]
fn members_without_a_key_or_a_value_are_kept_apart() {
    one("{\"a\", \"b\": 1}", "\"a\"", "the key has no value", &json!({"a": null, "b": 1}));
    one("{\"a\":, \"b\": 1}", "\"a\"", "the key has no value", &json!({"a": null, "b": 1}));
    one("{: 1, \"b\": 1}", ":", "a key is missing before `:`", &json!({"b": 1}));
    one("{{\"x\": 1}, \"b\": 1}", "{", "a key is missing before `{`", &json!({"b": 1}));
    one("{\"a\":: 1}", ":", "`:` does not belong here", &json!({"a": 1}));
}

#[test]
fn what_belongs_nowhere_is_skipped() {
    one(
        "{\"a\": \"x\" + \"y\", \"b\": 1}",
        "+ \"y\"",
        "`+ \"y\"` does not belong here",
        &json!({"a": "x", "b": 1}),
    );
    one("[\"a\": 1, 2]", "\"a\": 1", "`\"a\": 1` does not belong here", &json!([null, 2]));
}

#[test]
fn several_faults_are_reported_in_one_run_and_later_members_are_kept() {
    let text = "{\n  // c\n  'version': 01,\n  \"hooks\": {\n    stop: [{\"command\": \"a\\.sh\",}]\n    \"sessionEnd\": []\n  },\n}\n";
    let underlined: Vec<_> = faults(text).into_iter().map(|fault| fault.0).collect();
    assert_eq!(underlined, ["// c", "'version'", "01", "stop", r"\.", ",", "", ","]);
    let value = json!({"version": 1, "hooks": {"stop": [{"command": r"a\.sh"}], "sessionEnd": []}});
    assert_eq!(Tree::parse(text).root().to_json(), value);
    let fixed = Tree::parse(fixed(text));
    assert!(fixed.is_valid(), "{}", fixed.text());
    assert_eq!(fixed.root().to_json(), value);
}

#[test]
fn nesting_is_followed_to_the_limit_and_no_further() {
    let nested = |depth: usize| format!("{}{}", "[".repeat(depth), "]".repeat(depth));
    assert!(Tree::parse(nested(MAX_DEPTH)).is_valid());
    let text = nested(MAX_DEPTH + 1);
    let tree = Tree::parse(text.as_str());
    assert_eq!(tree.faults().len(), 1);
    assert_eq!(tree.faults()[0].kind, FaultKind::TooDeep);
    assert_eq!(tree.faults()[0].span.start as usize, MAX_DEPTH);
}

#[test]
fn what_follows_a_too_deep_value_is_read() {
    let deep = format!("{}\"]\"{}", "[".repeat(MAX_DEPTH), "]".repeat(MAX_DEPTH));
    let tree = Tree::parse(format!("{{\"a\": {deep}, \"b\": 1}}"));
    assert_eq!(tree.faults().len(), 1);
    assert_eq!(tree.pointer("/b").unwrap().number(), Some("1"));
}

#[test]
fn a_text_beyond_the_size_limit_is_not_read() {
    let tree = Tree::parse(" ".repeat(MAX_TEXT + 1));
    assert_eq!(tree.faults()[0].kind, FaultKind::TooLarge);
    assert!(tree.root().is_invalid());
}

#[test]
fn few_of_many_faults_are_kept() {
    let tree = Tree::parse("[01, ".repeat(10) + &"01, ".repeat(1000));
    assert_eq!(tree.faults().len(), MAX_FAULTS);
    assert!(tree.has_more_faults());
    assert!(!Tree::parse("[01]").has_more_faults());
}

/// Texts made to provoke work that grows with the square of their length, or a stack that grows with their nesting.
/// A run that takes minutes has found one that does.
#[test]
fn hostile_texts_are_read_in_linear_time() {
    const LENGTH: usize = 1 << 17;
    let pieces = [
        "[",
        "{",
        "[{\"a\":",
        "]",
        "}",
        "[}",
        "{]",
        ",",
        ":",
        "\"",
        "'",
        "`",
        "“",
        "\\",
        "\"\\",
        "\"a\"b",
        "\"a\"b ",
        "'a'b",
        "\"a",
        "\"a\n",
        "\"a\nb",
        "\"a \\\n",
        "'a\n",
        "'}\n",
        "{\"a:",
        "{\"a:\"b",
        "{\"a:'b",
        "a",
        "a ",
        "a:",
        "a\"",
        "a/",
        "/*",
        "//\n",
        "//",
        "/",
        "#",
        "\0",
        "\u{a0}",
        "\u{a0}a",
        "é",
        "-",
        "0",
        "0x",
        "1 ",
        "\"a\"1 ",
        "<<<<<<<\n",
        "<<<<<<<\n=======\n",
        "<<<<<<<\n>>>>>>>\n",
        "\"\"",
        "\"\"a",
        "[\n",
        "[\n}",
        "{\n]\n",
        " ",
        "\n",
        "{\"a\":1,",
        "{\"a\":",
        "\"a\":",
        "\"\t",
        "\"    ",
        "{\"\"",
        "=",
        "\"\\u",
        "\"\\x",
        "}},",
        "\"a},",
        "{a:{",
    ];
    for piece in pieces {
        for prefix in ["", "[", "{\"a\":", "{", "{\"a\":[1", "\""] {
            let text = prefix.to_owned() + &piece.repeat(LENGTH / piece.len());
            let tree = Tree::parse(text);
            assert!(tree.faults().len() <= MAX_FAULTS);
            if let Some(fault) = tree.faults().last() {
                fault.message(tree.text());
                fault.fix(tree.text());
            }
            drop(tree.root().to_json());
        }
    }
}

#[test]
fn a_large_text_is_read_whole() {
    let entry = r#"{"command": "./hooks/check.sh \"$X\"", "timeout": 30, "failClosed": true}"#;
    let text = format!("{{\"hooks\": {{\"stop\": [{}]}}}}", vec![entry; 140_000].join(",\n"));
    assert!(text.len() > 10_000_000);
    let tree = Tree::parse(text);
    assert!(tree.is_valid());
    assert_eq!(tree.pointer("/hooks/stop").unwrap().items().count(), 140_000);
}

#[test]
fn a_text_that_is_cut_off_is_one_fault_without_a_fix() {
    for (text, underlined, message) in [
        ("{\"a\": \"b", "\"b", "the file ends inside this string"),
        ("{\"a\":", "{", "this `{` is never closed"),
        ("{\"a\"", "{", "this `{` is never closed"),
        ("[1,", "[", "this `[` is never closed"),
    ] {
        assert_eq!(faults(text), [(underlined, message.to_owned())], "{text}");
        assert_eq!(Tree::parse(text).faults()[0].fix(text), None, "{text}");
    }
}

#[test]
fn a_fix_changes_something() {
    for text in ["{\n  \"version\": ooks\": \t\n    \"stop\": []\n}", "{ \"a\": \"b\u{c},\n  \"c\": d\" }"] {
        let tree = Tree::parse(text);
        let fixes: Vec<_> = tree.faults().iter().filter_map(|fault| fault.fix(text)).collect();
        assert!(!tree.faults().is_empty() && fixes.iter().all(|fix| !fix.edits.is_empty()), "{fixes:?}");
    }
}

#[test]
fn a_value_that_the_end_of_the_text_cuts_off_comes_after_its_key() {
    for text in ["{\"a\t", "{\"a ", "{\"a\" "] {
        let tree = Tree::parse(text);
        let member = tree.root().members().next().unwrap();
        assert!(member.key().span().end <= member.value().span().start, "{text:?}");
    }
}
