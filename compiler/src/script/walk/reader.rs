//! What is carried through the walk of a script, and how ways part and join.

use std::collections::{HashMap, HashSet};

use super::super::facts::{
    CwdUse, Facts, HostCheck, Place, Read, Scope, Segment, StdinUse, Unknown, UnknownKind,
};
use super::super::program::{Arm, Block, FunctionId, Program, Statement, StatementKind};
use super::super::{Comparison, Exit, Key, Language};
use super::frame::{Class, Frame, Function};
use super::member::Pending;
use super::state::Content;
use super::state::{Changes, Mark, ScopeId, State};
use super::thing::{Closure, Field, Thing, path_name};

use crate::order;

/// The deepest nesting of expressions, statements and calls that is followed.
pub(in crate::script) const MAX_DEPTH: usize = 120;

/// How many steps a script of no length may take, and how many more each byte of it allows. Functions are walked at every call,
/// so that steps are not bounded by the length alone.
const FUEL: usize = 40_000;
const FUEL_PER_BYTE: usize = 6;

/// The walk of one script.
#[derive(Debug)]
pub(in crate::script) struct Reader<'t> {
    pub(in crate::script) text: &'t str,
    pub(in crate::script) facts: Facts,
    pub(in crate::script) state: State,
    /// The names that are seen.
    pub(in crate::script) names: ScopeId,
    /// For which events the walk is where it is.
    pub(in crate::script) scope: Scope,
    /// Whether the walk goes on behind the last statement.
    pub(in crate::script) alive: bool,
    pub(in crate::script) block: Block,
    pub(in crate::script) program: Vec<Block>,
    pub(in crate::script) functions: Vec<Function<'t>>,
    pub(in crate::script) classes: Vec<Class<'t>>,
    pub(in crate::script) frames: Vec<Frame>,
    pub(in crate::script) exits: Vec<Exits>,
    /// Bodies of `try` around the walk, each with the number of answers when it was entered.
    pub(in crate::script) guards: Vec<usize>,
    /// What has been put in the place of a member of the host.
    pub(in crate::script) overrides: HashMap<String, Thing>,
    /// Listeners that wait for standard input.
    pub(in crate::script) pending: Vec<Pending>,
    /// What functions have put out for whoever takes it, by the takers around the walk.
    pub(in crate::script) captured: Vec<Vec<Thing>>,
    /// What promises were settled with.
    pub(in crate::script) promises: Vec<Option<Thing>>,
    /// What is called for errors that nothing handles.
    pub(in crate::script) last_resort: Option<(Place, Thing)>,
    /// Ways through the payload that are tested for presence.
    pub(in crate::script) tested: HashSet<String>,
    /// Presence tests of the condition that is being walked.
    pub(in crate::script) tests: Vec<String>,
    /// How often the process was ended or an error was raised.
    pub(in crate::script) ends: usize,
    /// Programs that are looked for before they are used.
    pub(in crate::script) looked_for: HashSet<String>,
    /// The first call into a package.
    pub(in crate::script) package_call: Option<Place>,
    pub(in crate::script) sets_exit_code: bool,
    /// Whether what is walked stands in for a value that the payload or the host did not give.
    pub(in crate::script) is_fallback: bool,
    pub(in crate::script) fuel: usize,
    pub(in crate::script) depth: usize,
    seen_reads: HashMap<(usize, String), usize>,
    seen_comparisons: HashMap<(usize, String), usize>,
}

/// A loop or a `switch` that is being walked.
#[derive(Debug)]
pub(in crate::script) struct Exits {
    pub(in crate::script) mark: Mark,
    pub(in crate::script) is_loop: bool,
    /// What had changed where `break` or `continue` left it.
    pub(in crate::script) left: Vec<Changes>,
}

/// What became of one way.
#[derive(Debug)]
pub(in crate::script) struct Taken {
    pub(in crate::script) block: Block,
    pub(in crate::script) changes: Changes,
    pub(in crate::script) scope: Scope,
    pub(in crate::script) alive: bool,
}

