//! One file a command.

mod changes;
pub(crate) mod check;
pub(crate) mod compile;
pub(crate) mod completions;
pub(crate) mod doctor;
mod fixes;
pub(crate) mod init;
pub(crate) mod lsp;
mod planning;
pub(crate) mod rule;
pub(crate) mod run;
pub(crate) mod sample;
pub(crate) mod schema;
mod session;
mod settings;
pub(crate) mod why;

use hookc_compiler::nearest::nearest;

use crate::exit::Failure;

/// The failure for a name that is not in a list: with the nearest one, else with the way to the list.
fn unknown_name<'n>(
    kind: &str,
    name: &str,
    command: &str,
    names: impl IntoIterator<Item = &'n str>,
) -> Failure {
    let failure = Failure::new(format!("no {kind} is called `{name}`"));
    match nearest(name, names) {
        Some(near) => failure.help(format!("did you mean `{near}`?")),
        None => failure.help(format!("`{command}` lists them")),
    }
}
