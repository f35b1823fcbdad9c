//! The parser: a loop over a stack of open brackets, so that no nesting can exhaust the program's own stack.
//!
//! Every byte is passed a bounded number of times. After a fault the parser goes on with the reading that keeps most
//! of what follows, which is also what the fix of that fault would make of the text.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::ops::Range;
use std::sync::{Arc, OnceLock};

use crate::order;
use crate::span::Span;

use super::fault::{Bracket, FENCE, Fault, FaultKind, Foreign, Trailing};
use super::lex::{Role, is_space, is_word};
use super::tree::{Decodings, Duplicate, KEY, LONE_SURROGATE, NO_NODE, NodeData, NodeKind, Tree};
use super::{MAX_DEPTH, MAX_FAULTS, MAX_TEXT};

/// How far back the start of a line is looked for.
const LONGEST_INDENT_SEARCH: usize = 1024;

/// How often the rest of the text is searched to tell whether an array was left open.
const MAX_LOOKS_AHEAD: usize = 16;

/// Objects with fewer members are searched for repeated keys pair by pair.
const SMALL_OBJECT: usize = 16;

pub(super) fn parse(text: Arc<str>) -> Tree {
    let mut parser = Parser::new(&text);
    parser.document();
    let Parser { nodes, decodings, mut duplicates, faults: Faults { mut kept, more }, .. } = parser;
    duplicates.sort_unstable_by_key(|duplicate| duplicate.key);
    order::by_place(&mut kept, |fault| (fault.span.start as usize, 0));
    Tree { text, nodes, decodings, duplicates, faults: kept, more_faults: more, first_line: OnceLock::new() }
}

/// What an open bracket waits for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Expects {
    /// The first item, or the end.
    First,
    /// The item after the comma at this offset.
    Item(u32),
    /// A comma, or the end.
    Separator,
}

/// An open bracket.
#[derive(Debug, Clone, Copy)]
struct Frame {
    node: u32,
    bracket: Bracket,
    expects: Expects,
    /// Where the keys of this object start in [`Parser::keys`].
    keys: u32,
}

/// Where the end of the text cuts something off, brackets apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Cut {
    Nowhere,
    /// Between a key and its value.
    AfterKey,
    /// Inside a string, a comment or a value too deep to follow. That is reported, and not the brackets around it.
    InsideToken,
}

/// How far the merge conflicts of the text are known.
#[derive(Debug, Default)]
pub(super) struct Conflicts {
    /// The first marker of one was passed, and its middle was not.
    pub(super) is_open: bool,
    /// No line from here on ends one.
    pub(super) none_ends: bool,
}

#[derive(Debug, Default)]
struct Faults {
    kept: Vec<Fault>,
    more: bool,
}

pub(super) struct Parser<'t> {
    pub(super) text: &'t str,
    pub(super) bytes: &'t [u8],
    pub(super) at: usize,
    pub(super) decodings: Decodings,
    pub(super) cut: Cut,
    /// Before this offset no quote can end a string that goes on after an inner quote.
    pub(super) no_close_before: usize,
    pub(super) conflicts: Conflicts,
    nodes: Vec<NodeData>,
    frames: Vec<Frame>,
    /// The keys of the objects that are open, outermost first.
    keys: Vec<u32>,
    duplicates: Vec<Duplicate>,
    faults: Faults,
    /// The end of the last value.
    value_end: usize,
    too_deep: bool,
    looks_ahead: usize,
}

impl<'t> Parser<'t> {
    fn new(text: &'t str) -> Self {
        Self {
            text,
            bytes: text.as_bytes(),
            at: 0,
            decodings: Decodings::default(),
            cut: Cut::Nowhere,
            no_close_before: 0,
            conflicts: Conflicts::default(),
            nodes: Vec::with_capacity(text.len().min(MAX_TEXT) / 16 + 1),
            frames: Vec::new(),
            keys: Vec::new(),
            duplicates: Vec::new(),
            faults: Faults::default(),
            value_end: 0,
            too_deep: false,
            looks_ahead: 0,
        }
    }

    #[inline]
    pub(super) fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    pub(super) fn fault(&mut self, kind: FaultKind, start: usize, end: usize) {
        if self.faults.kept.len() == MAX_FAULTS {
            self.faults.more = true;
        } else {
            self.faults.kept.push(Fault { kind, span: Span::new(start, end) });
        }
    }

