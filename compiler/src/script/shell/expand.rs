//! Words: quotes, escapes, variables and substitutions.

use std::rc::Rc;

use tree_sitter::Node;

use super::super::facts::{CwdUse, Place};
use super::super::program::Block;
use super::io::{Input, Target};
use super::json::breaks_json;
use super::lower::{Failing, Reader, joined};
use super::origin::{Origin, either, field, is_tainted, one};
use super::word::{Hole, Word};

/// Variables of the shell that hold digits.
const NUMBERS: &[&str] = &[
    "?",
    "#",
    "$",
    "!",
    "-",
    "RANDOM",
    "SECONDS",
    "LINENO",
    "UID",
    "EUID",
    "PPID",
    "EPOCHSECONDS",
    "COLUMNS",
    "SHLVL",
];

impl Reader<'_, '_> {
    /// The word that a node of the grammar stands for.
    pub(super) fn word(&mut self, node: Node<'_>) -> Word {
        let mut word = Word::new(self.place(node));
        if self.deeper(node, |reader| reader.part(node, &mut word, false)).is_none() {
            let place = self.place(node);
            word.push_hole(Hole { place, origins: one(Origin::Unknown), quoted: false });
        }
        self.working_directory(&word);
        word
    }

    /// Only what follows the working directory into a path takes it for a place that is known.
    fn working_directory(&mut self, word: &Word) {
        let mut holes = word.holes.iter();
        for (at, _) in word.text.match_indices(super::word::HOLE) {
            let Some(hole) = holes.next() else { return };
            // What may also be something else takes it only where the other is not known.
            let is_cwd = hole.origins.iter().all(|origin| *origin == Origin::Cwd);
            let used = CwdUse { place: hole.place.clone() };
            if is_cwd && word.text[at + 1..].starts_with('/') && !self.facts.cwd_uses.contains(&used) {
                self.facts.cwd_uses.push(used);
            }
        }
    }

    fn part(&mut self, node: Node<'_>, word: &mut Word, quoted: bool) {
        let place = self.place(node);
        let source = self.source(node);
        match node.kind() {
            "raw_string" => {
                let inner = source.strip_prefix('\'').and_then(|inner| inner.strip_suffix('\''));
                word.push_str(inner.unwrap_or(source), place.start + 1);
            }
            "ansi_c_string" => {
                let inner = source.strip_prefix("$'").and_then(|inner| inner.strip_suffix('\''));
                push_ansi(word, inner.unwrap_or_default(), place.start + 2);
            }
            "string" => {
                // A string that nothing closes may end with any letter.
                let start = place.start + usize::from(source.starts_with('"'));
                let is_closed = source.len() > 1 && source.ends_with('"');
                let end = if is_closed { place.end - 1 } else { place.end };
                let inner = start..end.max(start);
                self.interpolated(node, &inner, word, &['"', '\\', '$', '`']);
            }
            "translated_string" | "concatenation" => {
                let mut cursor = node.walk();
                for child in node.children(&mut cursor).collect::<Vec<_>>() {
                    if child.kind() != "$" || node.kind() == "concatenation" {
                        self.part(child, word, quoted);
                    }
                }
            }
            "simple_expansion" => {
                let origins = self.lookup(source.strip_prefix('$').unwrap_or(source));
                put(word, place, &origins, quoted);
            }
            "expansion" => {
                let origins = self.parameter(node);
                put(word, place, &origins, quoted);
            }
            "command_substitution" => {
                let origins = self.substitution(node);
                put(word, place, &origins, quoted);
            }
            "process_substitution" => {
                let origins = self.substitution(node);
                word.push_hole(Hole { place, origins, quoted: true });
            }
            "arithmetic_expansion" => {
                self.expansions(node);
                word.push_hole(Hole { place, origins: one(Origin::Escaped), quoted: true });
            }
            "brace_expression" => {
                word.push_hole(Hole { place, origins: one(Origin::Plain), quoted });
            }
            "array" => {
                self.expansions(node);
                word.push_hole(Hole { place, origins: one(Origin::Unknown), quoted });
            }
            "command_name" => {
                let mut cursor = node.walk();
                for child in node.children(&mut cursor).collect::<Vec<_>>() {
                    self.part(child, word, quoted);
                }
            }
            _ => push_unquoted(word, source, place.start),
        }
    }

