//! `hookc schema [NAME]`.

use crate::args::SchemaArgs;
use crate::commands::unknown_name;
use crate::exit::Failure;
use hookc_schema::schemas;

/// A schema's name and its text.
type Schema = (&'static str, &'static str);

/// The text of the schema exactly as it is published, or the names of all.
pub(crate) fn run(args: &SchemaArgs) -> Result<String, Failure> {
    match &args.name {
        Some(name) => text(&all(), name),
        None => Ok(list(&all())),
    }
}

/// The names of all.
pub(crate) fn names() -> impl Iterator<Item = &'static str> {
    all().into_iter().map(|(name, _)| name)
}

/// The schemas of what the host reads, and that of `hookc.toml`, by name.
fn all() -> Vec<Schema> {
    let mut all = schemas().to_vec();
    all.push(("config", hookc_policies::config::SCHEMA));
    all.sort_unstable();
    all
}

fn text(schemas: &[Schema], name: &str) -> Result<String, Failure> {
    let found = schemas.iter().find(|(known, _)| *known == name);
    let (_, text) = found.ok_or_else(|| {
        unknown_name("schema", name, "hookc schema", schemas.iter().map(|(known, _)| *known))
    })?;
    Ok((*text).to_owned())
}

fn list(schemas: &[Schema]) -> String {
    schemas.iter().flat_map(|(name, _)| [name, "\n"]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const SCHEMAS: [Schema; 2] = [("hooks", "{\"a\": 1}\n"), ("stop.input", "{}\n")];

    #[test]
    fn the_list_is_one_name_a_line() {
        assert_eq!(list(&SCHEMAS), "hooks\nstop.input\n");
    }

    #[test]
    fn a_schema_is_printed_byte_for_byte() {
        assert_eq!(text(&SCHEMAS, "hooks").unwrap(), "{\"a\": 1}\n");
    }

    #[test]
    fn a_misspelt_schema_is_answered_with_the_nearest() {
        insta::assert_snapshot!(text(&SCHEMAS, "stop.inptu").unwrap_err(), @"
        error: no schema is called `stop.inptu`
          help: did you mean `stop.input`?
        ");
    }
}
