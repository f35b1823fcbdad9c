//! Patterns on which a backtracking engine takes exponential or polynomial time.
//!
//! Candidates come from the ambiguity of the position automaton (Weber and Seidl, *On the degree of ambiguity of finite automata*, 1991):
//! exponential where some word leads from a state back to it in two ways, polynomial where a word loops at two states and leads from the
//! one to the other. A candidate counts only when the interpreter's own steps grow so on a subject, so nothing is reported that does
//! not happen. The work is that of one attempt at one place of the subject; that an engine tries every place is not held against a pattern.

use std::collections::{HashSet, VecDeque};
use std::hash::Hash;
use std::ops::Range;

use hookc_runtime::backtrack::Code;

use super::ast::{Ast, Kind};
use super::positions::{Bits, Positions, members};
use super::source::Source;

/// How many steps of the search through pairs and triples of states are made before a pattern is given up.
const MAX_SEARCH: usize = 50_000;
/// What it costs to begin one such search, in the same steps.
const SEARCH_START: usize = 20;
/// How many steps of the interpreter confirm a candidate, each time and altogether.
const MAX_STEPS_A_RUN: u32 = 50_000;
const MAX_STEPS: u32 = 250_000;
/// What it costs to begin one run, in the same steps.
const RUN_START: u32 = 300;
/// How often the pumped word stands in the subjects on which growth is measured, at most.
const MAX_EXPONENTIAL_REPETITIONS: usize = 16;
const POLYNOMIAL_REPETITIONS: [usize; 5] = [4, 8, 16, 32, 64];
/// Work is exponential when one more repetition multiplies it by nearly two (nine fifths), several times in a row …
const GROWTH: (u32, u32) = (9, 5);
const GROWTH_IN_A_ROW: u32 = 3;
/// … and when it has become this much.
const NOTABLE_STEPS: u32 = 3_000;
/// What may make a subject fail at its end, besides a unit that the pattern never reads.
const SUFFIXES: [&[u16]; 5] = [&[], &[0x21], &[0x0a], &[0x20], &[0x00]];

/// A pattern that can take very long, and a proof.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Backtracking {
    /// How the work grows.
    pub growth: Growth,
    /// The part of the pattern that is ambiguous, in bytes of the decoded pattern.
    pub range: Range<usize>,
    /// The subject begins with this, …
    pub prefix: String,
    /// … goes on with this any number of times, …
    pub pump: String,
    /// … and ends with this, which lets what came before be tried in every way.
    pub suffix: String,
}

/// How the work of one attempt grows with the length of the subject.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Growth {
    /// It multiplies with every repetition.
    Exponential,
    /// It grows with this power, 2 or more.
    Polynomial(u32),
}

impl Backtracking {
    /// A subject with so many repetitions.
    pub fn subject(&self, repetitions: usize) -> String {
        format!("{}{}{}", self.prefix, self.pump.repeat(repetitions), self.suffix)
    }
}

/// The worst growth that is proved.
pub(super) fn find(ast: &Ast, source: &Source, code: &Code) -> Option<Backtracking> {
    if !ast.facts(ast.root()).unbounded {
        return None;
    }
    let positions = Positions::new(ast)?;
    let search = Search { ast, positions: &positions, work: MAX_SEARCH };
    let mut proof = Proof { code, suffixes: suffixes(&positions), steps: MAX_STEPS };
    search.run(&mut proof).map(|found| found.describe(source))
}

/// A proved growth, in units.
struct Found {
    growth: Growth,
    range: Range<u32>,
    subject: Subject,
}

impl Found {
    fn describe(self, source: &Source) -> Backtracking {
        let text = |units: &[u16]| String::from_utf16_lossy(units);
        Backtracking {
            growth: self.growth,
            range: source.bytes(self.range),
            prefix: text(&self.subject.prefix),
            pump: text(&self.subject.pump),
            suffix: text(&self.subject.suffix),
        }
    }
}

#[derive(Clone)]
struct Subject {
    prefix: Vec<u16>,
    pump: Vec<u16>,
    suffix: Vec<u16>,
}

impl Subject {
    fn units(&self, repetitions: usize) -> Vec<u16> {
        [&self.prefix[..], &self.pump.repeat(repetitions), &self.suffix].concat()
    }
}

