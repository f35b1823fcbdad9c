//! The shapes that people really write (FIELD.md 1, rows 2, 5, 11, 12, 14, 38, 39): each gets one diagnosis and the rewritten form.

use std::collections::{HashMap, HashSet};
use std::fmt::Write as _;

use hookc_schema::event::Subject;
use hookc_schema::misnomer::{self, Instead};
use hookc_schema::{Event, Evidence, claude};

use super::alias::{self, Meaning};
use super::values::shell_word;
use super::{Checker, Dialect, describe, entry_span, is_event, opening};
use crate::diagnostic::{Applicability, Diagnostic, Effect, Level};
use crate::nearest;
use crate::plan::{Import, tool_matcher};
use crate::syntax::{Member, Node, edit, hidden};

impl<'t> Checker<'t> {
    pub(super) fn wrong_root(&mut self, node: Node<'t>) {
        let diagnostic = self
            .fault(
                "hooks-shape",
                Evidence::Bnd,
                if node.is_object() || node.is_array() { opening(node) } else { node.span() },
                format!(
                    "a hooks file must hold an object and holds {}, {}",
                    describe(node),
                    self.cost_of_all()
                ),
            )
            .label("wanted: `{ \"version\": 1, \"hooks\": { … } }`");
        self.report(diagnostic);
    }

    pub(super) fn missing_hooks(&mut self) {
        let events: Vec<Member<'t>> = self
            .root
            .members()
            .filter(|member| {
                self.names_event(member) && (member.value().is_array() || member.value().is_object())
            })
            .collect();
        let Some(first) = events.first() else {
            let near = self.root.members().find(|member| {
                member.key().as_str().is_some_and(|key| nearest::is_misspelling(key, "hooks"))
                    && member.value().is_object()
            });
            let diagnostic = match near {
                Some(member) => self
                    .fault(
                        "hooks-shape",
                        Evidence::Bnd,
                        member.key().span(),
                        format!("this key must be called `hooks`, {}", self.cost()),
                    )
                    .label("wanted: `hooks`")
                    .fix(
                        Applicability::Safe,
                        "rename it to `hooks`",
                        vec![edit::replace(member.key().span(), "\"hooks\"")],
                    ),
                None => self
                    .fault(
                        "hooks-shape",
                        Evidence::Bnd,
                        opening(self.root),
                        format!("`hooks` is missing, {}", self.cost()),
                    )
                    .label("no `hooks` in here")
                    .help("the hooks stand in `\"hooks\": { \"<event>\": [ { \"command\": … } ] }`"),
            };
            self.report(diagnostic);
            return;
        };
        let inner: Vec<String> = events.iter().map(|event| event.source().to_owned()).collect();
        let unit = edit::indent_unit(self.tree);
        let text = format!("\"hooks\": {}", block('{', '}', &inner, 1, unit));
        let mut edits = vec![edit::replace(first.span(), text)];
        edits.extend(edit::remove_members(&events[1..]));
        let diagnostic = self
            .fault(
                "hooks-shape",
                Evidence::Bnd,
                first.key().span(),
                format!("events must stand inside `hooks`, {}", self.cost()),
            )
            .label("an event outside of `hooks`")
            .fix(Applicability::Safe, "put the events into `\"hooks\": { … }`", edits);
        self.report(diagnostic);
    }

    fn names_event(&self, member: &Member<'t>) -> bool {
        member.key().as_str().is_some_and(|key| match self.dialect {
            Dialect::Native => is_event(key) || claude::event(key).is_some(),
            Dialect::Claude => claude::event(key).is_some(),
        })
    }

    pub(super) fn wrong_hooks(&mut self, node: Node<'t>) {
        let mut diagnostic = self
            .fault(
                "hooks-shape",
                Evidence::Bnd,
                if node.is_array() { entry_span(self.tree, node) } else { node.span() },
                format!(
                    "`hooks` must be an object of events and is {}, {}",
                    describe(node),
                    self.cost_of_all()
                ),
            )
            .label("wanted: `{ \"<event>\": [ … ] }`");
        if let Some(text) = self.hooks_by_event(node) {
            diagnostic = diagnostic.fix(
                Applicability::Unsafe,
                "write it as an object of events",
                vec![edit::replace(node.span(), text)],
            );
        }
        self.report(diagnostic);
    }

