//! Whether patterns together take every subject of a set.

use std::borrow::Cow;

use hookc_runtime::Table;

use super::{Pattern, Proof, set};

/// Of a pattern that cannot be taken away as a whole, so many alternatives are taken away one by one.
const MAX_BRANCHES: usize = 64;

/// What patterns together make of a set of subjects.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Coverage {
    /// Each subject is matched by one of them.
    Whole,
    /// This subject of the set is matched by none. It is a shortest one where every pattern has an automaton.
    Gap(String),
    /// It was not decided: a pattern has no automaton, or the search became too long.
    Undecided,
}

/// Whether every subject that `subjects` matches is matched by one of the `patterns`.
///
/// ```
/// use hookc_compiler::matcher::{Coverage, coverage, parse_str};
///
/// let tools = parse_str("^(Shell|Write)$").unwrap();
/// let (shell, write) = (parse_str("Shell").unwrap(), parse_str("^W").unwrap());
/// assert_eq!(coverage(&tools, &[&shell, &write]), Coverage::Whole);
/// assert_eq!(coverage(&tools, &[&shell]), Coverage::Gap("Write".to_owned()));
/// ```
pub fn coverage(subjects: &Pattern, patterns: &[&Pattern]) -> Coverage {
    if patterns.iter().any(|pattern| pattern.matches_everything()) {
        return Coverage::Whole;
    }
    let Ok(all) = subjects.table() else { return Coverage::Undecided };
    let mut left = Cow::Borrowed(all);
    // What could not be taken away from the set as a whole: a pattern without automaton, or one with which the rest would become too large.
    let mut apart = Vec::new();
    for pattern in patterns {
        if let Some(rest) = without(&left, pattern) {
            left = Cow::Owned(rest);
            continue;
        }
        for branch in pattern.alternatives().iter().take(MAX_BRANCHES) {
            if let Some(rest) = without(&left, &branch.pattern) {
                left = Cow::Owned(rest);
            }
        }
        apart.push(pattern);
    }
    match set::find(&left, &left, |is_left, _| is_left) {
        Proof::Impossible => Coverage::Whole,
        Proof::Example(subject) if apart.iter().all(|pattern| pattern.matches(&subject) == Some(false)) => {
            Coverage::Gap(subject)
        }
        Proof::Example(_) | Proof::Unknown => Coverage::Undecided,
    }
}

/// The subjects that the pattern does not match; `None` where there is no automaton of them.
fn without(subjects: &Table, pattern: &Pattern) -> Option<Table> {
    set::combine(subjects, pattern.table().ok()?, |is_subject, is_taken| is_subject && !is_taken)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matcher::parse_str;

    fn decide(subjects: &str, patterns: &[&str]) -> Coverage {
        let parsed: Vec<Pattern> = patterns.iter().map(|pattern| parse_str(pattern).unwrap()).collect();
        coverage(&parse_str(subjects).unwrap(), &parsed.iter().collect::<Vec<_>>())
    }

    fn gap(subject: &str) -> Coverage {
        Coverage::Gap(subject.to_owned())
    }

    #[test]
    fn patterns_count_together() {
        assert_eq!(decide("^MCP:", &["^M", "x"]), Coverage::Whole);
        assert_eq!(decide("^MCP:[ab]$", &["a$", "b$"]), Coverage::Whole);
        assert_eq!(decide("^MCP:[abc]$", &["a$", "b$"]), gap("MCP:c"));
    }

    #[test]
    fn without_patterns_a_shortest_subject_is_the_gap_and_an_empty_set_has_none() {
        assert_eq!(decide("rm", &[]), gap("rm"));
        assert_eq!(decide("[]", &[]), Coverage::Whole);
    }

    #[test]
    fn a_pattern_without_automaton_leaves_it_open_only_where_it_could_matter() {
        assert_eq!(decide("^(Shell|Write)$", &["(?<=x)Shell"]), gap("Shell"));
        assert_eq!(decide("^(Shell|Write)$", &["Shell", "(?<=^)Write", "W"]), Coverage::Whole);
        assert_eq!(decide("^(Shell|Write)$", &["(?<=^)Shell", "Write"]), Coverage::Undecided);
        assert_eq!(decide("^MCP:", &["(?<=:)x|^M"]), Coverage::Whole);
        assert_eq!(decide("(?<=x)y", &["x"]), Coverage::Undecided);
        assert_eq!(decide("(?<=x)y", &[".*"]), Coverage::Whole);
    }
}