fn suffixes(positions: &Positions) -> Vec<Vec<u16>> {
    let outsider = positions.outsider.map(|unit| vec![unit]);
    outsider.into_iter().chain(SUFFIXES.iter().map(|suffix| suffix.to_vec())).collect()
}

/// Confirms candidates by running the pattern.
struct Proof<'a> {
    code: &'a Code,
    suffixes: Vec<Vec<u16>>,
    steps: u32,
}

/// What a subject cost, whether it matched or not: a negative look-ahead may take long to fail and let the rest match.
#[derive(Clone, Copy)]
enum Cost {
    Steps(u32),
    TooMany,
}

impl Proof<'_> {
    fn cost(&mut self, subject: &Subject, repetitions: usize) -> Option<Cost> {
        let budget = MAX_STEPS_A_RUN.min(self.steps);
        let run = self.code.attempt(&subject.units(repetitions), budget);
        self.steps = self.steps.saturating_sub(run.steps.saturating_add(RUN_START));
        match run.matched {
            Some(_) => Some(Cost::Steps(run.steps)),
            None if budget == MAX_STEPS_A_RUN => Some(Cost::TooMany),
            None => None,
        }
    }

    fn exponential(&mut self, prefix: &[u16], pump: &[u16]) -> Option<Subject> {
        let subjects = self.subjects(prefix, pump);
        subjects.into_iter().find(|subject| self.grows_exponentially(subject))
    }

    fn grows_exponentially(&mut self, subject: &Subject) -> bool {
        let mut before = u32::MAX;
        let mut in_a_row = 0;
        for repetitions in 1..=MAX_EXPONENTIAL_REPETITIONS {
            match self.cost(subject, repetitions) {
                Some(Cost::Steps(steps)) => {
                    let grew =
                        u64::from(steps) * u64::from(GROWTH.1) >= u64::from(before) * u64::from(GROWTH.0);
                    in_a_row = if grew { in_a_row + 1 } else { 0 };
                    before = steps;
                    if in_a_row >= GROWTH_IN_A_ROW && steps >= NOTABLE_STEPS {
                        return true;
                    }
                }
                Some(Cost::TooMany) => return in_a_row > 0,
                None => return false,
            }
        }
        false
    }

    /// The highest degree up to `degree` that some suffix shows.
    fn polynomial(&mut self, prefix: &[u16], pump: &[u16], degree: u32) -> Option<(u32, Subject)> {
        let subjects = self.subjects(prefix, root(pump));
        subjects.into_iter().find_map(|subject| {
            let measured = self.degree(&subject)?.min(degree);
            (measured >= 2).then_some((measured, subject))
        })
    }

    fn degree(&mut self, subject: &Subject) -> Option<u32> {
        let mut measured = None;
        let mut before = None;
        for repetitions in POLYNOMIAL_REPETITIONS {
            let Some(Cost::Steps(steps)) = self.cost(subject, repetitions) else { break };
            if let Some(before) = before.replace(steps) {
                measured = Some(power(before.max(1), steps));
            }
        }
        measured
    }

    fn subjects(&self, prefix: &[u16], pump: &[u16]) -> Vec<Subject> {
        let with =
            |suffix: &Vec<u16>| Subject { prefix: prefix.into(), pump: pump.into(), suffix: suffix.clone() };
        self.suffixes.iter().map(with).collect()
    }
}

/// Searches the position automaton.
struct Search<'a> {
    ast: &'a Ast,
    positions: &'a Positions,
    work: usize,
}

/// One loop and one that can be reached from it, with a word that loops at both and leads from the one to the other.
struct Link {
    from: usize,
    to: usize,
    from_position: usize,
    word: Vec<u16>,
}

