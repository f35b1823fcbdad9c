//! From the syntax tree to bytecode. Works for every pattern, and costs no more than reading it.

use hookc_runtime::backtrack::{Address, Code, CodeError, Op, Register, Way};

use super::ast::{Ast, Kind, NodeId, SetId};

/// Stands in for an address that is not known yet.
const LATER: Address = u32::MAX;
const ANY_NUMBER: u32 = u32::MAX;
const NO_MARK: Register = u32::MAX;

/// The bytecode of a pattern with so many capturing groups.
pub(super) fn lower(ast: &Ast, groups: u32) -> Result<Code, CodeError> {
    let keeps_groups = ast.facts(ast.root()).reference;
    let mut lowering = Lowering {
        ast,
        keeps_groups,
        registers: if keeps_groups { groups * 2 } else { 0 },
        ops: Vec::with_capacity(ast.nodes().len() + 1),
        work: vec![Work::Visit(ast.root(), Way::Forward)],
        jumps: Vec::new(),
    };
    lowering.run();
    lowering.ops.push(Op::Match);
    Code::new(lowering.ops, ast.sets().to_vec(), lowering.registers)
}

/// What is still to be written, the next on top.
enum Work {
    Visit(NodeId, Way),
    /// The branches of an alternation from this one on.
    Branches(NodeId, usize, Way),
    /// The end of a branch: a jump over the others, which begin here for the split that led into this one.
    Leave(Address),
    /// The end of the last branch: so many jumps lead here.
    Join(usize),
    Emit(Op),
    /// The way out of the operation at the address leads here.
    Land(Address),
    /// The end of a loop whose body comes before its condition.
    Again {
        head: Address,
        greedy: bool,
    },
}

struct Lowering<'a> {
    ast: &'a Ast,
    keeps_groups: bool,
    registers: Register,
    ops: Vec<Op>,
    work: Vec<Work>,
    jumps: Vec<Address>,
}

/// A repetition as the tree has it.
#[derive(Clone, Copy)]
struct Repetition {
    min: u32,
    max: Option<u32>,
    greedy: bool,
    body: NodeId,
}