    /// The object that a list of `{event, …}` stands for, or `None` when an item does not name its event.
    fn hooks_by_event(&self, list: Node<'t>) -> Option<String> {
        const EVENT_KEYS: [&str; 5] = ["event", "on", "trigger", "hook", "eventName"];
        let mut by_event: Vec<(String, Vec<String>)> = Vec::new();
        let mut places: HashMap<String, usize> = HashMap::new();
        for item in list.items() {
            let event = item.members().find(|member| {
                member.key().as_str().is_some_and(|key| EVENT_KEYS.contains(&key))
                    && member.value().as_str().is_some()
            })?;
            let written = event.value().as_str()?;
            let name =
                counterpart(written).map_or_else(|| written.to_owned(), |event| event.name().to_owned());
            let members: Vec<String> = item
                .members()
                .filter(|member| member.key().id() != event.key().id())
                .map(rename_option)
                .collect();
            let entry = format!("{{ {} }}", members.join(", "));
            let place = *places.entry(name.clone()).or_insert(by_event.len());
            match by_event.get_mut(place) {
                Some((_, entries)) => entries.push(entry),
                None => by_event.push((name, vec![entry])),
            }
        }
        if by_event.is_empty() {
            return list.is_array().then(|| "{}".to_owned());
        }
        let unit = edit::indent_unit(self.tree);
        let events: Vec<String> = by_event
            .iter()
            .map(|(name, entries)| format!("{}: {}", edit::quote(name), block('[', ']', entries, 2, unit)))
            .collect();
        Some(block('{', '}', &events, 1, unit))
    }

    pub(super) fn wrong_event_value(&mut self, event: &str, node: Node<'t>) {
        let list = match self.dialect {
            Dialect::Native => "an array of hooks",
            Dialect::Claude => "an array of groups",
        };
        let rule = if node.is_object() { "hooks-shape" } else { "event-value-shape" };
        let mut diagnostic = self
            .fault(
                rule,
                Evidence::Bnd,
                if node.is_object() { entry_span(self.tree, node) } else { node.span() },
                format!("`{event}` must hold {list} and holds {}, {}", describe(node), self.cost_of_all()),
            )
            .label(format!("wanted: {list}"));
        if node.is_object() {
            diagnostic = diagnostic.fix(
                Applicability::Safe,
                "wrap it in `[ ]`",
                vec![edit::replace(node.span(), format!("[{}]", node.source()))],
            );
        } else if node.as_str().is_some() && self.dialect == Dialect::Native {
            diagnostic = diagnostic.fix(
                Applicability::Unsafe,
                "make it a command hook",
                vec![edit::replace(node.span(), format!("[{{ \"command\": {} }}]", node.source()))],
            );
        }
        self.report(diagnostic);
    }

    pub(super) fn wrong_entry(&mut self, node: Node<'t>) {
        let mut diagnostic = self
            .fault(
                if node.as_str().is_some() { "hooks-shape" } else { "type-mismatch" },
                Evidence::Bnd,
                if node.is_array() { opening(node) } else { node.span() },
                format!("a hook must be an object and is {}, {}", describe(node), self.cost()),
            )
            .label("wanted: `{ \"command\": … }`");
        if node.as_str().is_some() {
            diagnostic = diagnostic.fix(
                Applicability::Safe,
                "make it a command hook",
                vec![edit::replace(node.span(), format!("{{ \"command\": {} }}", node.source()))],
            );
        }
        self.report(diagnostic);
    }

    pub(super) fn missing_member(&mut self, entry: Node<'t>, name: &str) {
        match name {
            "command" => self.missing_command(entry),
            "prompt" => {
                let diagnostic = self
                    .fault(
                        "missing-prompt",
                        Evidence::Bnd,
                        entry_span(self.tree, entry),
                        format!("a prompt hook needs a `prompt`, {}", self.cost()),
                    )
                    .label("no `prompt` in here");
                self.report(diagnostic);
            }
            _ => {
                let diagnostic = self
                    .fault(
                        "hooks-shape",
                        Evidence::Bnd,
                        entry_span(self.tree, entry),
                        format!("`{name}` is missing, {}", self.cost()),
                    )
                    .label(format!("no `{name}` in here"));
                let diagnostic = match (self.dialect, entry.get("command")) {
                    (Dialect::Claude, Some(_)) => {
                        let text = group_around(entry);
                        diagnostic.help("a Claude group holds its handlers in `hooks`").fix(
                            Applicability::Safe,
                            "wrap the handler in a group",
                            vec![edit::replace(entry.span(), text)],
                        )
                    }
                    _ => diagnostic,
                };
                self.report(diagnostic);
            }
        }
    }

