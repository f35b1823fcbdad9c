//! Expressions: what they stand for, and what happens on the way.

use std::rc::Rc;

use super::super::facts::Place;
use super::super::walk::reader::Reader;
use super::super::walk::state::{Content, Entry};
use super::super::walk::text::Spelled;
use super::super::walk::thing::{Piece, Test, Thing};
use super::super::walk::thing::{pieced, push_piece};
use super::member::is_builtin_property;
use super::tree::{Node, bare, children, field, place};

impl<'t> Reader<'t> {
    /// What an expression stands for. Reads of the payload are written down.
    pub(super) fn evaluate(&mut self, node: Node<'t>) -> Thing {
        let thing = self.evaluate_base(node);
        let node = bare(node);
        if matches!(node.kind(), "member_expression" | "subscript_expression")
            && !field(node, "property")
                .is_some_and(|property| is_builtin_property(self.source(&place(property))))
        {
            self.note_reads(&thing, &place(node));
            if node.kind() == "subscript_expression" {
                self.note_item_reads(&thing, &place(node));
            }
        }
        thing
    }

    /// What an expression stands for, as the base of a longer chain.
    pub(super) fn evaluate_base(&mut self, node: Node<'t>) -> Thing {
        let node = bare(node);
        if !self.spend(1) {
            return Thing::Unknown(place(node));
        }
        self.depth += 1;
        let thing = self.expression_of_kind(node);
        self.depth -= 1;
        thing
    }

    fn expression_of_kind(&mut self, node: Node<'t>) -> Thing {
        let at = place(node);
        match node.kind() {
            "identifier" => self.identifier(node),
            "this" => self.variable("this").unwrap_or(Thing::Unknown(at)),
            "undefined" => Thing::Undefined,
            "null" => Thing::Null(at),
            "true" => Thing::Bool(true, at),
            "false" => Thing::Bool(false, at),
            "number" => Thing::Number(number(self.source(&at)), at),
            "string" => Thing::Text(Rc::new(self.string(node))),
            "template_string" => self.template(node),
            "member_expression" => self.member_expression(node),
            "subscript_expression" => self.subscript_expression(node),
            "call_expression" => self.call_expression(node, false),
            "new_expression" => self.new_expression(node),
            "object" => self.object(node),
            "array" => self.array(node),
            "binary_expression" => self.binary(node),
            "unary_expression" => self.unary(node),
            "ternary_expression" => self.ternary(node),
            "await_expression" | "yield_expression" => {
                children(node).first().map_or(Thing::Undefined, |inner| self.evaluate(*inner))
            }
            "assignment_expression" => {
                let (Some(left), Some(right)) = (field(node, "left"), field(node, "right")) else {
                    return Thing::Unknown(at);
                };
                let thing = self.evaluate(right);
                self.assign(left, thing.clone());
                thing
            }
            "augmented_assignment_expression" => self.augmented(node),
            "update_expression" => {
                if let Some(argument) = field(node, "argument") {
                    self.assign(argument, Thing::Number(None, at.clone()));
                }
                Thing::Number(None, at)
            }
            "sequence_expression" => {
                let mut last = Thing::Undefined;
                for part in children(node) {
                    last = self.evaluate(part);
                }
                last
            }
            "class" => self.class(node),
            "arrow_function" | "function_expression" | "function" | "generator_function" => {
                self.closure(node)
            }
            "meta_property" => Thing::Host("import.meta".into(), at),
            "import" => Thing::Host("import".into(), at),
            _ => Thing::Unknown(at),
        }
    }

    fn identifier(&mut self, node: Node<'t>) -> Thing {
        let name = self.source(&place(node));
        if let Some(thing) = self.variable(name) {
            return thing;
        }
        match name {
            "undefined" => Thing::Undefined,
            "NaN" | "Infinity" => Thing::Number(None, place(node)),
            _ => match self.overrides.get(name) {
                Some(thing) => thing.clone(),
                None => Thing::Host(name.into(), place(node)),
            },
        }
    }