impl<'t> Reader<'t> {
    pub(in crate::script) fn new(language: Language, text: &'t str) -> Self {
        Self {
            text,
            facts: Facts::new(language),
            state: State::new(),
            names: State::top(),
            scope: Scope::default(),
            alive: true,
            block: Block::new(),
            program: Vec::new(),
            functions: Vec::new(),
            classes: Vec::new(),
            frames: Vec::new(),
            exits: Vec::new(),
            guards: Vec::new(),
            overrides: HashMap::new(),
            pending: Vec::new(),
            captured: Vec::new(),
            promises: Vec::new(),
            last_resort: None,
            tested: HashSet::new(),
            tests: Vec::new(),
            ends: 0,
            looked_for: HashSet::new(),
            package_call: None,
            sets_exit_code: false,
            is_fallback: false,
            fuel: FUEL + text.len() * FUEL_PER_BYTE,
            depth: 0,
            seen_reads: HashMap::new(),
            seen_comparisons: HashMap::new(),
        }
    }

    /// The facts of the script that was walked.
    pub(in crate::script) fn finish(mut self) -> Facts {
        for read in &mut self.facts.reads {
            read.has_fallback |=
                (1..=read.path.len()).any(|length| self.tested.contains(&path_name(&read.path[..length])));
        }
        for program in &mut self.facts.programs {
            program.checked |= self.looked_for.contains(&program.name);
        }
        if let Some(place) = self.package_call.take()
            && (self.facts.stdin.used == StdinUse::Never || self.facts.answers.is_empty())
        {
            self.unknown(place, UnknownKind::OtherFile);
        }
        order::by_place(&mut self.facts.reads, |read| (read.place.start, read.place.end));
        order::by_place(&mut self.facts.unknowns, |unknown| (unknown.place.start, 0));
        self.facts.unknowns.dedup();
        let program = Program { main: self.block, functions: self.program };
        self.facts.follow(&program, self.text.len());
        self.facts
    }

    /// Pays for some steps. When nothing is left, the rest of the script is unknown.
    pub(in crate::script) fn spend(&mut self, steps: usize) -> bool {
        if self.fuel >= steps && self.depth < MAX_DEPTH {
            self.fuel -= steps;
            return true;
        }
        if self.depth < MAX_DEPTH {
            self.fuel = 0;
        }
        if !self.facts.unknowns.iter().any(|unknown| unknown.kind == UnknownKind::TooLarge) {
            self.facts.unknowns.push(Unknown { place: 0..0, kind: UnknownKind::TooLarge });
        }
        self.emit(0..0, StatementKind::Unknown);
        false
    }

    /// Whether the walk should go on behind a statement.
    pub(in crate::script) fn goes_on(&self) -> bool {
        self.alive && self.fuel > 0
    }

