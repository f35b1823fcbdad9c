//! Expressions: what they stand for.

use std::rc::Rc;

use super::Posh;
use super::tree::{Node, bare, child, children};
use crate::script::Scope;
use crate::script::facts::{Key, Segment};
use crate::script::walk::state::{Content, Entry};
use crate::script::walk::text::Spelled;
use crate::script::walk::thing::{Test, Thing, is_event_name, path_name};

impl<'t> Posh<'_, 't> {
    /// What an expression stands for. Reads of the payload are written down.
    pub(super) fn value(&mut self, node: Node<'t>) -> Thing {
        let thing = self.base(node);
        let node = bare(node);
        if matches!(node.kind(), "member_access" | "element_access") {
            self.0.note_reads(&thing, &node.byte_range());
            if node.kind() == "element_access" {
                self.0.note_item_reads(&thing, &node.byte_range());
            }
        }
        thing
    }

    /// What an expression stands for, as the base of a longer chain.
    pub(super) fn base(&mut self, node: Node<'t>) -> Thing {
        let node = bare(node);
        if !self.0.spend(1) {
            return Thing::Unknown(node.byte_range());
        }
        self.0.depth += 1;
        let thing = self.value_of_kind(node);
        self.0.depth -= 1;
        thing
    }

    fn value_of_kind(&mut self, node: Node<'t>) -> Thing {
        let at = node.byte_range();
        let parts = children(node);
        match node.kind() {
            "variable" | "braced_variable" => self.variable(node),
            "string_literal" | "expandable_string_literal" | "verbatim_string_characters" => {
                self.string(node)
            }
            "integer_literal" | "decimal_integer_literal" => {
                Thing::Number(self.source(node).trim().parse().ok(), at)
            }
            "real_literal" | "hexadecimal_integer_literal" => Thing::Number(None, at),
            "hash_literal_expression" => self.hash_table(node),
            "array_expression" => self.list(node),
            "array_literal_expression" if parts.len() > 1 => {
                let items = parts.into_iter().map(|item| self.value(item)).collect();
                Thing::List(self.0.state.allocate(Content::List(items, false)))
            }
            "sub_expression" => self.capture(|posh| posh.statements(node)),
            "expression_with_unary_operator" => self.unary(node),
            "cast_expression" => parts.last().map_or(Thing::Unknown(at), |inner| self.value(*inner)),
            "member_access" | "element_access" => self.member_access(node),
            "invokation_expression" => self.invocation(node),
            "type_literal" => Thing::Host(self.source(node).to_ascii_lowercase().into(), at),
            "script_block_expression" => self.0.function_at(node),
            "pipeline_chain" => self.chain(node),
            "pipeline" if parts.len() > 1 => {
                // `a && b`, `a || b`: whether the second runs is not told.
                for part in parts {
                    self.value(part);
                }
                Thing::Unknown(at)
            }
            "assignment_expression" => {
                let inner = parts.last().map_or(Thing::Undefined, |inner| self.value(*inner));
                self.0.emit(at, crate::script::StatementKind::Unknown);
                inner
            }
            "command" => self.command(node, None, false),
            "comparison_expression" => self.comparison(node),
            "logical_expression" => {
                let test = self.test(node);
                as_value(test, at)
            }
            "additive_expression" => self.sum(node),
            "format_expression" => {
                for part in parts {
                    self.value(part);
                }
                Thing::AnyText(at)
            }
            _ => {
                for part in parts {
                    self.value(part);
                }
                Thing::Unknown(at)
            }
        }
    }

    /// A variable's name in lower case, without its sign.
    pub(super) fn variable_name(&self, node: Node<'t>) -> String {
        let source = self.source(node);
        let name = source.trim_start_matches(['$', '@']).trim_start_matches('{').trim_end_matches('}');
        name.to_ascii_lowercase()
    }

    fn variable(&mut self, node: Node<'t>) -> Thing {
        let at = node.byte_range();
        let name = self.variable_name(node);
        let name = name.strip_prefix("script:").or_else(|| name.strip_prefix("global:")).unwrap_or(&name);
        if let Some(thing) = self.0.variable(name) {
            return thing;
        }
        match name {
            "true" => Thing::Bool(true, at),
            "false" => Thing::Bool(false, at),
            "null" => Thing::Null(at),
            "input" => self.0.read_stdin(at, crate::script::walk::member::Amount::Whole),
            "args" | "psversiontable" | "iswindows" | "islinux" | "ismacos" => {
                Thing::Host("process.argv".into(), at)
            }
            "pwd" => {
                self.0.note_cwd(at.clone());
                Thing::Host("cwd".into(), at)
            }
            _ if name.starts_with("env:") => Thing::Host("process.env".into(), at),
            _ => Thing::Unknown(at),
        }
    }

    fn hash_table(&mut self, node: Node<'t>) -> Thing {
        let cell = self.0.state.allocate(Content::Object(Vec::new(), false));
        let entries = child(node, "hash_literal_body").map(children).unwrap_or_default();
        for entry in entries {
            let parts = children(entry);
            let (Some(key), Some(value)) = (parts.first(), parts.last()) else { continue };
            let thing = self.capture_value(*value);
            match self.member_key(*key) {
                // A value that nothing fixed is written as null, not left out.
                Some(key) if thing == Thing::Undefined => {
                    let thing = Thing::Unknown(value.byte_range());
                    self.0.set_entry(cell, Entry { key, thing, optional: false });
                }
                Some(key) => self.0.set_entry(cell, Entry { key, thing, optional: false }),
                None => self.0.open_up(&Thing::Object(cell)),
            }
        }
        Thing::Object(cell)
    }

    /// The name that a member is written with.
    pub(super) fn member_key(&mut self, node: Node<'t>) -> Option<Key> {
        let inner = bare(match node.kind() {
            "member_name" | "key_expression" => children(node).first().copied().unwrap_or(node),
            _ => node,
        });
        match inner.kind() {
            "simple_name" | "generic_token" | "type_identifier" | "member_name" => {
                Some(Key { name: self.source(inner).to_owned(), place: inner.byte_range() })
            }
            _ => self.value(inner).as_text().map(|text| text.key()),
        }
    }

    fn list(&mut self, node: Node<'t>) -> Thing {
        let thing = self.capture(|posh| posh.statements(node));
        match thing {
            Thing::List(_) | Thing::Raw(_) => thing,
            Thing::Undefined => Thing::List(self.0.state.allocate(Content::List(Vec::new(), false))),
            thing => Thing::List(self.0.state.allocate(Content::List(vec![thing], false))),
        }
    }

    fn unary(&mut self, node: Node<'t>) -> Thing {
        let at = node.byte_range();
        let Some(inner) = children(node).last().copied() else { return Thing::Unknown(at) };
        if self.is_negation(node, inner) {
            let test = self.test(node);
            return as_value(test, at);
        }
        let thing = self.value(inner);
        match inner.kind() {
            "cast_expression" => thing,
            _ if matches!(thing, Thing::Raw(_)) => thing,
            _ => Thing::Unknown(at),
        }
    }

    fn member_access(&mut self, node: Node<'t>) -> Thing {
        let at = node.byte_range();
        let parts = children(node);
        let (Some(base), Some(member)) = (parts.first(), parts.last()) else { return Thing::Unknown(at) };
        let whole = self.base(*base);
        if node.kind() == "element_access"
            && let Thing::Number(number, _) = self.value(*member)
        {
            let index = number.and_then(|number| usize::try_from(number).ok());
            return self.0.item_at(&whole, index, at);
        }
        let Some(key) = self.member_key(*member) else {
            self.0.note_reads(&whole, &base.byte_range());
            return Thing::Unknown(at);
        };
        match key.name.to_ascii_lowercase().as_str() {
            "length" | "count" | "psobject" | "keys" | "properties" if whole.field().is_some() => {
                self.0.note_reads(&whole, &base.byte_range());
                Thing::Unknown(at)
            }
            name => {
                let key =
                    if matches!(whole, Thing::Host(..)) { Key { name: name.to_owned(), ..key } } else { key };
                self.0.member(&whole, key, at)
            }
        }
    }

    fn comparison(&mut self, node: Node<'t>) -> Thing {
        let at = node.byte_range();
        let parts = children(node);
        let [left, operator, right] = parts.as_slice() else {
            for part in parts {
                self.value(part);
            }
            return Thing::Unknown(at);
        };
        let operator = self.source(*operator).trim().to_ascii_lowercase();
        if operator.ends_with("contains") {
            self.asks_for_member(*left, *right);
        }
        let one = self.value(*left);
        let two = self.value(*right);
        let operator = operator.trim_start_matches('-');
        match operator
            .strip_prefix(['c', 'i'])
            .filter(|rest| ["eq", "ne", "in", "contains", "notin"].contains(rest))
            .unwrap_or(operator)
        {
            "eq" | "ne" => {
                let test = self.0.compare(&one, &two, at);
                let test =
                    if operator.ends_with("ne") { Test { yes: test.no, no: test.yes, ..test } } else { test };
                let plain = Scope::default();
                if test.yes == plain && test.no == plain {
                    return Thing::Unknown(test.place);
                }
                Thing::Test(Rc::new(test))
            }
            "in" | "notin" => self.among(&two, &one, operator.contains("not"), at),
            "contains" | "notcontains" => self.among(&one, &two, operator.contains("not"), at),
            "replace" | "creplace" | "ireplace" if one.is_raw() => {
                let pattern = self.source(*right).to_ascii_lowercase();
                self.0.facts.stdin.strips_bom |= pattern.contains("feff") || pattern.contains('\u{feff}');
                one
            }
            "join" if one.is_raw() || self.0.item_of(&one, at.clone()).is_raw() => Thing::Raw(at),
            "replace" | "join" => match one.field() {
                Some(field) => Thing::Derived(field.clone(), at),
                None => Thing::AnyText(at),
            },
            "is" | "isnot" => {
                self.0.collect_tests(&one);
                Thing::Unknown(at)
            }
            _ if one.field().is_some_and(|field| is_event_name(&field.path)) => {
                self.0.record_host_check(at.clone());
                Thing::Host("process.argv".into(), at)
            }
            _ => Thing::Unknown(at),
        }
    }

    /// `$payload.PSObject.Properties.Name -contains "x"`: whether the payload has a field.
    fn asks_for_member(&mut self, names: Node<'t>, name: Node<'t>) {
        if !self.source(names).trim().to_ascii_lowercase().ends_with(".psobject.properties.name") {
            return;
        }
        let mut whole = bare(names);
        for _ in 0..3 {
            let Some(inner) = children(whole).first().copied() else { return };
            whole = bare(inner);
        }
        let whole = self.base(whole);
        let (Some(field), Some(key)) = (whole.field(), self.member_key(name)) else { return };
        let mut path = field.path.clone();
        path.push(Segment::Key(key));
        self.0.tests.push(path_name(&path));
    }

    fn among(&mut self, list: &Thing, item: &Thing, negated: bool, at: crate::script::facts::Place) -> Thing {
        match self.0.is_among(list, item, at) {
            Thing::Test(test) if negated => {
                let Test { yes, no, place } = (*test).clone();
                Thing::Test(Rc::new(Test { yes: no, no: yes, place }))
            }
            other => other,
        }
    }

    fn sum(&mut self, node: Node<'t>) -> Thing {
        let at = node.byte_range();
        let parts = children(node);
        let [left, right] = parts.as_slice() else { return Thing::Unknown(at) };
        let operator = self.0.text[left.end_byte()..right.start_byte()].trim();
        let one = self.value(*left);
        let two = self.value(*right);
        if operator == "+" {
            self.0.concatenate(one, (two, right.byte_range()), at)
        } else {
            Thing::Number(None, at)
        }
    }

    /// A word that is a text without quotes.
    pub(super) fn word(&self, node: Node<'t>) -> Thing {
        let at = node.byte_range();
        let source = self.source(node);
        let trimmed = source.trim_start();
        let start = at.end - trimmed.len();
        Thing::Text(Rc::new(Spelled::plain(trimmed.trim_end(), start..start + trimmed.trim_end().len())))
    }
}

/// The outcome of a condition as a value.
fn as_value(test: crate::script::walk::test::Condition, place: crate::script::facts::Place) -> Thing {
    let plain = Scope::default();
    match test.truth {
        Some(truth) => Thing::Bool(truth, place),
        None if test.yes == plain && test.no == plain => Thing::Unknown(place),
        None => Thing::Test(Rc::new(Test { yes: test.yes, no: test.no, place })),
    }
}