    /// Text with expansions among it; a backslash counts before the named characters only.
    pub(super) fn interpolated(
        &mut self,
        node: Node<'_>,
        inner: &Place,
        word: &mut Word,
        escapable: &[char],
    ) {
        let mut cursor = node.walk();
        let mut at = inner.start;
        for child in node.named_children(&mut cursor).collect::<Vec<_>>() {
            let is_expansion = matches!(
                child.kind(),
                "simple_expansion" | "expansion" | "command_substitution" | "arithmetic_expansion"
            );
            let place = self.place(child);
            if is_expansion && place.start >= at && place.end <= inner.end {
                push_escaped(word, &self.text[at..place.start], at, escapable);
                self.part(child, word, true);
                at = place.end;
            }
        }
        push_escaped(word, &self.text[at..inner.end.max(at)], at, escapable);
    }

    /// What a variable or a parameter can hold.
    pub(super) fn lookup(&self, name: &str) -> Rc<[Origin]> {
        if let Some(known) = self.state.variables.get(name) {
            return Rc::clone(known);
        }
        if NUMBERS.contains(&name) {
            return one(Origin::Escaped);
        }
        match (name, &self.state.arguments) {
            ("PWD", _) => one(Origin::Cwd),
            ("@" | "*", Some(arguments)) => arguments
                .iter()
                .cloned()
                .reduce(|one, other| either(&one, &other))
                .unwrap_or_else(|| one(Origin::Plain)),
            ("@" | "*", None) => one(Origin::Argument),
            ("0", _) => one(Origin::Environment("0".into())),
            (name, arguments) => match (name.parse::<usize>(), arguments) {
                (Ok(number), Some(arguments)) => number
                    .checked_sub(1)
                    .and_then(|at| arguments.get(at))
                    .cloned()
                    .unwrap_or_else(|| one(Origin::Plain)),
                (Ok(_), None) => one(Origin::Argument),
                (Err(_), _) => one(Origin::Environment(name.into())),
            },
        }
    }

    /// `${…}`
    fn parameter(&mut self, node: Node<'_>) -> Rc<[Origin]> {
        let source = self.source(node);
        let inner = source.strip_prefix("${").and_then(|inner| inner.strip_suffix('}')).unwrap_or_default();
        let (prefix, rest) = match inner.as_bytes().first() {
            Some(sign @ (b'#' | b'!')) if inner.len() > 1 => (Some(*sign), &inner[1..]),
            _ => (None, inner),
        };
        let length =
            rest.find(|sign: char| !(sign.is_ascii_alphanumeric() || sign == '_')).unwrap_or(rest.len());
        let (name, mut operator) = rest.split_at(length.max(rest.chars().next().map_or(0, char::len_utf8)));
        if let Some(end) = operator.strip_prefix('[').and_then(|index| index.find(']')) {
            operator = &operator[end + 2..];
        }
        match prefix {
            Some(b'#') => return one(Origin::Escaped),
            Some(_) => return one(Origin::Unknown),
            None => {}
        }
        let origins = self.lookup(name);
        if operator.is_empty() {
            return origins;
        }
        if operator.starts_with([':', '-', '=', '+', '?'])
            && !operator.starts_with(": ")
            && operator.trim_start_matches(':').starts_with(['-', '=', '+', '?'])
        {
            return self.default(node, name, operator, &origins);
        }
        self.expansions(node);
        transformed(&origins, operator)
    }

