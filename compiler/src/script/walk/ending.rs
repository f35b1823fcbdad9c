//! Ends of the process, handlers of errors, and ways of a `switch`.

use super::super::facts::{Exit, Place, Scope};
use super::super::program::{Arm, Block, Statement, StatementKind};
use super::reader::{Reader, Taken, fails};
use super::state::{Changes, Mark};
use super::thing::Thing;

impl Reader<'_> {
    /// Ends the process with the code that this stands for.
    pub(in crate::script) fn exit_with(&mut self, at: Place, code: Option<&Thing>, ends: bool) {
        if let Some(Thing::Choice(table)) = code {
            let arms = table.iter().map(|(scope, code)| {
                let kind = if ends {
                    StatementKind::Exit(exit_of(code))
                } else {
                    StatementKind::EndWith(exit_of(code))
                };
                Arm { scope: scope.clone(), block: vec![Statement { place: at.clone(), kind }] }
            });
            let arms = arms.collect();
            self.branch(at, arms);
            self.ends += usize::from(ends);
            self.alive &= !ends;
            return;
        }
        let statement = |exit| if ends { StatementKind::Exit(exit) } else { StatementKind::EndWith(exit) };
        let exits: Vec<Exit> = match code {
            None if self.sets_exit_code => vec![Exit::Unknown],
            None => vec![Exit::Code(0)],
            Some(code) => code.alternatives().iter().map(exit_of).collect(),
        };
        let arms = exits.iter().map(|exit| Arm {
            scope: Scope::default(),
            block: vec![Statement { place: at.clone(), kind: statement(*exit) }],
        });
        if let [exit] = exits.as_slice() {
            self.emit(at, statement(*exit));
        } else {
            let arms = arms.collect();
            self.branch(at, arms);
        }
        if ends {
            self.ends += 1;
            self.alive = false;
        }
    }

    /// Walks something whose errors are handled. Without a place of the handler they pass through.
    pub(in crate::script) fn attempt(
        &mut self,
        at: Place,
        body: impl FnOnce(&mut Self) -> Thing,
        handler_place: Option<Place>,
        handler: impl FnOnce(&mut Self) -> Thing,
        finally: impl FnOnce(&mut Self),
    ) -> Thing {
        let mark = self.state.mark();
        let all = Scope::default();
        let mut result = Thing::Undefined;
        if handler_place.is_some() {
            self.guards.push(self.facts.answers.len());
        }
        let tried = self.way(&all, |reader| result = body(reader));
        if handler_place.is_some() {
            self.guards.pop();
        }
        let Some(mut tried) = tried else { return result };
        let mut block = std::mem::take(&mut tried.block);
        let mut ways = Vec::new();
        let mut caught = None;
        if let Some(handler_place) = handler_place {
            if !raises(&block) {
                block.insert(0, Statement { place: at.clone(), kind: StatementKind::MayRaise });
            }
            // The error may have come at any moment of the body.
            let base = self.scope.clone();
            let halfway = [(base.clone(), tried.changes.clone()), (base.clone(), Changes::default())];
            let after_error = self.way(&all, |reader| {
                reader.state.join(mark, &halfway, &base);
                result = std::mem::replace(&mut result, Thing::Undefined).or(handler(reader));
            });
            if let Some(mut way) = after_error {
                caught = Some((handler_place, std::mem::take(&mut way.block)));
                ways.push(way);
            }
        }
        ways.insert(0, tried);
        self.rejoin(mark, ways);
        let (last, ends) = self.finally(finally);
        // A failure that is swallowed makes no difference, unless it is the payload's.
        let reads_payload = self
            .facts
            .stdin
            .parsed_at
            .as_ref()
            .is_some_and(|parsed| at.start <= parsed.start && parsed.end <= at.end);
        let only_fails = block.iter().all(|statement| statement.kind == StatementKind::MayRaise);
        let does_something = caught.as_ref().is_none_or(|(_, block)| !block.is_empty());
        if !only_fails || does_something || reads_payload || !last.is_empty() {
            let alive = std::mem::replace(&mut self.alive, true);
            self.emit(at, StatementKind::Try { body: block, handler: caught, finally: last });
            self.alive = alive;
        }
        self.alive &= !ends;
        result
    }

    /// Walks what runs in any case; says whether it never comes to its end.
    pub(in crate::script) fn finally(&mut self, walk: impl FnOnce(&mut Self)) -> (Block, bool) {
        let was_alive = std::mem::replace(&mut self.alive, true);
        let before = self.scope.clone();
        let (block, ()) = self.aside(walk);
        let ends = !std::mem::replace(&mut self.alive, was_alive);
        self.scope = before;
        (block, ends)
    }

    pub(in crate::script) fn settle_switch(
        &mut self,
        at: Place,
        mark: Mark,
        mut scopes: Vec<(Scope, usize)>,
        ways: Vec<(Option<Taken>, Vec<Changes>)>,
        otherwise: Option<Scope>,
    ) {
        let mut all: Vec<Option<Taken>> = Vec::new();
        for (way, left) in ways {
            let Some(mut way) = way else {
                all.push(None);
                continue;
            };
            // A `break` at the end of a case is where the case ends; the ways of others are joined with it.
            let scope = way.scope.clone();
            let mut ends: Vec<Changes> = left;
            if way.alive {
                ends.push(std::mem::take(&mut way.changes));
            }
            way.alive = !ends.is_empty();
            if ends.len() == 1 {
                way.changes = ends.remove(0);
            } else if !ends.is_empty() {
                let base = self.scope.clone();
                let ends: Vec<_> = ends.into_iter().map(|changes| (base.clone(), changes)).collect();
                let joined = self.way(&Scope::default(), |reader| reader.state.join(mark, &ends, &base));
                way.changes = joined.map(|joined| joined.changes).unwrap_or_default();
            }
            way.scope = scope;
            all.push(Some(way));
        }
        if let Some(scope) = otherwise {
            all.push(self.way(&scope, |_| {}));
            scopes.push((scope, 0));
        }
        self.settle_ways(at, mark, scopes.iter().map(|(scope, _)| scope), all);
    }

    /// Whether a way ends by saying no, so that a test for presence in front of it provides for nothing.
    pub(in crate::script) fn refuses(&self, way: &Taken) -> bool {
        !way.alive && (fails(&way.block, &self.program) || self.denies(&way.block))
    }
}

pub(in crate::script) fn exit_of(code: &Thing) -> Exit {
    match code {
        Thing::Number(Some(code), _) => Exit::Code((*code & 0xff) as i32),
        Thing::Undefined | Thing::Null(_) => Exit::Code(0),
        Thing::Bool(value, _) => Exit::Code(i32::from(*value)),
        _ => Exit::Unknown,
    }
}

/// Whether a block can raise an error that leaves it, as far as is known.
fn raises(block: &[Statement]) -> bool {
    block.iter().any(|statement| match &statement.kind {
        StatementKind::Raise | StatementKind::MayRaise | StatementKind::Call(_) => true,
        StatementKind::Branch { arms, .. } => arms.iter().any(|arm| raises(&arm.block)),
        StatementKind::Loop(body) => raises(body),
        StatementKind::Try { body, handler, .. } => handler.is_none() && raises(body),
        _ => false,
    })
}
