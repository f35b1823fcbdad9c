//! `hookc rule [NAME]`.

use std::fmt::Write as _;

use crate::args::RuleArgs;
use crate::commands::unknown_name;
use crate::exit::Failure;
use hookc_policies::rule::Rule;
use hookc_policies::rules;

/// The page of the rule, or the list of all.
pub(crate) fn run(args: &RuleArgs) -> Result<String, Failure> {
    match &args.name {
        Some(name) => page(rules(), name),
        None => Ok(list(rules())),
    }
}

fn page(rules: &[&Rule], name: &str) -> Result<String, Failure> {
    let rule = rules.iter().find(|rule| rule.name == name);
    let rule =
        rule.ok_or_else(|| unknown_name("rule", name, "hookc rule", rules.iter().map(|rule| rule.name)))?;
    Ok(format!("{}\n", rule.page().trim_end()))
}

/// Name, levels and summary, aligned.
fn list(rules: &[&Rule]) -> String {
    let names = rules.iter().map(|rule| rule.name.len()).max().unwrap_or(0);
    let levels = rules.iter().map(|rule| levels(rule).len()).max().unwrap_or(0);
    let mut list = String::new();
    for rule in rules {
        // Writing to a string cannot fail.
        let _ = writeln!(list, "{:names$}  {:levels$}  {}", rule.name, self::levels(rule), rule.summary());
    }
    list
}

fn levels(rule: &Rule) -> String {
    let names: Vec<_> = rule.levels.iter().map(|level| level.name()).collect();
    names.join(", ")
}

#[cfg(test)]
mod tests {
    use hookc_compiler::diagnostic::{Effect, Level};
    use hookc_policies::rule::Check;
    use hookc_schema::Evidence;

    use super::*;

    const UNKNOWN: Rule = Rule::declare(
        "unknown-event",
        &[Level::Error, Level::Warning],
        &[Effect::VoidsFile],
        Evidence::Obs,
        "The event does not exist.\n\nText.\n\n",
        Check::Compiler,
    );
    const EMPTY: Rule = Rule::declare(
        "empty-hooks",
        &[Level::Info],
        &[Effect::None],
        Evidence::Inf,
        "No hooks in it.\n",
        Check::Compiler,
    );

    #[test]
    fn the_list_is_aligned() {
        insta::assert_snapshot!(list(&[&UNKNOWN, &EMPTY]), @"
        unknown-event  error, warning  The event does not exist.
        empty-hooks    info            No hooks in it.
        ");
    }

    #[test]
    fn a_page_ends_with_one_line_end() {
        let page = page(&[&UNKNOWN, &EMPTY], "unknown-event").unwrap();
        assert_eq!(page, format!("{}\n", UNKNOWN.page().trim_end()));
    }

    #[test]
    fn a_misspelt_rule_is_answered_with_the_nearest() {
        let failure = page(&[&UNKNOWN, &EMPTY], "unknwon-event").unwrap_err();
        insta::assert_snapshot!(failure, @"
        error: no rule is called `unknwon-event`
          help: did you mean `unknown-event`?
        ");
    }

    #[test]
    fn a_name_like_no_other_is_answered_with_the_way_to_the_list() {
        let failure = page(&[&UNKNOWN, &EMPTY], "banana").unwrap_err();
        insta::assert_snapshot!(failure, @"
        error: no rule is called `banana`
          help: `hookc rule` lists them
        ");
    }
}
