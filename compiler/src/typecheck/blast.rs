//! What else dies when the host refuses a file.

use crate::line_index::LineIndex;
use crate::span::Span;
use crate::syntax::Node;
use crate::typecheck::{Dialect, is_event};

/// The hooks of a file that would load if nothing were wrong.
#[derive(Debug)]
pub(crate) struct Blast {
    hooks: Vec<Registered>,
}

#[derive(Debug)]
struct Registered {
    span: Span,
    line: u32,
    fails_closed: bool,
}

impl Blast {
    pub(crate) fn new(root: Node<'_>, dialect: Dialect, lines: &LineIndex) -> Self {
        let mut hooks = Vec::new();
        if dialect == Dialect::Native {
            let events = root.get("hooks").into_iter().flat_map(|member| member.value().members());
            for event in events.filter(|event| event.key().as_str().is_some_and(is_event)) {
                for entry in event.value().items().filter(|entry| entry.is_object()) {
                    hooks.push(Registered {
                        span: entry.span(),
                        line: lines.line_column(entry.span().start as usize).0,
                        fails_closed: entry
                            .get("failClosed")
                            .is_some_and(|member| member.value().as_bool() == Some(true)),
                    });
                }
            }
        }
        Self { hooks }
    }

    /// The hooks that die with a fault at `span` and have no part in it, in words; empty when there are none.
    pub(crate) fn beyond(&self, span: Span) -> String {
        let others: Vec<&Registered> =
            self.hooks.iter().filter(|hook| !hook.span.contains(span) && !span.contains(hook.span)).collect();
        if others.is_empty() {
            return String::new();
        }
        let guards: Vec<u32> = others.iter().filter(|hook| hook.fails_closed).map(|hook| hook.line).collect();
        let count = match others.len() {
            1 => "1 other hook of this file is switched off with it".to_owned(),
            n => format!("{n} other hooks of this file are switched off with it"),
        };
        match guards.as_slice() {
            [] => count,
            [line] if others.len() == 1 => format!("{count}, a fail-closed guard (line {line})"),
            [line] => format!("{count}, 1 of them a fail-closed guard (line {line})"),
            lines => format!("{count}, {} of them fail-closed guards ({})", lines.len(), line_list(lines)),
        }
    }
}

fn line_list(lines: &[u32]) -> String {
    const MOST_SHOWN: usize = 5;
    let mut lines: Vec<u32> = lines.to_vec();
    lines.dedup();
    let shown: Vec<String> = lines.iter().take(MOST_SHOWN).map(u32::to_string).collect();
    let word = if lines.len() == 1 { "line" } else { "lines" };
    match lines.len().checked_sub(MOST_SHOWN + 1) {
        Some(more) => format!("{word} {} and {} more", shown.join(", "), more + 1),
        None => match shown.split_last() {
            Some((last, [])) => format!("{word} {last}"),
            Some((last, rest)) => format!("{word} {} and {last}", rest.join(", ")),
            None => String::new(),
        },
    }
}