    /// A string's content.
    pub(super) fn string(&self, node: Node<'t>) -> Spelled {
        let at = place(node);
        let source = &self.text[at.clone()];
        // A string that is cut off has no last quote.
        let is_closed = source.len() > 1 && source.ends_with(['"', '\'']);
        let start = at.start + usize::from(source.starts_with(['"', '\'']));
        let end = if is_closed { at.end - 1 } else { at.end };
        Spelled::decode(self.text, start..end.max(start))
    }

    fn template(&mut self, node: Node<'t>) -> Thing {
        let at = place(node);
        let substitutions: Vec<Node<'t>> =
            children(node).into_iter().filter(|child| child.kind() == "template_substitution").collect();
        let mut pieces = Vec::new();
        let mut start = at.start + 1;
        for substitution in substitutions {
            let hole = place(substitution);
            pieces.push(Piece::Constant(Rc::new(Spelled::decode(self.text, start..hole.start.max(start)))));
            if let Some(inner) = children(substitution).first() {
                let thing = self.evaluate(*inner);
                push_piece(&mut pieces, thing, hole.clone());
            }
            start = hole.end;
        }
        // A template that is cut off has no last quote.
        let is_closed = at.len() > 1 && self.text[at.clone()].ends_with('`');
        let end = if is_closed { at.end - 1 } else { at.end }.max(start);
        pieces.push(Piece::Constant(Rc::new(Spelled::decode(self.text, start..end))));
        pieced(pieces, at)
    }

    fn object(&mut self, node: Node<'t>) -> Thing {
        let cell = self.state.allocate(Content::Object(Vec::new(), false));
        for member in children(node) {
            self.object_member(cell, member);
        }
        Thing::Object(cell)
    }

    fn object_member(&mut self, cell: super::super::walk::state::Cell, member: Node<'t>) {
        match member.kind() {
            "pair" => {
                let (Some(key), Some(value)) = (field(member, "key"), field(member, "value")) else { return };
                let key = if key.kind() == "computed_property_name" {
                    let name = children(key).first().map(|inner| self.evaluate(*inner));
                    if let Some(text) = name.as_ref().and_then(Thing::as_text) {
                        text.key()
                    } else {
                        self.evaluate(value);
                        self.open_up(&Thing::Object(cell));
                        return;
                    }
                } else {
                    self.key_of(key)
                };
                let thing = self.evaluate(value);
                self.set_entry(cell, Entry { key, thing, optional: false });
            }
            "shorthand_property_identifier" => {
                let thing = self.identifier(member);
                let key = self.key_of(member);
                self.set_entry(cell, Entry { key, thing, optional: false });
            }
            "method_definition" => {
                if let Some(name) = field(member, "name") {
                    let key = self.key_of(name);
                    let Thing::Function(closure) = self.closure(member) else { return };
                    let thing =
                        Thing::Function(super::super::walk::thing::Closure { this: Some(cell), ..closure });
                    self.set_entry(cell, Entry { key, thing, optional: false });
                }
            }
            "spread_element" => {
                if let Some(inner) = children(member).first() {
                    let thing = self.evaluate(*inner);
                    self.spread(cell, &thing);
                }
            }
            _ => {}
        }
    }

    /// Puts the members of a value into an object.
    pub(super) fn spread(&mut self, cell: super::super::walk::state::Cell, thing: &Thing) {
        let things = match thing {
            Thing::Choice(table) => table.iter().map(|(_, thing)| thing.clone()).collect(),
            thing => thing.alternatives().to_vec(),
        };
        let sure = things.len() == 1;
        for alternative in things {
            match alternative {
                Thing::Object(other) => {
                    let Content::Object(entries, open) = self.state.get(other).clone() else { continue };
                    for entry in entries {
                        let entry = Entry { optional: entry.optional || !sure, ..entry };
                        self.set_spread_entry(cell, entry);
                    }
                    if open {
                        self.open_up(&Thing::Object(cell));
                    }
                }
                Thing::Undefined | Thing::Null(_) | Thing::Bool(..) | Thing::Number(..) | Thing::Test(_) => {}
                Thing::Text(text) if text.text.is_empty() => {}
                _ => self.open_up(&Thing::Object(cell)),
            }
        }
    }

