//! Expressions.

use std::rc::Rc;

use super::super::facts::{Key, Place, Scope, Segment};
use super::known::{Known, ObjectId, Path, Selected, Valued};
use super::text::{Piece, Text};
use super::{Node, Reader, children, field, library, payload, taint};

/// A way into the payload longer than this is not followed.
const MAX_PATH: usize = 16;

impl<'t> Reader<'t> {
    /// Reads an expression; yields what is known of its value.
    pub(super) fn expression(&mut self, node: Node<'t>) -> Known {
        self.deeper(node, |reader| reader.expression_inside(node)).unwrap_or(Known::Unknown)
    }

    pub(super) fn valued(&mut self, node: Node<'t>) -> Valued {
        let known = self.expression(node);
        Valued::new(known, node.byte_range())
    }

    fn expression_inside(&mut self, node: Node<'t>) -> Known {
        let place = node.byte_range();
        match node.kind() {
            "identifier" => self.name(node),
            "string" | "concatenated_string" => self.string(node),
            "integer" | "float" => Known::Number(number(self.source(node)), place),
            "true" => Known::Bool(true, place),
            "false" => Known::Bool(false, place),
            "none" => Known::None(place),
            "unary_operator" => self.unary(node),
            "attribute" => self.attribute(node),
            "subscript" => self.subscript(node),
            "call" => self.call(node, false),
            "list" | "tuple" | "set" | "expression_list" | "pattern_list" => self.list(node),
            "dictionary" => self.dictionary(node),
            "list_comprehension"
            | "set_comprehension"
            | "generator_expression"
            | "dictionary_comprehension" => self.comprehension(node),
            "parenthesized_expression" | "await" | "list_splat" | "as_pattern" => {
                children(node).first().map_or(Known::Unknown, |inner| self.expression(*inner))
            }
            "conditional_expression" => self.conditional(node),
            "boolean_operator" => self.boolean(node),
            "not_operator" | "comparison_operator" => {
                self.condition(node);
                Known::Unknown
            }
            "lambda" => Known::Function(self.add_definition(node)),
            "named_expression" => self.walrus(node),
            "binary_operator" => self.binary(node),
            "assignment" => self.assignment(node),
            "augmented_assignment" => self.augmented(node),
            "yield" => {
                let known = children(node)
                    .first()
                    .map_or(Known::None(place.clone()), |inner| self.expression(*inner));
                self.yielded(known, place);
                Known::Unknown
            }
            _ => {
                for child in children(node) {
                    self.expression(child);
                }
                Known::Unknown
            }
        }
    }

    fn name(&mut self, node: Node<'t>) -> Known {
        let name = self.source(node);
        if let Some(known) = self.state.lookup(name) {
            return known.clone();
        }
        match name {
            "__name__" => Known::ModuleName,
            "__file__" => Known::text(),
            _ if library::is_builtin(name) => Known::library(name),
            _ => self.notes.wildcard.clone().map_or(Known::Unknown, Known::Foreign),
        }
    }

    fn unary(&mut self, node: Node<'t>) -> Known {
        let Some(argument) = field(node, "argument") else { return Known::Unknown };
        let known = self.expression(argument);
        match (known, node.child(0).map(|operator| operator.kind())) {
            (Known::Number(Some(number), _), Some("-")) => {
                Known::Number(number.checked_neg(), node.byte_range())
            }
            (Known::Number(..), _) => Known::Number(None, node.byte_range()),
            _ => Known::Unknown,
        }
    }

    fn list(&mut self, node: Node<'t>) -> Known {
        let mut items = Vec::new();
        for child in children(node) {
            if child.kind() == "list_splat" {
                match self.expression(child) {
                    Known::List(more) if items.len() + more.len() <= 256 => {
                        items.extend(more.iter().cloned());
                    }
                    known => items.push(Valued::new(Known::tainted(taint(&known)), child.byte_range())),
                }
            } else {
                let item = self.valued(child);
                items.push(item);
            }
        }
        Known::List(Rc::new(items))
    }

