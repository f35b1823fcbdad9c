//! Tests: what is compared with what, and for which events a branch is taken.

use std::rc::Rc;

use tree_sitter::Node;

use super::super::facts::{Comparison, HostCheck, Key, Place, Scope, Segment};
use super::super::program::Block;
use super::lower::{Failing, Learned, Reader, Status};
use super::origin::{Origin, field, is_tainted, one, same_path};
use super::word::Word;

/// The comparisons that only numbers pass.
const NUMERIC: [&str; 6] = ["-eq", "-ne", "-gt", "-ge", "-lt", "-le"];

impl Reader<'_, '_> {
    /// `[ … ]`, `[[ … ]]`
    pub(super) fn test(&mut self, node: Node<'_>) -> Status {
        let mut cursor = node.walk();
        let children: Vec<_> = node.named_children(&mut cursor).collect();
        if let [expression] = children.as_slice() {
            return self.expression(*expression);
        }
        self.expansions(node);
        Status::new(Failing::Test)
    }

    fn expression(&mut self, node: Node<'_>) -> Status {
        let found = self.deeper(node, |reader| reader.expression_here(node));
        found.unwrap_or_else(|| Status::new(Failing::Test))
    }

    fn expression_here(&mut self, node: Node<'_>) -> Status {
        let operator = node.child_by_field_name("operator").map_or("", |operator| self.source(operator));
        let (left, right) = (node.child_by_field_name("left"), node.child_by_field_name("right"));
        match (node.kind(), operator, left, right) {
            ("binary_expression", "&&" | "-a", Some(left), Some(right)) => {
                let one = self.expression(left);
                let two = self.expression(right);
                one.and(&two)
            }
            ("binary_expression", "||" | "-o", Some(left), Some(right)) => {
                let one = self.expression(left);
                let two = self.expression(right);
                one.or(&two)
            }
            ("binary_expression", operator, Some(left), Some(right)) => {
                let mut cursor = node.walk();
                let parts = node.children_by_field_name("right", &mut cursor).count();
                let is_glob = parts > 1 || self.has_glob(right);
                let left = self.word(left);
                let right_word = self.word(right);
                match operator {
                    "=" | "==" => self.equal(&left, &right_word, is_glob),
                    "!=" => self.equal(&left, &right_word, is_glob).not(),
                    _ => {
                        let status = self.asks(&[&left, &right_word], &self.place(node));
                        if NUMERIC.contains(&operator) { self.learns_number(status, &left) } else { status }
                    }
                }
            }
            ("unary_expression", "!", ..) => self.inner(node).not(),
            ("unary_expression", "-n", ..) => self.presence(node),
            ("unary_expression", "-z", ..) => self.presence(node).not(),
            ("unary_expression", ..) => {
                let mut cursor = node.walk();
                let operand = node.named_children(&mut cursor).last();
                match operand {
                    Some(operand) => {
                        let word = self.word(operand);
                        self.asks(&[&word], &self.place(node))
                    }
                    None => Status::new(Failing::Test),
                }
            }
            ("parenthesized_expression", ..) => self.inner(node),
            (
                "word"
                | "string"
                | "simple_expansion"
                | "expansion"
                | "concatenation"
                | "raw_string"
                | "command_substitution",
                ..,
            ) => {
                let word = self.word(node);
                self.is_there(&word, &self.place(node))
            }
            _ => {
                self.expansions(node);
                Status::new(Failing::Test)
            }
        }
    }

    fn inner(&mut self, node: Node<'_>) -> Status {
        let mut cursor = node.walk();
        let operand = node.named_children(&mut cursor).last();
        operand.map_or_else(|| Status::new(Failing::Test), |operand| self.expression(operand))
    }

    fn presence(&mut self, node: Node<'_>) -> Status {
        let mut cursor = node.walk();
        let operand = node.named_children(&mut cursor).last();
        let Some(operand) = operand else { return Status::new(Failing::Test) };
        let word = self.word(operand);
        self.is_there(&word, &self.place(node))
    }

    /// A test whether a word is empty.
    fn is_there(&mut self, word: &Word, place: &Place) -> Status {
        for hole in &word.holes {
            if let Some(path) = field(&hole.origins) {
                let path = path.to_vec();
                self.provide(&path);
            }
        }
        self.asks(&[word], place)
    }