    fn set_spread_entry(&mut self, cell: super::super::walk::state::Cell, mut entry: Entry) {
        if entry.optional
            && let Content::Object(known, _) = self.state.get(cell)
            && let Some(known) = known.iter().find(|known| known.key.name == entry.key.name)
        {
            entry.optional = known.optional;
            entry.thing = known.thing.clone().or(entry.thing);
        }
        self.set_entry(cell, entry);
    }

    fn array(&mut self, node: Node<'t>) -> Thing {
        let mut items = Vec::new();
        let mut open = false;
        for item in children(node) {
            if item.kind() == "spread_element" {
                let inner = children(item).first().map_or(Thing::Undefined, |inner| self.evaluate(*inner));
                if let Thing::List(cell) = &inner {
                    if let Content::List(more, also_open) = self.state.get(*cell) {
                        items.extend(more.clone());
                        open |= also_open;
                    }
                } else {
                    items.push(self.item_of(&inner, place(item)));
                    open = true;
                }
            } else {
                items.push(self.evaluate(item));
            }
        }
        self.spend(items.len() / 8);
        Thing::List(self.state.allocate(Content::List(items, open)))
    }

    fn binary(&mut self, node: Node<'t>) -> Thing {
        let operator = self.operator(node);
        if matches!(operator, "&&" | "||" | "??") {
            return self.logical(node);
        }
        if operator == "+" {
            return self.sum(node);
        }
        let (Some(left), Some(right)) = (field(node, "left"), field(node, "right")) else {
            return Thing::Unknown(place(node));
        };
        let one = self.evaluate(left);
        let two = self.evaluate(right);
        let at = place(node);
        match operator {
            "===" | "==" => self.equality(&one, &two, at, false),
            "!==" | "!=" => self.equality(&one, &two, at, true),
            "in" => self.is_in(node, &one, &two),
            "<" | ">" | "<=" | ">=" if one.depends_on_host() || two.depends_on_host() => {
                self.equality(&one, &two, at, false)
            }
            _ => Thing::Unknown(at),
        }
    }

    fn equality(&mut self, one: &Thing, two: &Thing, at: Place, negated: bool) -> Thing {
        if one.is_raw() || two.is_raw() {
            self.note_bom_test(one, two);
        }
        let test = self.compare(one, two, at.clone());
        let plain = super::super::facts::Scope::default();
        if test.yes == plain && test.no == plain {
            return Thing::Unknown(at);
        }
        let Test { yes, no, place } = test;
        Thing::Test(Rc::new(if negated { Test { yes: no, no: yes, place } } else { Test { yes, no, place } }))
    }

    /// A chain of `+`, which is as deep as it is long.
    fn sum(&mut self, node: Node<'t>) -> Thing {
        let mut parts = Vec::new();
        let mut left = node;
        while left.kind() == "binary_expression" && self.operator(left) == "+" {
            let (Some(inner), Some(right)) = (field(left, "left"), field(left, "right")) else { break };
            parts.push(right);
            left = bare(inner);
        }
        let mut sum = self.evaluate(left);
        for part in parts.into_iter().rev() {
            let next = self.evaluate(part);
            let at = place(left).start..place(part).end;
            sum = self.concatenate(sum, (next, place(part)), at);
        }
        sum
    }

    fn augmented(&mut self, node: Node<'t>) -> Thing {
        let (Some(left), Some(right)) = (field(node, "left"), field(node, "right")) else {
            return Thing::Unknown(place(node));
        };
        let one = self.evaluate(left);
        let two = self.evaluate(right);
        let at = place(node);
        let thing = match self.operator(node) {
            "+=" => self.concatenate(one, (two, place(right)), at),
            "||=" | "??=" => {
                self.note_tested(&one);
                one.or(two)
            }
            "&&=" => one.or(two),
            _ => Thing::Number(None, at),
        };
        self.assign(left, thing.clone());
        thing
    }
}

/// A number's value, when it is a whole one.
fn number(source: &str) -> Option<i64> {
    let digits = source.replace('_', "");
    match digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X")) {
        Some(hexadecimal) => i64::from_str_radix(hexadecimal, 16).ok(),
        None => digits.parse().ok(),
    }
}
