//! Faults of a file's bytes, of its JSON syntax and of its characters, as diagnostics.

use hookc_schema::Evidence;

use crate::diagnostic::{Applicability, Diagnostic, Edit, Effect, FileId, Level};
use crate::line_index::LineIndex;
use crate::source::manifest::{Unreachable, UnreachableReason};
use crate::span::Span;
use crate::syntax::{
    Decoded, EncodingFault, EncodingFaultKind, Fault, FaultKind, Hidden, Node, Tree, hidden,
};
use crate::typecheck::schema::{self, Schema};
use crate::typecheck::{Blast, Dialect};

/// What is wrong with the text as such, whatever its structure says.
pub(crate) fn of_text(
    file: FileId,
    tree: &Tree,
    decoded: &Decoded,
    lines: &LineIndex,
    dialect: Dialect,
) -> Vec<Diagnostic> {
    let mut found: Vec<Diagnostic> =
        decoded.faults.iter().map(|fault| encoding(file, decoded, fault)).collect();
    let is_utf16 = decoded.faults.iter().any(|fault| fault.kind == EncodingFaultKind::Utf16);
    let is_doubled = tree.text().starts_with("\u{feff}\u{feff}");
    let mark = tree.byte_order_mark().filter(|_| !is_utf16 && !is_doubled);
    found.extend(mark.map(|mark| byte_order_mark(file, mark)));
    let blast = Blast::new(tree.root(), dialect, lines);
    found.extend(syntax_faults(file, tree, &blast));
    found.extend(duplicate_keys(file, tree));
    found
}

fn encoding(file: FileId, decoded: &Decoded, fault: &EncodingFault) -> Diagnostic {
    let (effect, message) = match fault.kind {
        EncodingFaultKind::Utf16 => (
            Effect::VoidsFile,
            format!(
                "the file is {}, and the host reads UTF-8 only, so the whole file is dropped",
                decoded.encoding.name()
            ),
        ),
        EncodingFaultKind::InvalidUtf8 => {
            (Effect::None, format!("byte {} is not UTF-8; the host reads U+FFFD in its place", fault.byte))
        }
        EncodingFaultKind::InvalidUtf16 => {
            (Effect::VoidsFile, format!("byte {} is not {}", fault.byte, decoded.encoding.name()))
        }
    };
    Diagnostic::new("invalid-utf8", Level::Error, effect, Evidence::Inf, file, fault.span, message)
        .help("save the file as UTF-8")
}

fn byte_order_mark(file: FileId, mark: Span) -> Diagnostic {
    Diagnostic::new(
        "byte-order-mark",
        Level::Warning,
        Effect::None,
        Evidence::Inf,
        file,
        mark,
        "the file starts with a byte order mark, which `JSON.parse` refuses unless the host strips it",
    )
    .label("U+FEFF")
    .fix(Applicability::Safe, "remove the mark", vec![Edit { span: mark, text: String::new() }])
}

/// A habit that shows in many places of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Habit {
    Comments,
    TrailingCommas,
}

impl Habit {
    fn of(fault: &Fault) -> Option<Self> {
        match fault.kind {
            FaultKind::Comment { closed: true } => Some(Self::Comments),
            FaultKind::TrailingComma(_) => Some(Self::TrailingCommas),
            _ => None,
        }
    }

    const fn again(self) -> &'static str {
        match self {
            Self::Comments => "another comment",
            Self::TrailingCommas => "another trailing comma",
        }
    }

    const fn cure(self) -> &'static str {
        match self {
            Self::Comments => "remove all comments",
            Self::TrailingCommas => "remove all trailing commas",
        }
    }
}

/// So many other places of one habit are shown.
const MOST_PLACES: usize = 20;

/// Every fault by itself, but all faults of one habit as one, with one fix for all of them.
fn syntax_faults(file: FileId, tree: &Tree, blast: &Blast<'_>) -> Vec<Diagnostic> {
    let mut found: Vec<Diagnostic> = Vec::new();
    let mut habits: Vec<(Habit, usize)> = Vec::new();
    for fault in tree.faults() {
        let habit = Habit::of(fault);
        let first = habits.iter().find(|(known, _)| Some(*known) == habit).map(|(_, at)| *at);
        let (Some(habit), Some(first)) = (habit, first) else {
            habits.extend(habit.map(|habit| (habit, found.len())));
            found.push(syntax(file, tree, fault, blast));
            continue;
        };
        let first = &mut found[first];
        if first.related.len() < MOST_PLACES {
            first.relate(file, fault.span, habit.again());
        }
        if let (Some(all), Some(one)) = (first.fixes.first_mut(), fault.fix(tree.text())) {
            habit.cure().clone_into(&mut all.title);
            append(&mut all.edits, one.edits);
        }
    }
    found
}

/// Adds edits behind others; what those have taken away already is not taken again.
fn append(edits: &mut Vec<Edit>, more: Vec<Edit>) {
    for mut edit in more {
        let done = edits.last().map_or(0, |last| last.span.end);
        edit.span.start = edit.span.start.max(done);
        edit.span.end = edit.span.end.max(done);
        edits.push(edit);
    }
}

