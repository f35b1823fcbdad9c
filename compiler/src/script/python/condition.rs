//! Conditions: when each way is taken, and what the payload is compared with.

use super::super::facts::{Key, Scope};
use super::branch::nowhere;
use super::expression::operands;
use super::known::{Known, Path, Valued};
use super::payload::{is_event, is_host_field};
use super::{Node, Reader, children, field};

/// What a condition tells.
#[derive(Debug, Clone)]
pub(super) struct Condition<'t> {
    /// For which runs it holds; `None` when it never does.
    pub(super) then: Option<Scope>,
    /// For which runs it does not hold; `None` when it always does.
    pub(super) otherwise: Option<Scope>,
    /// What is known of names on either way.
    pub(super) narrows: Vec<Narrowing<'t>>,
}

/// What a condition tells of a name.
#[derive(Debug, Clone)]
pub(super) struct Narrowing<'t> {
    /// On which way.
    pub(super) when: bool,
    name: &'t str,
    /// Whether the name then counts as true, or only is `None` or not.
    test: Test,
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum Test {
    Truth(bool),
    IsNone(bool),
}

impl Condition<'_> {
    fn open() -> Self {
        Self { then: Some(Scope::default()), otherwise: Some(Scope::default()), narrows: Vec::new() }
    }

    fn constant(truth: bool) -> Self {
        let scope = |possible: bool| possible.then(Scope::default);
        Self { then: scope(truth), otherwise: scope(!truth), narrows: Vec::new() }
    }

    fn conditional() -> Self {
        let scope = || Some(Scope { conditional: true, ..Scope::default() });
        Self { then: scope(), otherwise: scope(), narrows: Vec::new() }
    }

    fn events(names: Vec<String>) -> Self {
        let then = Scope { only: Some(names.clone()), ..Scope::default() };
        let otherwise = Scope { except: names, ..Scope::default() };
        Self { then: Some(then), otherwise: Some(otherwise), narrows: Vec::new() }
    }

    fn negated(mut self) -> Self {
        std::mem::swap(&mut self.then, &mut self.otherwise);
        for narrowing in &mut self.narrows {
            narrowing.when = !narrowing.when;
        }
        self
    }

    /// Both hold.
    fn and(self, other: Self) -> Self {
        let then = match (&self.then, &other.then) {
            (Some(one), Some(two)) => Some(one.and(two).unwrap_or_else(nowhere)),
            _ => None,
        };
        let otherwise = match (self.otherwise, other.otherwise) {
            (Some(one), Some(two)) => Some(one.or(&two)),
            (one, two) => one.or(two),
        };
        let mut narrows = self.narrows;
        narrows.extend(other.narrows);
        narrows.retain(|narrowing| narrowing.when);
        Self { then, otherwise, narrows }
    }
}