    /// A test of which only is known what it depends on.
    pub(super) fn asks(&mut self, words: &[&Word], place: &Place) -> Status {
        let mut status = Status::new(Failing::Test);
        if words.iter().any(|word| depends_on_host(word)) {
            self.host_check(place);
            let scope = Scope { conditional: true, ..Scope::default() };
            (status.yes, status.no) = (Some(scope.clone()), Some(scope));
        }
        status
    }

    fn host_check(&mut self, place: &Place) {
        let check = HostCheck { place: place.clone() };
        if !self.facts.host_checks.contains(&check) {
            self.facts.host_checks.push(check);
        }
    }

    /// Whether a word equals another.
    pub(super) fn equal(&mut self, one: &Word, other: &Word, is_glob: bool) -> Status {
        let (subject, constant) = if one.constant().is_some() { (other, one) } else { (one, other) };
        let is_constant = constant.constant().is_some() && !is_glob;
        let path = subject.only_hole().and_then(|hole| field(&hole.origins)).map(<[Segment]>::to_vec);
        match path {
            Some(path) if is_constant => self.compared(path, constant),
            Some(path) if names_event(&path) => {
                let scope = Scope { conditional: true, ..Scope::default() };
                Status { yes: Some(scope.clone()), no: Some(scope), ..Status::new(Failing::Test) }
            }
            _ => {
                let mut status = self.asks(&[one, other], &subject.place);
                if is_constant {
                    status.learned.extend(self.learned(subject, Origin::Text(Rc::new(constant.clone()))));
                }
                status
            }
        }
    }

    /// That the variable of a word holds a value. What the payload says stays what it is, so that what is done with it is still seen.
    fn learned(&self, word: &Word, value: Origin) -> Option<Learned> {
        let hole = word.only_hole().filter(|hole| !is_tainted(&hole.origins))?;
        let name = self.text.get(hole.place.clone())?.strip_prefix('$')?;
        let name = name.strip_prefix('{').and_then(|name| name.strip_suffix('}')).unwrap_or(name);
        let is_name = name.chars().all(|sign| sign.is_ascii_alphanumeric() || sign == '_');
        let is_parameter = name.starts_with(|sign: char| sign.is_ascii_digit());
        (is_name && !is_parameter && !name.is_empty()).then(|| (name.into(), one(value)))
    }

    /// What is compared as a number is one.
    fn learns_number(&self, mut status: Status, word: &Word) -> Status {
        status.learned.extend(self.learned(word, Origin::Escaped));
        status
    }

    /// A comparison of a field of the payload with a constant.
    fn compared(&mut self, path: Vec<Segment>, constant: &Word) -> Status {
        let name = constant.text.clone();
        let mut status = Status::new(Failing::Test);
        if name.is_empty() || name == "null" {
            self.provide(&path);
            return status;
        }
        if names_event(&path) {
            status.yes = Some(Scope { only: Some(vec![name.clone()]), ..Scope::default() });
            status.no = Some(Scope { except: vec![name.clone()], ..Scope::default() });
        }
        let place = constant.place_of(0, constant.text.len());
        let comparison = Comparison { path, constant: Key { name, place }, scope: self.state.scope.clone() };
        if !self.facts.comparisons.contains(&comparison) {
            self.facts.comparisons.push(comparison);
        }
        status
    }

    /// Notes that a field's absence is provided for.
    pub(super) fn provide(&mut self, path: &[Segment]) {
        for read in &mut self.facts.reads {
            if same_path(&read.path, path) {
                read.has_fallback = true;
            }
        }
    }