    fn missing_command(&mut self, entry: Node<'t>) {
        if is_group(entry) {
            self.nested_shape(entry);
            return;
        }
        let stand_in = entry.members().find(|member| {
            member.key().as_str().is_some_and(|key| alias::meaning(key) == Meaning::Option("command"))
        });
        if let Some(member) = stand_in {
            let diagnostic = self.stand_in_for_command(member);
            self.report(diagnostic);
            return;
        }
        let mut diagnostic = self
            .fault(
                "missing-command",
                Evidence::Bnd,
                entry_span(self.tree, entry),
                format!("a hook needs a `command`, {}", self.cost()),
            )
            .label("no `command` in here");
        if entry.get("prompt").is_some_and(|member| member.value().as_str().is_some()) {
            diagnostic = diagnostic.fix(
                Applicability::Safe,
                "insert `\"type\": \"prompt\"`",
                vec![edit::insert_member(entry, "type", "\"prompt\"", true)],
            );
        }
        self.report(diagnostic);
    }

    fn stand_in_for_command(&self, member: Member<'t>) -> Diagnostic {
        let key = member.key().as_str().unwrap_or_default();
        let diagnostic = self
            .fault(
                "unknown-entry-key",
                Evidence::Bnd,
                member.key().span(),
                format!("`{key}` is not an option and the hook has no `command`, {}", self.cost()),
            )
            .label("wanted: `command`");
        let value = member.value();
        if value.as_str().is_some() {
            return diagnostic.fix(
                Applicability::Safe,
                "rename it to `command`",
                vec![edit::replace(member.key().span(), "\"command\"")],
            );
        }
        let words: Option<Vec<&str>> = value.items().map(Node::as_str).collect();
        match words.as_deref() {
            Some([single]) => diagnostic.fix(
                Applicability::Safe,
                "rename it to `command`",
                vec![edit::replace(member.span(), format!("\"command\": {}", edit::quote(single)))],
            ),
            Some([_, ..]) => diagnostic.help("one entry runs one command: write an entry for each"),
            _ => diagnostic,
        }
    }

    /// Claude's nesting in a native file: said once, with a rewrite of every group.
    fn nested_shape(&mut self, group: Node<'t>) {
        self.explained.insert(group.id());
        if self.nested_shape_reported {
            return;
        }
        self.nested_shape_reported = true;
        let groups = self.all_groups();
        let unit = edit::indent_unit(self.tree);
        let edits: Vec<_> =
            groups.iter().map(|group| edit::replace(group.span(), flat_entries(*group, unit))).collect();
        let span = group.get("hooks").map_or(group.span(), |member| member.key().span());
        let mut diagnostic = self
            .fault(
                "claude-nested-shape",
                Evidence::Bnd,
                span,
                format!(
                    "a hook has no inner `hooks`: the entry itself holds `command` and `matcher`, {}",
                    self.cost()
                ),
            )
            .label("Claude's nesting")
            .help("the nested form is read from Claude settings files only");
        for other in groups.iter().filter(|other| other.id() != group.id()) {
            if let Some(member) = other.get("hooks") {
                diagnostic = diagnostic.related(self.file, member.key().span(), "nested too");
            }
        }
        diagnostic =
            diagnostic.fix(Applicability::Safe, "lift the inner hooks into the event's array", edits);
        self.report(diagnostic);
    }

    /// Looks for Claude's nesting below an event whose own name is at fault, where the schema does not look.
    pub(super) fn nested_groups(&mut self, event: Node<'t>) {
        if self.dialect == Dialect::Native
            && let Some(group) = event.items().find(|entry| is_group(*entry))
        {
            self.nested_shape(group);
        }
    }