    /// Adds a node without children, and gives its number.
    #[inline]
    pub(super) fn push(&mut self, kind: NodeKind, start: usize, end: usize, flags: u8) -> u32 {
        let index = self.nodes.len() as u32;
        let parent = self.frames.last().map_or(NO_NODE, |frame| frame.node);
        let (start, end) = (start as u32, end as u32);
        self.nodes.push(NodeData { start, end, parent, after: index + 1, kind, flags });
        index
    }

    pub(super) fn flag(&mut self, node: u32, flags: u8) {
        self.nodes[node as usize].flags |= flags;
    }

    fn document(&mut self) {
        if self.bytes.len() > MAX_TEXT {
            self.fault(FaultKind::TooLarge, 0, 0);
            self.push(NodeKind::Invalid, 0, 0, 0);
            return;
        }
        if self.text.starts_with('\u{feff}') {
            self.at = '\u{feff}'.len_utf8();
        }
        self.trivia();
        let fence = self.opening_fence();
        self.trivia();
        match self.peek() {
            None => self.empty(),
            Some(byte) if self.is_foreign(byte) => self.foreign(),
            Some(byte) => {
                self.value(byte);
                while let Some(&frame) = self.frames.last() {
                    self.step(frame);
                }
                if fence.is_some() {
                    self.trivia();
                }
                let closing = fence.as_ref().and_then(|_| self.closing_fence());
                if let Some(fence) = fence {
                    self.fault(FaultKind::Fence { closing }, fence.start, fence.end);
                }
                self.trailing();
            }
        }
    }