impl Search<'_> {
    fn run(mut self, proof: &mut Proof<'_>) -> Option<Found> {
        let loops = self.loops();
        for &(position, members_of_loop) in &loops {
            let Some((word, second_way)) = self.two_ways_round(position, members_of_loop) else { continue };
            let prefix = self.way_to(position)?;
            if let Some(subject) = proof.exponential(&prefix, &word) {
                let range = self.innermost_repeat(second_way)?;
                return Some(Found { growth: Growth::Exponential, range, subject });
            }
        }
        let links = self.links(&loops);
        longest_chains(loops.len(), &links)
            .into_iter()
            .find_map(|chain| self.prove_chain(&chain, &links, &loops, proof))
    }

    /// Each loop once: its first position, and all.
    fn loops(&self) -> Vec<(usize, Bits)> {
        let mut seen: Bits = 0;
        let mut loops = Vec::new();
        for position in 0..self.positions.reads.len() {
            let members_of_loop = self.positions.loop_of(position);
            if members_of_loop != 0 && seen >> position & 1 == 0 {
                seen |= members_of_loop;
                loops.push((position, members_of_loop));
            }
        }
        loops
    }

    /// A word that leads from a position back to it in two ways, and the range of the pattern that the ways differ in.
    fn two_ways_round(&mut self, position: usize, within: Bits) -> Option<(Vec<u16>, Range<u32>)> {
        let positions = self.positions;
        let start = (position, position, false);
        let visits = explore(start, (position, position, true), &mut self.work, |&(a, b, apart), visit| {
            for next_a in members(positions.follow[a] & within) {
                for next_b in members(positions.follow[b] & within) {
                    let common = positions.reads[next_a] & positions.reads[next_b];
                    let parts = next_a != next_b
                        || positions.doubled.iter().any(|&(from, to, _)| (from, to) == (a, next_a));
                    // Symmetric pairs are one.
                    if common != 0 && (apart || next_a <= next_b) {
                        visit((next_a, next_b, apart || parts), common);
                    }
                }
            }
        })?;
        let place = self.where_apart(&visits);
        Some((self.word(visits.iter().skip(1).map(|(_, common)| *common)), place))
    }

    /// The places where two ways first differ: two positions, or one step that can be made in two ways.
    fn where_apart(&self, visits: &[((usize, usize, bool), Bits)]) -> Range<u32> {
        let Some(index) = visits.iter().position(|((_, _, apart), _)| *apart) else { return 0..0 };
        let ((a, b, _), _) = visits[index];
        let place = |position: usize| self.ast.node(self.positions.nodes[position]).range();
        if a != b {
            return cover(place(a), place(b));
        }
        let came_from = index.checked_sub(1).map_or(a, |before| visits[before].0.0);
        let second = self.positions.doubled.iter().find(|&&(from, to, _)| (from, to) == (came_from, a));
        second.map_or(place(a), |&(_, _, node)| self.ast.node(node).range())
    }

    fn links(&mut self, loops: &[(usize, Bits)]) -> Vec<Link> {
        let mut links = Vec::new();
        for (from, &(position, from_loop)) in loops.iter().enumerate() {
            for (to, &(_, to_loop)) in loops.iter().enumerate() {
                if self.work == 0 {
                    return links;
                }
                if from == to || self.positions.reach[position] & to_loop == 0 {
                    continue;
                }
                let word = members(to_loop)
                    .find_map(|target| self.loop_and_cross(position, from_loop, target, to_loop));
                links.extend(word.map(|word| Link { from, to, from_position: position, word }));
            }
        }
        links
    }

    /// A word that leads from `p` to `p`, from `p` to `q`, and from `q` to `q`.
    fn loop_and_cross(&mut self, p: usize, p_loop: Bits, q: usize, q_loop: Bits) -> Option<Vec<u16>> {
        let positions = self.positions;
        let to_q = (0..positions.reach.len())
            .filter(|&position| positions.reach[position] >> q & 1 == 1)
            .fold(1 << q, |bits: Bits, position| bits | 1 << position);
        let visits = explore((p, p, q), (p, q, q), &mut self.work, |&(a, b, c), visit| {
            for next_a in members(positions.follow[a] & p_loop) {
                for next_c in members(positions.follow[c] & q_loop) {
                    let common = positions.reads[next_a] & positions.reads[next_c];
                    if common == 0 {
                        continue;
                    }
                    for next_b in members(positions.follow[b] & to_q) {
                        let common = common & positions.reads[next_b];
                        if common != 0 {
                            visit((next_a, next_b, next_c), common);
                        }
                    }
                }
            }
        })?;
        Some(self.word(visits.iter().skip(1).map(|(_, common)| *common)))
    }

    fn prove_chain(
        &mut self,
        chain: &[usize],
        links: &[Link],
        loops: &[(usize, Bits)],
        proof: &mut Proof<'_>,
    ) -> Option<Found> {
        let first = &links[*chain.first()?];
        let last = &links[*chain.last()?];
        let prefix = self.way_to(first.from_position)?;
        let degree = chain.len() as u32 + 1;
        let all_words: Vec<u16> = chain.iter().flat_map(|&link| links[link].word.iter().copied()).collect();
        let pumps = std::iter::once(&all_words).chain(chain.iter().map(|&link| &links[link].word));
        let proofs = pumps.filter_map(|pump| proof.polynomial(&prefix, pump, degree));
        let (degree, subject) = proofs.max_by_key(|(degree, _)| *degree)?;
        let place = |position: usize| {
            let range = self.ast.node(self.positions.nodes[position]).range();
            self.innermost_repeat(range)
        };
        let range = cover(place(first.from_position)?, place(loops[last.to].0)?);
        Some(Found { growth: Growth::Polynomial(degree), range, subject })
    }

    /// Units that lead from the start of the pattern up to and with a position.
    fn way_to(&mut self, position: usize) -> Option<Vec<u16>> {
        let positions = self.positions;
        let start = usize::MAX;
        let visits = explore(start, position, &mut self.work, |&at, visit| {
            let next = if at == start { positions.first } else { positions.follow[at] };
            for next in members(next) {
                if positions.reads[next] != 0 {
                    visit(next, positions.reads[next]);
                }
            }
        })?;
        Some(self.word(visits.iter().skip(1).map(|(_, reads)| *reads)))
    }

    fn word(&self, steps: impl Iterator<Item = Bits>) -> Vec<u16> {
        steps.filter_map(|classes| self.positions.units.get(members(classes).next()?).copied()).collect()
    }

    /// The smallest repetition without bound around a part of the pattern.
    fn innermost_repeat(&self, part: Range<u32>) -> Option<Range<u32>> {
        let repeats = self.ast.nodes().filter(|node| matches!(node.kind, Kind::Repeat { max: None, .. }));
        let around = repeats.filter(|node| node.start <= part.start && part.end <= node.end);
        around.map(super::ast::Node::range).min_by_key(|range| range.end - range.start)
    }
}