    /// `${x:-word}` and its like.
    fn default(
        &mut self,
        node: Node<'_>,
        name: &str,
        operator: &str,
        origins: &Rc<[Origin]>,
    ) -> Rc<[Origin]> {
        let mut cursor = node.walk();
        let is_name = |child: &Node<'_>| {
            matches!(child.kind(), "variable_name" | "special_variable_name" | "subscript")
        };
        let words: Vec<_> = node.named_children(&mut cursor).filter(|child| !is_name(child)).collect();
        let fallback = match words.as_slice() {
            [] => one(Origin::Text(Rc::new(Word::new(self.place(node))))),
            [only] => {
                let known = self.facts.cwd_uses.len();
                let word = self.word(*only);
                self.facts.cwd_uses.truncate(known);
                word.value()
            }
            _ => one(Origin::Unknown),
        };
        if let Some(path) = field(origins) {
            let path = path.to_vec();
            self.provide(&path);
        }
        match operator.trim_start_matches(':').as_bytes().first() {
            Some(b'?') => Rc::clone(origins),
            Some(b'+') => fallback,
            sign => {
                let value = match &**origins {
                    // What the environment holds stands beside the default.
                    [Origin::Environment(_)] if !words.is_empty() => either(origins, &fallback),
                    _ => either(origins, &fallback),
                };
                if sign == Some(&b'=') {
                    self.set(name, Rc::clone(&value));
                }
                value
            }
        }
    }

    /// Evaluates what stands inside a node for what it reads; its own value is not known.
    pub(super) fn expansions(&mut self, node: Node<'_>) {
        let mut pending = vec![node];
        while let Some(node) = pending.pop() {
            let mut cursor = node.walk();
            for child in node.named_children(&mut cursor).collect::<Vec<_>>() {
                match child.kind() {
                    "command_substitution" | "process_substitution" => {
                        self.deeper(child, |reader| reader.substitution(child));
                    }
                    _ => pending.push(child),
                }
            }
        }
    }

    /// `$(…)`, backticks, `<(…)`
    pub(super) fn substitution(&mut self, node: Node<'_>) -> Rc<[Origin]> {
        let mut cursor = node.walk();
        let children: Vec<_> =
            node.named_children(&mut cursor).filter(|child| child.kind() != "comment").collect();
        if let [redirect] = children.as_slice()
            && redirect.kind() == "file_redirect"
        {
            return self.read_file(*redirect);
        }
        if self.source(node).starts_with(">(") {
            self.unknown(self.place(node), super::super::UnknownKind::OtherProgram);
            return one(Origin::Unknown);
        }
        let before = self.state.clone();
        self.captured.push(Vec::new());
        self.state.io.redirect(1, Target::Capture);
        self.state.in_subshell = true;
        self.state.errexit = false;
        self.state.at_exit = None;
        self.state.on_error = None;
        self.state.in_condition = true;
        let mut block = Block::new();
        let status = self.children(node, &mut block);
        self.state = before;
        self.substitution = status.failing;
        let caught = self.captured.pop().unwrap_or_default();
        let alternatives =
            children.len() == 1 && matches!(children[0].kind(), "list" | "if_statement" | "case_statement");
        let is_silent = caught.is_empty() && block.is_empty();
        if is_silent {
            return one(Origin::Plain);
        }
        trimmed(&joined(&caught, alternatives))
    }

    /// `$(< file)`
    fn read_file(&mut self, redirect: Node<'_>) -> Rc<[Origin]> {
        let before = self.state.io.clone();
        self.redirect(redirect);
        let input = std::mem::replace(&mut self.state.io, before).input;
        self.substitution = Failing::Error;
        match input {
            Input::Script => self.take_all(self.place(redirect)),
            Input::Value(origins) => origins,
        }
    }
}

