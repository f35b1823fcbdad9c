//! `hookc completions SHELL` and `hookc man [COMMAND]`: both follow from the command line itself, so that neither can be out of date.

use clap::CommandFactory as _;

use crate::args::{Cli, CompletionsArgs, ManArgs};
use crate::commands::unknown_name;
use crate::exit::Failure;

/// The script that a shell reads.
pub(crate) fn completions(args: &CompletionsArgs) -> String {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "hookc", &mut script);
    String::from_utf8_lossy(&script).into_owned()
}

/// The page of a command in roff, or that of `hookc` itself.
pub(crate) fn man(args: &ManArgs) -> Result<String, Failure> {
    let mut root = Cli::command();
    root.build();
    let command = match &args.command {
        None => root,
        Some(name) => {
            let found = root.find_subcommand(name).cloned();
            let names = root.get_subcommands().map(clap::Command::get_name);
            found.ok_or_else(|| unknown_name("command", name, "hookc --help", names))?
        }
    };
    let mut page = Vec::new();
    clap_mangen::Man::new(command)
        .manual("hookc")
        .render(&mut page)
        .map_err(|error| Failure::new(format!("cannot write the page: {error}")))?;
    Ok(String::from_utf8_lossy(&page).into_owned())
}
