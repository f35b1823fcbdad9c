use super::*;

fn pattern(text: &str) -> Pattern {
    parse_str(text).unwrap()
}

fn branches(text: &str) -> Vec<(String, Option<String>, String)> {
    let alternatives = pattern(text).alternatives();
    alternatives
        .into_iter()
        .map(|found| {
            let without =
                found.removal.map(|range| format!("{}{}", &text[..range.start], &text[range.end..]));
            (text[found.range].to_owned(), without, found.pattern.text())
        })
        .collect()
}

fn error(text: &str) -> (ErrorKind, String) {
    let error = parse_str(text).unwrap_err();
    (error.kind, text[error.range].to_owned())
}

#[test]
fn the_exact_text_at_fault_is_named() {
    for (text, kind, fault) in [
        ("*.ts", ErrorKind::NothingToRepeat, "*"),
        ("a**", ErrorKind::NothingToRepeat, "*"),
        ("é{2}{3,4}x", ErrorKind::NothingToRepeat, "{3,4}"),
        ("a)b", ErrorKind::UnmatchedClose, ")"),
        ("(a(b)", ErrorKind::UnclosedGroup, "("),
        ("é[a-z", ErrorKind::UnclosedClass, "["),
        ("a\\", ErrorKind::TrailingBackslash, "\\"),
        ("[é-a]", ErrorKind::ClassRangeOrder, "é-a"),
        ("a{3,1}", ErrorKind::RepetitionOrder, "{3,1}"),
        ("(?i)foo", ErrorKind::UnknownGroup, "(?i)"),
        ("x(?P<n>a)", ErrorKind::UnknownGroup, "(?P<"),
        ("(?<1>a)", ErrorKind::GroupName, "<1"),
        ("(?<>a)", ErrorKind::GroupName, "<>"),
        ("(?<n>a)(?<n>b)", ErrorKind::DuplicateName, "n"),
        ("(?<n>a)\\k<m>", ErrorKind::UnknownName, "\\k<m>"),
        ("(?<n>a)\\k", ErrorKind::IncompleteReference, "\\k"),
        ("(?<n>a)[\\k]", ErrorKind::NamedReferenceInClass, "\\k"),
        ("(?i-i:a)", ErrorKind::Modifiers, "i"),
    ] {
        assert_eq!(error(text), (kind, fault.to_owned()), "{text}");
    }
}

#[test]
fn the_message_says_what_stands_there_and_what_is_wanted() {
    assert_eq!(
        parse_str("*.ts").unwrap_err().message,
        "nothing stands before `*`: JavaScript wants something to repeat there"
    );
    assert_eq!(
        parse_str("a++").unwrap_err().message,
        "a quantifier stands before `+`: JavaScript has no possessive quantifiers"
    );
}

#[test]
fn depth_needs_no_stack() {
    let depth = 200_000;
    let nested = pattern(&format!("{}a{}", "(?:".repeat(depth), ")*".repeat(depth)));
    assert_eq!(nested.table().unwrap_err().reason, Reason::TooLarge);
    assert_eq!(nested.backtracking(), None);
    assert_eq!(nested.alternatives().len(), 1);
    assert_eq!(pattern(&format!("{}a{}", "(?:".repeat(9_000), ")".repeat(9_000))).matches("xa"), Some(true));
    assert_eq!(error(&"(".repeat(depth)).0, ErrorKind::TooManyGroups);
    assert_eq!(error(&"(?:".repeat(depth)), (ErrorKind::UnclosedGroup, "(".to_owned()));
}

#[test]
fn branches_with_too_much_around_them_are_one() {
    let nested = |depth: usize| format!("{}{}a{}", "(?:".repeat(depth), "a|".repeat(999), ")".repeat(depth));
    assert_eq!(pattern(&nested(10)).alternatives().len(), 1_000);
    assert_eq!(branches(&nested(1_000)), [(nested(1_000), None, nested(1_000))]);
}

#[test]
fn a_branch_can_be_tested_and_removed_alone() {
    let expected = [("A", "B|C"), ("B", "A|C"), ("C", "A|B")]
        .map(|(branch, rest)| (branch.to_owned(), Some(rest.to_owned()), branch.to_owned()));
    assert_eq!(branches("A|B|C"), expected);
    assert_eq!(
        branches("^(Écrire|Shell)$"),
        [
            ("Écrire".to_owned(), Some("^(Shell)$".to_owned()), "^(Écrire)$".to_owned()),
            ("Shell".to_owned(), Some("^(Écrire)$".to_owned()), "^(Shell)$".to_owned()),
        ]
    );
    assert_eq!(branches("\\b(?:(a|))\\b").len(), 2);
}