/// Chains of links, each as long as it gets from its first loop, the longest first.
fn longest_chains(loops: usize, links: &[Link]) -> Vec<Vec<usize>> {
    let mut longest: Vec<Option<Vec<usize>>> = vec![None; loops];
    // Positions are numbered along the pattern and a step back stays in its loop, so links lead to later loops only.
    for start in (0..loops).rev() {
        longest[start] = links
            .iter()
            .enumerate()
            .filter(|(_, link)| link.from == start)
            .map(|(index, link)| {
                let rest = longest[link.to].clone().unwrap_or_default();
                std::iter::once(index).chain(rest).collect::<Vec<_>>()
            })
            .max_by_key(Vec::len);
    }
    let mut chains: Vec<_> = longest.into_iter().flatten().collect();
    chains.sort_by_key(|chain| std::cmp::Reverse(chain.len()));
    chains
}

/// The power of two that is nearest to how many times the work has grown.
fn power(before: u32, after: u32) -> u32 {
    let rounding = |times: u64| times * 1_414 / 1_000;
    (rounding(u64::from(after)) / u64::from(before)).max(1).ilog2()
}

/// The shortest word of which this one is a repetition.
fn root(word: &[u16]) -> &[u16] {
    let is_root =
        |len: &usize| word.len().is_multiple_of(*len) && word.chunks(*len).all(|part| part == &word[..*len]);
    (1..word.len()).find(is_root).map_or(word, |len| &word[..len])
}

fn cover(a: Range<u32>, b: Range<u32>) -> Range<u32> {
    a.start.min(b.start)..a.end.max(b.end)
}

