//! Calls and loops that are being walked, and how memory goes on behind them.

use super::super::facts::{Place, Scope};
use super::super::program::{FunctionId, Statement, StatementKind};
use super::reader::{Exits, Reader, Taken, either, matters};
use super::state::{Changes, Mark, ScopeId};
use super::thing::Thing;

/// A node of the syntax tree.
type Node<'t> = tree_sitter::Node<'t>;

/// A function of the script with the names that it sees.
#[derive(Debug, Clone, Copy)]
pub(in crate::script) struct Function<'t> {
    pub(in crate::script) node: Node<'t>,
    pub(in crate::script) names: ScopeId,
}

/// A class of the script.
#[derive(Debug, Clone, Copy)]
pub(in crate::script) struct Class<'t> {
    pub(in crate::script) node: Node<'t>,
    pub(in crate::script) names: ScopeId,
}

/// A call that is being walked.
#[derive(Debug)]
pub(in crate::script) struct Frame {
    /// The function's node.
    pub(in crate::script) function: usize,
    /// The function's text.
    pub(in crate::script) span: Place,
    pub(in crate::script) id: FunctionId,
    /// Where it is called.
    pub(in crate::script) call: Place,
    pub(in crate::script) mark: Mark,
    /// What came back, and the moment.
    pub(in crate::script) returned: Vec<(Thing, Taken)>,
}

impl<'t> Reader<'t> {
    /// Joins what the function came back with.
    pub(in crate::script) fn leave_function(&mut self, frame: Frame, last: Thing, entered: &Scope) -> Thing {
        if frame.returned.is_empty() {
            return last;
        }
        let mut returned = frame.returned;
        let scope = self.scope.clone();
        let changes = self.state.take_back(frame.mark);
        if self.alive {
            returned.push((last, Taken { block: Vec::new(), changes, scope, alive: true }));
        }
        self.alive = true;
        self.scope = returned.iter().map(|(_, way)| way.scope.clone()).reduce(either).unwrap_or_default();
        let value = Thing::chosen(
            returned.iter().map(|(thing, way)| (way.scope.clone(), thing.clone())).collect(),
            entered,
        );
        self.join(frame.mark, returned.into_iter().map(|(_, way)| way).collect(), entered);
        value
    }

    /// Comes back from the function that is being walked, or from the script at its top.
    pub(in crate::script) fn come_back(&mut self, node: Node<'t>, thing: Thing) {
        self.emit(node.byte_range(), StatementKind::Return);
        if let Some(mark) = self.frames.last().map(|frame| frame.mark) {
            let steps = self.state.changed_since(mark) / 4;
            self.spend(steps);
            let changes = self.state.changes(mark);
            let way = Taken { block: Vec::new(), changes, scope: self.scope.clone(), alive: true };
            if self.alive
                && let Some(frame) = self.frames.last_mut()
            {
                frame.returned.push((thing, way));
            }
        }
        self.alive = false;
    }

    /// Walks something that runs any number of times.
    pub(in crate::script) fn repeat(&mut self, place: Place, walk: impl FnOnce(&mut Self)) {
        let mark = self.state.mark();
        let all = Scope::default();
        self.exits.push(Exits { mark, is_loop: true, left: Vec::new() });
        let once = self.way(&all, walk);
        let left = self.exits.pop().map(|exits| exits.left).unwrap_or_default();
        let Some(mut once) = once else { return };
        let body = std::mem::take(&mut once.block);
        if matters(&body) {
            self.emit(place, StatementKind::Loop(body));
        }
        // A loop may run no time at all, so that an end inside it says nothing of what follows.
        once.scope = self.scope.clone();
        let mut ways = vec![once, self.unchanged(Changes::default())];
        ways.extend(left.into_iter().map(|changes| self.unchanged(changes)));
        self.rejoin(mark, ways);
    }

    fn unchanged(&self, changes: Changes) -> Taken {
        Taken { block: Vec::new(), changes, scope: self.scope.clone(), alive: true }
    }
}

/// Whether a function's block does anything but call itself.
pub(in crate::script) fn matters_outside(block: &[Statement], id: FunctionId) -> bool {
    block.iter().any(|statement| match &statement.kind {
        StatementKind::Call(called) => *called != id,
        StatementKind::Branch { arms, .. } => arms.iter().any(|arm| matters_outside(&arm.block, id)),
        StatementKind::Loop(body) => matters_outside(body, id),
        StatementKind::Try { body, handler, finally } => {
            matters_outside(body, id)
                || matters_outside(finally, id)
                || handler.as_ref().is_some_and(|(_, block)| matters_outside(block, id))
        }
        StatementKind::Return | StatementKind::Break | StatementKind::Continue => false,
        _ => true,
    })
}