impl<'t> Reader<'t> {
    /// Reads a condition.
    pub(super) fn condition(&mut self, node: Node<'t>) -> Condition<'t> {
        self.deeper(node, |reader| reader.condition_inside(node)).unwrap_or_else(Condition::open)
    }

    fn condition_inside(&mut self, node: Node<'t>) -> Condition<'t> {
        match node.kind() {
            "parenthesized_expression" => {
                children(node).first().map_or_else(Condition::open, |inner| self.condition(*inner))
            }
            "not_operator" => {
                field(node, "argument").map_or_else(Condition::open, |inner| self.condition(inner).negated())
            }
            "boolean_operator" => self.several(node),
            "comparison_operator" => self.comparison(node),
            "call" => self.question(node),
            _ => {
                let known = self.expression(node);
                let mut condition = self.truth(&known, node);
                let name = match node.kind() {
                    "identifier" => Some(node),
                    "named_expression" => field(node, "name"),
                    _ => None,
                };
                if let Some(name) = name.map(|name| self.source(name)) {
                    for when in [true, false] {
                        condition.narrows.push(Narrowing { when, name, test: Test::Truth(when) });
                    }
                }
                condition
            }
        }
    }

    /// Whether a value counts as true.
    fn truth(&mut self, known: &Known, node: Node<'t>) -> Condition<'t> {
        if let Some(truth) = known.truth() {
            return Condition::constant(truth);
        }
        self.note_tested(known);
        if known.is_host() || known.payload_path().is_some_and(|path| is_host_field(path)) {
            self.note_host_check(node.byte_range());
            return Condition::conditional();
        }
        match known {
            Known::Selected(selected) if is_event(&selected.path) && selected.default.is_some() => {
                self.note_host_check(node.byte_range());
                Condition::events(selected.entries.iter().map(|(key, _)| key.name.clone()).collect())
            }
            _ => Condition::open(),
        }
    }

    fn several(&mut self, node: Node<'t>) -> Condition<'t> {
        let (operands, is_or) = operands(node);
        let start = self.state.scope.clone();
        let mut whole: Option<Condition<'t>> = None;
        for operand in operands {
            // `a or b` holds unless neither does.
            let turned = |condition: Condition<'t>| if is_or { condition.negated() } else { condition };
            let one = match &whole {
                None => turned(self.condition(operand)),
                Some(before) => {
                    let Some(reached) = before.then.as_ref().and_then(|scope| start.and(scope)) else {
                        break;
                    };
                    let narrows: Vec<_> = before.narrows.clone();
                    self.state.scope = reached;
                    let place = node.byte_range();
                    let found = self.perhaps(place, |reader| {
                        reader.narrow(&narrows);
                        reader.condition(operand)
                    });
                    turned(found.unwrap_or_else(Condition::open))
                }
            };
            whole = Some(match whole {
                None => one,
                Some(before) => before.and(one),
            });
        }
        self.state.scope = start;
        let whole = whole.unwrap_or_else(Condition::open);
        if is_or { whole.negated() } else { whole }
    }

    /// `isinstance(x, dict)` and other questions.
    fn question(&mut self, node: Node<'t>) -> Condition<'t> {
        let function = field(node, "function").map_or("", |function| self.source(function));
        let asked = field(node, "arguments").and_then(|arguments| children(arguments).into_iter().next());
        if matches!(function, "isinstance" | "bool" | "len")
            && let Some(asked) = asked
        {
            let known = self.expression(asked);
            self.note_tested(&known);
            if function == "bool" {
                return self.truth(&known, node);
            }
            if known.is_host() {
                self.note_host_check(node.byte_range());
                return Condition::conditional();
            }
            return Condition::open();
        }
        let known = self.expression(node);
        self.truth(&known, node)
    }

    fn comparison(&mut self, node: Node<'t>) -> Condition<'t> {
        let parts = children(node);
        let operators = self.operators(node);
        let mut values: Vec<Valued> = Vec::with_capacity(parts.len());
        for part in &parts {
            let value = self.valued(*part);
            values.push(value);
        }
        let mut whole: Option<Condition<'t>> = None;
        for (pair, operator) in values.windows(2).zip(&operators) {
            let mut one = self.compared(&pair[0], operator, &pair[1], node);
            if let [left, _] = parts[..] {
                self.narrowed(left, operator, &pair[1], &mut one);
            }
            whole = Some(match whole {
                None => one,
                Some(before) => before.and(one),
            });
        }
        whole.unwrap_or_else(Condition::open)
    }

    fn operators(&self, node: Node<'t>) -> Vec<&'t str> {
        let mut cursor = node.walk();
        node.children_by_field_name("operators", &mut cursor)
            .map(|operator| self.operator(operator))
            .collect()
    }

    /// An operator, blanks between its words evened out.
    fn operator(&self, node: Node<'t>) -> &'t str {
        match node.kind() {
            "not in" => "not in",
            "is not" => "is not",
            _ => self.source(node),
        }
    }

    fn narrowed(&self, left: Node<'t>, operator: &str, right: &Valued, condition: &mut Condition<'t>) {
        let left = if left.kind() == "named_expression" { field(left, "name").unwrap_or(left) } else { left };
        if left.kind() != "identifier" || !matches!(right.known, Known::None(_)) {
            return;
        }
        let is = match operator {
            "is" | "==" => true,
            "is not" | "!=" => false,
            _ => return,
        };
        for when in [true, false] {
            let test = Test::IsNone(when == is);
            condition.narrows.push(Narrowing { when, name: self.source(left), test });
        }
    }

    fn compared(&mut self, left: &Valued, operator: &str, right: &Valued, node: Node<'t>) -> Condition<'t> {
        if let Some(truth) = constant_comparison(&left.known, operator, &right.known) {
            return Condition::constant(truth);
        }
        if matches!(right.known, Known::None(_)) {
            self.note_tested(&left.known);
        }
        let is_negative = matches!(operator, "!=" | "not in" | "is not");
        let found = match operator {
            "==" | "!=" | "is" | "is not" => self.equals(left, right, node),
            "in" | "not in" => self.contained(left, right, node),
            _ => self.depends(&[left, right], node),
        };
        if is_negative { found.negated() } else { found }
    }

    /// A condition of which only the circumstances are known.
    fn depends(&mut self, values: &[&Valued], node: Node<'t>) -> Condition<'t> {
        let is_host = |value: &&Valued| {
            value.known.is_host() || value.known.payload_path().is_some_and(|path| is_host_field(path))
        };
        if values.iter().any(is_host) {
            self.note_host_check(node.byte_range());
            return Condition::conditional();
        }
        Condition::open()
    }

    fn equals(&mut self, left: &Valued, right: &Valued, node: Node<'t>) -> Condition<'t> {
        for (field, constant) in [(left, right), (right, left)] {
            if let Some(constant) = constant.known.constant()
                && let Some(condition) = self.field_is_one_of(&field.known, &[constant], node)
            {
                return condition;
            }
        }
        self.depends(&[left, right], node)
    }

    fn contained(&mut self, left: &Valued, right: &Valued, node: Node<'t>) -> Condition<'t> {
        if let Some(constants) = self.constants(&right.known)
            && let Some(condition) = self.field_is_one_of(&left.known, &constants, node)
        {
            return condition;
        }
        if let (Some(key), Some(path)) = (left.known.constant(), right.known.payload_path()) {
            // `"field" in payload` asks for a field.
            let is_host = path.is_empty() && key.name == "cursor_version";
            self.note_tested(&Known::Payload {
                path: super::payload::member(path, key),
                folded: false,
                maybe: true,
            });
            if is_host {
                self.note_host_check(node.byte_range());
                return Condition::conditional();
            }
            return Condition::open();
        }
        if matches!(&right.known, Known::Library(name) if matches!(&**name, "os.environ" | "sys.argv")) {
            self.note_host_check(node.byte_range());
            return Condition::conditional();
        }
        self.depends(&[left, right], node)
    }

    /// A field of the payload is one of some constants.
    pub(super) fn field_is_one_of(
        &mut self,
        field: &Known,
        constants: &[Key],
        node: Node<'t>,
    ) -> Option<Condition<'t>> {
        let path: Path = field.payload_path()?.clone();
        let is_exact =
            field.alternatives().iter().all(|one| !matches!(one, Known::Payload { folded: true, .. }));
        if is_exact {
            for constant in constants {
                self.note_comparison(&path, constant);
            }
        }
        if is_host_field(&path) || field.is_host() {
            self.note_host_check(node.byte_range());
            return Some(Condition::conditional());
        }
        if is_event(&path) {
            self.note_host_check(node.byte_range());
            return Some(Condition::events(constants.iter().map(|constant| constant.name.clone()).collect()));
        }
        Some(Condition::open())
    }

    /// The constants of a list, a set or a dictionary's keys, when all of it is constant.
    fn constants(&self, known: &Known) -> Option<Vec<Key>> {
        match known {
            Known::List(items) => items.iter().map(|item| item.known.constant()).collect(),
            Known::Object(id) => {
                let object = self.state.object(*id).filter(|object| !object.open)?;
                Some(object.members.iter().map(|member| member.key.clone()).collect())
            }
            _ => None,
        }
    }

    /// Takes from names what a condition rules out.
    pub(super) fn narrow(&mut self, narrows: &[Narrowing<'t>]) {
        for narrowing in narrows {
            let Some(Known::OneOf(all)) = self.state.lookup(narrowing.name) else { continue };
            let fits = |one: &&Known| match narrowing.test {
                Test::Truth(wanted) => one.truth().is_none_or(|truth| truth == wanted),
                Test::IsNone(true) => {
                    matches!(one, Known::None(_) | Known::Unknown | Known::Payload { .. } | Known::Host(_))
                }
                Test::IsNone(false) => !matches!(one, Known::None(_)),
            };
            let left: Vec<Known> = all.iter().filter(fits).cloned().collect();
            if !left.is_empty() && left.len() < all.len() {
                self.state.assign(narrowing.name, Known::one_of(left));
            }
        }
    }
}

/// A comparison of constants.
fn constant_comparison(left: &Known, operator: &str, right: &Known) -> Option<bool> {
    let is_equal = match (left, right) {
        (Known::ModuleName, right) => right.constant()?.name == "__main__",
        (left, Known::ModuleName) => left.constant()?.name == "__main__",
        (Known::None(_), Known::None(_)) => true,
        (
            Known::Text(_) | Known::Number(..) | Known::Bool(..) | Known::Object(_) | Known::List(_),
            Known::None(_),
        ) => false,
        (Known::Text(_), Known::Text(_)) => left.constant()?.name == right.constant()?.name,
        (Known::Bool(one, _), Known::Bool(two, _)) => one == two,
        (Known::Number(Some(one), _), Known::Number(Some(two), _)) => one == two,
        _ => return None,
    };
    match operator {
        "==" | "is" => Some(is_equal),
        "!=" | "is not" => Some(!is_equal),
        _ => None,
    }
}
