//! Ways that part and meet again, and loops.

use super::super::facts::{Place, Scope, UnknownKind};
use super::super::program::{Arm, Block, Statement, StatementKind};
use super::state::State;
use super::{Node, Reader, field};

/// A branch whose arms are being read.
pub(super) struct Fork<'t> {
    before: State<'t>,
    block: Block,
    arms: Vec<Arm>,
    after: Option<State<'t>>,
    /// How many arms end in themselves.
    ended: usize,
}

/// The states that leave a loop's body.
#[derive(Debug, Clone, Default)]
pub(super) struct Loop<'t> {
    broken: Option<State<'t>>,
    continued: Option<State<'t>>,
    /// Whether `break` is to leave the function that the loop has become.
    is_function: bool,
}

/// A scope that nothing reaches.
pub(super) fn nowhere() -> Scope {
    Scope { only: Some(Vec::new()), ..Scope::default() }
}

impl<'t> Reader<'t> {
    pub(super) fn fork(&mut self) -> Fork<'t> {
        let work = self.state.frames.len();
        self.spend(work);
        let before = self.state.clone();
        Fork { before, block: std::mem::take(&mut self.block), arms: Vec::new(), after: None, ended: 0 }
    }

    /// Reads one way of a branch; one that cannot be taken is not read.
    pub(super) fn arm(&mut self, fork: &mut Fork<'t>, scope: &Scope, read: impl FnOnce(&mut Self)) {
        if !fork.before.alive {
            return;
        }
        let Some(reached) = fork.before.scope.and(scope) else { return };
        self.state = fork.before.clone();
        self.state.scope = reached;
        read(self);
        let block = std::mem::take(&mut self.block);
        fork.arms.push(Arm { scope: scope.clone(), block });
        if !self.state.alive {
            fork.ended += 1;
        }
        let state = std::mem::replace(&mut self.state, fork.before.clone());
        self.join_into(&mut fork.after, state);
    }

    /// What comes after all ways.
    pub(super) fn meet(&mut self, fork: Fork<'t>, place: Place) {
        let Fork { before, block, arms, after, ended } = fork;
        let scope = before.scope.clone();
        let was_alive = before.alive;
        self.state = after.unwrap_or(State { alive: false, ..before });
        if ended == 0 && was_alive {
            self.state.scope = scope;
        }
        self.block = block;
        if was_alive && arms.iter().any(|arm| !arm.block.is_empty()) {
            self.block.push(Statement { place, kind: StatementKind::Branch { arms, exhaustive: true } });
        }
    }

    /// Reads something that may be left out.
    pub(super) fn perhaps<T>(&mut self, place: Place, read: impl FnOnce(&mut Self) -> T) -> Option<T> {
        let mut fork = self.fork();
        let mut result = None;
        self.arm(&mut fork, &Scope::default(), |reader| result = Some(read(reader)));
        self.arm(&mut fork, &Scope::default(), |_| ());
        self.meet(fork, place);
        result
    }

    pub(super) fn join_into(&mut self, slot: &mut Option<State<'t>>, state: State<'t>) {
        if !state.alive {
            return;
        }
        match slot {
            Some(known) => {
                let work = known.join(&state);
                self.spend(work);
            }
            None => *slot = Some(state),
        }
    }

    /// Reads a loop: `start` binds what each round has, `body` is the round.
    pub(super) fn repeat(
        &mut self,
        place: Place,
        is_endless: bool,
        body: Option<Node<'t>>,
        mut start: impl FnMut(&mut Self),
        otherwise: Option<Node<'t>>,
    ) {
        self.rehearse(body, &mut start);
        let before = self.state.clone();
        let outer = std::mem::take(&mut self.block);
        let leaves = body.map(Leaves::of).unwrap_or_default();
        let returns = leaves.returns && !self.running.last().is_some_and(|running| running.exits);
        let parts = leaves.breaks && (is_endless || otherwise.is_some());
        let is_function = parts && !returns;
        self.loops.push(Loop { is_function, ..Loop::default() });
        start(self);
        if let Some(body) = body {
            self.block_of(body);
        }
        let round = std::mem::take(&mut self.block);
        let Loop { broken, continued, .. } = self.loops.pop().unwrap_or_default();
        let alive = before.alive;
        let dead = State { alive: false, ..before.clone() };
        let mut after = (alive && !is_endless).then_some(before);
        let ended = std::mem::replace(&mut self.state, dead.clone());
        if !is_endless {
            self.join_into(&mut after, ended);
            if let Some(continued) = continued {
                self.join_into(&mut after, continued);
            }
        }
        self.state = after.unwrap_or_else(|| dead.clone());
        if alive {
            self.push_loop(&place, round, is_endless && (is_function || !leaves.breaks));
        }
        if let Some(body) = otherwise.and_then(|clause| field(clause, "body")) {
            self.block_of(body);
        }
        let whole = std::mem::replace(&mut self.block, outer);
        if is_function {
            let function = self.add_function(whole);
            self.block.push(Statement { place, kind: StatementKind::Call(function) });
        } else {
            self.block.extend(whole);
            if parts && alive {
                // Whether `break` or the end led here cannot be said.
                self.unknown(place.clone(), UnknownKind::TooLarge);
                self.block.push(Statement { place, kind: StatementKind::Unknown });
            }
        }
        if let Some(broken) = broken {
            let mut joined =
                Some(std::mem::replace(&mut self.state, dead.clone())).filter(|state| state.alive);
            self.join_into(&mut joined, broken);
            self.state = joined.unwrap_or(dead);
        }
    }

    fn push_loop(&mut self, place: &Place, round: Block, is_endless: bool) {
        if !round.is_empty() || is_endless {
            self.block.push(Statement { place: place.clone(), kind: StatementKind::Loop(round) });
        }
        if is_endless {
            // Nothing goes on behind a loop without an end.
            let kind = StatementKind::Branch { arms: Vec::new(), exhaustive: true };
            self.block.push(Statement { place: place.clone(), kind });
        }
    }

    /// Learns what a round changes, so that a round is read with what earlier ones may have left.
    fn rehearse(&mut self, body: Option<Node<'t>>, start: &mut impl FnMut(&mut Self)) {
        if self.is_rehearsal || body.is_none_or(|body| body.descendant_count() < 3) {
            return;
        }
        self.is_rehearsal = true;
        let functions = self.functions.len();
        let block = std::mem::take(&mut self.block);
        let (running, attempts, loops) = (self.running.clone(), self.attempts.clone(), self.loops.clone());
        let before = self.state.clone();
        let mut after = Some(before.clone());
        self.loops.push(Loop::default());
        start(self);
        if let Some(body) = body {
            self.block_of(body);
        }
        let left = self.loops.pop().unwrap_or_default();
        let ended = std::mem::replace(&mut self.state, State::new());
        self.join_into(&mut after, ended);
        if let Some(continued) = left.continued {
            self.join_into(&mut after, continued);
        }
        (self.running, self.attempts, self.loops) = (running, attempts, loops);
        self.functions.truncate(functions);
        self.block = block;
        self.state = State { scope: before.scope, alive: before.alive, ..after.unwrap_or_else(State::new) };
        self.is_rehearsal = false;
    }

    pub(super) fn leave_loop(&mut self, place: Place, is_break: bool) {
        let state = self.state.clone();
        let Some(mut current) = self.loops.pop() else { return };
        let kind = if !is_break {
            self.join_into(&mut current.continued, state);
            StatementKind::Continue
        } else if current.is_function {
            self.join_into(&mut current.broken, state);
            StatementKind::Return
        } else {
            self.join_into(&mut current.broken, state);
            StatementKind::Break
        };
        self.loops.push(current);
        self.emit(place, kind);
        self.state.alive = false;
    }
}

/// Which statements leave a loop's body.
#[derive(Debug, Clone, Copy, Default)]
struct Leaves {
    breaks: bool,
    returns: bool,
}

impl Leaves {
    fn of(body: Node<'_>) -> Self {
        let mut leaves = Self::default();
        let mut cursor = body.walk();
        let mut inner_loops = 0_usize;
        loop {
            let kind = cursor.node().kind();
            let is_function = matches!(kind, "function_definition" | "lambda" | "class_definition");
            match kind {
                "break_statement" => leaves.breaks |= inner_loops == 0,
                "return_statement" => leaves.returns = true,
                _ => {}
            }
            if !is_function && cursor.goto_first_child() {
                inner_loops += usize::from(is_loop(kind));
                continue;
            }
            while !cursor.goto_next_sibling() {
                if !cursor.goto_parent() {
                    return leaves;
                }
                inner_loops -= usize::from(is_loop(cursor.node().kind()));
                if cursor.node() == body {
                    return leaves;
                }
            }
        }
    }
}

fn is_loop(kind: &str) -> bool {
    matches!(kind, "for_statement" | "while_statement")
}