    /// `case word in …`
    pub(super) fn case(&mut self, node: Node<'_>, block: &mut Block) -> Status {
        let Some(value) = node.child_by_field_name("value") else { return Status::new(Failing::Test) };
        let subject = self.word(value);
        let mut cursor = node.walk();
        let children: Vec<_> = node.named_children(&mut cursor).collect();
        let mut rest = Some(Scope::default());
        let mut arms = Vec::new();
        let mut before = self.state.clone();
        let mut is_cut = false;
        for item in children {
            if item.kind() != "case_item" {
                // The grammar does not know every pattern; what it leaves out belongs to the item behind it.
                is_cut = item.is_error();
                continue;
            }
            self.state = before.clone();
            let status = if std::mem::take(&mut is_cut) {
                self.asks(&[&subject], &subject.place.clone())
            } else {
                self.patterns(&subject, item)
            };
            // What a pattern reads is known to the arms behind it as well.
            before.variables.clone_from(&self.state.variables);
            let scope = status.yes.as_ref().zip(rest.as_ref()).and_then(|(yes, rest)| rest.and(yes));
            let mut cursor = item.walk();
            let body: Vec<_> = item.children(&mut cursor).collect();
            let start = body.iter().position(|child| child.kind() == ")").map_or(0, |at| at + 1);
            arms.extend(self.arm(&before, scope.as_ref(), |reader, block| {
                reader.learn(&status.learned);
                reader.sequence(&body[start..], block);
            }));
            rest = status.no.as_ref().zip(rest.as_ref()).and_then(|(no, rest)| rest.and(no));
        }
        arms.extend(self.arm(&before, rest.as_ref(), |_, _| {}));
        self.branch(before, arms, self.place(node), block);
        Status::new(Failing::Never)
    }

    /// Whether a word has an unquoted pattern in it.
    fn has_glob(&self, node: Node<'_>) -> bool {
        match node.kind() {
            "string" | "raw_string" | "ansi_c_string" | "simple_expansion" | "expansion" => false,
            "concatenation" => {
                let mut cursor = node.walk();
                node.children(&mut cursor).any(|part| self.has_glob(part))
            }
            _ => self.source(node).contains(['*', '?', '[', '+', '@', '!', '(']),
        }
    }

    fn patterns(&mut self, subject: &Word, item: Node<'_>) -> Status {
        let mut cursor = item.walk();
        let (mut alternatives, mut parts) = (Vec::new(), Vec::new());
        for child in item.children(&mut cursor) {
            match child.kind() {
                ")" => break,
                "|" => alternatives.push(std::mem::take(&mut parts)),
                _ if child.is_named() => parts.push(child),
                _ => {}
            }
        }
        alternatives.push(parts);
        let mut all: Option<Status> = None;
        for parts in alternatives {
            let status = self.pattern(subject, &parts);
            all = Some(all.map_or_else(|| status.clone(), |known| known.or(&status)));
        }
        all.unwrap_or_else(|| Status::new(Failing::Test))
    }

    /// One pattern, in the parts that the grammar makes of it.
    fn pattern(&mut self, subject: &Word, parts: &[Node<'_>]) -> Status {
        match parts {
            [only] if self.source(*only) == "*" => Status { no: None, ..Status::new(Failing::Never) },
            [only] => {
                let word = self.word(*only);
                let is_glob = self.has_glob(*only);
                self.equal(subject, &word, is_glob)
            }
            _ => self.equal(subject, &Word::new(subject.place.clone()), true),
        }
    }

    /// `test …` and `[ …` as the commands that they are.
    pub(super) fn test_words(&mut self, words: &[Word], place: &Place) -> Status {
        match words {
            [one, operator, other] if matches!(operator.constant(), Some("=" | "==")) => {
                self.equal(one, other, false)
            }
            [one, operator, other] if operator.constant() == Some("!=") => {
                self.equal(one, other, false).not()
            }
            [left, operator, right] if operator.constant().is_some_and(|sign| NUMERIC.contains(&sign)) => {
                let status = self.asks(&[left, operator, right], place);
                self.learns_number(status, left)
            }
            [operator, word] if operator.constant() == Some("-n") => self.is_there(word, place),
            [operator, word] if operator.constant() == Some("-z") => self.is_there(word, place).not(),
            words => self.asks(&words.iter().collect::<Vec<_>>(), place),
        }
    }
}

/// Whether a word depends on the script's arguments or on which host runs it.
fn depends_on_host(word: &Word) -> bool {
    word.holes.iter().flat_map(|hole| hole.origins.iter()).any(|origin| match origin {
        Origin::Argument => true,
        Origin::Environment(name) => {
            ["CURSOR", "CLAUDE", "CODEX", "GEMINI", "COPILOT", "VSCODE", "WINDSURF", "HOOK", "AGENT"]
                .iter()
                .any(|host| name.starts_with(host))
        }
        Origin::Text(word) => depends_on_host(word),
        _ => false,
    })
}

/// Whether a way leads to the name of the event.
fn names_event(path: &[Segment]) -> bool {
    matches!(path, [Segment::Key(key)] if key.name == "hook_event_name")
}
