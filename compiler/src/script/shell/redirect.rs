//! Redirections and here-documents.

use std::rc::Rc;

use tree_sitter::Node;

use super::super::facts::{Place, StdinUse};
use super::super::program::{Block, Statement, StatementKind};
use super::io::{Input, Target};
use super::lower::{Failing, Reader, Status};
use super::origin::{Origin, one};
use super::word::Word;

/// Whether a node redirects.
pub(super) fn is_redirection(node: Node<'_>) -> bool {
    matches!(node.kind(), "file_redirect" | "heredoc_redirect" | "herestring_redirect")
}

impl Reader<'_, '_> {
    /// A statement and its redirections.
    pub(super) fn redirected(&mut self, node: Node<'_>, block: &mut Block) -> Status {
        let mut cursor = node.walk();
        let (redirections, bodies): (Vec<_>, Vec<_>) = node
            .named_children(&mut cursor)
            .filter(|child| !child.is_error())
            .partition(|child| is_redirection(*child));
        let before = self.state.io.clone();
        let is_exec =
            bodies.iter().any(|body| body.kind() == "command" && self.source(*body).trim() == "exec");
        let tail = redirections.iter().find_map(|node| tail(*node));
        let Some(tail) = tail else {
            self.redirect_all(&redirections);
            let status = if is_exec { Status::new(Failing::Never) } else { self.sequence(&bodies, block) };
            if !is_exec {
                self.state.io = before;
            }
            return status;
        };
        match tail {
            Tail::Pipe(next) => {
                self.captured.push(Vec::new());
                let place = self.place(node);
                self.subshell(place, block, |reader, block| {
                    reader.state.io.redirect(1, Target::Capture);
                    reader.state.in_condition = true;
                    reader.redirect_all(&redirections);
                    reader.sequence(&bodies, block)
                });
                let caught = self.captured.pop().unwrap_or_default();
                let input = Input::Value(super::lower::joined(&caught, false));
                let place = self.place(next);
                self.subshell(place, block, |reader, block| {
                    reader.state.io.input = input;
                    reader.statement(next, block)
                })
            }
            Tail::List(is_and, next) => {
                self.redirect_all(&redirections);
                let status = self.sequence(&bodies, block);
                self.state.io = before;
                let place = self.place(next);
                let (taken, other) =
                    if is_and { (&status.yes, &status.no) } else { (&status.no, &status.yes) };
                let state = self.state.clone();
                let mut arms = Vec::new();
                arms.extend(self.arm(&state, taken.as_ref(), |reader, block| {
                    reader.statement(next, block);
                }));
                arms.extend(self.arm(&state, other.as_ref(), |_, _| {}));
                self.branch(state, arms, place, block);
                Status::new(Failing::Never)
            }
            Tail::Words(words) => {
                // `cat <<EOF more words` is nobody's habit.
                let place = self.place(words);
                block.push(Statement { place, kind: StatementKind::Unknown });
                Status::new(Failing::Test)
            }
        }
    }