    /// A comprehension is a loop; its value is a list of what each round yields.
    fn comprehension(&mut self, node: Node<'t>) -> Known {
        let outer = std::mem::take(&mut self.block);
        let before = self.state.clone();
        for clause in children(node) {
            match clause.kind() {
                "for_in_clause" => {
                    let (Some(left), Some(right)) = (field(clause, "left"), field(clause, "right")) else {
                        continue;
                    };
                    let items = self.expression(right);
                    let item = self.item_of(&items, right);
                    self.bind(left, item);
                }
                "if_clause" => {
                    for condition in children(clause) {
                        self.condition(condition);
                    }
                }
                _ => {}
            }
        }
        let filtered = if node.kind() == "dictionary_comprehension" { self.filtered(node) } else { None };
        let value = field(node, "body").map(|body| match body.kind() {
            "pair" => {
                for part in children(body) {
                    self.expression(part);
                }
                Valued::new(Known::Unknown, body.byte_range())
            }
            _ => self.valued(body),
        });
        let inner = std::mem::replace(&mut self.block, outer);
        if !inner.is_empty() {
            let kind = super::super::program::StatementKind::Loop(inner);
            self.block.push(super::Statement { place: node.byte_range(), kind });
        }
        let mut after = Some(before);
        let ended = std::mem::replace(&mut self.state, super::State::new());
        self.join_into(&mut after, ended);
        self.state = after.unwrap_or_else(super::State::new);
        match value {
            Some(value) if node.kind() != "dictionary_comprehension" => Known::List(Rc::new(vec![value])),
            Some(_) => filtered.unwrap_or(Known::Unknown),
            None => Known::Unknown,
        }
    }

