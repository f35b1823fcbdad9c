//! From policies as they are written to policies that can be asked, with every fault at its place.

use std::ops::Range as Bytes;

use hookc_compiler::diagnostic::Level;
use hookc_compiler::matcher::{self, Pattern};
use hookc_compiler::span::Span;
use hookc_schema::Event;
use hookc_schema::event::Subject;

use super::document::{self, PolicyLevel, Range};
use super::enforce::Declared;
use super::selector::Selector;
use super::{Allow, Cover, Kind, Policy, Subjects, toml_string};
use crate::config::{At, Document, Fault, Origin};

/// The name of an allow list that has none.
pub(super) const ALLOW_ID: &str = "allow";

/// How many hexadecimal digits a digest has.
const DIGEST_DIGITS: usize = 64;

/// A file whose policies are read.
pub(crate) struct Drafting<'a> {
    /// Its number among the files of the configuration.
    pub(crate) file: usize,
    /// Its text.
    pub(crate) text: &'a str,
    /// Who may take its policies back.
    pub(crate) declared: Declared,
    /// The place where the file itself is named, for a pack that a file names.
    pub(crate) named_at: Option<Origin>,
    /// What is wrong with it.
    pub(crate) faults: &'a mut Vec<Fault>,
}

/// What every policy has.
struct Header<'d> {
    id: (String, Span),
    message: Option<&'d String>,
    link: Option<&'d String>,
    level: Option<PolicyLevel>,
}

impl Drafting<'_> {
    /// The policies of the document; those that are faulty are left out.
    pub(crate) fn read(mut self, document: &Document) -> Vec<Policy> {
        let mut policies = Vec::new();
        for forbid in document.forbid.iter().map(At::get) {
            let document::Forbid { id, message, link, level, hooks, unless } = forbid;
            let kind = self.forbid(hooks.get(), unless.as_ref().map(At::get));
            policies.extend(self.policy(header(id, message.as_ref(), link.as_ref(), *level), kind));
        }
        for require in &document.require {
            let document::Require { id, message, link, level, .. } = require.get();
            let kind = self.require(require);
            policies.extend(self.policy(header(id, message.as_ref(), link.as_ref(), *level), kind));
        }
        for cover in &document.cover {
            let document::Cover { id, message, link, level, .. } = cover.get();
            let kind = self.cover(cover);
            policies.extend(self.policy(header(id, message.as_ref(), link.as_ref(), *level), kind));
        }
        if let Some(allow) = &document.allow {
            let document::Allow { id, message, link, level, .. } = allow.get();
            let kind = self.allow(allow.get());
            let id = match id {
                Some(id) => (id.get().clone(), id.span()),
                None => (ALLOW_ID.to_owned(), first_line(self.text, allow.span())),
            };
            let header = Header { id, message: message.as_ref(), link: link.as_ref(), level: *level };
            policies.extend(self.policy(header, kind));
        }
        policies
    }

    fn policy(&mut self, header: Header<'_>, kind: Option<Kind>) -> Option<Policy> {
        let (id, span) = header.id;
        if id.trim().is_empty() {
            self.fault(span, "a policy needs a name, by which it is reported and suppressed");
            return None;
        }
        Some(Policy {
            id,
            kind: kind?,
            message: header.message.cloned(),
            link: header.link.cloned(),
            level: header.level.map_or(Level::Error, Level::from),
            origin: Origin { file: self.file, span },
            declared: self.declared,
            named_at: self.named_at,
        })
    }

    fn forbid(&mut self, hooks: &document::Selector, unless: Option<&document::Selector>) -> Option<Kind> {
        let hooks = Selector::read(self, hooks);
        let unless = unless.map(|unless| Selector::read(self, unless));
        Some(match unless {
            Some(unless) => Kind::Forbid { hooks: hooks?, unless: Some(unless?) },
            None => Kind::Forbid { hooks: hooks?, unless: None },
        })
    }

    fn require(&mut self, require: &At<document::Require>) -> Option<Kind> {
        let document::Require { hooks, per, each, must, id, .. } = require.get();
        match (hooks, each, must) {
            (Some(hooks), None, None) => {
                let selector = Selector::read(self, hooks.get())?;
                let per = per.as_ref().map(|per| (*per.get(), per.span()));
                if let Some((document::Per::Source, span)) = per
                    && selector.sources.is_empty()
                {
                    self.fault(
                        span,
                        "`per = \"source\"` needs the `sources` that must each have such a hook",
                    );
                    return None;
                }
                Some(Kind::Require { hooks: selector, per: per.map(|(per, _)| per).unwrap_or_default() })
            }
            (None, Some(each), Some(must)) => {
                if let Some(per) = per {
                    self.fault(per.span(), "`per` goes with `hooks`; `each` is about every hook by itself");
                }
                let (each, must) = (Selector::read(self, each.get()), Selector::read(self, must.get()));
                Some(Kind::Each { each: each?, must: must? })
            }
            _ => {
                let words =
                    "a requirement has either `hooks`, of which there must be one, or both `each` and `must`";
                self.fault(id.span(), words);
                None
            }
        }
    }

    fn cover(&mut self, cover: &At<document::Cover>) -> Option<Kind> {
        let document::Cover { tools, commands, agents, by, id, .. } = cover.get();
        let (kind, names) = match (tools.as_slice(), commands.as_slice(), agents.as_slice()) {
            (tools @ [_, ..], [], []) => (Subjects::Tools, tools),
            ([], commands @ [_, ..], []) => (Subjects::Commands, commands),
            ([], [], agents @ [_, ..]) => (Subjects::Agents, agents),
            _ => {
                self.fault(id.span(), "what is to be covered is one of `tools`, `commands` and `agents`");
                return None;
            }
        };
        let subjects = names.iter().filter_map(|name| self.subject(kind, name)).collect::<Vec<_>>();
        let written = by.as_ref().map(|by| by.get().clone()).unwrap_or_default();
        let mut by = Selector::read(self, &written)?;
        for event in written.events.iter().flat_map(At::get) {
            if event.get().facts().subject.value != kind.subject() {
                let words = format!(
                    "`{}` is not about {}, so none of its hooks is a gate for them",
                    event.get(),
                    kind.words()
                );
                self.fault(event.span(), words);
                return None;
            }
        }
        if by.events.is_empty() {
            by.events.push(kind.event());
        }
        (subjects.len() == names.len()).then_some(Kind::Cover(Cover { kind, subjects, by }))
    }

    fn subject(&mut self, kind: Subjects, name: &At<String>) -> Option<(String, Pattern)> {
        let text = name.get();
        if text.is_empty() {
            self.fault(name.span(), "an empty text names nothing");
            return None;
        }
        let pattern = match kind {
            Subjects::Commands => self.pattern(name),
            Subjects::Tools | Subjects::Agents => matcher::parse_str(&named(text)).ok(),
        };
        Some((text.clone(), pattern?))
    }

    fn allow(&mut self, allow: &document::Allow) -> Option<Kind> {
        let mut digests = Vec::new();
        let mut is_sound = true;
        for written in allow.digests.iter().flatten() {
            let digits = written.get().strip_prefix("sha256:").unwrap_or(written.get()).to_ascii_lowercase();
            if digits.len() != DIGEST_DIGITS || !digits.bytes().all(|digit| digit.is_ascii_hexdigit()) {
                self.fault(written.span(), "a SHA-256 digest has 64 hexadecimal digits");
                is_sound = false;
            }
            digests.push(digits);
        }
        let programs =
            allow.programs.as_ref().map(|list| list.iter().map(|name| name.get().clone()).collect());
        is_sound.then(|| Kind::Allow(Allow { programs, digests: allow.digests.as_ref().map(|_| digests) }))
    }

    /// Reads an ECMAScript pattern; what is wrong with it is underlined inside of the string.
    pub(super) fn pattern(&mut self, written: &At<String>) -> Option<Pattern> {
        match matcher::parse_str(written.get()) {
            Ok(pattern) => Some(pattern),
            Err(error) => {
                let span = self.inside(written, error.range.clone());
                self.fault(span, format!("this is no ECMAScript pattern: {error}"));
                None
            }
        }
    }

    /// The place of a part of a string's value; where nothing stands there, the sign before it.
    fn inside(&self, written: &At<String>, range: Bytes<usize>) -> Span {
        let span = toml_string::span_of(self.text, written.span(), range);
        if span.start < span.end { span } else { written.span() }
    }

    pub(super) fn refuse_empty<T>(&mut self, key: &str, list: Option<&At<Vec<T>>>) {
        if let Some(list) = list.filter(|list| list.get().is_empty()) {
            self.fault(list.span(), format!("with an empty `{key}` no hook is selected"));
        }
    }

    pub(super) fn refuse_empty_range(&mut self, range: &At<Range>) {
        if range.get().is_empty() {
            self.fault(range.span(), "no number is in this range");
        }
    }

    pub(super) fn fault(&mut self, span: Span, message: impl Into<String>) {
        self.faults.push(Fault::invalid(Origin { file: self.file, span }, message));
    }

    pub(super) fn fault_count(&self) -> usize {
        self.faults.len()
    }
}