    fn all_groups(&self) -> Vec<Node<'t>> {
        let events = self.root.get("hooks").into_iter().flat_map(|member| member.value().members());
        events.flat_map(|event| event.value().items()).filter(|entry| is_group(*entry)).collect()
    }

    /// A whole Claude settings file in the place of a hooks file: said once, and rewritten where the rewritten form means the same.
    pub(super) fn pasted_claude_file(&mut self) {
        let Some(hooks) =
            self.root.get("hooks").map(Member::value).filter(|_| self.dialect == Dialect::Native)
        else {
            return;
        };
        let events: Vec<Member<'t>> = hooks.members().collect();
        let is_claude =
            |event: &Member<'t>| event.key().as_str().is_some_and(|name| claude::event(name).is_some());
        let is_list_of_groups =
            |event: &Member<'t>| event.value().is_array() && event.value().items().all(is_group);
        let is_pasted = !self.all_groups().is_empty()
            && events.iter().all(|event| is_claude(event) && is_list_of_groups(event));
        let Some(first) = events.first().filter(|_| is_pasted) else { return };
        self.is_pasted = true;
        self.explained.insert(hooks.id());
        let message = format!("this is the form of a Claude settings file, {}", self.cost());
        let mut diagnostic = self
            .fault("claude-nested-shape", Evidence::Bnd, first.key().span(), message)
            .label("Claude's event, with groups below")
            .help("a hooks file has a `version`, names of its own for events, and hooks without groups around them");
        for event in events.iter().skip(1).take(MOST_EVENTS) {
            diagnostic = diagnostic.related(self.file, event.key().span(), "here too");
        }
        if let Some(text) = self.native_hooks(&events) {
            let mut edits = vec![edit::replace(hooks.span(), text)];
            if self.root.get("version").is_none() {
                edits.insert(0, edit::insert_member(self.root, "version", "1", true));
            }
            diagnostic = diagnostic.fix(Applicability::Unsafe, "write it as a hooks file", edits);
        }
        self.report(diagnostic);
    }

    /// The events of a Claude file as those of a hooks file; `None` where not all of it can be said there.
    fn native_hooks(&self, events: &[Member<'t>]) -> Option<String> {
        let unit = edit::indent_unit(self.tree);
        let mut known = HashSet::new();
        let events: Option<Vec<String>> = events
            .iter()
            .map(|member| {
                let event =
                    claude::event(member.key().as_str()?)?.native.filter(|event| known.insert(*event))?;
                let groups: Option<Vec<Vec<String>>> =
                    member.value().items().map(|group| native_entries(group, event)).collect();
                let entries = groups?.concat();
                Some(format!("{}: {}", edit::quote(event.name()), block('[', ']', &entries, 2, unit)))
            })
            .collect();
        Some(block('{', '}', &events?, 1, unit))
    }

    /// A name that would be an event's but for what nobody sees in it.
    fn event_with_hidden_characters(&self, member: Member<'t>) -> Option<Diagnostic> {
        let string = member.key().string()?;
        let found = hidden::in_string(string);
        let first = found.first()?;
        let name: String = member
            .key()
            .as_str()?
            .chars()
            .filter(|sign| found.iter().all(|one| one.character != *sign))
            .collect();
        let is_known = match self.dialect {
            Dialect::Native => is_event(&name),
            Dialect::Claude => claude::event(&name).is_some(),
        };
        let message = format!(
            "{} (U+{:04X}) hides in this name, which is no event with it, {}",
            first.kind.name(),
            u32::from(first.character),
            self.cost_of_all()
        );
        let diagnostic =
            self.fault("unknown-event", Evidence::Obs, member.key().span(), message).label("nobody sees it");
        let edits = vec![edit::replace(member.key().span(), edit::quote(&name))];
        let is_free = self.root.get("hooks").is_none_or(|hooks| hooks.value().get(&name).is_none());
        Some(if is_known && is_free {
            diagnostic.fix(Applicability::Unsafe, format!("write `{name}` without it"), edits)
        } else {
            diagnostic
        })
    }

    pub(super) fn unknown_event(&self, member: Member<'t>) -> Diagnostic {
        if let Some(diagnostic) = self.event_with_hidden_characters(member) {
            return diagnostic;
        }
        let key = member.key();
        let name = key.as_str().unwrap_or_default();
        if let Some((event, matcher)) = glued_matcher(name) {
            return self.matcher_in_event(member, event, matcher);
        }
        let is_claude_name = claude::event(name).is_some();
        let (rule, what) = if is_claude_name {
            ("claude-event-name", "is Claude's name for an event")
        } else {
            ("unknown-event", "is not an event")
        };
        let shown = if name.is_empty() { "an empty name".to_owned() } else { format!("`{name}`") };
        let diagnostic = self
            .fault(rule, Evidence::Obs, key.span(), format!("{shown} {what}, {}", self.cost()))
            .label("no event has this name");
        match misnomer::suggest(name).map(|suggestion| suggestion.instead) {
            Some(Instead::Event(event)) => self.rename_event(diagnostic, member, event, None),
            Some(Instead::EventWithMatcher(event, matcher)) => {
                self.rename_event(diagnostic, member, event, Some(matcher))
            }
            Some(Instead::Nothing(advice)) => diagnostic.help(sentence(advice)),
            None => diagnostic.help("the events are listed by `hookc schema hooks`"),
        }
    }

    /// An event of a Claude file that neither product knows: the host skips its groups.
    pub(super) fn unknown_claude_event(&self, member: Member<'t>) -> Diagnostic {
        if let Some(diagnostic) = self.event_with_hidden_characters(member) {
            return Diagnostic { level: Level::Warning, evidence: Evidence::Obs, ..diagnostic };
        }
        let key = member.key();
        let name = key.as_str().unwrap_or_default();
        let diagnostic = Diagnostic::new(
            "unknown-event",
            Level::Warning,
            Effect::NeverRuns,
            Evidence::Obs,
            self.file,
            key.span(),
            format!("`{name}` is not an event of a Claude settings file, so its hooks never run"),
        )
        .label("no event has this name");
        let meant = Event::from_name(name)
            .or_else(|| misnomer::suggest(name)?.instead.event())
            .and_then(|event| claude::EVENTS.iter().find(|row| row.native == Some(event)));
        match meant {
            Some(row) => diagnostic.help(format!("did you mean `{}`?", row.name)).fix(
                Applicability::Unsafe,
                format!("rename it to `{}`", row.name),
                vec![edit::replace(key.span(), edit::quote(row.name))],
            ),
            None => diagnostic,
        }
    }

    fn rename_event(
        &self,
        diagnostic: Diagnostic,
        member: Member<'t>,
        event: Event,
        matcher: Option<&str>,
    ) -> Diagnostic {
        let meant = match matcher {
            Some(matcher) => format!("did you mean `{}` with the matcher `{matcher}`?", event.name()),
            None => format!("did you mean `{}`?", event.name()),
        };
        let diagnostic = diagnostic.help(meant);
        if self.has_event(event) {
            return diagnostic
                .help(format!("move its hooks to `{}`, which this file has already", event.name()));
        }
        let mut edits = vec![edit::replace(member.key().span(), edit::quote(event.name()))];
        if let Some(matcher) = matcher {
            edits.extend(
                member
                    .value()
                    .items()
                    .filter(|entry| entry.is_object() && entry.get("matcher").is_none())
                    .map(|entry| edit::insert_member(entry, "matcher", &edit::quote(matcher), true)),
            );
        }
        diagnostic.fix(Applicability::Unsafe, format!("rename it to `{}`", event.name()), edits)
    }

    /// Whether `hooks` has the event under its own name.
    fn has_event(&self, event: Event) -> bool {
        let names = self.event_names.get_or_init(|| {
            let hooks = self.root.get("hooks").into_iter();
            hooks
                .flat_map(|hooks| hooks.value().members())
                .filter_map(|member| member.key().as_str())
                .collect()
        });
        names.contains(event.name())
    }

    /// `preToolUse:Write`: a matcher glued to the event.
    fn matcher_in_event(&self, member: Member<'t>, event: Event, matcher: &str) -> Diagnostic {
        let diagnostic = self
            .fault(
                "hooks-shape",
                Evidence::Bnd,
                member.key().span(),
                format!("a matcher is no part of an event's name, {}", self.cost()),
            )
            .label(format!("wanted: `{}` with the matcher `{matcher}`", event.name()));
        self.rename_event(diagnostic, member, event, Some(matcher))
    }
}

