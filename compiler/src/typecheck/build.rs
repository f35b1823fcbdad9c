//! Typed hooks from the tree: every entry that is well enough formed, whatever is wrong elsewhere.

use std::collections::HashMap;

use hookc_schema::Event;

use crate::syntax::{Member, Node, NodeId};
use crate::typecheck::{Action, Command, Dialect, Hook, Located, Matcher, Text, Understood};

/// The hooks below `root`, in file order. Those under a key that another one repeats are left out: the parser keeps the last.
pub(super) fn hooks(root: Node<'_>, dialect: Dialect, known: &Understood<'_>) -> Vec<Hook> {
    let mut hooks = Vec::new();
    let Some(events) = root.get("hooks") else { return hooks };
    let last: HashMap<&str, NodeId> = events
        .value()
        .members()
        .filter_map(|member| Some((member.key().as_str()?, member.key().id())))
        .collect();
    for member in events.value().members() {
        let Some(name) = member.key().as_str() else { continue };
        if last.get(name) != Some(&member.key().id()) {
            continue;
        }
        let event = match dialect {
            Dialect::Native => Event::from_name(name),
            Dialect::Claude => hookc_schema::claude::event(name).and_then(|row| row.runs_at.value),
        };
        let (Some(event), Some(event_key)) = (event, text(member.key())) else { continue };
        let mut entries: Vec<(Node<'_>, Option<Node<'_>>, bool)> = Vec::new();
        match dialect {
            Dialect::Native => entries.extend(member.value().items().map(|entry| {
                let matcher = entry.get("matcher").map(Member::value);
                (entry, matcher, false)
            })),
            Dialect::Claude => {
                for group in member.value().items() {
                    let matcher = group.get("matcher").map(Member::value);
                    let handlers = group.get("hooks").into_iter().flat_map(|member| member.value().items());
                    entries
                        .extend(handlers.enumerate().map(|(place, handler)| (handler, matcher, place > 0)));
                }
            }
        }
        hooks.reserve_exact(entries.len());
        for (index, (entry, matcher, shares_matcher)) in entries.into_iter().enumerate() {
            hooks.extend(
                hook(event, event_key.clone(), index, entry, matcher, dialect, known)
                    .map(|hook| Hook { shares_matcher, ..hook }),
            );
        }
    }
    hooks
}

fn hook(
    event: Event,
    event_key: Text,
    index: usize,
    entry: Node<'_>,
    matcher: Option<Node<'_>>,
    dialect: Dialect,
    known: &Understood<'_>,
) -> Option<Hook> {
    let value = |key: &str| entry.get(key).map(Member::value);
    let action = match value("type").map(Node::as_str) {
        Some(Some("prompt")) => {
            Action::Prompt { prompt: text(value("prompt")?)?, model: value("model").and_then(text) }
        }
        None | Some(Some("command")) => {
            let text = text(value("command")?)?;
            let (line, inline) = known.line(&text.value);
            Action::Command(Command {
                text,
                line,
                scripts: Vec::new(),
                inline,
                split_files: Vec::new(),
                installed: Vec::new(),
                unprovided: Vec::new(),
                project_tails: Vec::new(),
            })
        }
        Some(Some(_)) if dialect == Dialect::Claude => Action::Unsupported,
        Some(_) => return None,
    };
    Some(Hook {
        event,
        event_key,
        index,
        entry: entry.id(),
        span: entry.span(),
        action,
        matcher: matcher.and_then(|node| read_matcher(node, known)),
        shares_matcher: false,
        timeout: value("timeout").and_then(|node| located(node, node.as_f64()?)),
        loop_limit: value("loop_limit").and_then(|node| match node.as_f64() {
            Some(limit) => located(node, Some(limit)),
            None if node.is_null() => located(node, None),
            None => None,
        }),
        fail_closed: value("failClosed").and_then(|node| located(node, node.as_bool()?)),
    })
}

#[expect(clippy::unnecessary_wraps, reason = "it ends the chains of optional values above")]
fn located<T>(node: Node<'_>, value: T) -> Option<Located<T>> {
    Some(Located { value, span: node.span() })
}

fn text(node: Node<'_>) -> Option<Text> {
    Some(Text { value: node.as_str()?.to_owned(), span: node.span(), node: node.id() })
}

fn read_matcher(node: Node<'_>, known: &Understood<'_>) -> Option<Matcher> {
    let text = text(node)?;
    let pattern = match text.value.as_str() {
        "" | "*" => None,
        _ => Some(known.pattern(node, text.value.len())?),
    };
    Some(Matcher { text, pattern })
}
