//! Where in a file of hooks an offset is: at which key or value of which entry at which event.

use hookc_compiler::syntax::{Member, Node};
use hookc_compiler::typecheck::{Dialect, Hook};
use hookc_schema::{Event, claude};

use crate::session::View;

/// A level of the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Level {
    /// The object that holds `version` and `hooks`.
    Root,
    /// The object of events.
    Events,
    /// The list of an event.
    List,
    /// A group of a Claude file: a matcher and its handlers.
    Group,
    /// The list of a group's handlers.
    Handlers,
    /// A hook.
    Entry,
}

/// Whether an offset in an object is where a key stands or where a value does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Side {
    Key,
    Value,
}

/// A place in a file of hooks.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Site<'t> {
    pub(crate) dialect: Dialect,
    pub(crate) level: Level,
    /// The object or array of that level.
    pub(crate) container: Node<'t>,
    /// The member of the object, if the offset is at one.
    pub(crate) member: Option<Member<'t>>,
    pub(crate) side: Side,
    /// The member of the event that all of it belongs to.
    pub(crate) event: Option<Member<'t>>,
    /// The innermost value.
    pub(crate) node: Node<'t>,
}

impl<'t> Site<'t> {
    /// The place of an offset; `None` outside of what is read as hooks, and in a text that is not recognised as such.
    pub(crate) fn at(view: &View<'t>, offset: usize) -> Option<Self> {
        let config = view.source.config.as_ref()?;
        let tree = &view.source.tree;
        let root = tree.node(config.root);
        let node = tree.node_at(offset)?;
        let mut chain: Vec<Node<'t>> = std::iter::successors(Some(node), |node| node.parent()).collect();
        chain.reverse();
        let start = chain.iter().position(|node| node.id() == root.id())?;
        let mut site = Self {
            dialect: config.dialect,
            level: Level::Root,
            container: root,
            member: None,
            side: Side::Key,
            event: None,
            node,
        };
        for &node in &chain[start + 1..] {
            if !site.enter(node) {
                break;
            }
        }
        site.settle_side(view.text(), offset);
        Some(site)
    }

    /// Goes on to a child of the container; whether there is a level below.
    fn enter(&mut self, child: Node<'t>) -> bool {
        let member = child.member();
        let is_key = member.is_some_and(|member| {
            // A key that nothing follows yet is still being written.
            let is_last = child.is_invalid() && child.span().start <= member.key().span().end;
            is_last || member.key().id() == child.id()
        });
        if self.container.is_object() {
            self.member = member;
            self.side = if is_key { Side::Key } else { Side::Value };
        }
        let name = member.and_then(|member| member.key().as_str()).unwrap_or_default();
        let next = match (self.level, name) {
            _ if is_key => None,
            (Level::Root, "hooks") if child.is_object() => Some(Level::Events),
            (Level::Events, _) if child.is_array() => Some(Level::List),
            (Level::List, _) if child.is_object() && self.dialect == Dialect::Claude => Some(Level::Group),
            (Level::List | Level::Handlers, _) if child.is_object() => Some(Level::Entry),
            (Level::Group, "hooks") if child.is_array() => Some(Level::Handlers),
            _ => None,
        };
        let Some(next) = next else { return false };
        if self.level == Level::Events {
            self.event = member;
        }
        self.level = next;
        self.container = child;
        self.member = None;
        self.side = Side::Key;
        true
    }

    /// Between two members, the last sign before tells whether a value is due.
    fn settle_side(&mut self, text: &str, offset: usize) {
        if self.member.is_some() || !self.container.is_object() {
            return;
        }
        let before = text[..offset].trim_end();
        if before.ends_with(':') {
            let due = |member: &Member<'t>| member.key().span().end as usize <= before.len();
            self.member = self.container.members().filter(due).last();
            self.side = Side::Value;
        }
    }

    /// The event that hooks here run at; for a Claude file the one that the host maps theirs to.
    pub(crate) fn event(&self) -> Option<Event> {
        event_of(self.event?.key().as_str()?, self.dialect)
    }

    /// The key at the offset.
    pub(crate) fn key(&self) -> Option<&'t str> {
        self.member?.key().as_str()
    }

    /// The hook that the place belongs to.
    pub(crate) fn hook<'v>(&self, view: &View<'v>) -> Option<&'v Hook> {
        if self.level != Level::Entry {
            return None;
        }
        view.source.config.as_ref()?.hooks.iter().find(|hook| hook.entry == self.container.id())
    }
}

/// The event of this name.
pub(crate) fn event_of(name: &str, dialect: Dialect) -> Option<Event> {
    match dialect {
        Dialect::Native => Event::from_name(name),
        Dialect::Claude => claude::event(name)?.runs_at.value,
    }
}