    fn redirect_all(&mut self, nodes: &[Node<'_>]) {
        for node in nodes {
            self.redirect(*node);
        }
    }

    /// Lets the descriptors lead where a redirection says.
    pub(super) fn redirect(&mut self, node: Node<'_>) {
        match node.kind() {
            "herestring_redirect" => {
                let mut cursor = node.walk();
                let text = node.named_children(&mut cursor).find(|child| child.kind() != "file_descriptor");
                if let Some(text) = text {
                    let word = self.word(text);
                    self.state.io.input = Input::Value(word.value());
                }
            }
            "heredoc_redirect" => self.here_document(node),
            _ => self.file_redirect(node),
        }
    }

    fn here_document(&mut self, node: Node<'_>) {
        let mut cursor = node.walk();
        let children: Vec<_> = node.named_children(&mut cursor).collect();
        let start = children.iter().find(|child| child.kind() == "heredoc_start");
        let is_raw = start.is_some_and(|start| self.source(*start).contains(['\'', '"', '\\']));
        let strips_tabs =
            self.source(node).trim_start_matches(|sign: char| sign.is_ascii_digit()).starts_with("<<-");
        for child in children {
            match child.kind() {
                "file_redirect" | "herestring_redirect" => self.redirect(child),
                "heredoc_body" => {
                    let place = self.place(child);
                    let mut word = Word::new(place.clone());
                    if is_raw {
                        word.push_str(&self.text[place.clone()], place.start);
                    } else {
                        self.interpolated(child, &place, &mut word, &['\\', '$', '`']);
                    }
                    if strips_tabs {
                        word = without_tabs(&word);
                    }
                    self.state.io.input = Input::Value(one(Origin::Text(Rc::new(word))));
                }
                _ => {}
            }
        }
    }

    fn file_redirect(&mut self, node: Node<'_>) {
        let descriptor =
            node.child_by_field_name("descriptor").and_then(|node| self.source(node).parse().ok());
        let mut cursor = node.walk();
        let sign = node.children(&mut cursor).find(|child| !child.is_named()).map_or("", |sign| sign.kind());
        let Some(destination) = node.child_by_field_name("destination") else {
            if sign.starts_with('>') {
                self.state.io.redirect(descriptor.unwrap_or(1), Target::Nowhere);
            }
            return;
        };
        let is_process = destination.kind() == "process_substitution";
        let word = self.word(destination);
        match sign {
            // `>file <<<text`, of which the grammar makes an error and a file.
            "<" if self.text[..self.place(node).start].ends_with("<<") => {
                self.state.io.input = Input::Value(word.value());
            }
            "<" => {
                if descriptor.unwrap_or(0) == 0 {
                    self.state.io.input = self.input(&word, is_process);
                }
            }
            "<&" => {
                if descriptor.unwrap_or(0) == 0 && word.text != "0" {
                    self.state.io.input = Input::Value(one(Origin::Unknown));
                }
            }
            "<&-" => self.state.io.input = Input::Value(one(Origin::Plain)),
            ">&" => match word.constant().map(str::parse::<usize>) {
                Some(Ok(from)) => {
                    let target = self.state.io.output(from).clone();
                    self.state.io.redirect(descriptor.unwrap_or(1), target);
                }
                _ if word.text == "-" => self.state.io.redirect(descriptor.unwrap_or(1), Target::Nowhere),
                _ => self.both(&word),
            },
            "&>" | "&>>" => self.both(&word),
            _ if is_process => self.state.io.redirect(descriptor.unwrap_or(1), Target::Unknown),
            _ => {
                let target = self.file(&word);
                self.state.io.redirect(descriptor.unwrap_or(1), target);
            }
        }
    }

    fn both(&mut self, word: &Word) {
        let target = self.file(word);
        self.state.io.redirect(1, target.clone());
        self.state.io.redirect(2, target);
    }

    fn input(&self, word: &Word, is_process: bool) -> Input {
        match (word.constant(), word.only_hole()) {
            (Some("/dev/stdin" | "/dev/fd/0" | "/proc/self/fd/0"), _) => self.state.io.input.clone(),
            (Some("/dev/null"), _) => Input::Value(one(Origin::Plain)),
            (_, Some(hole)) if is_process => Input::Value(Rc::clone(&hole.origins)),
            _ => Input::Value(one(Origin::Unknown)),
        }
    }

    /// Where a word leads that names a file.
    pub(super) fn file(&self, word: &Word) -> Target {
        match word.constant() {
            Some("/dev/null") => Target::Nowhere,
            Some("/dev/stderr" | "/dev/fd/2" | "/proc/self/fd/2") => self.state.io.output(2).clone(),
            Some("/dev/stdout" | "/dev/fd/1" | "/proc/self/fd/1") => self.state.io.output(1).clone(),
            // The terminal is not what the host reads.
            Some("/dev/tty") => Target::Nowhere,
            _ => {
                let is_temporary = word.holes.iter().any(|hole| hole.origins.contains(&Origin::Temporary));
                Target::File(word.as_path().into(), word.place.clone(), is_temporary)
            }
        }
    }

    /// Reads the input to its end.
    pub(super) fn take_all(&mut self, place: Place) -> Rc<[Origin]> {
        self.take(place, StdinUse::Whole)
    }

    /// Reads from the input; what it is.
    pub(super) fn take(&mut self, place: Place, used: StdinUse) -> Rc<[Origin]> {
        match &self.state.io.input {
            Input::Value(origins) => Rc::clone(origins),
            Input::Script => {
                let stdin = &mut self.facts.stdin;
                if stdin.used == StdinUse::Never {
                    stdin.used = used;
                    stdin.place = Some(place);
                    stdin.has_deadline = self.state.deadline;
                }
                one(Origin::Payload)
            }
        }
    }
}

/// What stands behind the mark of a here-document on its line, the document's body being inside the same node.
enum Tail<'n> {
    Pipe(Node<'n>),
    List(bool, Node<'n>),
    Words(Node<'n>),
}

fn tail(node: Node<'_>) -> Option<Tail<'_>> {
    if node.kind() != "heredoc_redirect" {
        return None;
    }
    if let Some(right) = node.child_by_field_name("right") {
        let operator = node.child_by_field_name("operator");
        return Some(Tail::List(operator.is_some_and(|operator| operator.kind() == "&&"), right));
    }
    let mut cursor = node.walk();
    let pipeline = node.named_children(&mut cursor).find(|child| child.kind() == "pipeline");
    if let Some(next) = pipeline.and_then(|pipeline| pipeline.named_child(0)) {
        return Some(Tail::Pipe(next));
    }
    node.child_by_field_name("argument").map(Tail::Words)
}

/// The lines of `<<-` without the tabs before them.
fn without_tabs(word: &Word) -> Word {
    let mut all = Word::new(word.place.clone());
    let mut at = 0;
    for line in word.text.split_inclusive('\n') {
        let indent = line.len() - line.trim_start_matches('\t').len();
        if !all.push_word(&word.slice(at + indent, at + line.len())) {
            break;
        }
        at += line.len();
    }
    all
}