fn syntax(file: FileId, tree: &Tree, fault: &Fault, blast: &Blast<'_>) -> Diagnostic {
    let text = tree.text();
    let mut diagnostic = Diagnostic::new(
        "invalid-json",
        Level::Error,
        Effect::VoidsFile,
        Evidence::Bnd,
        file,
        fault.span,
        format!("{}, so the whole file is dropped", fault.message(text)),
    )
    .consequence(blast.beyond(fault.span))
    .help(fault.help());
    if let Some((span, message)) = fault.related(text) {
        diagnostic = diagnostic.related(file, span, message);
    }
    diagnostic.fixes.extend(fault.fix(text));
    diagnostic
}

fn duplicate_keys(file: FileId, tree: &Tree) -> impl Iterator<Item = Diagnostic> {
    tree.duplicates().map(move |(member, first)| {
        let key = member.key().as_str().unwrap_or_default();
        Diagnostic::new(
            "duplicate-key",
            Level::Error,
            Effect::LastWins,
            Evidence::Inf,
            file,
            member.key().span(),
            format!("`{key}` appears twice in this object, and only the last one counts"),
        )
        .label("the parser keeps the last")
        .related(file, first.key().span(), "this one is silently dropped")
        .help("put both into one, or remove the one that is not meant")
    })
}

/// Characters that nobody sees in the keys, commands and matchers of a file.
pub(crate) fn hidden_characters(file: FileId, root: Node<'_>) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    if !may_hide(root.source()) {
        return found;
    }
    let hooks = root.get("hooks").map(|hooks| hooks.value().id());
    let mut pending = vec![root];
    while let Some(node) = pending.pop() {
        for member in node.members() {
            // An event's name that holds one is no event, which is said there.
            let is_event = hooks.is_some_and(|hooks| hooks == node.id());
            if !is_event {
                found.extend(hidden_in(file, member.key(), |_| true));
            }
            match member.key().as_str() {
                Some("command" | "matcher" | "type" | "model") => {
                    found.extend(hidden_in(file, member.value(), |_| true));
                }
                // A prompt is prose, in which marks of direction and soft hyphens are common.
                Some("prompt") => found.extend(hidden_in(file, member.value(), |hidden| {
                    !matches!(hidden.character, '\u{200e}' | '\u{200f}' | '\u{61c}' | '\u{ad}')
                })),
                _ => {}
            }
            pending.push(member.value());
        }
        pending.extend(node.items());
    }
    found
}

/// Whether a hidden character may be written in a source, by itself or as an escape.
fn may_hide(source: &str) -> bool {
    let bytes = source.as_bytes();
    !bytes.is_ascii() || bytes.contains(&b'\\') || bytes.contains(&0)
}

fn hidden_in(file: FileId, node: Node<'_>, counts: impl Fn(&Hidden) -> bool) -> Vec<Diagnostic> {
    if !may_hide(node.source()) {
        return Vec::new();
    }
    let Some(string) = node.string() else { return Vec::new() };
    hidden::in_string(string)
        .into_iter()
        .filter(counts)
        .map(|hidden| {
            Diagnostic::new(
                "hidden-character",
                Level::Warning,
                Effect::None,
                Evidence::Inf,
                file,
                hidden.span,
                format!(
                    "{} (U+{:04X}) hides in this string",
                    hidden.kind.name(),
                    u32::from(hidden.character)
                ),
            )
            .label("nobody sees this")
            .fix(
                Applicability::Unsafe,
                "remove it",
                vec![Edit { span: hidden.span, text: String::new() }],
            )
        })
        .collect()
}

/// A hooks file that a manifest names and that cannot be loaded.
pub(crate) fn missing_hooks_file(file: FileId, span: Span, missing: &Unreachable) -> Diagnostic {
    let path = &missing.path;
    let message = match missing.reason {
        UnreachableReason::Absent => {
            format!("`{path}` does not exist in the plugin, so none of its hooks run")
        }
        UnreachableReason::OutsidePlugin => {
            format!(
                "`{path}` lies outside of the plugin, which is installed without it, so none of its hooks run"
            )
        }
        UnreachableReason::Wrong(_) => {
            format!("`{path}` is not a file that can be read, so none of its hooks run")
        }
    };
    Diagnostic::new("missing-hooks-file", Level::Error, Effect::NeverRuns, Evidence::Doc, file, span, message)
        .label("no hooks file")
        .help("a path in a manifest is relative to the plugin's root")
}

/// A member `hooks` of a manifest that is neither a path nor an object of hooks.
pub(crate) fn hooks_of_manifest(file: FileId, tree: &Tree) -> Vec<Diagnostic> {
    let violations = schema::violations(Schema::PluginManifest, tree.root());
    let at_fault = violations.iter().filter(|violation| violation.pointer.starts_with("/hooks"));
    at_fault
        .map(|violation| violation.node)
        .map(|node| {
            Diagnostic::new(
                "type-mismatch",
                Level::Error,
                Effect::NeverRuns,
                Evidence::Doc,
                file,
                node.span(),
                "`hooks` must be the path of a hooks file or an object of hooks, so no hook of the plugin runs",
            )
            .label("wanted: a path, or an object")
        })
        .take(1)
        .collect()
}