    pub(in crate::script) fn source(&self, place: &Place) -> &'t str {
        &self.text[place.clone()]
    }

    pub(in crate::script) fn emit(&mut self, place: Place, kind: StatementKind) {
        if !self.alive {
            return;
        }
        let repeats =
            matches!(kind, StatementKind::Unknown | StatementKind::MayRaise | StatementKind::Complain)
                && self.block.last().is_some_and(|last| last.kind == kind);
        if !repeats {
            self.block.push(Statement { place, kind });
        }
    }

    /// Leaves the way by ending the process or raising an error.
    pub(in crate::script) fn end(&mut self, place: Place, kind: StatementKind) {
        self.emit(place, kind);
        self.ends += 1;
        self.alive = false;
    }

    /// Something was not understood that may write or end the process.
    pub(in crate::script) fn unknown(&mut self, place: Place, kind: UnknownKind) {
        self.emit(place.clone(), StatementKind::Unknown);
        if !self.facts.unknowns.iter().any(|unknown| unknown.kind == kind && unknown.place == place) {
            self.facts.unknowns.push(Unknown { place, kind });
        }
    }

    /// Something of the host may fail, which only matters where that is handled and nothing has been answered yet.
    pub(in crate::script) fn may_fail(&mut self, place: Place) {
        if self.guards.last() == Some(&self.facts.answers.len()) {
            self.emit(place, StatementKind::MayRaise);
        }
    }

    /// What is emitted meanwhile, as a block of its own.
    pub(in crate::script) fn aside<T>(&mut self, walk: impl FnOnce(&mut Self) -> T) -> (Block, T) {
        let outer = std::mem::take(&mut self.block);
        let result = walk(self);
        (std::mem::replace(&mut self.block, outer), result)
    }

    /// Walks one way and takes memory back to where it parted. `None` when no event leads there.
    pub(in crate::script) fn way(&mut self, scope: &Scope, walk: impl FnOnce(&mut Self)) -> Option<Taken> {
        let inner = self.scope.and(scope)?;
        let mark = self.state.mark();
        let outer = std::mem::replace(&mut self.scope, inner);
        let was_alive = std::mem::replace(&mut self.alive, true);
        let (block, ()) = self.aside(walk);
        let scope = std::mem::replace(&mut self.scope, outer);
        let alive = std::mem::replace(&mut self.alive, was_alive);
        let steps = self.state.changed_since(mark) / 4;
        self.spend(steps);
        let changes = self.state.take_back(mark);
        Some(Taken { block, changes, scope, alive })
    }

    /// Goes on behind ways of which one was taken. Ways that ended leave their mark on the scope.
    pub(in crate::script) fn rejoin(&mut self, mark: Mark, ways: Vec<Taken>) {
        let all_alive = ways.iter().all(|way| way.alive);
        let living: Vec<Taken> = ways.into_iter().filter(|way| way.alive).collect();
        if living.is_empty() {
            self.alive = false;
            return;
        }
        let base = self.scope.clone();
        if !all_alive {
            self.scope = living.iter().map(|way| way.scope.clone()).reduce(either).unwrap_or_default();
        }
        self.join(mark, living, &base);
    }

    /// Memory behind ways of which one was taken.
    pub(in crate::script) fn join(&mut self, mark: Mark, ways: Vec<Taken>, base: &Scope) {
        self.spend(ways.iter().map(|way| way.changes.len()).sum::<usize>() / 4);
        let changes: Vec<(Scope, Changes)> = ways.into_iter().map(|way| (way.scope, way.changes)).collect();
        self.state.join(mark, &changes, base);
    }

    /// Emits the branch that these ways are, and goes on behind it.
    pub(in crate::script) fn settle_ways<'s>(
        &mut self,
        place: Place,
        mark: Mark,
        scopes: impl IntoIterator<Item = &'s Scope>,
        ways: impl IntoIterator<Item = Option<Taken>>,
    ) {
        let mut arms = Vec::new();
        let mut taken = Vec::new();
        for (scope, way) in scopes.into_iter().zip(ways) {
            let Some(mut way) = way else { continue };
            arms.push(Arm { scope: scope.clone(), block: std::mem::take(&mut way.block) });
            taken.push(way);
        }
        self.branch(place, arms);
        self.rejoin(mark, taken);
    }

    /// Emits a branch of which one arm is always taken, unless nothing happens in any.
    pub(in crate::script) fn branch(&mut self, place: Place, arms: Vec<Arm>) {
        if arms.iter().any(|arm| !arm.block.is_empty()) {
            self.emit(place, StatementKind::Branch { arms, exhaustive: true });
        }
    }

    /// Makes a function of the common form of a block, and calls it, unless the block does nothing.
    pub(in crate::script) fn emit_call(&mut self, place: Place, id: FunctionId, block: Block) {
        if matters(&block) {
            self.program[id.0 as usize] = block;
            self.emit(place, StatementKind::Call(id));
        }
    }

    pub(in crate::script) fn reserve_function(&mut self) -> FunctionId {
        self.program.push(Block::new());
        FunctionId(self.program.len() as u32 - 1)
    }

    /// Writes down that a field of the payload is read.
    pub(in crate::script) fn record_read(&mut self, field: &Field, place: Place) {
        if field.path.is_empty() {
            return;
        }
        let key = (place.start, path_name(&field.path));
        if let Some(&index) = self.seen_reads.get(&key) {
            let scope = self.scope.clone();
            let known = &mut self.facts.reads[index];
            known.scope = either(known.scope.clone(), scope);
            known.decoded |= field.decoded;
            return;
        }
        self.seen_reads.insert(key, self.facts.reads.len());
        self.facts.reads.push(Read {
            path: field.path.clone(),
            place,
            has_fallback: false,
            decoded: field.decoded,
            scope: self.scope.clone(),
        });
    }

    /// Writes down that the value of a field is decoded as JSON.
    pub(in crate::script) fn record_decoding(&mut self, path: &[Segment]) {
        let name = path_name(path);
        for read in &mut self.facts.reads {
            read.decoded |= path_name(&read.path) == name;
        }
    }

    /// Writes down that a field is compared with a constant.
    pub(in crate::script) fn record_comparison(&mut self, path: &[Segment], constant: Key) {
        if path.is_empty() {
            return;
        }
        let key = (constant.place.start, path_name(path));
        if let Some(&index) = self.seen_comparisons.get(&key) {
            let known = &mut self.facts.comparisons[index];
            known.scope = either(known.scope.clone(), self.scope.clone());
            return;
        }
        self.seen_comparisons.insert(key, self.facts.comparisons.len());
        let scope = self.scope.clone();
        self.facts.comparisons.push(Comparison { path: path.to_vec(), constant, scope });
    }

    /// Writes down what does not parse; the rest is walked all the same.
    pub(in crate::script) fn note_errors(&mut self, root: tree_sitter::Node<'t>) {
        if !root.has_error() {
            return;
        }
        let mut cursor = root.walk();
        loop {
            let node = cursor.node();
            if node.is_error() || node.is_missing() {
                self.unknown(node.byte_range(), UnknownKind::Syntax);
                return;
            }
            if node.has_error() && cursor.goto_first_child() {
                continue;
            }
            while !cursor.goto_next_sibling() {
                if !cursor.goto_parent() {
                    return;
                }
            }
        }
    }

    /// The value of a variable of the script.
    pub(in crate::script) fn variable(&self, name: &str) -> Option<Thing> {
        let cell = self.state.find(self.names, name)?;
        match self.state.get(cell) {
            Content::Variable(thing) => Some(thing.clone()),
            _ => None,
        }
    }

    /// A function of the script.
    pub(in crate::script) fn function_at(&mut self, node: tree_sitter::Node<'t>) -> Thing {
        self.functions.push(Function { node, names: self.names });
        Thing::Function(Closure { function: self.functions.len() as u32 - 1, this: None })
    }

    /// Writes down that the working directory is taken for the project, unless it stands in for what the payload says.
    pub(in crate::script) fn note_cwd(&mut self, at: Place) {
        let is_known = self.facts.cwd_uses.iter().any(|known| known.place == at);
        if !self.is_fallback && !is_known {
            self.facts.cwd_uses.push(CwdUse { place: at });
        }
    }

    /// Writes down that the script asks whom it serves.
    pub(in crate::script) fn record_host_check(&mut self, place: Place) {
        if !self.facts.host_checks.iter().any(|check| check.place == place) {
            self.facts.host_checks.push(HostCheck { place });
        }
    }
}

