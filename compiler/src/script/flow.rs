//! The ways through a script, found by walking its [`Program`] once with every set of circumstances that makes a difference.

use super::facts::{AnswerId, Exit, Place, Scope, WayOut};
use super::program::{Arm, Block, FunctionId, Program, Statement, StatementKind};

/// More writes than this on one way are not told apart.
const MAX_ANSWERS: usize = 3;

/// More ways than this that are open at one time are not followed.
const MAX_WAYS: usize = 64;

/// More statements than this, each counted as often as it is walked, are not followed.
const MAX_STATEMENTS: usize = 20_000;

/// Calls nested deeper than this are not followed.
const MAX_CALLS: usize = 32;

/// Blocks nested deeper than this, calls counted, are not followed.
const MAX_NESTING: usize = 192;

/// The ways out of a script.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct WaysOut {
    pub(super) ways: Vec<WayOut>,
    /// Whether a limit was met, so that ways may be missing.
    pub(super) incomplete: bool,
}

/// Follows a script from its start to every end. `end` is the length of its text.
pub(super) fn ways_out(program: &Program, end: usize) -> WaysOut {
    // Most scripts end in one way.
    let out = WaysOut { ways: Vec::with_capacity(1), ..WaysOut::default() };
    let mut walk = Walk { program, calls: Vec::new(), nesting: 0, budget: MAX_STATEMENTS, out };
    let mut leaving = Leaving::default();
    let mut ended = walk.block(&program.main, vec![Way::default()], &mut leaving);
    ended.append(&mut leaving.returned);
    ended.append(&mut leaving.broken);
    ended.append(&mut leaving.continued);
    for way in ended {
        let exit = way.end_with.unwrap_or(Exit::Code(0));
        walk.finish(way, exit, end..end);
    }
    for (way, place) in leaving.raised {
        walk.finish(way, Exit::Error, place);
    }
    walk.out
}

/// Marks that something happened on these ways of which nothing is known.
fn unsure(ways: &mut [Way]) {
    for way in ways {
        way.unsure = true;
    }
}

/// What happened on the way so far.
#[derive(Debug, Clone, PartialEq, Default)]
struct Way {
    answers: Vec<AnswerId>,
    many: bool,
    unsure: bool,
    handler: Option<Place>,
    scope: Scope,
    complains: bool,
    /// How much was written when each loop that the way is in was entered.
    entered: Vec<usize>,
    /// How it ends when nothing ends it before.
    end_with: Option<Exit>,
    turn: Option<Place>,
}

impl Way {
    fn write(&mut self, answer: AnswerId) {
        self.turn = None;
        if self.answers.len() < MAX_ANSWERS {
            self.answers.push(answer);
        } else {
            self.many = true;
        }
    }

    /// The way behind the innermost loop that it is in.
    fn after_loop(mut self) -> Self {
        self.entered.pop();
        self
    }
}

/// The ways that leave a block before its end.
#[derive(Debug, Default)]
struct Leaving {
    returned: Vec<Way>,
    broken: Vec<Way>,
    continued: Vec<Way>,
    raised: Vec<(Way, Place)>,
}

struct Walk<'p> {
    program: &'p Program,
    calls: Vec<FunctionId>,
    nesting: usize,
    budget: usize,
    out: WaysOut,
}

