//! From the syntax tree to a table: a pattern that is regular, or that is a boolean combination of regular ones.

use std::collections::HashMap;

use hookc_runtime::Table;
use hookc_runtime::backtrack::Assertion;
use hookc_runtime::table::{ACCEPT, MAX_STATES, REJECT};
use regex_automata::dfa::{Automaton, StartKind, dense};
use regex_automata::nfa::thompson::{self, WhichCaptures};
use regex_automata::util::primitives::StateID;
use regex_automata::{Input, MatchKind};
use regex_syntax::hir::Hir;

use super::ast::{Ast, Kind, NodeId};
use super::draft::Draft;
use super::hir::{MAX_DEPTH, Obstacle, Reason, anchored, at_unit_boundary, to_hir};
use super::set;

/// Limits of the automaton's construction, in bytes of its working memory: together they bound the time that any pattern can take.
const MAX_NFA_BYTES: usize = 128 << 10;
const MAX_DFA_BYTES: usize = 256 << 10;
const MAX_DETERMINIZE_BYTES: usize = 256 << 10;

/// The table that decides the pattern.
pub(super) fn build(ast: &Ast) -> Result<Table, Obstacle> {
    let root = ast.root();
    if ast.facts(root).depth > MAX_DEPTH {
        return Err(Obstacle { node: root, reason: Reason::TooLarge });
    }
    table_of(ast, root)
}

fn table_of(ast: &Ast, node: NodeId) -> Result<Table, Obstacle> {
    let too_large = Obstacle { node, reason: Reason::TooLarge };
    if !ast.facts(node).look {
        return from_hir(&at_unit_boundary(to_hir(ast, node)?)).ok_or(too_large);
    }
    match ast.kind(node) {
        Kind::Alternation(branches) => {
            let mut tables = branches.iter().map(|&branch| table_of(ast, branch));
            let Some(first) = tables.next() else { return Err(too_large) };
            tables.try_fold(first?, |joined, table| {
                set::combine(&joined, &table?, |a, b| a || b)
                    .ok_or(Obstacle { node, reason: Reason::TooLarge })
            })
        }
        Kind::Group { body, .. } => table_of(ast, *body),
        Kind::Concat(parts) => match leading_look_aheads(ast, parts) {
            Some((looks, rest)) => conditions(ast, node, looks, rest),
            None => Err(to_hir(ast, node).err().unwrap_or(too_large)),
        },
        _ => Err(to_hir(ast, node).err().unwrap_or(too_large)),
    }
}

/// `^(?=…)(?!…)rest`: the look-aheads, and what follows them.
fn leading_look_aheads<'a>(ast: &Ast, parts: &'a [NodeId]) -> Option<(&'a [NodeId], &'a [NodeId])> {
    let (&first, others) = parts.split_first()?;
    if *ast.kind(first) != Kind::Assert(Assertion::Start) {
        return None;
    }
    let is_look_ahead = |part: &&NodeId| matches!(ast.kind(**part), Kind::Look { behind: false, .. });
    let count = others.iter().take_while(is_look_ahead).count();
    (count > 0).then(|| others.split_at(count))
}

/// Look-aheads at the start of the subject are conditions on the whole subject.
fn conditions(ast: &Ast, node: NodeId, looks: &[NodeId], rest: &[NodeId]) -> Result<Table, Obstacle> {
    let too_large = || Obstacle { node, reason: Reason::TooLarge };
    let rest = rest.iter().map(|&part| to_hir(ast, part)).collect::<Result<Vec<_>, _>>()?;
    let mut table = from_hir(&at_unit_boundary(anchored(rest))).ok_or_else(too_large)?;
    for &look in looks {
        let Kind::Look { negative, body, .. } = *ast.kind(look) else { continue };
        let condition = from_hir(&at_unit_boundary(anchored([to_hir(ast, body)?]))).ok_or_else(too_large)?;
        table = set::combine(&table, &condition, |matches, holds| matches && holds != negative)
            .ok_or_else(too_large)?;
    }
    Ok(table)
}

fn from_hir(hir: &Hir) -> Option<Table> {
    let nfa_config = thompson::Config::new()
        .utf8(false)
        .which_captures(WhichCaptures::None)
        .nfa_size_limit(Some(MAX_NFA_BYTES));
    let nfa = thompson::Compiler::new().configure(nfa_config).build_from_hir(hir).ok()?;
    let dfa_config = dense::Config::new()
        .start_kind(StartKind::Unanchored)
        .match_kind(MatchKind::LeftmostFirst)
        .starts_for_each_pattern(false)
        .dfa_size_limit(Some(MAX_DFA_BYTES))
        .determinize_size_limit(Some(MAX_DETERMINIZE_BYTES));
    let dfa = dense::Builder::new().configure(dfa_config).build_from_nfa(&nfa).ok()?;
    explore(&dfa)?.into_table()
}

/// Copies the reachable states. A match state means that the pattern has matched, whatever follows.
fn explore(dfa: &dense::DFA<Vec<u32>>) -> Option<Draft> {
    let byte_classes = dfa.byte_classes();
    let classes: [u8; 256] = std::array::from_fn(|byte| byte_classes.get(byte as u8));
    let width = usize::from(classes.iter().copied().max()?) + 1;
    let mut representatives = vec![0; width];
    for byte in (0..=255).rev() {
        representatives[usize::from(byte_classes.get(byte))] = byte;
    }

    let mut draft = Draft::new(classes, width);
    let mut numbers: HashMap<StateID, u32> = HashMap::new();
    let mut order: Vec<StateID> = Vec::new();
    let mut number = |state: StateID, order: &mut Vec<StateID>| {
        if dfa.is_dead_state(state) {
            u32::from(REJECT)
        } else if dfa.is_match_state(state) {
            u32::from(ACCEPT)
        } else {
            *numbers.entry(state).or_insert_with(|| {
                order.push(state);
                order.len() as u32 + 1
            })
        }
    };
    draft.start = number(dfa.start_state_forward(&Input::new("")).ok()?, &mut order);
    let mut done = 0;
    while let Some(&state) = order.get(done) {
        done += 1;
        for &byte in &representatives {
            draft.cells.push(number(dfa.next_state(state, byte), &mut order));
        }
        draft.accepts.push(dfa.is_match_state(dfa.next_eoi_state(state)));
        if order.len() > MAX_STATES {
            return None;
        }
    }
    Some(draft)
}