/// So many events of one file are shown.
const MOST_EVENTS: usize = 30;

/// The hooks of a Claude group as entries of a hooks file; `None` where an entry cannot say the same.
fn native_entries(group: Node<'_>, event: Event) -> Option<Vec<String>> {
    let is_known = |member: Member<'_>| matches!(member.key().as_str(), Some("matcher" | "hooks"));
    let matcher = match group.get("matcher").map(|member| member.value().as_str()) {
        None | Some(Some("" | "*")) => None,
        Some(None) => return None,
        Some(Some(pattern)) if event.facts().subject.value == Subject::ToolName => {
            match tool_matcher(pattern) {
                Import::Pattern(pattern) => Some(format!("\"matcher\": {}", edit::quote(&pattern))),
                Import::Nothing(_) => return None,
            }
        }
        // What Claude tests at other events is something else than here.
        Some(Some(_)) => return None,
    };
    let handlers = group.get("hooks").filter(|_| group.members().all(is_known))?.value();
    let entries = handlers.items().map(|handler| {
        let is_option = |member: Member<'_>| {
            let value = member.value();
            match member.key().as_str() {
                Some("type") => matches!(value.as_str(), Some("command" | "prompt")),
                Some("command" | "prompt" | "model") => value.as_str().is_some(),
                Some("timeout") => value.as_f64().is_some_and(|seconds| seconds > 0.0),
                _ => false,
            }
        };
        let is_whole = handler.is_object() && handler.members().all(is_option);
        let own = handler.members().map(|member| member.source().to_owned());
        let members: Vec<String> = own.chain(matcher.clone()).collect();
        is_whole.then(|| format!("{{ {} }}", members.join(", ")))
    });
    entries.collect()
}

