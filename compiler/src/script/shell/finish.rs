//! The facts in the order of the text.

use super::super::facts::{AnswerId, Facts};
use super::super::program::{Block, Program, StatementKind};

use crate::order;

/// Puts the facts into the order of the text, each once, and follows the program to its ends.
pub(super) fn finish(mut facts: Facts, mut program: Program, end: usize) -> Facts {
    sort_answers(&mut facts, &mut program);
    order::by_place(&mut facts.unknowns, |unknown| (unknown.place.start, unknown.place.end));
    order::by_place(&mut facts.reads, |read| (read.place.start, read.place.end));
    facts.reads.dedup();
    order::by_place(&mut facts.comparisons, |comparison| (comparison.constant.place.start, 0));
    facts.comparisons.dedup();
    order::by_place(&mut facts.programs, |program| (program.place.start, program.place.end));
    facts.programs.dedup();
    order::by_place(&mut facts.sinks, |sink| (sink.place.start, sink.place.end));
    facts.sinks.dedup();
    order::by_place(&mut facts.file_writes, |write| (write.place.start, write.place.end));
    facts.file_writes.dedup();
    order::by_place(&mut facts.cwd_uses, |used| (used.place.start, 0));
    order::by_place(&mut facts.host_checks, |check| (check.place.start, check.place.end));
    facts.follow(&program, end);
    facts
}

fn sort_answers(facts: &mut Facts, program: &mut Program) {
    let mut order: Vec<usize> = (0..facts.answers.len()).collect();
    order.sort_by_key(|index| facts.answers[*index].place.start);
    let mut new_ids = vec![AnswerId(0); order.len()];
    for (new, old) in order.iter().enumerate() {
        new_ids[*old] = AnswerId(new as u32);
    }
    facts.answers = order.iter().map(|index| facts.answers[*index].clone()).collect();
    let mut blocks: Vec<&mut Block> = vec![&mut program.main];
    blocks.extend(program.functions.iter_mut());
    while let Some(block) = blocks.pop() {
        for statement in block {
            match &mut statement.kind {
                StatementKind::Write(id) => *id = new_ids[id.0 as usize],
                StatementKind::Branch { arms, .. } => {
                    blocks.extend(arms.iter_mut().map(|arm| &mut arm.block));
                }
                StatementKind::Loop(inner) => blocks.push(inner),
                StatementKind::Try { body, handler, finally } => {
                    blocks.push(body);
                    blocks.extend(handler.as_mut().map(|(_, handler)| handler));
                    blocks.push(finally);
                }
                _ => {}
            }
        }
    }
}