/// Breadth-first search for a shortest way from `start` to `goal` of at least one step: the states on it, each with the classes that led there.
/// `None` if there is none or the work ran out.
fn explore<S: Copy + Eq + Hash>(
    start: S,
    goal: S,
    work: &mut usize,
    mut successors: impl FnMut(&S, &mut dyn FnMut(S, Bits)),
) -> Option<Vec<(S, Bits)>> {
    *work = work.saturating_sub(SEARCH_START);
    let mut visited: Vec<(S, Bits, usize)> = vec![(start, 0, 0)];
    let mut known: HashSet<S> = HashSet::new();
    let mut pending = VecDeque::from([0]);
    while let Some(at) = pending.pop_front() {
        let state = visited[at].0;
        let mut reached = None;
        successors(&state, &mut |next, classes| {
            *work = work.saturating_sub(1);
            if reached.is_none() && known.insert(next) {
                if next == goal {
                    reached = Some(visited.len());
                }
                pending.push_back(visited.len());
                visited.push((next, classes, at));
            }
        });
        if let Some(goal) = reached {
            return Some(trace(&visited, goal));
        }
        if *work == 0 {
            return None;
        }
    }
    None
}

fn trace<S: Copy>(visited: &[(S, Bits, usize)], mut at: usize) -> Vec<(S, Bits)> {
    let mut way = Vec::new();
    loop {
        let (state, classes, came_from) = visited[at];
        way.push((state, classes));
        if at == 0 {
            way.reverse();
            return way;
        }
        at = came_from;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matcher::parse_str;

    fn found(pattern: &str) -> Option<(Growth, String)> {
        let found = parse_str(pattern).unwrap().backtracking()?;
        Some((found.growth, pattern[found.range].to_owned()))
    }

    #[test]
    fn nested_and_overlapping_loops_are_exponential() {
        for (pattern, part) in [
            ("^(a+)+$", "(a+)+"),
            ("(a*)*b", "(a*)*"),
            ("(a|a)*b", "(a|a)*"),
            ("x(?:\\w+\\s?)*$", "(?:\\w+\\s?)*"),
            ("(.*)*x", "(.*)*"),
            ("^(([a-z])+.)+[A-Z]", "(([a-z])+.)+"),
            ("(?=(b+)+c)b", "(b+)+"),
        ] {
            assert_eq!(found(pattern), Some((Growth::Exponential, part.to_owned())), "{pattern}");
        }
    }

    #[test]
    fn loops_in_a_row_over_the_same_units_are_polynomial() {
        assert_eq!(found("^\\s*\\s*$"), Some((Growth::Polynomial(2), "\\s*\\s*".to_owned())));
        assert_eq!(found("^.*a.*a.*b$"), Some((Growth::Polynomial(3), ".*a.*a.*".to_owned())));
        assert_eq!(found("curl.*-d.*@"), Some((Growth::Polynomial(2), ".*-d.*".to_owned())));
    }

    #[test]
    fn what_cannot_fail_or_cannot_repeat_is_silent() {
        for pattern in [
            "",
            "a",
            "abc|def",
            ".*foo.*",
            "(a|b)*c",
            "git\\s+push\\b.*--force",
            "MCP:.*name",
            "^(?!MCP:)",
            "(a+)+",
            "([^]*)*",
            "(.|\\n)*",
            "^(a+b)+$",
            "\\s+$",
            "(?:\\w+\\s)*$",
            "(a?){3}b",
            "^(ab*)*$",
        ] {
            assert_eq!(found(pattern), None, "{pattern}");
        }
    }

    #[test]
    fn an_assertion_that_rules_the_second_way_out_is_seen() {
        assert_eq!(found("^(?:a+\\b)+$"), None, "each iteration must end at a word boundary");
    }

    #[test]
    fn the_witness_fails_and_costs_what_it_says() {
        let pattern = parse_str("^(\\w+\\s?)+$").unwrap();
        let found = pattern.backtracking().unwrap();
        assert_eq!(pattern.matches(&found.subject(3)), Some(false));
        let steps = |repetitions| {
            let units: Vec<u16> = found.subject(repetitions).encode_utf16().collect();
            pattern.code().attempt(&units, u32::MAX).steps
        };
        assert!(steps(14) > 3 * steps(12));
    }

    #[test]
    fn a_huge_pattern_is_given_up_quietly() {
        assert_eq!(found(&format!("({})+$", "a+|".repeat(3_000))), None);
    }
}