fn header<'d>(
    id: &At<String>,
    message: Option<&'d String>,
    link: Option<&'d String>,
    level: Option<PolicyLevel>,
) -> Header<'d> {
    Header { id: (id.get().clone(), id.span()), message, link, level }
}

/// The first line of a part of a text.
fn first_line(text: &str, span: Span) -> Span {
    let part = text.get(span.range()).unwrap_or_default();
    let start = span.start as usize;
    Span::new(start, start + part.lines().next().unwrap_or_default().len())
}

/// The pattern of the names that are meant. What a `*` stands for is what names are made of, so that no gate has to take what no host sends.
fn named(text: &str) -> String {
    let parts: Vec<String> = text.split('*').map(escaped).collect();
    format!("^{}$", parts.join(r"[\w.:/-]+"))
}

fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for sign in text.chars() {
        if r"\^$.*+?()[]{}|/".contains(sign) {
            escaped.push('\\');
        }
        escaped.push(sign);
    }
    escaped
}

impl Subjects {
    /// What a matcher is tested against at the events that are about them.
    const fn subject(self) -> Subject {
        match self {
            Self::Tools => Subject::ToolName,
            Self::Commands => Subject::CommandText,
            Self::Agents => Subject::SubagentType,
        }
    }

    /// The event whose hooks are gates for them when none is named.
    const fn event(self) -> Event {
        match self {
            Self::Tools => Event::PreToolUse,
            Self::Commands => Event::BeforeShellExecution,
            Self::Agents => Event::SubagentStart,
        }
    }

    pub(super) const fn words(self) -> &'static str {
        match self {
            Self::Tools => "the names of tools",
            Self::Commands => "command lines",
            Self::Agents => "types of subagents",
        }
    }
}