#[test]
fn a_pattern_without_branches_is_its_only_one() {
    for text in ["Shell", "a(b|c)", "(a|b)+", "x(?=a|b)", "(a|b)\\1", ""] {
        assert_eq!(branches(text), [(text.to_owned(), None, text.to_owned())], "{text}");
    }
}

#[test]
fn what_matches_everything_or_nothing_is_known() {
    for text in ["", ".*", "a*", "^", "$", "^.*", "(?:)", "\\B|\\b", "[^]*$", "^(?!x)|x"] {
        assert!(pattern(text).matches_everything(), "{text}");
    }
    for text in [".", "a+", "^$", "^(?!x)", "^.*$", "\\b"] {
        assert!(!pattern(text).matches_everything(), "{text}");
    }
    for text in ["[]", "a^", "$a", "\\b\\B", "^(?!)", "x[]|$y"] {
        assert!(pattern(text).matches_nothing(), "{text}");
    }
    for text in ["a", "[]|a", "$", "^(?=a)", "(?:[])?"] {
        assert!(!pattern(text).matches_nothing(), "{text}");
    }
}

#[test]
fn languages_are_compared_with_examples() {
    let (shell, write) = (pattern("^Shell$"), pattern("^(Write|Edit)$"));
    assert_eq!(shell.intersection(&write), Proof::Impossible);
    assert_eq!(pattern("^a+$").intersection(&pattern("^.{3}$")), Proof::Example("aaa".to_owned()));
    assert_eq!(pattern("Read").difference(&pattern("Read|Grep")), Proof::Impossible);
    assert_eq!(pattern("^Read").difference(&pattern("^Read$")), Proof::Example("Reada".to_owned()));
    assert_eq!(pattern("^😀$").example(), Proof::Example("😀".to_owned()));
    assert_eq!(pattern("^[^\\x00-\\ud7ff]$").example().example().map(|text| text.chars().count()), Some(1));
    assert_eq!(pattern("(a)\\1").intersection(&pattern("aa")), Proof::Unknown);
}

#[test]
fn each_pattern_gets_the_cheapest_exact_program() {
    assert_eq!(pattern(".*").program(), Program::Always);
    assert_eq!(pattern("[]").program(), Program::Never);
    assert!(matches!(pattern("curl|wget").program(), Program::Table(_)));
    assert!(matches!(pattern("^(?!MCP:)(?=.*x)").program(), Program::Table(_)));
    for (text, reason, part) in [
        ("x(?!y)", Reason::LookAround, "(?!y)"),
        ("(?<=a)b", Reason::LookAround, "(?<=a)"),
        ("(a)\\1", Reason::BackReference, "\\1"),
        ("(?m:^a)", Reason::LineAnchor, "^"),
    ] {
        let pattern = pattern(text);
        assert!(matches!(pattern.program(), Program::Backtrack(_)), "{text}");
        let why = pattern.table().unwrap_err();
        assert_eq!((why.reason, &text[why.range.clone()]), (reason, part));
    }
}

#[test]
fn tables_of_ordinary_matchers_are_small() {
    for text in
        ["Write|Edit", "^(Shell|Read)$", "curl|wget|nc ", "git\\s+push\\b.*--force", "\\.(ts|tsx|js|jsx)$"]
    {
        let size = pattern(text).table().unwrap().to_bytes().len();
        assert!((264..=2_000).contains(&size), "{text}: {size} bytes");
    }
}

#[test]
fn newer_syntax_is_accepted_and_named() {
    let found = pattern("(?i:a)|(?<n>x)|(?<n>y)").newer_syntax();
    assert_eq!(found, [(NewerSyntax::Modifiers, 0..4), (NewerSyntax::DuplicateNames, 18..20)]);
    assert_eq!(pattern("(?i:ABC)").matches("xabc"), Some(true));
    assert_eq!(pattern("(?i:a(?-i:b))").matches("AB"), Some(false));
}

#[test]
fn plain_text_is_recognised() {
    assert_eq!(pattern("gh pr").literal().as_deref(), Some("gh pr"));
    assert_eq!(pattern("nc\\ \\-").literal().as_deref(), Some("nc -"));
    assert_eq!(pattern("a.b").literal(), None);
    assert_eq!(pattern("Shell|Read").literal(), None);
}