    /// `{name: value for name, value in object.items() if value is not None}`.
    fn filtered(&mut self, node: Node<'t>) -> Option<Known> {
        let clauses = children(node);
        let [body, each, conditions @ ..] = clauses.as_slice() else { return None };
        let (left, right) = (field(*each, "left")?, field(*each, "right")?);
        let names: Vec<_> = children(left).into_iter().map(|name| self.source(name)).collect();
        let pair: Vec<_> = children(*body).into_iter().map(|name| self.source(name)).collect();
        if body.kind() != "pair" || names.len() != 2 || names != pair || right.kind() != "call" {
            return None;
        }
        let function = field(right, "function").filter(|function| function.kind() == "attribute")?;
        if self.source(field(function, "attribute")?) != "items" {
            return None;
        }
        let Known::Object(id) = self.expression(field(function, "object")?) else { return None };
        let copy = self.copy(id);
        let is_presence = |condition: &Node<'t>| {
            let condition = self.source(*condition).trim_start_matches("if").trim();
            condition
                .strip_prefix(names[1])
                .is_some_and(|rest| matches!(rest.trim(), "" | "is not None" | "!= None"))
        };
        let by_presence = conditions.iter().all(is_presence);
        let is_filtered = !conditions.is_empty();
        self.state.change(copy, |object| {
            if is_filtered {
                object.keep_present(by_presence);
            }
        });
        Some(Known::Object(copy))
    }

    fn conditional(&mut self, node: Node<'t>) -> Known {
        let [then, condition, otherwise] = children(node)[..] else { return Known::Unknown };
        let found = self.condition(condition);
        let mut fork = self.fork();
        let mut known: Option<Known> = None;
        for (scope, node, when) in [(found.then, then, true), (found.otherwise, otherwise, false)] {
            let Some(scope) = scope else { continue };
            let narrows: Vec<_> =
                found.narrows.iter().filter(|narrowing| narrowing.when == when).cloned().collect();
            self.arm(&mut fork, &scope, |reader| {
                reader.narrow(&narrows);
                let one = reader.expression(node);
                known = Some(match known.take() {
                    Some(before) => before.or(one),
                    None => one,
                });
            });
        }
        self.meet(fork, node.byte_range());
        known.unwrap_or(Known::Unknown)
    }

    /// `a or b`, `a and b` as values.
    fn boolean(&mut self, node: Node<'t>) -> Known {
        let (operands, is_or) = operands(node);
        if !is_or {
            let mut last = Known::Unknown;
            if let [conditions @ .., value] = operands.as_slice() {
                for condition in conditions {
                    self.condition(*condition);
                }
                last = self.perhaps(node.byte_range(), |reader| reader.expression(*value)).unwrap_or(last);
            }
            return last.or(Known::Unknown);
        }
        let mut known: Option<Known> = None;
        for (index, operand) in operands.iter().enumerate() {
            let one = if index == 0 {
                self.expression(*operand)
            } else {
                self.perhaps(node.byte_range(), |reader| reader.expression(*operand))
                    .unwrap_or(Known::Unknown)
            };
            self.note_tested(&one);
            let truth = one.truth();
            if truth != Some(false) || index + 1 == operands.len() {
                known = Some(match known.take() {
                    Some(before) => before.or(one),
                    None => one,
                });
            }
            if truth == Some(true) {
                break;
            }
        }
        known.unwrap_or(Known::Unknown)
    }

    fn walrus(&mut self, node: Node<'t>) -> Known {
        let (Some(name), Some(value)) = (field(node, "name"), field(node, "value")) else {
            return Known::Unknown;
        };
        let known = self.expression(value);
        self.bind(name, known.clone());
        known
    }

    fn assignment(&mut self, node: Node<'t>) -> Known {
        let (Some(left), Some(right)) = (field(node, "left"), field(node, "right")) else {
            return Known::Unknown;
        };
        let value = self.valued(right);
        self.bind_value(left, value.clone());
        value.known
    }

    fn augmented(&mut self, node: Node<'t>) -> Known {
        let (Some(left), Some(right)) = (field(node, "left"), field(node, "right")) else {
            return Known::Unknown;
        };
        let before = self.valued(left);
        let added = self.valued(right);
        let operator = field(node, "operator").map_or("", |operator| self.source(operator));
        let known = match (operator, &before.known) {
            ("+=", Known::List(items)) => Self::longer_list(items, &added),
            ("+=", _) => add(&before, &added),
            ("|=", Known::Object(id)) => {
                self.update(*id, &added.known);
                before.known.clone()
            }
            ("/=", Known::Text(_) | Known::AnyText { .. }) => join_path(&before, &added),
            _ => Known::Unknown,
        };
        self.bind(left, known);
        Known::Unknown
    }

    pub(super) fn longer_list(items: &Rc<Vec<Valued>>, added: &Valued) -> Known {
        let mut longer = items.to_vec();
        match &added.known {
            Known::List(more) => longer.extend(more.iter().take(256).cloned()),
            known => longer.push(Valued::new(Known::tainted(taint(known)), added.place.clone())),
        }
        longer.truncate(256);
        Known::List(Rc::new(longer))
    }

    fn binary(&mut self, node: Node<'t>) -> Known {
        // Long sums lean to the left: their operands are read one after the other.
        let mut spine = vec![node];
        while let Some(left) =
            field(spine[spine.len() - 1], "left").filter(|left| left.kind() == "binary_operator")
        {
            spine.push(left);
        }
        let Some(first) = spine.last().and_then(|innermost| field(*innermost, "left")) else {
            return Known::Unknown;
        };
        let mut value = self.valued(first);
        for operation in spine.into_iter().rev() {
            let Some(right) = field(operation, "right") else { continue };
            let right = self.valued(right);
            let operator = field(operation, "operator").map_or("", |operator| operator.kind());
            let known = self.operate(operator, &value, &right);
            value = Valued::new(known, operation.byte_range());
        }
        value.known
    }

    fn operate(&mut self, operator: &str, left: &Valued, right: &Valued) -> Known {
        match (operator, &left.known) {
            ("+", Known::List(items)) => Self::longer_list(items, right),
            ("+", _) => add(left, right),
            ("%", Known::Text(text)) => self.percent(&text.clone(), right),
            ("%", Known::AnyText { .. }) => {
                Known::tainted(taint(&left.known).or_else(|| taint(&right.known)))
            }
            ("/", Known::Text(_) | Known::AnyText { .. } | Known::Payload { .. } | Known::Host(_)) => {
                join_path(left, right)
            }
            ("|", Known::Object(id)) => {
                let copy = self.copy(*id);
                self.update(copy, &right.known);
                Known::Object(copy)
            }
            (_, Known::Number(..)) => Known::Number(None, left.place.start..right.place.end),
            _ => Known::Unknown,
        }
    }

    fn attribute(&mut self, node: Node<'t>) -> Known {
        let (Some(object), Some(name)) = (field(node, "object"), field(node, "attribute")) else {
            return Known::Unknown;
        };
        let known = self.expression(object);
        let attribute = self.source(name);
        self.attribute_of(&known, attribute, node)
    }

    pub(super) fn attribute_of(&mut self, known: &Known, name: &'t str, node: Node<'t>) -> Known {
        let place = node.byte_range();
        match known {
            Known::Library(module) => self.library_member(module, name, node),
            Known::Foreign(place) => Known::Foreign(place.clone()),
            Known::Host(_) => known.clone(),
            Known::Instance(class, _) => self.instance_attribute(*class, known, name, &place),
            Known::Class(class) => match self.class_member(*class, name) {
                Some(Known::Function(index)) if self.definitions[index].is_class_method => {
                    Known::Method(index, Rc::new(known.clone()))
                }
                Some(member) => member,
                None => Known::Unknown,
            },
            // The member of an enumeration stands for its value.
            Known::Text(_) if name == "value" => known.clone(),
            Known::Text(_) | Known::AnyText { .. } | Known::Payload { .. } if is_path_part(name) => {
                Known::tainted(taint(known))
            }
            _ => Known::Unknown,
        }
    }

    fn subscript(&mut self, node: Node<'t>) -> Known {
        let (Some(value), Some(index)) = (field(node, "value"), field(node, "subscript")) else {
            return Known::Unknown;
        };
        let known = self.expression(value);
        if index.kind() == "slice" {
            for part in children(index) {
                self.expression(part);
            }
            return match known {
                Known::Json(value) => Known::AnyText { taint: taint(&value.known), escaped: true },
                Known::Input | Known::Host(_) => known,
                Known::List(_) => Known::List(Rc::new(Vec::new())),
                known => Known::tainted(taint(&known)),
            };
        }
        let key = self.expression(index);
        self.member_of(&known, &key, None, &node.byte_range())
    }

    /// `known[key]`, or `known.get(key, default)` when there is a default.
    pub(super) fn member_of(
        &mut self,
        known: &Known,
        key: &Known,
        default: Option<&Known>,
        place: &Place,
    ) -> Known {
        let mut all: Option<Known> = None;
        for one in known.alternatives() {
            for key in key.alternatives() {
                let found = self.member_of_one(one, key, default, place);
                all = Some(match all.take() {
                    Some(before) => before.or(found),
                    None => found,
                });
            }
        }
        all.unwrap_or(Known::Unknown)
    }

    fn member_of_one(&mut self, known: &Known, key: &Known, default: Option<&Known>, place: &Place) -> Known {
        match known {
            Known::Payload { path, .. } => self.payload_member(path, key, default, place),
            Known::Object(id) | Known::Instance(_, id) => self.object_member(*id, key, default),
            Known::List(items) => match key {
                Known::Number(Some(index), _) => usize::try_from(*index)
                    .ok()
                    .and_then(|index| items.get(index))
                    .map_or(Known::Unknown, |item| item.known.clone()),
                _ => Known::Unknown,
            },
            Known::Host(_) => known.clone(),
            Known::Library(name) if &**name == "os.environ" => match key.constant() {
                Some(key) => self.environment(&key.name),
                None => Known::Host(None),
            },
            Known::Library(name) if &**name == "sys.argv" => Known::Host(None),
            Known::AnyText { .. } | Known::Text(_) => Known::tainted(taint(known)),
            Known::Foreign(_) => known.clone(),
            _ => Known::Unknown,
        }
    }

    fn payload_member(&mut self, path: &Path, key: &Known, default: Option<&Known>, place: &Place) -> Known {
        if path.len() >= MAX_PATH {
            return Known::tainted(Some(path.clone()));
        }
        let longer = match key {
            Known::Number(..) => payload::item(path),
            key => match key.constant() {
                Some(key) => payload::member(path, key),
                // Which field it is only a run tells.
                None => return Known::tainted(Some(path.clone())),
            },
        };
        if !matches!(longer.last(), Some(Segment::Item)) || default.is_none() {
            let has_fallback = default.is_some_and(|default| !matches!(default, Known::None(_)))
                || self.is_named(&["KeyError", "LookupError", "IndexError"]);
            self.note_read(&longer, place, has_fallback);
        }
        if default.is_none() {
            self.may_raise(place.clone());
        }
        Known::Payload { path: longer, folded: false, maybe: default.is_some() }
    }

    fn object_member(&mut self, id: ObjectId, key: &Known, default: Option<&Known>) -> Known {
        let Some(object) = self.state.object(id).cloned() else { return Known::Unknown };
        if let Some(key) = key.constant() {
            let absent = || default.cloned().unwrap_or(Known::Unknown);
            return match object.get(&key.name) {
                Some(member) if member.optional => member.value.known.clone().or(absent()),
                Some(member) => member.value.known.clone(),
                None if object.open => Known::Unknown,
                None => absent(),
            };
        }
        let Some(path) = key.payload_path().cloned() else {
            return Self::any_member(&object, default);
        };
        let is_exact = matches!(key, Known::Payload { folded: false, .. });
        if is_exact && !object.open {
            for member in &object.members {
                self.note_comparison(&path, &member.key.clone());
            }
        }
        let is_table = object.members.iter().any(|member| {
            matches!(member.value.known, Known::Function(_) | Known::Method(..) | Known::Class(_))
        });
        if !is_table || object.open {
            return Self::any_member(&object, default);
        }
        let entries =
            object.members.iter().map(|member| (member.key.clone(), member.value.known.clone())).collect();
        Known::Selected(Rc::new(Selected { path, entries, default: default.cloned() }))
    }

    fn any_member(object: &super::known::Object, default: Option<&Known>) -> Known {
        if object.open || object.members.len() > 16 {
            return Known::Unknown;
        }
        let members = object.members.iter().map(|member| member.value.known.clone());
        members.chain(default.cloned()).reduce(Known::or).unwrap_or(Known::Unknown)
    }

    /// One item of what is iterated over.
    pub(super) fn item_of(&mut self, items: &Known, node: Node<'t>) -> Known {
        let mut all: Option<Known> = None;
        for one in items.alternatives() {
            let found = match one {
                Known::Payload { path, .. } if path.len() < MAX_PATH && !path.is_empty() => {
                    Known::payload(payload::item(path))
                }
                Known::List(items) if items.len() <= 16 => {
                    items.iter().map(|item| item.known.clone()).reduce(Known::or).unwrap_or(Known::Unknown)
                }
                Known::Input => Known::Input,
                Known::Library(name) if name.starts_with("sys.stdin") => {
                    self.take_stdin(super::StdinUse::Whole, &node.byte_range())
                }
                Known::AnyText { .. } | Known::Host(_) | Known::Foreign(_) => one.clone(),
                _ => Known::Unknown,
            };
            all = Some(match all.take() {
                Some(before) => before.or(found),
                None => found,
            });
        }
        all.unwrap_or(Known::Unknown)
    }

    /// Gives a value to what stands after `for` or after `as`.
    pub(super) fn bind(&mut self, target: Node<'t>, known: Known) {
        self.bind_value(target, Valued::new(known, target.byte_range()));
    }

    /// Gives a value to what stands left of `=`.
    fn bind_value(&mut self, target: Node<'t>, value: Valued) {
        let Valued { known, place } = value;
        match target.kind() {
            "identifier" => self.state.assign(self.source(target), known),
            "tuple_pattern" | "list_pattern" | "pattern_list" | "tuple" | "list" | "expression_list" => {
                self.unpack(target, &known);
            }
            "subscript" => {
                let (Some(object), Some(index)) = (field(target, "value"), field(target, "subscript")) else {
                    return;
                };
                let object = self.expression(object);
                let key = self.expression(index);
                self.set_member(&object, &key, &Valued::new(known, place));
            }
            "attribute" => self.bind_attribute(target, known),
            "list_splat_pattern" | "parenthesized_expression" | "as_pattern_target" => {
                if let Some(inner) = children(target).first() {
                    let inner = *inner;
                    self.deeper(inner, |reader| reader.bind(inner, known));
                }
            }
            _ => {}
        }
    }

    fn unpack(&mut self, target: Node<'t>, known: &Known) {
        let targets = children(target);
        for (index, inner) in targets.iter().enumerate() {
            let one = match known {
                Known::List(items) if items.len() == targets.len() => items[index].known.clone(),
                Known::OneOf(all) => all
                    .iter()
                    .map(|one| match one {
                        Known::List(items) if items.len() == targets.len() => items[index].known.clone(),
                        _ => Known::Unknown,
                    })
                    .reduce(Known::or)
                    .unwrap_or(Known::Unknown),
                Known::Foreign(_) | Known::Host(_) => known.clone(),
                known => Known::tainted(taint(known)),
            };
            let one = if matches!(one, Known::AnyText { taint: None, .. }) { Known::Unknown } else { one };
            self.deeper(*inner, |reader| reader.bind(*inner, one));
        }
    }

    fn bind_attribute(&mut self, target: Node<'t>, known: Known) {
        let (Some(object), Some(name)) = (field(target, "object"), field(target, "attribute")) else {
            return;
        };
        match self.expression(object) {
            Known::Library(module) if &*module == "sys" && self.source(name) == "stdout" => {
                self.redirect_stdout(known);
            }
            Known::Instance(_, id) => {
                let key = Key { name: self.source(name).to_owned(), place: name.byte_range() };
                self.state
                    .change(id, |object| object.set(key, Valued::new(known, target.byte_range()), false));
            }
            _ => {}
        }
    }

    /// Makes standard output what is given; yields what it was.
    pub(super) fn redirect_stdout(&mut self, known: Known) -> Known {
        let before = self.state.lookup("sys.stdout").cloned().unwrap_or_else(|| Known::library("sys.stdout"));
        if let Some(module) = self.state.frames.first_mut() {
            Rc::make_mut(module).names.insert("sys.stdout", known);
        }
        before
    }

    pub(super) fn environment(&mut self, name: &str) -> Known {
        if matches!(name, "CURSOR_PROJECT_DIR" | "CLAUDE_PROJECT_DIR") {
            let frame = self.frame();
            self.notes.knows_project.insert(frame);
        }
        Known::Host(Some(name.into()))
    }

    /// Any scope: for branches that the condition does not tell apart.
    pub(super) fn any_scope() -> Scope {
        Scope::default()
    }
}

