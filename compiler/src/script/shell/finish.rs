//! The facts in the order of the text.

use super::super::facts::{AnswerId, Facts};
use super::super::program::{Block, Program, StatementKind};

/// Puts the facts into the order of the text, each once, and follows the program to its ends.
pub(super) fn finish(mut facts: Facts, mut program: Program, end: usize) -> Facts {
    sort_answers(&mut facts, &mut program);
    facts.unknowns.sort_by_key(|unknown| (unknown.place.start, unknown.place.end));
    facts.reads.sort_by_key(|read| (read.place.start, read.place.end));
    facts.reads.dedup();
    facts.comparisons.sort_by_key(|comparison| comparison.constant.place.start);
    facts.comparisons.dedup();
    facts.programs.sort_by_key(|program| (program.place.start, program.place.end));
    facts.programs.dedup();
    facts.sinks.sort_by_key(|sink| (sink.place.start, sink.place.end));
    facts.sinks.dedup();
    facts.file_writes.sort_by_key(|write| (write.place.start, write.place.end));
    facts.file_writes.dedup();
    facts.cwd_uses.sort_by_key(|used| used.place.start);
    facts.host_checks.sort_by_key(|check| (check.place.start, check.place.end));
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
