//! The commands around the tool itself: what sets a project or a shell up, and what says how things stand.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use hookc_schema::Event;

use super::places::Places;
use super::plan::event;
use crate::init::Language;

const INIT_EXAMPLES: &str = "\
Examples:
  hookc init
  hookc init --language python services/api
  hookc init --event preToolUse --event stop

Exit codes:
  0  everything is there now
  2  wrong usage, or a file could not be written";

/// `hookc init`.
#[derive(Debug, Args)]
#[command(after_help = INIT_EXAMPLES, max_term_width = 100)]
pub(crate) struct InitArgs {
    /// The project's root [default: that of the repository around the current folder, else the current folder]
    #[arg(value_name = "DIR")]
    pub(crate) folder: Option<PathBuf>,

    /// The language of the scripts [default: that of the project, else bash]
    #[arg(long, value_name = "NAME")]
    pub(crate) language: Option<Language>,

    /// An event to have a hook at (repeatable) [default: beforeShellExecution beforeReadFile]
    #[arg(long = "event", value_name = "EVENT", value_parser = event(), hide_possible_values = true)]
    pub(crate) events: Vec<Event>,
}

const COMPLETIONS_EXAMPLES: &str = "\
Examples:
  hookc completions bash > ~/.local/share/bash-completion/completions/hookc
  hookc completions zsh > ~/.zfunc/_hookc
  hookc completions fish > ~/.config/fish/completions/hookc.fish

Exit codes:
  0  printed
  2  wrong usage";

/// `hookc completions`.
#[derive(Debug, Args)]
#[command(after_help = COMPLETIONS_EXAMPLES, max_term_width = 100)]
pub(crate) struct CompletionsArgs {
    /// The shell
    #[arg(value_name = "SHELL")]
    pub(crate) shell: clap_complete::Shell,
}

const MAN_EXAMPLES: &str = "\
Examples:
  hookc man > hookc.1
  hookc man check > hookc-check.1
  hookc man check | man -l -

Exit codes:
  0  printed
  2  wrong usage";

/// `hookc man`.
#[derive(Debug, Args)]
#[command(after_help = MAN_EXAMPLES, max_term_width = 100)]
pub(crate) struct ManArgs {
    /// The command [default: hookc itself]
    #[arg(value_name = "COMMAND")]
    pub(crate) command: Option<String>,
}

const DOCTOR_EXAMPLES: &str = "\
Examples:
  hookc doctor
  hookc doctor --format json
  hookc doctor --workspace services/api

Exit codes:
  0  told, whatever there is to tell
  2  wrong usage, or nothing could be read";

/// `hookc doctor`.
#[derive(Debug, Args)]
#[command(after_help = DOCTOR_EXAMPLES, max_term_width = 100)]
pub(crate) struct DoctorArgs {
    /// How the answer is printed
    #[arg(long, value_name = "NAME", default_value = "human")]
    pub(crate) format: DoctorFormat,

    #[command(flatten)]
    pub(crate) places: Places,
}

/// The formats of `hookc doctor`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum DoctorFormat {
    /// For people
    Human,
    /// For programs
    Json,
}
