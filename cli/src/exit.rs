//! How the program ends.

use std::fmt;
use std::process::{ExitCode, Termination};

/// The exit codes; they are part of the interface and stand in `--help`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Exit {
    /// Nothing at or above `--fail-on`, or the command did what it was asked.
    Success,
    /// `check` has findings at or above `--fail-on`; `compile` has a source that the host refuses, or a stale plan.
    Findings,
    /// Wrong usage, or nothing could be read or written.
    Failure,
    /// `run` came to a verdict that blocks.
    Blocked,
    /// `run` came to no verdict. It has a code of its own, so that a mistake never reads as a block.
    NoVerdict,
}

impl Exit {
    const fn code(self) -> u8 {
        match self {
            Self::Success => 0,
            Self::Findings | Self::NoVerdict => 1,
            Self::Failure | Self::Blocked => 2,
        }
    }
}

impl Termination for Exit {
    fn report(self) -> ExitCode {
        ExitCode::from(self.code())
    }
}

/// Why a command could not do its work. It is told on standard error, and the program ends with [`Exit::Failure`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Failure {
    message: String,
    help: Option<String>,
}

impl Failure {
    pub(crate) fn new(message: impl Into<String>) -> Self {
        Self { message: message.into(), help: None }
    }

    pub(crate) fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "error: {}", crate::format::escape::visible(&self.message))?;
        match &self.help {
            Some(help) => write!(f, "\n  help: {}", crate::format::escape::visible(help)),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_codes_are_those_of_the_manual() {
        assert_eq!([Exit::Success, Exit::Findings, Exit::Failure].map(Exit::code), [0, 1, 2]);
        assert_eq!([Exit::Success, Exit::NoVerdict, Exit::Blocked].map(Exit::code), [0, 1, 2]);
    }

    #[test]
    fn a_failure_never_sends_an_escape_sequence_to_the_terminal() {
        let failure = Failure::new("no file `\u{1b}[31m`").help("name one");
        assert_eq!(failure.to_string(), "error: no file `\\u{1b}[31m`\n  help: name one");
    }
}