/// The operands of a chain of `or` or `and`.
pub(super) fn operands(node: Node<'_>) -> (Vec<Node<'_>>, bool) {
    let operator = |node: Node<'_>| field(node, "operator").map(|operator| operator.kind().to_owned());
    let wanted = operator(node);
    let mut operands = Vec::new();
    let mut next = node;
    loop {
        operands.extend(field(next, "right"));
        let Some(left) = field(next, "left") else { break };
        if left.kind() == "boolean_operator" && operator(left) == wanted {
            next = left;
        } else {
            operands.push(left);
            break;
        }
    }
    operands.reverse();
    (operands, wanted.as_deref() == Some("or"))
}

/// `left + right`.
fn add(left: &Valued, right: &Valued) -> Known {
    let is_text = |known: &Known| {
        matches!(
            known,
            Known::Text(_) | Known::AnyText { .. } | Known::Json(_) | Known::Input | Known::Payload { .. }
        )
    };
    match (&left.known, &right.known) {
        (Known::Input, _) | (_, Known::Input) => Known::Input,
        (Known::Number(..), Known::Number(..)) => Known::Number(None, left.place.start..right.place.end),
        (one, two) if is_text(one) || matches!(two, Known::Text(_) | Known::Json(_)) => {
            let mut text = Text::default();
            text.push_value(left);
            text.push_value(right);
            text.into_known()
        }
        (Known::Host(_), _) => left.known.clone(),
        (one, two) => match taint(one).or_else(|| taint(two)) {
            None => Known::Unknown,
            taint => Known::tainted(taint),
        },
    }
}

/// Two parts of a file's path.
pub(super) fn join_path(left: &Valued, right: &Valued) -> Known {
    let mut text = Text::default();
    text.push_value(left);
    let ends_with_slash =
        matches!(text.pieces.last(), Some(Piece::Fixed { text, .. }) if text.ends_with('/'));
    if !ends_with_slash {
        text.push(Piece::Fixed { text: "/".into(), place: right.place.start..right.place.start });
    }
    text.push_value(right);
    text.into_known()
}

fn is_path_part(name: &str) -> bool {
    matches!(name, "name" | "stem" | "suffix" | "parent" | "parts" | "suffixes")
}

fn number(text: &str) -> Option<i64> {
    text.replace('_', "").parse().ok().or_else(|| {
        let digits = text.get(2..)?.replace('_', "");
        let radix = match text.get(..2)? {
            "0o" | "0O" => 8,
            "0x" | "0X" => 16,
            "0b" | "0B" => 2,
            _ => return None,
        };
        i64::from_str_radix(&digits, radix).ok()
    })
}
