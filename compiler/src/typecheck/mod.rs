//! The tree of a hooks file against its generated schema: typed hooks, and a diagnostic for everything that does not fit.
//!
//! The committed schemas decide *whether* something is at fault; this module says what its author probably meant.

mod alias;
mod blast;
mod build;
mod model;
mod patterns;
pub mod schema;
mod shape;
mod understood;
mod values;

use std::cell::OnceCell;
use std::collections::HashSet;

use hookc_schema::{Event, Evidence};

pub use alias::{Meaning, OPTIONS, is_convention, meaning};
pub use model::{Action, Command, Config, Dialect, Hook, Located, Matcher, Script, Text};
pub use shape::joined_command;
pub use understood::Understood;

use crate::diagnostic::{Applicability, Diagnostic, Effect, FileId, Level};
use crate::line_index::LineIndex;
use crate::order;
use crate::span::Span;
use crate::syntax::{Member, Node, NodeId, Tree, edit};
pub(crate) use blast::Blast;
use schema::{Schema, Violation, ViolationKind};

/// A text with more values than this is not typed; a value of a member counts with its key. Each takes up to a hundred times as much memory as its shortest text.
pub const MAX_VALUES: usize = 2_500_000;

/// Nor is one with more objects than this.
pub const MAX_OBJECTS: usize = 450_000;

/// Whether a text has so few values that it is typed.
pub fn is_typed(tree: &Tree) -> bool {
    let (values, objects) = tree.size();
    values <= MAX_VALUES && objects <= MAX_OBJECTS
}

/// A hooks file, understood as far as possible, and what is wrong with its structure.
#[derive(Debug)]
pub struct Typed {
    /// The hooks.
    pub config: Config,
    /// The faults, in no particular order.
    pub diagnostics: Vec<Diagnostic>,
}

/// Types the value `root` of `tree` as a hooks file.
///
/// `root` is the whole text of a native or Claude file, or the member `hooks` of a plugin manifest. What is `known` of its lines and patterns is not worked out again.
pub fn check<'t>(
    file: FileId,
    tree: &'t Tree,
    lines: &'t LineIndex,
    root: Node<'t>,
    dialect: Dialect,
    known: &Understood<'_>,
) -> Typed {
    let mut checker = Checker {
        file,
        tree,
        dialect,
        root,
        blast: Blast::new(root, dialect, lines),
        event_names: OnceCell::new(),
        explained: HashSet::new(),
        nested_shape_reported: false,
        is_pasted: false,
        diagnostics: Vec::new(),
    };
    let schema = match dialect {
        Dialect::Native => Schema::Hooks,
        Dialect::Claude => Schema::ClaudeSettings,
    };
    let mut violations = schema::violations(schema, root);
    order::by_place(&mut violations, |violation| (violation.pointer.len(), 0));
    violations.dedup_by(|later, earlier| later.pointer == earlier.pointer && !later.is_about_members());
    checker.pasted_claude_file();
    for violation in &violations {
        checker.explain(violation);
    }
    let infinite_version = checker.infinite_version();
    checker.claude_events();
    let hooks = build::hooks(root, dialect, known);
    let bad_matcher = checker.matchers(&hooks);
    let refused = bad_matcher || infinite_version || !violations.is_empty() || !tree.is_valid();
    let void = dialect == Dialect::Native && refused;
    Typed { config: Config { dialect, root: root.id(), hooks, void }, diagnostics: checker.diagnostics }
}

struct Checker<'t> {
    file: FileId,
    tree: &'t Tree,
    dialect: Dialect,
    root: Node<'t>,
    blast: Blast<'t>,
    /// The keys of `hooks`; listed when the first of them is to be renamed.
    event_names: OnceCell<HashSet<&'t str>>,
    /// Values that a diagnosis covers; what the schema says of something inside is not said again.
    explained: HashSet<NodeId>,
    nested_shape_reported: bool,
    /// Whether the whole file is in Claude's form, which has been said once for all of it.
    is_pasted: bool,
    diagnostics: Vec<Diagnostic>,
}