/// Puts a value into a word: its text where that is known.
fn put(word: &mut Word, place: Place, origins: &Rc<[Origin]>, quoted: bool) {
    if let [Origin::Text(known)] = &**origins {
        let before = word.holes.len();
        if word.push_word(known) {
            for hole in &mut word.holes[before..] {
                hole.quoted = quoted;
            }
            return;
        }
        let origin = if is_tainted(origins) { Origin::Derived } else { Origin::Unknown };
        word.push_hole(Hole { place, origins: one(origin), quoted });
        return;
    }
    word.push_hole(Hole { place, origins: Rc::clone(origins), quoted });
}

/// What is left of a value after an operator like `${x##*/}`.
fn transformed(origins: &Rc<[Origin]>, operator: &str) -> Rc<[Origin]> {
    if operator.starts_with("@Q") {
        return one(Origin::Quoted);
    }
    // Someone who replaces quotes and backslashes escapes by hand; whether it is enough is not for us to say.
    if operator.starts_with('/') && (operator.contains('"') || operator.contains("\\\\")) {
        return one(Origin::Escaped);
    }
    if is_tainted(origins) {
        return one(Origin::Derived);
    }
    let is_plain = |origin: &Origin| match origin {
        Origin::Text(word) => word.constant().is_some_and(|text| !breaks_json(text)),
        Origin::Plain => true,
        _ => false,
    };
    if origins.iter().all(is_plain) {
        return one(Origin::Plain);
    }
    let stays = |origin: &Origin| {
        matches!(
            origin,
            Origin::Environment(_) | Origin::Argument | Origin::Cwd | Origin::Escaped | Origin::Temporary
        )
    };
    if origins.iter().all(stays) { Rc::clone(origins) } else { one(Origin::Unknown) }
}

/// A substitution drops the line ends behind what it caught.
fn trimmed(origins: &Rc<[Origin]>) -> Rc<[Origin]> {
    match &**origins {
        [Origin::Text(word)] if word.text.ends_with('\n') => {
            let length = word.text.trim_end_matches('\n').len();
            let word = word.slice(0, length);
            match word.only_hole() {
                Some(hole) => Rc::clone(&hole.origins),
                None => one(Origin::Text(Rc::new(word))),
            }
        }
        _ => Rc::clone(origins),
    }
}

/// Text outside quotes, where a backslash quotes what follows.
fn push_unquoted(word: &mut Word, source: &str, start: usize) {
    let mut characters = source.char_indices();
    while let Some((at, character)) = characters.next() {
        if character != '\\' {
            word.push(character, start + at);
        } else if let Some((at, character)) = characters.next()
            && character != '\n'
        {
            word.push(character, start + at);
        }
    }
}

/// Text in double quotes or a here-document.
fn push_escaped(word: &mut Word, source: &str, start: usize, escapable: &[char]) {
    let mut characters = source.char_indices().peekable();
    while let Some((at, character)) = characters.next() {
        match characters.peek() {
            Some((_, '\n')) if character == '\\' && !escapable.is_empty() => {
                characters.next();
            }
            Some((next, escaped)) if character == '\\' && escapable.contains(escaped) => {
                word.push(*escaped, start + next);
                characters.next();
            }
            _ => word.push(character, start + at),
        }
    }
}

/// Text in `$'…'`.
fn push_ansi(word: &mut Word, source: &str, start: usize) {
    let mut characters = source.char_indices();
    while let Some((at, character)) = characters.next() {
        if character != '\\' {
            word.push(character, start + at);
            continue;
        }
        let Some((next, escaped)) = characters.next() else { return };
        let real = match escaped {
            'n' => '\n',
            't' => '\t',
            'r' => '\r',
            'a' => '\u{7}',
            'b' => '\u{8}',
            'e' | 'E' => '\u{1b}',
            'f' => '\u{c}',
            'v' => '\u{b}',
            '\\' | '\'' | '"' | '?' => escaped,
            _ => {
                word.push('\\', start + at);
                escaped
            }
        };
        word.push(real, start + next);
    }
}
