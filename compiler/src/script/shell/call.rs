//! Calls of functions, and text that is run as code.

use std::rc::Rc;

use super::super::facts::{Place, Scope, UnknownKind};
use super::super::program::{Block, FunctionId, Statement, StatementKind};
use super::io::Io;
use super::json::breaks_json;
use super::lower::{Failing, Reader, Status};
use super::origin::{Origin, one};
use super::word::Word;

/// Calls with different arguments that are told apart; after that constants count as any constant.
const MAX_EXACT_CALLS: usize = 48;

/// More calls than this are not followed.
const MAX_CALLS: usize = 128;

/// A call that was walked: one like it does the same.
#[derive(Debug)]
pub(super) struct KnownCall {
    circumstances: Circumstances,
    id: FunctionId,
    captured: Vec<Rc<[Origin]>>,
    ends: bool,
}

/// What a function's work depends on.
#[derive(Debug, PartialEq)]
struct Circumstances {
    name: String,
    arguments: Rc<[Rc<[Origin]>]>,
    scope: Scope,
    io: Io,
    in_condition: bool,
    in_subshell: bool,
    errexit: bool,
}

impl Reader<'_, '_> {
    /// A call of a function of the script.
    pub(super) fn call(&mut self, name: &str, words: &[Word], place: &Place, block: &mut Block) -> Status {
        let status = Status::new(Failing::Test);
        let definition = self.functions.get(name).copied().flatten();
        let is_recursive = self.active.iter().any(|active| active == name);
        let (Some(definition), false, true) = (definition, is_recursive, self.calls.len() < MAX_CALLS) else {
            if self.calls.len() >= MAX_CALLS {
                self.unknown(place.clone(), UnknownKind::TooLarge);
            }
            block.push(Statement { place: place.clone(), kind: StatementKind::Unknown });
            return status;
        };
        let exact = self.calls.len() < MAX_EXACT_CALLS;
        let arguments: Vec<_> = words
            .iter()
            .map(|word| {
                let value = word.clone().value();
                if exact { value } else { general(&value) }
            })
            .collect();
        let circumstances = Circumstances {
            name: name.to_owned(),
            arguments: arguments.into(),
            scope: self.state.scope.clone(),
            io: self.state.io.clone(),
            in_condition: self.state.in_condition,
            in_subshell: self.state.in_subshell,
            errexit: self.state.errexit,
        };
        let known = self.calls.iter().find(|known| known.circumstances == circumstances);
        if let Some(KnownCall { id, captured, ends, .. }) = known {
            let (id, captured, ends) = (*id, captured.clone(), *ends);
            if let Some(caught) = self.captured.last_mut() {
                caught.extend(captured);
            }
            self.state.ended = ends;
            block.push(Statement { place: place.clone(), kind: StatementKind::Call(id) });
            return status;
        }
        let id = FunctionId(self.program.functions.len() as u32);
        self.program.functions.push(Block::new());
        let caught_before = self.captured.last().map_or(0, Vec::len);
        let outer_arguments = self.state.arguments.replace(Rc::clone(&circumstances.arguments));
        let base = std::mem::replace(&mut self.base, 0);
        self.active.push(name.to_owned());
        let returns = self.returns;
        let io = self.state.io.clone();
        let mut body = Block::new();
        if let Some(redirect) = definition.child_by_field_name("redirect") {
            self.redirect(redirect);
        }
        if let Some(node) = definition.child_by_field_name("body") {
            self.statement(node, &mut body);
        }
        self.state.io = io;
        self.active.pop();
        self.base = base;
        self.state.arguments = outer_arguments;
        let ends = self.state.ended && self.returns == returns;
        self.state.ended = ends;
        let captured = self.captured.last().map_or_else(Vec::new, |caught| caught[caught_before..].to_vec());
        self.program.functions[id.0 as usize] = body;
        self.calls.push(KnownCall { circumstances, id, captured, ends });
        block.push(Statement { place: place.clone(), kind: StatementKind::Call(id) });
        status
    }

    /// Walks a part of the script's text that is code of its own: a trap, `sh -c '…'`. `None` when it does not parse.
    pub(super) fn nested(&mut self, text: Place, block: &mut Block) -> Option<Status> {
        let tree = super::parse(&self.text[text.clone()]);
        let Some(tree) = tree.filter(|tree| !tree.root_node().has_error()) else {
            self.unknown(text.clone(), UnknownKind::Syntax);
            block.push(Statement { place: text, kind: StatementKind::Unknown });
            return None;
        };
        let base = std::mem::replace(&mut self.base, text.start);
        let root = tree.root_node();
        let status = self.deeper(root, |reader| reader.children(root, block));
        self.base = base;
        status
    }
}

/// A value without the exact text of its constants.
fn general(value: &Rc<[Origin]>) -> Rc<[Origin]> {
    match &**value {
        [Origin::Text(word)] => match word.constant() {
            Some(text) if !breaks_json(text) => one(Origin::Plain),
            _ if super::origin::word_is_tainted(word) => one(Origin::Derived),
            _ => one(Origin::Unknown),
        },
        _ => Rc::clone(value),
    }
}
