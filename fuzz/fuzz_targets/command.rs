//! A command line to words and facts: places, order, and agreement between the reader without a grammar, the grammar, and the reader of
//! whole scripts.

#![no_main]

use std::ops::Range;

use hookc_compiler::command::{self, Command, CommandLine, Form, Level, Part, PartKind, Understanding, Word};
use hookc_fuzz::{bytes, places};
use libfuzzer_sys::fuzz_target;

/// Makes a compound command of a line, which only the grammar reads.
const OPENING: &str = "{ ";
const CLOSING: &str = "\n}";

fuzz_target!(|data: &[u8]| {
    let line = bytes::text(data);
    let parsed = command::parse(&line);
    assert_eq!(parsed, command::parse(&line));
    assert_eq!(parsed.text(), line);
    examine_facts(&parsed);
    if parsed.form() == Form::Posix && parsed.understanding() != Understanding::Not {
        let is_whole = parsed.understanding() == Understanding::Whole && !line.contains("<<");
        for command in parsed.commands() {
            examine_command(command, &line);
            if is_whole && command.level == Level::Line {
                examine_gaps(command, &line);
            }
        }
        compare_with_script(&parsed);
        compare_with_grammar(&parsed);
    }
});

/// All that is said of a line has its place in the line.
fn examine_facts(parsed: &CommandLine) {
    let line = parsed.text();
    places::assert_all_in(line, &parsed.commands());
    places::assert_all_in(line, &parsed.swallow());
    places::assert_all_in(line, &parsed.scripts());
    places::assert_all_in(line, &parsed.programs());
    places::assert_all_in(line, &parsed.started());
    places::assert_all_in(line, &parsed.variables());
    places::assert_all_in(line, &parsed.packages());
    places::assert_all_in(line, &parsed.machine_paths());
    places::assert_all_in(line, &parsed.home_paths());
    places::assert_all_in(line, &parsed.placeholders());
    places::assert_all_in(line, &parsed.unquoted_paths());
    places::assert_all_in(line, &parsed.windows_variables());
    places::assert_all_in(line, &parsed.windows_quoting());
    places::assert_all_in(line, &parsed.posix_only());
    places::assert_all_in(line, &parsed.dangers());
    places::assert_all_in(line, &command::decoded_code(line));
    parsed.is_prose();
    parsed.is_windows_only();
    for command in parsed.commands() {
        assert!(command.piped_into.is_none_or(|next| next < parsed.commands().len()));
    }
}

/// Words stand in order inside of their command, their pieces in order inside of them.
fn examine_command(command: &Command, line: &str) {
    let mut taken = Vec::new();
    for word in &command.words {
        examine_word(word, line);
        taken.push(word.range.clone());
    }
    assert!(taken.windows(2).all(|pair| pair[0].end <= pair[1].start), "{taken:?} in {line:?}");
    for redirection in &command.redirections {
        taken.push(redirection.range.clone());
        if let Some(target) = &redirection.target {
            examine_word(target, line);
        }
    }
    for range in &taken {
        assert!(command.range.start <= range.start && range.end <= command.range.end, "{range:?} in {command:?}");
    }
}

/// The words and redirections of a command leave nothing of it but blanks.
fn examine_gaps(command: &Command, line: &str) {
    let mut taken: Vec<Range<usize>> = command.words.iter().map(|word| word.range.clone()).collect();
    taken.extend(command.assignments.iter().map(|assignment| assignment.range.clone()));
    taken.extend(command.redirections.iter().map(|redirection| redirection.range.clone()));
    taken.sort_by_key(|range| range.start);
    let mut end = command.range.start;
    for range in taken {
        let between = line.get(end..range.start).unwrap_or_default();
        assert!(is_blank(between), "{between:?} is no part of {command:?} in {line:?}");
        end = end.max(range.end);
    }
}

fn is_blank(text: &str) -> bool {
    text.replace("\\\n", "").chars().all(|sign| matches!(sign, ' ' | '\t' | '\r'))
}

fn examine_word(word: &Word, line: &str) {
    let mut end = word.range.start;
    for part in &word.parts {
        assert!(end <= part.range.start && part.range.end <= word.range.end, "{word:?} in {line:?}");
        end = part.range.end;
    }
    word.text(line);
    word.windows_text(line);
    word.is_windows_path(line);
    assert_eq!(word.literal().is_none(), word.is_dynamic());
}

/// A line reads the same as a script of one line.
fn compare_with_script(parsed: &CommandLine) {
    let script = command::parse_script(parsed.text());
    assert_eq!(script.understanding(), parsed.understanding());
    assert_eq!(script.commands(), parsed.commands());
}

/// Where both understand all of it, the grammar finds the same commands as the reader without one.
fn compare_with_grammar(parsed: &CommandLine) {
    let line = parsed.text();
    if parsed.understanding() != Understanding::Whole || line.ends_with('\\') || parsed.commands().is_empty() {
        return;
    }
    let compound = format!("{OPENING}{line}{CLOSING}");
    let grammar = command::parse_script(&compound);
    if grammar.understanding() != Understanding::Whole {
        return;
    }
    let ours: Vec<String> = parsed.commands().iter().map(|command| shown(command, line)).collect();
    let theirs: Vec<String> = grammar.commands().iter().map(|command| shown(command, &compound)).collect();
    assert_eq!(ours, theirs, "{line:?}");
}

/// A command without its places.
fn shown(command: &Command, line: &str) -> String {
    let words: Vec<String> = command.words.iter().map(|word| shown_word(word, line)).collect();
    let assignments: Vec<String> = command
        .assignments
        .iter()
        .map(|assignment| format!("{}={}", assignment.name, shown_word(&assignment.value, line)))
        .collect();
    let targets: Vec<Option<String>> = command
        .redirections
        .iter()
        .map(|redirection| redirection.target.as_ref().map(|target| shown_word(target, line)))
        .collect();
    format!("{:?} {assignments:?} {words:?} {targets:?}", command.level)
}

fn shown_word(word: &Word, line: &str) -> String {
    let part = |Part { range, quote, kind }: &Part| match kind {
        PartKind::Literal(text) => format!("{quote:?} {text:?}"),
        PartKind::Variable { name, operator } => format!("{quote:?} ${name} {}", &line[operator.clone()]),
        PartKind::Substitution(inner) => format!("{quote:?} $({})", &line[inner.clone()]),
        PartKind::Arithmetic => format!("{quote:?} {}", &line[range.clone()]),
    };
    let parts: Vec<String> = word.parts.iter().map(part).collect();
    format!("{} {parts:?} {}", word.raw(line), word.glob)
}
