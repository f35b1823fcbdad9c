//! Parsing with a grammar, within bounds.
//!
//! The generated parsers take time and memory that grow with the square of what they cannot make sense of, and of some things that they can. A text of sense takes a
//! small part of what is allowed here; one that takes more is given up, and nothing is claimed about it.

use std::ops::ControlFlow;
use std::time::Duration;

use tree_sitter::{ParseOptions, Parser, Tree};

/// Processor time for a text of any length, in microseconds.
const START: u64 = 20_000 * UNOPTIMISED;

/// Processor time for each byte, in microseconds.
const PER_BYTE: u64 = 4 * UNOPTIMISED;

/// The clock is not asked before the parser has reported its progress so often, which most texts never come to.
const UNTIMED: usize = 64;

/// How much longer a build takes that is not optimised.
const UNOPTIMISED: u64 = if cfg!(debug_assertions) { 15 } else { 1 };

/// The tree of a text; `None` when it takes too long.
pub(crate) fn parse(parser: &mut Parser, text: &[u8]) -> Option<Tree> {
    let allowed = Duration::from_micros(START + PER_BYTE * text.len() as u64);
    let (mut reports, mut started) = (0, None);
    let mut progress = |_: &tree_sitter::ParseState| {
        reports += 1;
        if reports <= UNTIMED {
            return ControlFlow::Continue(());
        }
        let now = clock::now();
        let worked = now.saturating_sub(*started.get_or_insert(now));
        if worked > allowed { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let options = ParseOptions::new().progress_callback(&mut progress);
    let tree =
        parser.parse_with_options(&mut |at, _| text.get(at..).unwrap_or_default(), None, Some(options));
    if tree.is_none() {
        // Else the next text would be taken for the rest of this one.
        parser.reset();
    }
    tree
}

/// The time that this thread has worked, so that a busy machine makes no difference.
#[cfg(unix)]
mod clock {
    use std::time::Duration;

    use rustix::time::{ClockId, clock_gettime};

    pub(super) fn now() -> Duration {
        let time = clock_gettime(ClockId::ThreadCPUTime);
        Duration::new(time.tv_sec.unsigned_abs(), time.tv_nsec.unsigned_abs() as u32)
    }
}

/// The time of day stands in where the system does not tell how long a thread has worked.
#[cfg(not(unix))]
mod clock {
    use std::sync::LazyLock;
    use std::time::{Duration, Instant};

    static START: LazyLock<Instant> = LazyLock::new(Instant::now);

    pub(super) fn now() -> Duration {
        START.elapsed()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(text: &str) -> bool {
        let mut parser = Parser::new();
        parser.set_language(&tree_sitter_bash::LANGUAGE.into()).unwrap();
        let first = parse(&mut parser, text.as_bytes()).is_some();
        // Whatever came of it, the next text is a text of its own.
        let next = parse(&mut parser, b"echo a\n").unwrap();
        assert!(!next.root_node().has_error());
        first
    }

    #[test]
    fn a_long_script_is_parsed() {
        assert!(parsed(&"if [ -f x ]; then echo \"$a\" | jq .b >c || exit 1; fi # d\n".repeat(4_000)));
    }

    #[test]
    fn what_the_parser_would_take_minutes_for_is_given_up() {
        assert!(!parsed(&"<<A\n".repeat(60_000)));
    }
}