/// A group of Claude's: an object with an array of hooks and no command of its own.
fn is_group(entry: Node<'_>) -> bool {
    entry.get("command").is_none() && entry.get("hooks").is_some_and(|member| member.value().is_array())
}

/// The event that a name stands for, in any product's spelling.
fn counterpart(name: &str) -> Option<Event> {
    Event::from_name(name).or_else(|| misnomer::suggest(name)?.instead.event())
}

/// A sentence of a table as the words of a help: lower case at the start, no full stop at the end.
fn sentence(text: &str) -> String {
    let text = text.trim_end_matches('.');
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
}

/// `event:matcher` or `event(matcher)`.
fn glued_matcher(name: &str) -> Option<(Event, &str)> {
    let (event, matcher) = name.split_once([':', '(', '[', ' ', '.'])?;
    let matcher = matcher.trim_end_matches([')', ']']).trim();
    (!matcher.is_empty()).then_some((counterpart(event.trim())?, matcher))
}

/// A member under the option's right name, its value as written.
fn rename_option(member: Member<'_>) -> String {
    let key = member.key().as_str().unwrap_or_default();
    match alias::meaning(key) {
        Meaning::Option(option) if option != key && member.value().as_str().is_some() => {
            format!("\"{option}\": {}", member.value().source())
        }
        _ => member.source().to_owned(),
    }
}

/// The flat entries that a Claude group stands for, separated by commas.
fn flat_entries(group: Node<'_>, unit: &str) -> String {
    let shared: Vec<String> = group
        .members()
        .filter(|member| member.key().as_str() != Some("hooks"))
        .map(|member| member.source().to_owned())
        .collect();
    let entries: Vec<String> = group
        .get("hooks")
        .into_iter()
        .flat_map(|member| member.value().items())
        .map(|handler| {
            let own = handler.members().map(|member| member.source().to_owned());
            let members: Vec<String> = shared.iter().cloned().chain(own).collect();
            format!("{{ {} }}", members.join(", "))
        })
        .collect();
    entries.join(&format!(",\n{}", unit.repeat(3)))
}

/// A Claude group around one handler, its matcher moved outwards.
fn group_around(entry: Node<'_>) -> String {
    let mut text = String::from("{ ");
    if let Some(matcher) = entry.get("matcher") {
        let _ = write!(text, "{}, ", matcher.source());
    }
    let rest: Vec<&str> = entry
        .members()
        .filter(|member| member.key().as_str() != Some("matcher"))
        .map(Member::source)
        .collect();
    let _ = write!(text, "\"hooks\": [{{ {} }}] }}", rest.join(", "));
    text
}

/// An object or array with each item on a line of its own, `depth` levels inside the file.
fn block(open: char, close: char, items: &[String], depth: usize, unit: &str) -> String {
    let inner = unit.repeat(depth + 1);
    let separator = format!(",\n{inner}");
    format!("{open}\n{inner}{}\n{}{close}", items.join(&separator), unit.repeat(depth))
}

/// The command line of an `args` form: the words joined as a shell reads them.
pub fn joined_command(command: &str, args: &[&str]) -> String {
    std::iter::once(command.to_owned())
        .chain(args.iter().map(|word| shell_word(word)))
        .collect::<Vec<_>>()
        .join(" ")
}