impl Walk<'_> {
    fn finish(&mut self, way: Way, exit: Exit, place: Place) {
        let Way { answers, many, unsure, handler, scope, complains, turn, entered: _, end_with: _ } = way;
        let way = WayOut { answers, many, unsure, exit, place, handler, scope, complains, turn };
        if self.out.ways.len() >= MAX_WAYS * 4 {
            self.out.incomplete = true;
        } else if !self.out.ways.contains(&way) {
            self.out.ways.push(way);
        }
    }

    fn block(&mut self, block: &Block, mut ways: Vec<Way>, leaving: &mut Leaving) -> Vec<Way> {
        if self.nesting >= MAX_NESTING {
            self.out.incomplete = true;
            unsure(&mut ways);
            return ways;
        }
        self.nesting += 1;
        let after = self.statements(block, ways, leaving);
        self.nesting -= 1;
        after
    }

    fn statements(&mut self, block: &Block, mut ways: Vec<Way>, leaving: &mut Leaving) -> Vec<Way> {
        for statement in block {
            if ways.is_empty() {
                break;
            }
            if self.budget == 0 {
                self.out.incomplete = true;
                unsure(&mut ways);
                break;
            }
            self.budget -= 1;
            ways = self.statement(statement, ways, leaving);
            self.merge(&mut ways);
        }
        ways
    }

    fn statement(&mut self, statement: &Statement, mut ways: Vec<Way>, leaving: &mut Leaving) -> Vec<Way> {
        match &statement.kind {
            StatementKind::Write(answer) => ways.iter_mut().for_each(|way| way.write(*answer)),
            StatementKind::Complain => ways.iter_mut().for_each(|way| way.complains = true),
            StatementKind::Unknown => ways.iter_mut().for_each(|way| way.unsure = true),
            StatementKind::Exit(exit) => {
                for way in ways.drain(..) {
                    self.finish(way, *exit, statement.place.clone());
                }
            }
            StatementKind::EndWith(exit) => ways.iter_mut().for_each(|way| way.end_with = Some(*exit)),
            StatementKind::Return => {
                for way in ways.iter_mut().filter(|way| way.answers.is_empty()) {
                    way.turn = Some(statement.place.clone());
                }
                leaving.returned.append(&mut ways);
            }
            StatementKind::Break => leaving.broken.append(&mut ways),
            StatementKind::Continue => leaving.continued.append(&mut ways),
            StatementKind::Raise => {
                leaving.raised.extend(ways.drain(..).map(|way| (way, statement.place.clone())));
            }
            StatementKind::MayRaise => {
                leaving.raised.extend(ways.iter().map(|way| (way.clone(), statement.place.clone())));
                self.merge_raised(&mut leaving.raised);
            }
            StatementKind::Branch { arms, exhaustive } => {
                return self.branch(statement, arms, *exhaustive, ways, leaving);
            }
            StatementKind::Loop(block) => return self.repeat(block, ways, leaving),
            StatementKind::Try { body, handler, finally } => {
                return self.attempt(body, handler.as_ref(), finally, ways, leaving);
            }
            StatementKind::Call(function) => return self.call(*function, ways, leaving),
        }
        ways
    }

    fn branch(
        &mut self,
        statement: &Statement,
        arms: &[Arm],
        exhaustive: bool,
        ways: Vec<Way>,
        leaving: &mut Leaving,
    ) -> Vec<Way> {
        let ended = self.answered(leaving);
        let mut after = Vec::new();
        for arm in arms {
            let taken =
                ways.iter().filter_map(|way| Some(Way { scope: way.scope.and(&arm.scope)?, ..way.clone() }));
            let taken = taken.collect();
            after.extend(self.block(&arm.block, taken, leaving));
        }
        if !exhaustive {
            let otherwise = Scope::otherwise(arms.iter().map(|arm| &arm.scope));
            after.extend(
                ways.into_iter().filter_map(|way| Some(Way { scope: way.scope.and(&otherwise)?, ..way })),
            );
        }
        let speaks = after.iter().any(|way| !way.answers.is_empty()) || self.answered(leaving) > ended;
        if speaks {
            for way in after.iter_mut().filter(|way| way.answers.is_empty()) {
                way.turn = Some(statement.place.clone());
            }
        }
        after
    }

    /// How many ways have answered and left, for good or for the end of their function.
    fn answered(&self, leaving: &Leaving) -> usize {
        let ended = self.out.ways.iter().filter(|way| !way.answers.is_empty());
        ended.count() + leaving.returned.iter().filter(|way| !way.answers.is_empty()).count()
    }

    /// A first round, and one more for the ways that the first has changed: what they write before they leave, they may have
    /// written any number of times.
    fn repeat(&mut self, block: &Block, ways: Vec<Way>, leaving: &mut Leaving) -> Vec<Way> {
        let enter = |way: &Way| {
            let mut way = way.clone();
            way.entered.push(way.answers.len());
            way
        };
        let mut inner = Leaving::default();
        let mut once = self.round(block, ways.iter().map(enter).collect(), &mut inner);
        let changed: Vec<Way> = once.iter().filter(|way| !ways.contains(way)).map(enter).collect();
        once.append(&mut self.round(block, changed, &mut inner));
        let left = |way: Way| way.after_loop();
        leaving.returned.extend(inner.returned.into_iter().map(left));
        leaving.raised.extend(inner.raised.into_iter().map(|(way, place)| (way.after_loop(), place)));
        self.merge_raised(&mut leaving.raised);
        let mut after = ways;
        after.append(&mut once);
        after.extend(inner.broken.into_iter().map(left));
        after
    }

    /// One round of a loop; ways that have written in it may have done so many times.
    fn round(&mut self, block: &Block, ways: Vec<Way>, inner: &mut Leaving) -> Vec<Way> {
        let mut once = self.block(block, ways, inner);
        once.append(&mut inner.continued);
        for way in &mut once {
            way.many |= way.entered.last().is_some_and(|entered| way.answers.len() > *entered);
        }
        let mut once: Vec<Way> = once.into_iter().map(Way::after_loop).collect();
        self.merge(&mut once);
        once
    }

    fn attempt(
        &mut self,
        body: &Block,
        handler: Option<&(Place, Block)>,
        finally: &Block,
        ways: Vec<Way>,
        leaving: &mut Leaving,
    ) -> Vec<Way> {
        let mut inner = Leaving::default();
        let mut after = self.block(body, ways, &mut inner);
        if let Some((place, block)) = handler {
            let mut caught: Vec<Way> = std::mem::take(&mut inner.raised)
                .into_iter()
                .map(|(way, _)| Way { handler: Some(place.clone()), ..way })
                .collect();
            self.merge(&mut caught);
            after.extend(self.block(block, caught, &mut inner));
        }
        after = self.block(finally, after, leaving);
        let mut returned = self.block(finally, inner.returned, leaving);
        leaving.returned.append(&mut returned);
        let mut broken = self.block(finally, inner.broken, leaving);
        leaving.broken.append(&mut broken);
        let mut continued = self.block(finally, inner.continued, leaving);
        leaving.continued.append(&mut continued);
        for (way, place) in inner.raised {
            let passed = self.block(finally, vec![way], leaving);
            leaving.raised.extend(passed.into_iter().map(|way| (way, place.clone())));
        }
        self.merge_raised(&mut leaving.raised);
        after
    }

    fn call(&mut self, function: FunctionId, mut ways: Vec<Way>, leaving: &mut Leaving) -> Vec<Way> {
        let program = self.program;
        let Some(block) = program.functions.get(function.0 as usize) else { return ways };
        if self.calls.contains(&function) || self.calls.len() >= MAX_CALLS {
            unsure(&mut ways);
            return ways;
        }
        self.calls.push(function);
        let mut inner = Leaving::default();
        let ended = self.answered(leaving);
        let mut after = self.block(block, ways, &mut inner);
        self.calls.pop();
        after.append(&mut inner.returned);
        let speaks = after.iter().any(|way| !way.answers.is_empty()) || self.answered(leaving) > ended;
        if !speaks {
            // Where a function that says nothing returns from is of no interest.
            for way in &mut after {
                way.turn = None;
            }
        }
        // In a shell a function can leave the loop that it is called in.
        leaving.broken.append(&mut inner.broken);
        leaving.continued.append(&mut inner.continued);
        leaving.raised.append(&mut inner.raised);
        self.merge_raised(&mut leaving.raised);
        after
    }

    /// Ways that have become alike are one; too many are one that nothing is known of.
    fn merge(&mut self, ways: &mut Vec<Way>) {
        let mut distinct: Vec<Way> = Vec::with_capacity(ways.len());
        for way in ways.drain(..) {
            if !distinct.contains(&way) {
                distinct.push(way);
            }
        }
        if distinct.len() > MAX_WAYS {
            self.out.incomplete = true;
            distinct.truncate(MAX_WAYS);
            unsure(&mut distinct);
        }
        *ways = distinct;
    }

    fn merge_raised(&mut self, raised: &mut Vec<(Way, Place)>) {
        let mut distinct: Vec<(Way, Place)> = Vec::with_capacity(raised.len());
        for (way, place) in raised.drain(..) {
            if !distinct.iter().any(|(known, _)| *known == way) {
                distinct.push((way, place));
            }
        }
        if distinct.len() > MAX_WAYS {
            self.out.incomplete = true;
            distinct.truncate(MAX_WAYS);
        }
        *raised = distinct;
    }
}

