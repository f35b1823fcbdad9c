//! The generated JSON Schemas, asked of a parsed text.
//!
//! `cargo run -p xtask -- gen` makes `shapes` from the schemas: what they demand, without what they tell people. Nothing is parsed,
//! built or copied before the first value is looked at.

#[rustfmt::skip]
mod shapes;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use crate::syntax::{Node, NodeKind};

/// A generated schema that texts are checked against.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Schema {
    /// `hooks.schema.json`.
    Hooks,
    /// `claude-settings.schema.json`.
    ClaudeSettings,
    /// `plugin-manifest.schema.json`.
    PluginManifest,
}

/// One way in which a value does not fit its schema.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Violation<'t> {
    /// The JSON pointer of the value at fault; of the object for a missing or an unknown member.
    pub pointer: String,
    /// That value.
    pub node: Node<'t>,
    /// What is wrong with it.
    pub kind: ViolationKind,
}

impl Violation<'_> {
    /// Whether it speaks of members of the value, of which there can be several, and not of the value itself.
    pub const fn is_about_members(&self) -> bool {
        matches!(self.kind, ViolationKind::Missing(_) | ViolationKind::Unexpected)
    }
}

/// What can be wrong with a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ViolationKind {
    /// It has another JSON type than the one wanted.
    Type,
    /// It lacks this member.
    Missing(&'static str),
    /// It has members that no schema allows.
    Unexpected,
    /// It has the right type and a value outside of what is allowed.
    Value,
}

/// Everything about a value that does not fit, in no particular order. Of a repeated key the last member counts, as it
/// does for `JSON.parse`, and what is no value counts as `null`.
pub fn violations(schema: Schema, root: Node<'_>) -> Vec<Violation<'_>> {
    let shape = match schema {
        Schema::Hooks => &shapes::HOOKS,
        Schema::ClaudeSettings => &shapes::CLAUDE_SETTINGS,
        Schema::PluginManifest => &shapes::PLUGIN_MANIFEST,
    };
    let mut validator = Validator { path: Vec::new(), found: Vec::new(), stops_at_first: false };
    validator.check(shape, root);
    validator.found
}

/// What a schema demands of a value. Each part but `types` holds for values of its own type only.
struct Shape {
    /// The types that it can have; any when there are none.
    types: &'static [Type],
    /// The texts that it can be, when these are listed: `enum` and `const`.
    choices: &'static [&'static str],
    /// `minimum`
    at_least: Option<f64>,
    /// `exclusiveMinimum`
    above: Option<f64>,
    /// The pattern `\S`: not all of it is blank.
    visible: bool,
    required: &'static [&'static str],
    properties: &'static [(&'static str, Shape)],
    /// `"additionalProperties": false`
    closed: bool,
    /// `additionalProperties`
    others: Option<&'static Shape>,
    items: Option<&'static Shape>,
    /// `$ref`
    same_as: Option<&'static Shape>,
    /// `allOf`
    all: &'static [Shape],
    /// `if` and `then`
    when: Option<&'static (Shape, Shape)>,
}

const ANY: Shape = Shape {
    types: &[],
    choices: &[],
    at_least: None,
    above: None,
    visible: false,
    required: &[],
    properties: &[],
    closed: false,
    others: None,
    items: None,
    same_as: None,
    all: &[],
    when: None,
};

#[derive(Clone, Copy, PartialEq, Eq)]
enum Type {
    Null,
    Bool,
    Integer,
    Number,
    Text,
    Array,
    Object,
}

impl Type {
    fn is_of(self, node: Node<'_>) -> bool {
        match (self, node.kind()) {
            // What is no value stands for `null`.
            (Self::Null, NodeKind::Null | NodeKind::Invalid)
            | (Self::Bool, NodeKind::Bool)
            | (Self::Number, NodeKind::Number)
            | (Self::Text, NodeKind::String)
            | (Self::Array, NodeKind::Array)
            | (Self::Object, NodeKind::Object) => true,
            (Self::Integer, NodeKind::Number) => number(node).is_some_and(|number| number.fract() == 0.0),
            _ => false,
        }
    }
}

/// A number beyond the doubles counts as the largest double.
fn number(node: Node<'_>) -> Option<f64> {
    node.as_f64().map(|number| number.clamp(f64::MIN, f64::MAX))
}

/// So many properties an object of a schema can have at most.
const MAX_PROPERTIES: usize = 32;

