//! What else dies when the host refuses a file.

use std::cell::OnceCell;

use crate::line_index::LineIndex;
use crate::span::Span;
use crate::syntax::Node;
use crate::typecheck::{Dialect, is_event};

/// The hooks of a file that would load if nothing were wrong.
///
/// They are counted at the first fault only: most files have none.
#[derive(Debug)]
pub(crate) struct Blast<'t> {
    root: Node<'t>,
    dialect: Dialect,
    lines: &'t LineIndex,
    hooks: OnceCell<Vec<Registered>>,
    guards: OnceCell<Vec<usize>>,
}

#[derive(Debug)]
struct Registered {
    span: Span,
    line: u32,
    fails_closed: bool,
}

impl<'t> Blast<'t> {
    pub(crate) fn new(root: Node<'t>, dialect: Dialect, lines: &'t LineIndex) -> Self {
        Self { root, dialect, lines, hooks: OnceCell::new(), guards: OnceCell::new() }
    }

    fn hooks(&self) -> &[Registered] {
        self.hooks.get_or_init(|| self.count())
    }

    fn count(&self) -> Vec<Registered> {
        if self.dialect == Dialect::Claude {
            return Vec::new();
        }
        let events = self.root.get("hooks").into_iter().flat_map(|member| member.value().members());
        let known = events.filter(|event| event.key().as_str().is_some_and(is_event));
        known
            .flat_map(|event| event.value().items())
            .filter(|entry| entry.is_object())
            .map(|entry| Registered {
                span: entry.span(),
                line: self.lines.line_column(entry.span().start as usize).0,
                fails_closed: entry
                    .get("failClosed")
                    .is_some_and(|member| member.value().as_bool() == Some(true)),
            })
            .collect()
    }

    /// The hooks that die with a fault at `span` and have no part in it, in words; empty when there are none.
    pub(crate) fn beyond(&self, span: Span) -> String {
        let hooks = self.hooks();
        // Entries follow each other without overlap, so those with a part in the fault stand together.
        let first = hooks.partition_point(|hook| hook.span.end <= span.start);
        let part = hooks[first..].partition_point(|hook| hook.span.start < span.end.max(span.start + 1));
        let others = hooks.len() - part;
        if others == 0 {
            return String::new();
        }
        let guards = self.guards();
        let before = guards.partition_point(|guard| *guard < first);
        let after = guards.partition_point(|guard| *guard < first + part);
        let other_guards = guards.len() - (after - before);
        let lines: Vec<u32> = guards[..before]
            .iter()
            .chain(&guards[after..])
            .map(|guard| hooks[*guard].line)
            .take(MOST_SHOWN)
            .collect();
        let count = match others {
            1 => "1 other hook of this file is switched off with it".to_owned(),
            n => format!("{n} other hooks of this file are switched off with it"),
        };
        match (other_guards, lines.as_slice()) {
            (0, _) => count,
            (1, [line]) if others == 1 => format!("{count}, a fail-closed guard (line {line})"),
            (1, [line]) => format!("{count}, 1 of them a fail-closed guard (line {line})"),
            (n, lines) => format!("{count}, {n} of them fail-closed guards ({})", line_list(lines, n)),
        }
    }

    /// The places of the fail-closed guards among the hooks.
    fn guards(&self) -> &[usize] {
        self.guards.get_or_init(|| {
            let hooks = self.hooks().iter().enumerate();
            hooks.filter(|(_, hook)| hook.fails_closed).map(|(place, _)| place).collect()
        })
    }
}

/// How many lines of guards are named.
const MOST_SHOWN: usize = 5;

/// The first lines of `guards` guards, in words.
fn line_list(lines: &[u32], guards: usize) -> String {
    let more = guards - lines.len();
    let mut lines: Vec<u32> = lines.to_vec();
    lines.dedup();
    let shown: Vec<String> = lines.iter().map(u32::to_string).collect();
    let word = if shown.len() == 1 && more == 0 { "line" } else { "lines" };
    match shown.split_last() {
        _ if more > 0 => format!("{word} {} and {more} more", shown.join(", ")),
        Some((last, rest)) if !rest.is_empty() => format!("{word} {} and {last}", rest.join(", ")),
        _ => format!("{word} {}", shown.join(", ")),
    }
}