impl Scope {
    /// Both at once; `None` when no event is left.
    pub(super) fn and(&self, other: &Self) -> Option<Self> {
        let only = match (&self.only, &other.only) {
            (Some(one), Some(two)) => Some(
                one.iter()
                    .filter(|name| two.iter().any(|known| known.eq_ignore_ascii_case(name)))
                    .cloned()
                    .collect(),
            ),
            (one, two) => one.clone().or_else(|| two.clone()),
        };
        let mut except = self.except.clone();
        except.extend(other.except.iter().filter(|name| !self.except.contains(name)).cloned());
        let only: Option<Vec<String>> = only.map(|names: Vec<String>| {
            names
                .into_iter()
                .filter(|name| !except.iter().any(|not| not.eq_ignore_ascii_case(name)))
                .collect()
        });
        if only.as_ref().is_some_and(Vec::is_empty) {
            return None;
        }
        if only.is_some() {
            // The names that are left are none of these.
            except.clear();
        }
        Some(Self { only, except, conditional: self.conditional || other.conditional })
    }

    /// What remains when none of these holds; no event at all when one of them always does.
    pub(super) fn otherwise<'s>(scopes: impl Iterator<Item = &'s Self>) -> Self {
        let mut rest = Self::default();
        for scope in scopes {
            let refused = match scope {
                Self { conditional: true, .. } => Self { conditional: true, ..Self::default() },
                Self { only: Some(names), .. } => Self { except: names.clone(), ..Self::default() },
                Self { only: None, except, .. } if except.is_empty() => continue,
                Self { only: None, except, .. } => Self { only: Some(except.clone()), ..Self::default() },
            };
            let Some(both) = rest.and(&refused) else {
                return Self { only: Some(Vec::new()), ..Self::default() };
            };
            rest = both;
        }
        rest
    }
}

#[cfg(test)]
mod tests;