impl Lowering<'_> {
    fn run(&mut self) {
        while let Some(work) = self.work.pop() {
            match work {
                Work::Visit(node, way) => self.visit(node, way),
                Work::Branches(node, index, way) => self.branches(node, index, way),
                Work::Leave(fork) => {
                    let jump = self.emit(Op::Jump(LATER));
                    self.jumps.push(jump);
                    self.land(fork);
                }
                Work::Join(count) => {
                    for jump in self.jumps.split_off(self.jumps.len() - count) {
                        self.land(jump);
                    }
                }
                Work::Emit(op) => {
                    self.emit(op);
                }
                Work::Land(at) => self.land(at),
                Work::Again { head, greedy } => {
                    let exit = self.here() + 1;
                    self.emit(split(greedy, head, exit));
                }
            }
        }
    }

    fn visit(&mut self, node: NodeId, way: Way) {
        match *self.ast.kind(node) {
            Kind::Empty => {}
            Kind::Unit(unit) => self.work.push(Work::Emit(Op::Unit(unit, way))),
            Kind::Set(SetId(set)) => self.work.push(Work::Emit(Op::Set(set, way))),
            Kind::Assert(assertion) => self.work.push(Work::Emit(Op::Assert(assertion))),
            Kind::Concat(ref parts) => match way {
                Way::Forward => self.work.extend(parts.iter().rev().map(|&part| Work::Visit(part, way))),
                Way::Backward => self.work.extend(parts.iter().map(|&part| Work::Visit(part, way))),
            },
            Kind::Alternation(_) => self.work.push(Work::Branches(node, 0, way)),
            Kind::Group { capture, body } => self.group(capture, body, way),
            Kind::Repeat { min, max, greedy, body } => {
                self.repeat(Repetition { min, max, greedy, body }, way);
            }
            Kind::Look { behind, negative, body } => self.look(behind, negative, body),
            Kind::Reference { ref groups, ignore_case } => {
                // At most one of several groups of one name has taken part, and the others read nothing.
                for &group in groups {
                    let start = first_register(group);
                    self.emit(Op::Reference { start, way, ignore_case });
                }
            }
        }
    }

    fn branches(&mut self, node: NodeId, index: usize, way: Way) {
        let Kind::Alternation(branches) = self.ast.kind(node) else { return };
        let branch = branches[index];
        if index + 1 == branches.len() {
            self.work.extend([Work::Join(index), Work::Visit(branch, way)]);
            return;
        }
        let first = self.here() + 1;
        let fork = self.emit(Op::Split { first, second: LATER });
        self.work.extend([Work::Branches(node, index + 1, way), Work::Leave(fork), Work::Visit(branch, way)]);
    }

    fn group(&mut self, capture: Option<u32>, body: NodeId, way: Way) {
        let Some(number) = capture.filter(|_| self.keeps_groups) else {
            return self.work.push(Work::Visit(body, way));
        };
        let start = first_register(number);
        let (first, last) = match way {
            Way::Forward => (start, start + 1),
            Way::Backward => (start + 1, start),
        };
        self.emit(Op::Save(first));
        self.work.extend([Work::Emit(Op::Save(last)), Work::Visit(body, way)]);
    }

    fn look(&mut self, behind: bool, negative: bool, body: NodeId) {
        let height = self.new_register();
        let look = self.emit(Op::Look { negative, height, exit: LATER });
        let way = if behind { Way::Backward } else { Way::Forward };
        self.work.extend([
            Work::Land(look),
            Work::Emit(Op::LookEnd { negative, height }),
            Work::Visit(body, way),
        ]);
    }

    fn repeat(&mut self, repetition: Repetition, way: Way) {
        let Repetition { min, max, body, .. } = repetition;
        let facts = *self.ast.facts(body);
        match (min, max) {
            (_, Some(0)) => {}
            // Reading nothing twice is the same as once, and an optional iteration that reads nothing counts as none.
            (0, _) if facts.zero_width => {}
            _ if facts.zero_width => self.work.push(Work::Visit(body, way)),
            (1, Some(1)) => self.work.push(Work::Visit(body, way)),
            (0, Some(1)) => self.optional(repetition, way),
            (0, None) => self.star(repetition, way),
            (1, None) if !facts.nullable => self.plus(repetition, way),
            _ => self.counted(repetition, way),
        }
    }

    fn optional(&mut self, Repetition { greedy, body, .. }: Repetition, way: Way) {
        let body_start = self.here() + 1;
        let fork = self.emit(split(greedy, body_start, LATER));
        let mark = self.mark(body);
        self.work.push(Work::Land(fork));
        self.work.extend(mark.map(|mark| Work::Emit(Op::Progress(mark))));
        self.work.push(Work::Visit(body, way));
    }

    fn star(&mut self, Repetition { greedy, body, .. }: Repetition, way: Way) {
        let head = self.here();
        self.emit(split(greedy, head + 1, LATER));
        let mark = self.mark(body);
        self.forget_groups(body);
        self.work.extend([Work::Land(head), Work::Emit(Op::Jump(head))]);
        self.work.extend(mark.map(|mark| Work::Emit(Op::Progress(mark))));
        self.work.push(Work::Visit(body, way));
    }

    fn plus(&mut self, Repetition { greedy, body, .. }: Repetition, way: Way) {
        let head = self.here();
        self.forget_groups(body);
        self.work.extend([Work::Again { head, greedy }, Work::Visit(body, way)]);
    }

    fn counted(&mut self, Repetition { min, max, greedy, body }: Repetition, way: Way) {
        let counter = self.new_register();
        self.emit(Op::Zero(counter));
        let max = max.unwrap_or(ANY_NUMBER);
        let head = self.emit(Op::Count { counter, min, max, greedy, exit: LATER });
        let mark = self.mark(body).unwrap_or(NO_MARK);
        self.forget_groups(body);
        let next = Op::Next { counter, min, mark, head };
        self.work.extend([Work::Land(head), Work::Emit(next), Work::Visit(body, way)]);
    }

    /// Remembers where an iteration begins, if it might read nothing.
    fn mark(&mut self, body: NodeId) -> Option<Register> {
        self.ast.facts(body).nullable.then(|| {
            let mark = self.new_register();
            self.emit(Op::Save(mark));
            mark
        })
    }

    /// What groups read in one iteration is forgotten at the next.
    fn forget_groups(&mut self, body: NodeId) {
        let (first, end) = self.ast.facts(body).captures;
        if self.keeps_groups && first < end {
            self.emit(Op::Clear(first_register(first), first_register(end)));
        }
    }

    fn new_register(&mut self) -> Register {
        self.registers += 1;
        self.registers - 1
    }

    fn here(&self) -> Address {
        self.ops.len() as Address
    }

    fn emit(&mut self, op: Op) -> Address {
        self.ops.push(op);
        self.here() - 1
    }

    /// Lets the way out of an operation lead to what is written next.
    fn land(&mut self, at: Address) {
        let here = self.here();
        match &mut self.ops[at as usize] {
            Op::Split { first: target, second } if *target == LATER || *second == LATER => {
                *(if *target == LATER { target } else { second }) = here;
            }
            Op::Jump(target) | Op::Count { exit: target, .. } | Op::Look { exit: target, .. } => {
                *target = here;
            }
            _ => {}
        }
    }
}

/// The register that holds the start of a group, numbered from 1; the next one holds its end.
const fn first_register(group: u32) -> Register {
    (group - 1) * 2
}

const fn split(greedy: bool, body: Address, exit: Address) -> Op {
    if greedy { Op::Split { first: body, second: exit } } else { Op::Split { first: exit, second: body } }
}