/// A step from the root of a hooks file towards a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place<'p> {
    Root,
    Version,
    Hooks,
    Event(&'p str),
    Entry,
    EntryKey(&'p str),
    Deeper,
}

fn place(pointer: &str, dialect: Dialect) -> Place<'_> {
    let steps: Vec<&str> = pointer.split('/').skip(1).collect();
    match (dialect, steps.as_slice()) {
        (_, []) => Place::Root,
        (Dialect::Native, ["version", ..]) => Place::Version,
        (_, ["hooks"]) => Place::Hooks,
        (_, ["hooks", event]) => Place::Event(event),
        (Dialect::Native, ["hooks", _, _]) => Place::Entry,
        (Dialect::Native, ["hooks", _, _, key]) => Place::EntryKey(key),
        (Dialect::Claude, ["hooks", _, _, "hooks", _]) => Place::Entry,
        (Dialect::Claude, ["hooks", _, _, "hooks", _, key]) => Place::EntryKey(key),
        _ => Place::Deeper,
    }
}

/// What a Claude file wants at a place that is neither an event nor a hook.
fn wanted_in_group(pointer: &str) -> &'static str {
    let steps: Vec<&str> = pointer.split('/').skip(1).collect();
    match steps.as_slice() {
        ["hooks", _, _] => "an object with a list `hooks`",
        ["hooks", _, _, "hooks"] => "an array of hooks",
        ["hooks", _, _, "matcher"] => "a string",
        _ => "another type",
    }
}

impl<'t> Checker<'t> {
    fn explain(&mut self, violation: &Violation<'t>) {
        let node = violation.node;
        if node.is_invalid() || self.is_explained(node) {
            return;
        }
        match (place(&violation.pointer, self.dialect), violation.kind) {
            (Place::Root, ViolationKind::Missing("version")) => self.missing_version(),
            (Place::Root, ViolationKind::Missing(_)) => self.missing_hooks(),
            (Place::Root, _) => self.wrong_root(node),
            (Place::Version, _) => self.bad_version(node),
            (Place::Hooks, ViolationKind::Unexpected) => self.unknown_events(node),
            (Place::Hooks, _) => self.wrong_hooks(node),
            (Place::Event(event), _) => self.wrong_event_value(event, node),
            (Place::Entry, ViolationKind::Missing(name)) => self.missing_member(node, name),
            (Place::Entry, _) => self.wrong_entry(node),
            (Place::EntryKey(key), kind) => self.wrong_option(key, node, kind),
            (Place::Deeper, ViolationKind::Missing(name)) => self.missing_member(node, name),
            (Place::Deeper, _) => self.wrong_type(node, wanted_in_group(&violation.pointer), Vec::new()),
        }
    }

    fn is_explained(&self, node: Node<'t>) -> bool {
        let mut around = std::iter::successors(Some(node), |node| node.parent());
        !self.explained.is_empty() && around.any(|node| self.explained.contains(&node.id()))
    }

    /// A structural fault: the host refuses a native file with one, and skips the hook of a Claude file.
    fn fault(
        &self,
        rule: &'static str,
        evidence: Evidence,
        span: Span,
        message: impl Into<String>,
    ) -> Diagnostic {
        match self.dialect {
            Dialect::Native => {
                Diagnostic::new(rule, Level::Error, Effect::VoidsFile, evidence, self.file, span, message)
                    .consequence(self.blast.beyond(span))
            }
            Dialect::Claude => Diagnostic::new(
                rule,
                Level::Error,
                Effect::NeverRuns,
                Evidence::Inf,
                self.file,
                span,
                message,
            ),
        }
    }

    fn report(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }

    /// The words that close a message: what the fault costs.
    fn cost(&self) -> &'static str {
        match self.dialect {
            Dialect::Native if self.root != self.tree.root() => "so all hooks of the plugin are dropped",
            Dialect::Native => "so the whole file is dropped",
            Dialect::Claude => "so the host skips the hook",
        }
    }

    /// The same for a fault that takes more than one hook along.
    fn cost_of_all(&self) -> &'static str {
        match self.dialect {
            Dialect::Native => self.cost(),
            Dialect::Claude => "so none of its hooks run",
        }
    }

    fn missing_version(&mut self) {
        if self.is_pasted {
            return;
        }
        if let Some(member) = self.version_inside_hooks() {
            let key = member.key().span();
            let message = format!("`version` must stand beside `hooks` and not inside it, {}", self.cost());
            let edits = vec![
                edit::insert_member(self.root, "version", member.value().source(), true),
                edit::remove_member(member),
            ];
            let diagnostic = self
                .fault("missing-version", Evidence::Obs, key, message)
                .label("taken for an event")
                .fix(Applicability::Safe, "move it out", edits);
            self.report(diagnostic);
            return;
        }
        let fix = edit::insert_member(self.root, "version", "1", true);
        let diagnostic = self
            .fault(
                "missing-version",
                Evidence::Obs,
                opening(self.root),
                format!("`version` is missing, {}", self.cost()),
            )
            .label("no `version` in here")
            .help("the documentation once gave the default 1; current builds refuse a file without it")
            .fix(Applicability::Safe, "insert `\"version\": 1`", vec![fix]);
        self.report(diagnostic);
    }

    /// A version that was put in among the events of a file that has none of its own.
    fn version_inside_hooks(&self) -> Option<Member<'t>> {
        let is_absent = self.dialect == Dialect::Native && self.root.get("version").is_none();
        let hooks = self.root.get("hooks").filter(|_| is_absent)?;
        hooks.value().get("version").filter(|member| member.value().as_f64().is_some())
    }

    fn bad_version(&mut self, node: Node<'t>) {
        let found = describe(node);
        let diagnostic = self
            .fault(
                "bad-version",
                Evidence::Bnd,
                node.span(),
                format!("`version` must be a positive integer and is {found}, {}", self.cost()),
            )
            .label("wanted: `1`")
            .fix(Applicability::Safe, "write `1`", vec![edit::replace(node.span(), "1")]);
        self.report(diagnostic);
    }

    fn wrong_type(&mut self, node: Node<'t>, wanted: &str, fixes: Vec<(String, String)>) {
        let mut diagnostic = self
            .fault(
                "type-mismatch",
                Evidence::Bnd,
                node.span(),
                format!("{} must be {wanted} and is {}, {}", named(node), describe(node), self.cost()),
            )
            .label(format!("wanted: {wanted}"));
        for (title, text) in fixes {
            diagnostic = diagnostic.fix(Applicability::Safe, title, vec![edit::replace(node.span(), text)]);
        }
        self.report(diagnostic);
    }

    /// A `version` beyond every number is infinite to JavaScript, and no integer; the validator sees the largest number in its place.
    fn infinite_version(&mut self) -> bool {
        let version = self.root.get("version").map(Member::value);
        let infinite = version.filter(|node| node.as_f64().is_some_and(f64::is_infinite));
        if self.dialect == Dialect::Native
            && let Some(node) = infinite
        {
            self.bad_version(node);
            return true;
        }
        false
    }

    /// Events of a Claude file that its schema lets pass, since another product's next release may have them.
    fn claude_events(&mut self) {
        if self.dialect != Dialect::Claude {
            return;
        }
        for member in self.root.get("hooks").into_iter().flat_map(|hooks| hooks.value().members()) {
            if member.key().as_str().is_some_and(|name| hookc_schema::claude::event(name).is_none()) {
                let diagnostic = self.unknown_claude_event(member);
                self.report(diagnostic);
            }
        }
    }

    fn unknown_events(&mut self, hooks: Node<'t>) {
        let version = self.version_inside_hooks().map(|member| member.key().id());
        let unknown =
            hooks.members().filter(|member| member.key().as_str().is_some_and(|key| !is_event(key)));
        for member in unknown.filter(|member| Some(member.key().id()) != version) {
            let diagnostic = self.unknown_event(member);
            self.report(diagnostic);
            self.nested_groups(member.value());
        }
    }
}

/// The first character of an object or array: where a member is missing.
fn opening(node: Node<'_>) -> Span {
    Span::new(node.span().start as usize, node.span().start as usize + 1)
}

/// The object itself while it is on one line, its opening otherwise.
fn entry_span(tree: &Tree, node: Node<'_>) -> Span {
    if tree.text()[node.span().range()].contains('\n') { opening(node) } else { node.span() }
}

/// How a value is called in a message: `command`, or its place when it has no key.
fn named(node: Node<'_>) -> String {
    match node.member().and_then(|member| member.key().as_str()) {
        Some(key) => format!("`{key}`"),
        None => "an entry".to_owned(),
    }
}

/// What stands there, in words: "the string `\"1\"`", "an array", "`null`".
fn describe(node: Node<'_>) -> String {
    const LONGEST_SHOWN: usize = 24;
    if node.is_object() {
        return "an object".to_owned();
    }
    if node.is_array() {
        return "an array".to_owned();
    }
    let text = node.source();
    let shown = if text.chars().count() > LONGEST_SHOWN {
        let start: String = text.chars().take(LONGEST_SHOWN).collect();
        format!("`{start}…`")
    } else {
        format!("`{text}`")
    };
    match node.as_str() {
        Some(_) => format!("the string {shown}"),
        None if node.number().is_some() => format!("the number {shown}"),
        None => shown,
    }
}

/// Whether a name is an event of the host.
fn is_event(name: &str) -> bool {
    Event::from_name(name).is_some()
}
