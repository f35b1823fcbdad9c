//! What was understood of a file before it was edited.

use std::collections::HashMap;
use std::sync::Arc;

use super::{Command, Config};
use crate::command::{self, CommandLine, Form};
use crate::matcher::{self, Pattern, PatternError};
use crate::script::{self, Facts};
use crate::syntax::{Node, Tree};

/// Command lines and patterns by their texts, from which alone they follow: what still stands in the file is not read again.
#[derive(Debug, Default)]
pub struct Understood<'a> {
    lines: HashMap<&'a str, &'a Command>,
    patterns: HashMap<&'a str, &'a Result<Arc<Pattern>, PatternError>>,
}

impl<'a> Understood<'a> {
    /// What is known of these hooks, which stand in this tree.
    pub fn of(config: &'a Config, tree: &'a Tree) -> Self {
        let mut known =
            Self { lines: HashMap::with_capacity(config.hooks.len()), patterns: HashMap::default() };
        for hook in &config.hooks {
            if let Some(command) = hook.command() {
                known.lines.insert(&command.text.value, command);
            }
            if let Some(matcher) = &hook.matcher
                && let Some(pattern) = &matcher.pattern
            {
                known.patterns.insert(tree.node(matcher.text.node).source(), pattern);
            }
        }
        known
    }

    /// A command line, and what it does where it is a program of its own.
    pub(super) fn line(&self, text: &str) -> (Arc<CommandLine>, Option<Arc<Facts>>) {
        if let Some(known) = self.lines.get(text) {
            return (Arc::clone(&known.line), known.inline.clone());
        }
        let line = command::parse(text);
        let is_posix = line.form() == Form::Posix;
        let inline = if is_posix { script::read_line(text).map(Arc::new) } else { None };
        (Arc::new(line), inline)
    }

    /// The pattern of a string of `length` bytes once it is decoded.
    pub(super) fn pattern(
        &self,
        node: Node<'_>,
        length: usize,
    ) -> Option<Result<Arc<Pattern>, PatternError>> {
        match self.patterns.get(node.source()) {
            Some(&known) => Some(known.clone()),
            None => Some(matcher::parse(node.string()?.units(), length).map(Arc::new)),
        }
    }
}
