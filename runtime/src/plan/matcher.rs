//! Matchers of a plan: the pattern as a person wrote it, and the program that decides it.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::base64;
use crate::bytecode::{self, BytecodeError};
use crate::program::Program;
use crate::table::{Table, TableError};

/// A matcher. The program alone decides; the pattern is there to be read.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "generate", derive(schemars::JsonSchema), schemars(with = "MatcherText"))]
#[serde(try_from = "MatcherText", into = "MatcherText")]
pub struct Matcher {
    /// The pattern as it was written.
    pub pattern: String,
    /// What decides it.
    pub program: Program,
}

/// Why a plan's matcher is refused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MatcherError {
    /// There is not exactly one program.
    Programs,
    /// A program is not base64.
    Base64,
    /// A `table` is damaged.
    Table(TableError),
    /// A `backtrack` is damaged.
    Bytecode(BytecodeError),
}

impl fmt::Display for MatcherError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Programs => {
                f.write_str("a matcher has exactly one of `always`, `never`, `table`, `backtrack`")
            }
            Self::Base64 => f.write_str("a matcher's program is not base64"),
            Self::Table(error) => error.fmt(f),
            Self::Bytecode(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for MatcherError {}

/// A matcher as the plan's text has it: exactly one of the programs.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[cfg_attr(
    feature = "generate",
    derive(schemars::JsonSchema),
    schemars(extend("oneOf" = [
        { "required": ["always"] }, { "required": ["never"] }, { "required": ["table"] }, { "required": ["backtrack"] },
    ]))
)]
#[serde(deny_unknown_fields)]
struct MatcherText {
    /// Every subject matches.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    always: Option<True>,
    /// Bytecode for a small interpreter with a budget, in base64.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    backtrack: Option<String>,
    /// No subject matches.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    never: Option<True>,
    /// The pattern as it was written. It decides nothing.
    pattern: String,
    /// An automaton over bytes, in base64.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    table: Option<String>,
}

/// The value `true` and no other.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
#[cfg_attr(feature = "generate", derive(schemars::JsonSchema), schemars(extend("const" = true)))]
#[serde(try_from = "bool", into = "bool")]
struct True;

impl TryFrom<bool> for True {
    type Error = MatcherError;

    fn try_from(value: bool) -> Result<Self, MatcherError> {
        if value { Ok(Self) } else { Err(MatcherError::Programs) }
    }
}

impl From<True> for bool {
    fn from(True: True) -> Self {
        true
    }
}

impl TryFrom<MatcherText> for Matcher {
    type Error = MatcherError;

    fn try_from(text: MatcherText) -> Result<Self, MatcherError> {
        let bytes_of = |text: &str| base64::decode(text).ok_or(MatcherError::Base64);
        let program = match (text.always, text.never, text.table, text.backtrack) {
            (Some(True), None, None, None) => Program::Always,
            (None, Some(True), None, None) => Program::Never,
            (None, None, Some(table), None) => {
                Program::Table(Table::from_bytes(&bytes_of(&table)?).map_err(MatcherError::Table)?)
            }
            (None, None, None, Some(code)) => {
                Program::Backtrack(bytecode::from_bytes(&bytes_of(&code)?).map_err(MatcherError::Bytecode)?)
            }
            _ => return Err(MatcherError::Programs),
        };
        Ok(Self { pattern: text.pattern, program })
    }
}

impl From<Matcher> for MatcherText {
    fn from(matcher: Matcher) -> Self {
        let text = Self { pattern: matcher.pattern, ..Self::default() };
        match matcher.program {
            Program::Always => Self { always: Some(True), ..text },
            Program::Never => Self { never: Some(True), ..text },
            Program::Table(table) => Self { table: Some(base64::encode(&table.to_bytes())), ..text },
            Program::Backtrack(code) => {
                Self { backtrack: Some(base64::encode(&bytecode::to_bytes(&code))), ..text }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::backtrack::{Code, Op};

    fn error_of(matcher: Value) -> String {
        serde_json::from_value::<Matcher>(matcher).unwrap_err().to_string()
    }

    #[test]
    fn a_matcher_survives_its_text() {
        let code = Code::new(vec![Op::Match], vec![], 0).unwrap();
        let table = Table::new([0; 256], 1, 1, vec![0, 1], vec![false, true]).unwrap();
        for program in [Program::Always, Program::Never, Program::Table(table), Program::Backtrack(code)] {
            let matcher = Matcher { pattern: "x".to_owned(), program };
            let text = serde_json::to_value(&matcher).unwrap();
            assert_eq!(serde_json::from_value::<Matcher>(text).unwrap(), matcher);
        }
    }

    #[test]
    fn there_is_exactly_one_program() {
        let message = "a matcher has exactly one of `always`, `never`, `table`, `backtrack`";
        for matcher in [
            json!({ "pattern": "x" }),
            json!({ "pattern": "x", "always": true, "never": true }),
            json!({ "pattern": "x", "always": false }),
        ] {
            assert_eq!(error_of(matcher), message);
        }
    }

    #[test]
    fn a_damaged_program_is_refused() {
        assert_eq!(error_of(json!({ "pattern": "x", "table": "!" })), "a matcher's program is not base64");
        assert_eq!(
            error_of(json!({ "pattern": "x", "table": "CQ==" })),
            "matcher table should have 7 bytes but has 1"
        );
        assert_eq!(
            error_of(json!({ "pattern": "x", "backtrack": "CQ==" })),
            "matcher program has format 9, this build reads format 1"
        );
    }
}