/// Whether a block does anything that a way out tells of.
pub(in crate::script) fn matters(block: &Block) -> bool {
    block.iter().any(|statement| match &statement.kind {
        StatementKind::Return | StatementKind::Break | StatementKind::Continue => false,
        StatementKind::Branch { arms, .. } => arms.iter().any(|arm| matters(&arm.block)),
        StatementKind::Loop(body) => matters(body),
        StatementKind::Try { body, handler, finally } => {
            matters(body) || matters(finally) || handler.as_ref().is_some_and(|(_, block)| matters(block))
        }
        // A function that does nothing is never called, so this one calls itself or does something.
        StatementKind::Call(_) => true,
        _ => true,
    })
}

/// Whether a block says no: it ends with a code that is not 0 or with an error.
pub(in crate::script) fn fails(block: &Block, program: &[Block]) -> bool {
    block.iter().any(|statement| match &statement.kind {
        StatementKind::Exit(exit) | StatementKind::EndWith(exit) => *exit != Exit::Code(0),
        StatementKind::Raise => true,
        StatementKind::Call(id) => program.get(id.0 as usize).is_some_and(|block| {
            block.iter().any(|inner| {
                matches!(&inner.kind, StatementKind::Exit(exit) if *exit != Exit::Code(0))
                    || inner.kind == StatementKind::Raise
            })
        }),
        _ => false,
    })
}

/// The events of both.
pub(in crate::script) fn either(one: Scope, two: Scope) -> Scope {
    let conditional = one.conditional && two.conditional;
    let (only, except) = match (one.only, two.only) {
        (Some(mut names), Some(others)) => {
            names.extend(others.into_iter().filter(|name| !names.contains(name)).collect::<Vec<_>>());
            (Some(names), Vec::new())
        }
        (Some(names), None) => (None, without(two.except, &names)),
        (None, Some(names)) => (None, without(one.except, &names)),
        (None, None) => {
            let except = one.except.into_iter().filter(|name| two.except.contains(name)).collect();
            (None, except)
        }
    };
    Scope { only, except, conditional }
}

fn without(mut except: Vec<String>, names: &[String]) -> Vec<String> {
    except.retain(|name| !names.contains(name));
    except
}
