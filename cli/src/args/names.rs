//! Arguments that are names from a list: shells complete them, and the command itself answers a name that is not in the list.

use std::ffi::OsStr;

use clap::builder::{PossibleValue, StringValueParser, TypedValueParser};

/// A parser that takes any text and offers these names.
#[derive(Debug, Clone)]
pub(super) struct Names(Vec<&'static str>);

impl Names {
    pub(super) fn of(names: impl IntoIterator<Item = &'static str>) -> Self {
        Self(names.into_iter().collect())
    }
}

impl TypedValueParser for Names {
    type Value = String;

    fn parse_ref(
        &self,
        command: &clap::Command,
        argument: Option<&clap::Arg>,
        value: &OsStr,
    ) -> Result<String, clap::Error> {
        StringValueParser::new().parse_ref(command, argument, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(self.0.iter().map(PossibleValue::new)))
    }
}