    /// Passes the line that opens a block of Markdown, if the text begins with one and a bracket follows.
    fn opening_fence(&mut self) -> Option<Range<usize>> {
        if !self.text[self.at..].starts_with(FENCE) {
            return None;
        }
        let end = self.end_of_line_content(self.at);
        let is_info = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'`' | b' ' | b'-');
        let opens = self.text[end..].trim_start().starts_with(['{', '[']);
        let is_fence = self.bytes[self.at..end].iter().all(is_info) && opens;
        is_fence.then(|| std::mem::replace(&mut self.at, end)..end)
    }

    /// Passes the fence that closes the block, if it stands here.
    fn closing_fence(&mut self) -> Option<u32> {
        let start = self.at;
        self.text[start..].starts_with(FENCE).then(|| {
            self.at += self.bytes[start..].iter().take_while(|byte| **byte == b'`').count();
            start as u32
        })
    }

    fn empty(&mut self) {
        self.push(NodeKind::Invalid, self.at, self.at, 0);
        if self.cut != Cut::InsideToken {
            self.fault(FaultKind::Empty, self.at, self.at);
        }
    }

    /// Whether the text does not even start like JSON.
    fn is_foreign(&self, byte: u8) -> bool {
        match byte {
            b'}' | b']' | b',' | b':' => true,
            _ if is_word(byte) => self.is_bare_word(),
            _ => false,
        }
    }

    /// One fault for a text that is something else, so that nobody reads a hundred.
    fn foreign(&mut self) {
        let start = self.at;
        let end = self.end_of_line_content(start);
        let line = &self.text[start..end];
        let is_only_line = self.text[end..].trim().is_empty();
        let is_path = line.contains(['/', '\\']) && !line.contains(['{', '[', '"', ',', ';', '<', '(', '=']);
        let foreign = if is_only_line && is_path { Foreign::Path } else { Foreign::Text };
        self.fault(FaultKind::NotJson(foreign), start, end);
        self.push(NodeKind::Invalid, start, end, 0);
        self.at = self.bytes.len();
    }

    /// The end of the line that `at` is on, without blanks before the line end.
    fn end_of_line_content(&self, at: usize) -> usize {
        let rest = &self.text[at..];
        let line = &rest[..rest.find(['\n', '\r']).unwrap_or(rest.len())];
        at + line.trim_end().len().max(line.chars().next().map_or(0, char::len_utf8))
    }

    /// What follows the value is one fault, whatever it is.
    fn trailing(&mut self) {
        self.trivia();
        let start = self.at;
        let Some(byte) = self.peek() else { return };
        let rest = &self.text[start..];
        let end_of_run = start + rest.trim_end().len();
        let is_only =
            |run: &[char]| rest.chars().all(|character| run.contains(&character) || is_space(character));
        let (trailing, end) = match byte {
            b'{' | b'[' => (Trailing::Document, self.end_of_line_content(start)),
            b'}' | b']' if is_only(&['}', ']']) => (Trailing::Closers, end_of_run),
            b',' if is_only(&[',']) => (Trailing::Comma, end_of_run),
            _ => (Trailing::Text, self.end_of_line_content(start)),
        };
        self.fault(FaultKind::TrailingContent(trailing), start, end);
        self.at = self.bytes.len();
    }

    /// One token inside the innermost bracket.
    fn step(&mut self, frame: Frame) {
        self.trivia();
        let Some(byte) = self.peek() else { return self.end_of_text() };
        match (byte, frame.expects) {
            (b']' | b'}', _) => self.closer(byte, frame),
            (b',', Expects::Separator) => {
                self.expect(Expects::Item(self.at as u32));
                self.at += 1;
            }
            (b',', _) => self.extra_commas(),
            (_, Expects::Separator) => self.no_separator(byte, frame.bracket),
            _ if frame.bracket == Bracket::Square => self.item(byte, frame),
            _ => self.member(byte),
        }
    }

    fn expect(&mut self, expects: Expects) {
        if let Some(frame) = self.frames.last_mut() {
            frame.expects = expects;
        }
    }

    fn item(&mut self, byte: u8, frame: Frame) {
        match byte {
            b':' => self.stray_colons(),
            b'"' if self.is_key_ahead() => self.member_in_array(frame),
            _ => self.value(byte),
        }
    }

    /// Whether a colon follows the string at the cursor.
    fn is_key_ahead(&self) -> bool {
        let rest = &self.bytes[self.end_of_quoted(self.at + 1).min(self.bytes.len())..];
        rest.iter().find(|&&byte| !is_space(byte as char)) == Some(&b':')
    }

    /// A key and its value in an array: either the array was to end before it, or they do not belong there at all.
    fn member_in_array(&mut self, frame: Frame) {
        if let Expects::Item(comma) = frame.expects
            && self.is_left_open()
        {
            let opener = self.nodes[frame.node as usize].start as usize;
            let bracket = frame.bracket;
            self.fault(
                FaultKind::Unclosed { bracket, noticed: comma, also: 0, complete: true },
                opener,
                opener + 1,
            );
            self.close(comma as usize);
            return self.expect(Expects::Item(comma));
        }
        let start = self.at;
        self.unexpected();
        self.push(NodeKind::Invalid, start, self.at, 0);
        self.value_ended(self.at);
    }

    /// Whether the array at the cursor has no closer of its own: the next one belongs to the object around it.
    fn is_left_open(&mut self) -> bool {
        let outer = self.frames.len().checked_sub(2).map(|outer| self.frames[outer].bracket);
        if outer != Some(Bracket::Curly) || self.looks_ahead == MAX_LOOKS_AHEAD {
            return false;
        }
        self.looks_ahead += 1;
        let mut depth = 0_usize;
        let mut at = self.at;
        while let Some(&byte) = self.bytes.get(at) {
            at += 1;
            match byte {
                b'[' | b'{' => depth += 1,
                b']' | b'}' if depth == 0 => return byte == b'}',
                b']' | b'}' => depth -= 1,
                b'"' => at = self.end_of_quoted(at),
                _ => {}
            }
        }
        false
    }

    fn member(&mut self, byte: u8) {
        let key = self.key(byte);
        self.keys.push(key);
        self.trivia();
        let Some(byte) = self.peek() else { return self.missing_value() };
        match byte {
            b':' => {
                self.at += 1;
                self.trivia();
            }
            b',' | b'}' | b']' => {}
            b'=' => {
                let end = self.at + if self.bytes.get(self.at + 1) == Some(&b'>') { 2 } else { 1 };
                self.fault(FaultKind::MissingColon, self.at, end);
                self.at = end;
                self.trivia();
            }
            _ if self.nodes[key as usize].kind == NodeKind::Invalid => {}
            _ => {
                let end = self.nodes[key as usize].end as usize;
                self.fault(FaultKind::MissingColon, end, end);
            }
        }
        match self.peek() {
            None | Some(b',' | b'}' | b']') => self.missing_value(),
            Some(b':') => {
                self.stray_colons();
                self.value_after_stray_colons();
            }
            Some(byte) => self.value(byte),
        }
    }

    fn key(&mut self, byte: u8) -> u32 {
        match byte {
            b'"' => self.string(Role::Key),
            b':' | b'{' | b'[' => {
                self.fault(FaultKind::MissingKey, self.at, self.at + 1);
                self.push(NodeKind::Invalid, self.at, self.at, KEY)
            }
            _ => match self.wrong_quote() {
                Some(quote) => self.wrongly_quoted(quote, Role::Key),
                None => self.bare_key(),
            },
        }
    }

    /// A key with nothing after it; where the text ends, that it ends is the fault.
    fn missing_value(&mut self) {
        let Some(key) = self.nodes.last().copied() else { return };
        // A key that the end of the text cuts off may itself end in blanks.
        let end = self.end_before_space().max(key.end as usize);
        if self.peek().is_none() {
            self.cut = Cut::AfterKey;
        } else if key.kind != NodeKind::Invalid {
            self.fault(FaultKind::MissingValue, key.start as usize, key.end as usize);
        }
        self.push(NodeKind::Invalid, end, end, 0);
        self.value_ended(end);
    }

    /// The value after a run of colons too many, which is reported already.
    fn value_after_stray_colons(&mut self) {
        self.trivia();
        match self.peek() {
            None | Some(b',' | b'}' | b']') => {
                let end = self.end_before_space();
                self.push(NodeKind::Invalid, end, end, 0);
                self.value_ended(end);
            }
            Some(byte) => self.value(byte),
        }
    }

    fn value(&mut self, byte: u8) {
        match byte {
            b'{' => return self.open(Bracket::Curly),
            b'[' => return self.open(Bracket::Square),
            b'"' => {
                self.string(Role::Value);
            }
            _ => match self.wrong_quote() {
                Some(quote) => {
                    self.wrongly_quoted(quote, Role::Value);
                }
                None => self.word(),
            },
        }
        self.value_ended(self.at);
    }

    #[inline]
    fn value_ended(&mut self, end: usize) {
        self.value_end = end;
        self.expect(Expects::Separator);
    }

    fn open(&mut self, bracket: Bracket) {
        if self.frames.len() == MAX_DEPTH {
            return self.too_deep();
        }
        let kind = match bracket {
            Bracket::Square => NodeKind::Array,
            Bracket::Curly => NodeKind::Object,
        };
        let node = self.push(kind, self.at, self.at + 1, 0);
        self.frames.push(Frame { node, bracket, expects: Expects::First, keys: self.keys.len() as u32 });
        self.at += 1;
    }

    fn too_deep(&mut self) {
        let start = self.at;
        if !self.too_deep {
            self.too_deep = true;
            self.fault(FaultKind::TooDeep, start, start + 1);
        }
        self.at = self.end_of_group(start);
        if self.at == self.bytes.len() {
            self.cut = Cut::InsideToken;
        }
        self.push(NodeKind::Invalid, start, self.at, 0);
        self.value_ended(self.at);
    }

    /// The end of the brackets that open at `start`, of whatever kind they are.
    fn end_of_group(&self, start: usize) -> usize {
        let mut depth = 0_usize;
        let mut at = start;
        while let Some(&byte) = self.bytes.get(at) {
            at += 1;
            match byte {
                b'[' | b'{' => depth += 1,
                b']' | b'}' => {
                    depth -= 1;
                    if depth == 0 {
                        return at;
                    }
                }
                b'"' => at = self.end_of_quoted(at),
                _ => {}
            }
        }
        self.bytes.len()
    }

    /// One past the quote that ends a string whose content starts at `at`, or the end of the line.
    fn end_of_quoted(&self, mut at: usize) -> usize {
        while let Some(&byte) = self.bytes.get(at) {
            match byte {
                b'"' => return at + 1,
                b'\n' => return at,
                b'\\' => at += 2,
                _ => at += 1,
            }
        }
        self.bytes.len()
    }

    /// Ends the innermost bracket.
    fn close(&mut self, end: usize) {
        let Some(frame) = self.frames.pop() else { return };
        let after = self.nodes.len() as u32;
        let node = &mut self.nodes[frame.node as usize];
        node.end = end as u32;
        node.after = after;
        let keys = frame.keys as usize;
        if self.keys.len() > keys + 1 {
            self.find_duplicates(keys);
        }
        self.keys.truncate(keys);
        self.value_ended(end);
    }

    fn closer(&mut self, byte: u8, frame: Frame) {
        if byte != frame.bracket.closing() as u8 {
            return self.wrong_closer(byte, frame);
        }
        self.report_trailing_comma(frame);
        self.at += 1;
        self.close(self.at);
    }

    fn report_trailing_comma(&mut self, frame: Frame) {
        if let Expects::Item(comma) = frame.expects {
            let comma = comma as usize;
            self.fault(FaultKind::TrailingComma(frame.bracket), comma, comma + 1);
        }
    }

    /// Either this closer is the wrong one, or those of the brackets inside are missing.
    fn wrong_closer(&mut self, byte: u8, frame: Frame) {
        let opener = self.nodes[frame.node as usize].start;
        let matching = self.frames.iter().rposition(|outer| outer.bracket.closing() as u8 == byte);
        let Some(matching) = matching.filter(|&matching| !self.is_mistyped(opener as usize, matching)) else {
            self.report_trailing_comma(frame);
            let kind = FaultKind::WrongCloser { expected: frame.bracket, opener };
            self.fault(kind, self.at, self.at + 1);
            self.at += 1;
            return self.close(self.at);
        };
        let also = (self.frames.len() - matching - 2) as u32;
        let (noticed, complete) = (self.at as u32, frame.expects == Expects::Separator);
        let kind = FaultKind::Unclosed { bracket: frame.bracket, noticed, also, complete };
        self.fault(kind, opener as usize, opener as usize + 1);
        self.report_trailing_comma(frame);
        let end = self.end_before_space();
        while self.frames.len() > matching + 1 {
            self.close(end);
        }
    }

    /// Whether the closer at the cursor was meant for the bracket at `opener`, rather than for the frame `matching`:
    /// it stands below it, or much would follow the end of the text's value.
    fn is_mistyped(&self, opener: usize, matching: usize) -> bool {
        if let Some(closing) = self.indent_of_line_start(self.at)
            && let Some((_, opening)) = self.indent(opener)
        {
            return opening == closing;
        }
        let rest = &self.bytes[self.at + 1..];
        matching == 0 && rest.iter().any(|&byte| !is_space(byte as char))
    }

    /// The start of the line that `at` is on, and how far it is indented.
    fn indent(&self, at: usize) -> Option<(usize, usize)> {
        let from = at.saturating_sub(LONGEST_INDENT_SEARCH);
        let before = &self.bytes[from..at];
        let start = match before.iter().rposition(|&byte| matches!(byte, b'\n' | b'\r')) {
            Some(line_end) => from + line_end + 1,
            None if from == 0 => 0,
            None => return None,
        };
        let indent = self.bytes[start..at].iter().take_while(|&&byte| matches!(byte, b' ' | b'\t')).count();
        Some((start, indent))
    }

    /// The indentation of what stands at `at`, if nothing stands before it on its line.
    fn indent_of_line_start(&self, at: usize) -> Option<usize> {
        let before = &self.bytes[..at];
        let blanks = before.iter().rev().take_while(|&&byte| matches!(byte, b' ' | b'\t')).count();
        let starts_line = before[..at - blanks].last().is_none_or(|&byte| matches!(byte, b'\n' | b'\r'));
        starts_line.then_some(blanks)
    }

    /// The text ends inside brackets: one fault, at the bracket that the layout shows to be the open one.
    fn end_of_text(&mut self) {
        let end = self.end_before_space();
        let also = self.frames.len() as u32 - 1;
        let Some(&innermost) = self.frames.last() else { return };
        let ends_after_comma = matches!(innermost.expects, Expects::Item(_));
        while !self.frames.is_empty() {
            self.close(end);
        }
        if self.cut == Cut::InsideToken {
            return;
        }
        let culprit = if also == 0 { self.closed_by_an_outer_closer() } else { None };
        let complete = culprit.is_some() || !(ends_after_comma || self.cut == Cut::AfterKey);
        let node = self.nodes[culprit.unwrap_or(innermost.node) as usize];
        let bracket = if node.kind == NodeKind::Array { Bracket::Square } else { Bracket::Curly };
        let noticed = if culprit.is_some() { node.end - 1 } else { self.bytes.len() as u32 };
        self.fault(
            FaultKind::Unclosed { bracket, noticed, also, complete },
            node.start as usize,
            node.start as usize + 1,
        );
    }

    /// The innermost bracket whose closer is indented less than its opener: the closer was meant for another.
    fn closed_by_an_outer_closer(&self) -> Option<u32> {
        let is_misled = |node: &NodeData| {
            let is_container = matches!(node.kind, NodeKind::Array | NodeKind::Object);
            let closing_indent =
                if is_container { self.indent_of_line_start(node.end as usize - 1) } else { None };
            closing_indent.is_some_and(|closing| {
                let opening = self.indent(node.start as usize);
                opening.is_some_and(|(line, indent)| closing < indent && line + indent < node.end as usize)
            })
        };
        self.nodes.iter().skip(1).rposition(is_misled).map(|at| at as u32 + 1)
    }

    /// The end of what comes before the blanks in front of the cursor.
    fn end_before_space(&self) -> usize {
        let before = &self.bytes[self.value_end.min(self.at)..self.at];
        let kept = before.iter().rposition(|&byte| !is_space(byte as char)).map_or(0, |last| last + 1);
        self.value_end.min(self.at) + kept
    }

    /// A run of commas where an item belongs.
    fn extra_commas(&mut self) {
        let start = self.at;
        let rest = &self.bytes[start..];
        let run = rest.iter().take_while(|&&byte| byte == b',' || is_space(byte as char)).count();
        let last = rest[..run].iter().rposition(|&byte| byte == b',').unwrap_or(0);
        self.at = start + last + 1;
        self.fault(FaultKind::ExtraComma, start, self.at);
    }

    fn stray_colons(&mut self) {
        let start = self.at;
        self.at += self.bytes[start..].iter().take_while(|&&byte| byte == b':').count();
        self.fault(FaultKind::Unexpected, start, self.at);
    }

    /// Something that belongs nowhere: it is skipped up to the next comma, bracket or line.
    fn unexpected(&mut self) {
        let start = self.at;
        self.skip_junk();
        let end = start + self.text[start..self.at].trim_end().len();
        self.fault(FaultKind::Unexpected, start, end);
    }

    fn skip_junk(&mut self) {
        while let Some(byte) = self.peek() {
            match byte {
                b',' | b']' | b'}' | b'\n' | b'\r' => break,
                b'[' | b'{' => self.at = self.end_of_group(self.at),
                b'"' => self.at = self.end_of_quoted(self.at + 1),
                _ => self.at += 1,
            }
        }
        self.at = self.at.min(self.bytes.len());
    }

    /// After a value comes neither a comma nor the end.
    fn no_separator(&mut self, byte: u8, bracket: Bracket) {
        let starts_item = match bracket {
            _ if matches!(byte, b'"' | b'\'') || self.wrong_quote().is_some() => true,
            Bracket::Square => matches!(byte, b'[' | b'{') || (is_word(byte) && !self.is_bare_word()),
            Bracket::Curly => is_word(byte) && self.is_bare_key_ahead(),
        };
        if starts_item {
            self.fault(FaultKind::MissingComma, self.value_end, self.value_end);
            self.expect(Expects::First);
        } else {
            self.unexpected();
        }
    }

    fn find_duplicates(&mut self, keys: usize) {
        let members = &self.keys[keys..];
        if members.len() < SMALL_OBJECT {
            for (at, &key) in members.iter().enumerate() {
                if let Some(&first) = members[..at].iter().find(|&&first| self.is_same_key(first, key)) {
                    self.duplicates.push(Duplicate { key, first });
                }
            }
            return;
        }
        let mut found = Vec::new();
        let mut firsts = HashMap::with_capacity(members.len());
        for &key in members {
            match firsts.entry(self.key_text(key)) {
                Entry::Occupied(first) => found.push(Duplicate { key, first: *first.get() }),
                Entry::Vacant(place) => {
                    place.insert(key);
                }
            }
        }
        self.duplicates.append(&mut found);
    }

    #[inline]
    fn is_same_key(&self, first: u32, second: u32) -> bool {
        self.key_text(first) == self.key_text(second)
    }

    fn key_text(&self, key: u32) -> KeyText<'_> {
        let node = self.nodes[key as usize];
        if node.kind == NodeKind::Invalid {
            return KeyText::Missing(key);
        }
        let string = node.string(key, self.text, &self.decodings);
        if node.flags & LONE_SURROGATE != 0 {
            KeyText::Units(string.units().map(|(_, unit)| unit).collect())
        } else {
            KeyText::Text(string.text())
        }
    }
}

/// A key, to be compared with others.
#[derive(PartialEq, Eq, Hash)]
enum KeyText<'t> {
    Text(&'t str),
    /// With lone surrogates, which no `str` can hold.
    Units(Vec<u16>),
    /// No key: like no other.
    Missing(u32),
}