/// A step from a value to one inside it.
#[derive(Clone, Copy)]
enum Step<'t> {
    Key(&'t str),
    Index(usize),
}

struct Validator<'t> {
    path: Vec<Step<'t>>,
    found: Vec<Violation<'t>>,
    /// For a condition it is enough to know that there is something.
    stops_at_first: bool,
}

impl<'t> Validator<'t> {
    /// As deep as the schema is.
    fn check(&mut self, shape: &'static Shape, node: Node<'t>) {
        if self.stops_at_first && !self.found.is_empty() {
            return;
        }
        if let Some(same) = shape.same_as {
            self.check(same, node);
        }
        for one in shape.all {
            self.check(one, node);
        }
        if let Some((condition, consequence)) = shape.when
            && fits(condition, node)
        {
            self.check(consequence, node);
        }
        if !shape.types.is_empty() && !shape.types.iter().any(|kind| kind.is_of(node)) {
            self.report(node, ViolationKind::Type);
        }
        match node.kind() {
            NodeKind::Object => self.object(shape, node),
            NodeKind::Array => self.array(shape, node),
            NodeKind::Number if !is_in_range(shape, node) => self.report(node, ViolationKind::Value),
            NodeKind::String if shape.visible && node.as_str().is_some_and(is_blank) => {
                self.report(node, ViolationKind::Value);
            }
            _ => {}
        }
        if !shape.choices.is_empty() && !node.as_str().is_some_and(|text| shape.choices.contains(&text)) {
            self.report(node, ViolationKind::Value);
        }
    }

    fn object(&mut self, shape: &'static Shape, node: Node<'t>) {
        if shape.properties.is_empty() && shape.required.is_empty() && !shape.closed && shape.others.is_none()
        {
            return;
        }
        let mut values = [None; MAX_PROPERTIES];
        let mut has_others = false;
        let mut others = BTreeMap::new();
        for member in node.members() {
            let Some(key) = member.key().as_str() else { continue };
            match shape.properties.iter().position(|(name, _)| *name == key) {
                Some(property) => values[property] = Some(member.value()),
                None if shape.others.is_some() => _ = others.insert(key, member.value()),
                None => has_others = true,
            }
        }
        for ((name, inner), value) in shape.properties.iter().zip(values) {
            if let Some(value) = value {
                self.inside(Step::Key(name), inner, value);
            }
        }
        if let Some(inner) = shape.others {
            for (key, value) in others {
                self.inside(Step::Key(key), inner, value);
            }
        }
        if shape.closed && has_others {
            self.report(node, ViolationKind::Unexpected);
        }
        for name in shape.required {
            if node.get(name).is_none() {
                self.report(node, ViolationKind::Missing(name));
            }
        }
    }

    fn array(&mut self, shape: &'static Shape, node: Node<'t>) {
        let Some(inner) = shape.items else { return };
        for (index, item) in node.items().enumerate() {
            self.inside(Step::Index(index), inner, item);
        }
    }

    fn inside(&mut self, step: Step<'t>, shape: &'static Shape, value: Node<'t>) {
        self.path.push(step);
        self.check(shape, value);
        self.path.pop();
    }

    fn report(&mut self, node: Node<'t>, kind: ViolationKind) {
        self.found.push(Violation { pointer: pointer(&self.path), node, kind });
    }
}

fn fits(shape: &'static Shape, node: Node<'_>) -> bool {
    let mut validator = Validator { path: Vec::new(), found: Vec::new(), stops_at_first: true };
    validator.check(shape, node);
    validator.found.is_empty()
}

fn pointer(path: &[Step<'_>]) -> String {
    let mut pointer = String::new();
    for step in path {
        pointer.push('/');
        match step {
            Step::Key(name) => pointer.push_str(&name.replace('~', "~0").replace('/', "~1")),
            Step::Index(index) => pointer.push_str(&index.to_string()),
        }
    }
    pointer
}

fn is_in_range(shape: &Shape, node: Node<'_>) -> bool {
    let Some(number) = number(node) else { return true };
    shape.at_least.is_none_or(|least| number >= least) && shape.above.is_none_or(|bound| number > bound)
}

/// Whether a text has nothing but what `\s` stands for in ECMAScript.
fn is_blank(text: &str) -> bool {
    text.chars().all(|sign| sign == '\u{feff}' || sign != '\u{85}' && sign.is_whitespace())
}
