//! From a matcher to the cheapest program that decides it exactly.

use hookc_runtime::Program;
use hookc_runtime::plan::Matcher;
use hookc_schema::Event;
use hookc_schema::event::SubjectText;

use crate::matcher::Pattern;

/// The program of a pattern at an event. `None` stands for one that does not compile, which lets the hook run (HOOKS.md 5.1).
pub(super) fn lower(written: &str, pattern: Option<&Pattern>, event: Event) -> Matcher {
    Matcher {
        pattern: written.to_owned(),
        program: pattern.map_or(Program::Always, |pattern| program(pattern, event)),
    }
}

/// Where the subject is always the same, the answer is too; where there is none, the matcher is ignored (HOOKS.md 5.2).
fn program(pattern: &Pattern, event: Event) -> Program {
    match event.facts().subject.value.text() {
        SubjectText::Absent => Program::Always,
        SubjectText::Fixed(subject) => match pattern.matches(subject) {
            Some(true) => Program::Always,
            Some(false) => Program::Never,
            None => pattern.program(),
        },
        SubjectText::Field(_) => pattern.program(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matcher;

    fn lowered(pattern: &str, event: Event) -> Program {
        lower(pattern, matcher::parse_str(pattern).ok().as_ref(), event).program
    }

    #[test]
    fn a_pattern_keeps_its_text_beside_its_program() {
        let matcher = lower("a|b", matcher::parse_str("a|b").ok().as_ref(), Event::PreToolUse);
        assert_eq!(matcher.pattern, "a|b");
        assert!(matches!(matcher.program, Program::Table(_)));
    }

    #[test]
    fn the_cheapest_exact_program_is_taken() {
        assert_eq!(lowered(".*", Event::PreToolUse), Program::Always);
        assert_eq!(lowered("[]", Event::PreToolUse), Program::Never);
        assert!(matches!(lowered("(a)\\1", Event::PreToolUse), Program::Backtrack(_)));
    }

    #[test]
    fn a_constant_subject_is_decided_at_once() {
        assert_eq!(lowered("Stop", Event::Stop), Program::Always);
        assert_eq!(lowered("^stop$", Event::Stop), Program::Never);
        assert_eq!(lowered("(S)top\\1|Stop", Event::Stop), Program::Always);
    }

    #[test]
    fn without_a_subject_or_a_valid_pattern_the_hook_runs() {
        assert_eq!(lowered("never", Event::SessionStart), Program::Always);
        assert_eq!(lowered("(", Event::PreToolUse), Program::Always);
    }
}
