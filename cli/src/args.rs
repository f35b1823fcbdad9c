//! The command line: every argument, once.

mod late;
mod names;
mod places;
mod plan;
mod setup;

use std::path::PathBuf;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, Subcommand, ValueEnum};
use hookc_compiler::analysis::{Platform, Target};
use hookc_compiler::diagnostic::Level;
use hookc_compiler::nearest::nearest;
use hookc_policies::policy::{PACKS, Pack};
use hookc_schema::SourceKind;

use crate::format::{self, Format};

use late::Late;
use names::Names;
pub(crate) use places::Places;
pub(crate) use plan::{Committed, CompileArgs, PlanFor, RunArgs, SampleArgs, TraceForm, WhyArgs, WhyFormat};
pub(crate) use setup::{CompletionsArgs, DoctorArgs, DoctorFormat, InitArgs, ManArgs};

const EXAMPLES: &str = "\
Examples:
  hookc check                                  every hook of this repository
  hookc check services/api .cursor/hooks.json  folders and files
  hookc check --home ~ --workspace .           with the hooks of your home folder
  hookc check --source project - < hooks.json  one text, as a project's hooks file
  hookc why beforeShellExecution 'git push'    which hooks would see this command
  hookc compile -o hooks.plan.json             all hooks of this repository as one plan
  hookc rule unknown-event                     what a rule means and how sure it is

Exit codes:
  0  nothing at or above --fail-on
  1  findings at or above --fail-on
  2  wrong usage, a faulty configuration, or nothing could be read or written
These are those of check; the other commands tell theirs in their own --help.";

const CONFIGURATION: &str = "Configuration";
const CHANGES: &str = "What has changed";
const FIXES: &str = "Fixes";

const CHECK_EXAMPLES: &str = "\
Examples:
  hookc check
  hookc check --all-sources
  hookc check --fail-on warning --format json
  hookc check --output json=findings.json --platform linux --platform windows
  hookc check --staged --fail-on warning
  hookc check --watch --pedantic
  hookc check --diff --unsafe-fixes
  hookc check --write-baseline hooks-baseline.json

Exit codes:
  0  nothing at or above --fail-on
  1  findings at or above --fail-on
  2  wrong usage, a faulty configuration, or nothing could be read or written";

const LSP_NOTES: &str = "\
Examples:
  hookc lsp
  hookc lsp --workspace services/api --home ~

The editor names the workspaces; --workspace stands in where it names none.

Exit codes:
  0  the editor said `shutdown`, then `exit`
  1  it left in another way
  2  wrong usage";

/// Checks the hooks of coding agents before an agent runs them
#[derive(Debug, Parser)]
#[command(name = "hookc", version, after_help = EXAMPLES, arg_required_else_help = true, max_term_width = 100)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Parse, type, resolve and lint every hooks file that an agent would read
    ///
    /// Nothing is executed and nothing is fetched. Without a path the current folder is the workspace.
    Check(Late<CheckArgs>),
    /// Write the plan: every source flattened into ordered steps, the same bytes on every machine
    Compile(Late<CompileArgs>),
    /// Say which hooks run at an event, in which order and from which file, and why the others do not
    Why(Late<WhyArgs>),
    /// Run the hooks of an event on a payload from standard input and print the verdict
    ///
    /// This is the only command that starts anything.
    Run(Late<RunArgs>),
    /// Print a realistic payload of an event
    Sample(Late<SampleArgs>),
    /// Print a JSON Schema; without a name, the list
    Schema(Late<SchemaArgs>),
    /// Print the page of a rule; without a name, the list
    Rule(Late<RuleArgs>),
    /// Start a project off: a hooks file, its scripts, a configuration and a check before commits
    ///
    /// What is there already is never changed.
    Init(Late<InitArgs>),
    /// Say how things stand on this machine: sources, configuration, programs and where they are found
    ///
    /// Nothing is executed.
    Doctor(Late<DoctorArgs>),
    /// Print what makes a shell complete commands, options and names
    Completions(Late<CompletionsArgs>),
    /// Print a manual page; without a command, the one of hookc
    Man(Late<ManArgs>),
    /// Serve an editor over standard input and output
    ///
    /// Speaks the Language Server Protocol until the editor says `exit`. Nothing is executed.
    Lsp(Late<LspArgs>),
}

/// `hookc check`.
#[derive(Debug, Args)]
#[command(
    after_help = CHECK_EXAMPLES, max_term_width = 100,
    group = clap::ArgGroup::new("fixing").args(["fix", "diff"]).multiple(true)
)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of the command line")]
pub(crate) struct CheckArgs {
    /// Files or folders to check
    #[arg(value_name = "PATH")]
    pub(crate) paths: Vec<PathBuf>,

    #[command(flatten)]
    pub(crate) places: Places,

    /// Take the one PATH, a file or `-` for standard input, as this kind of source; nothing is claimed about a tree around it
    #[arg(
        long, value_name = "KIND", value_parser = source_kind(), help_heading = "Where the hooks are",
        conflicts_with_all = ["workspaces", "home", "system_root", "team", "plugins", "all_sources", "sources"]
    )]
    pub(crate) source: Option<SourceKind>,

    /// Add every source of this machine: user, enterprise and team
    #[arg(long, conflicts_with = "sources", help_heading = "Where the hooks are")]
    pub(crate) all_sources: bool,

    /// Only what differs between the working copy and the last commit; a script stands for the hooks that run it
    #[arg(long, conflicts_with_all = ["source", "staged", "write_baseline"], help_heading = CHANGES)]
    pub(crate) changed: bool,

    /// Only what differs between the index and the last commit; the files are read as they are in the working copy
    #[arg(long, conflicts_with_all = ["source", "write_baseline"], help_heading = CHANGES)]
    pub(crate) staged: bool,

    /// Only these kinds of sources, those of this machine too when they are named
    #[arg(
        long, value_name = "LIST", value_delimiter = ',', value_parser = source_kind(),
        help_heading = "Where the hooks are"
    )]
    pub(crate) sources: Option<Vec<SourceKind>>,

    /// Where the hooks are meant to run (repeatable) [default: editor]
    #[arg(long = "target", value_name = "TARGET", value_parser = target(), help_heading = "What is reported")]
    pub(crate) targets: Vec<Target>,

    /// The systems the hooks are meant to run on (repeatable) [default: linux macos]
    #[arg(
        long = "platform", value_name = "PLATFORM", value_parser = platform(), help_heading = "What is reported"
    )]
    pub(crate) platforms: Vec<Platform>,

    /// Report matters of taste and low confidence too
    #[arg(long, help_heading = "What is reported")]
    pub(crate) pedantic: bool,

    /// The lowest level that makes the exit code 1
    #[arg(long, value_name = "LEVEL", default_value = "error", help_heading = "What is reported")]
    pub(crate) fail_on: FailOn,

    /// Read this configuration, whose paths start at the current folder, instead of the nearest `hookc.toml`
    #[arg(long, value_name = "FILE", conflicts_with = "no_config", help_heading = CONFIGURATION)]
    pub(crate) config: Option<PathBuf>,

    /// Read no configuration
    #[arg(long, help_heading = CONFIGURATION)]
    pub(crate) no_config: bool,

    /// Add a pack of levels and policies, which no configuration can weaken (repeatable)
    #[arg(long = "pack", value_name = "NAME", value_parser = pack(), help_heading = CONFIGURATION)]
    pub(crate) packs: Vec<&'static Pack>,

    /// Do not report the findings that this file knows
    #[arg(long, value_name = "FILE", help_heading = CONFIGURATION)]
    pub(crate) baseline: Option<PathBuf>,

    /// Write the findings that there are to a baseline, so that only new ones are reported from now on
    #[arg(long, value_name = "FILE", conflicts_with = "baseline", help_heading = CONFIGURATION)]
    pub(crate) write_baseline: Option<PathBuf>,

    /// Print each setting that holds for the paths, and where it comes from, and check nothing
    #[arg(long, conflicts_with_all = ["fix", "diff", "write_baseline"], help_heading = CONFIGURATION)]
    pub(crate) show_settings: bool,

    /// Apply the fixes that cannot change what runs other than as intended
    #[arg(long, conflicts_with = "diff", help_heading = FIXES)]
    pub(crate) fix: bool,

    /// With --fix or --diff, the other fixes too
    #[arg(long, requires = "fixing", help_heading = FIXES)]
    pub(crate) unsafe_fixes: bool,

    /// Print what the fixes would change, and change nothing; exit code 1 if there is anything
    #[arg(long, conflicts_with_all = ["format", "outputs", "write_baseline"], help_heading = FIXES)]
    pub(crate) diff: bool,

    /// How findings are printed [default: human on a terminal, else concise]
    #[arg(long, value_name = "NAME", value_parser = format_name(), help_heading = "How it is printed")]
    pub(crate) format: Option<&'static Format>,

    /// Write the findings to a file too, in a format of its own (repeatable)
    #[arg(
        long = "output", value_name = "NAME=FILE", value_parser = parse_output, help_heading = "How it is printed"
    )]
    pub(crate) outputs: Vec<Output>,

    /// Print findings only, no summary
    #[arg(short, long, help_heading = "How it is printed")]
    pub(crate) quiet: bool,

    /// Check again whenever something changes that the check has looked at, until it is interrupted
    #[arg(
        long, conflicts_with_all = ["fix", "diff", "write_baseline", "show_settings"], help_heading = "How it is printed"
    )]
    pub(crate) watch: bool,

    /// Colours; `auto` heeds `NO_COLOR`, `CLICOLOR_FORCE` and whether a terminal listens
    #[arg(long, value_name = "WHEN", default_value = "auto", help_heading = "How it is printed")]
    pub(crate) color: Color,
}

/// `hookc lsp`.
#[derive(Debug, Args)]
#[command(after_help = LSP_NOTES, max_term_width = 100)]
pub(crate) struct LspArgs {
    #[command(flatten)]
    pub(crate) places: Places,

    /// Taken for the sake of clients that name the way to talk; there is no other
    #[arg(long, hide = true)]
    pub(crate) stdio: bool,
}

const SCHEMA_EXAMPLES: &str = "\
Examples:
  hookc schema
  hookc schema hooks
  hookc schema beforeShellExecution.output

Exit codes:
  0  printed
  2  wrong usage, or there is no schema of this name";

/// `hookc schema`.
#[derive(Debug, Args)]
#[command(after_help = SCHEMA_EXAMPLES, max_term_width = 100)]
pub(crate) struct SchemaArgs {
    /// The schema's name
    #[arg(value_parser = Names::of(crate::commands::schema::names()), hide_possible_values = true)]
    pub(crate) name: Option<String>,
}

const RULE_EXAMPLES: &str = "\
Examples:
  hookc rule
  hookc rule unknown-event

Exit codes:
  0  printed
  2  wrong usage, or there is no rule of this name";

/// `hookc rule`.
#[derive(Debug, Args)]
#[command(after_help = RULE_EXAMPLES, max_term_width = 100)]
pub(crate) struct RuleArgs {
    /// The rule's name
    #[arg(value_parser = Names::of(hookc_policies::rules().iter().map(|rule| rule.name)), hide_possible_values = true)]
    pub(crate) name: Option<String>,
}

/// The lowest level that makes the exit code 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum FailOn {
    /// Errors
    Error,
    /// Errors and warnings
    Warning,
    /// Any finding
    Info,
    /// Nothing
    Never,
}

impl FailOn {
    pub(crate) fn is_reached_by(self, level: Level) -> bool {
        match self {
            Self::Error => level >= Level::Error,
            Self::Warning => level >= Level::Warning,
            Self::Info => true,
            Self::Never => false,
        }
    }
}

/// When to colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Color {
    /// On a terminal
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// One `--output`.
#[derive(Debug, Clone)]
pub(crate) struct Output {
    pub(crate) format: &'static Format,
    pub(crate) file: PathBuf,
}

fn parse_output(value: &str) -> Result<Output, String> {
    let known = || format::ALL.map(|format| format.name).join(", ");
    let (name, file) =
        value.split_once('=').ok_or_else(|| format!("write NAME=FILE, with NAME one of {}", known()))?;
    let format = format::from_name(name).ok_or_else(|| {
        let near = meant(name, format::ALL.map(|format| format.name));
        let known = || format!("the formats are {}", known());
        format!("`{name}` is not a format; {}", near.unwrap_or_else(known))
    })?;
    if file.is_empty() {
        return Err("the file is missing after `=`".to_owned());
    }
    Ok(Output { format, file: PathBuf::from(file) })
}

/// A question for the name that was probably meant.
fn meant<'n>(name: &str, names: impl IntoIterator<Item = &'n str>) -> Option<String> {
    nearest(name, names).map(|near| format!("did you mean `{near}`?"))
}

fn format_name() -> impl TypedValueParser<Value = &'static Format> {
    let values = format::ALL.map(|format| PossibleValue::new(format.name).help(format.summary));
    PossibleValuesParser::new(values)
        .try_map(|name| format::from_name(&name).ok_or_else(|| format!("no format `{name}`")))
}

fn source_kind() -> impl TypedValueParser<Value = SourceKind> {
    PossibleValuesParser::new(SourceKind::ALL.map(SourceKind::name))
        .try_map(|name| SourceKind::from_name(&name).ok_or_else(|| format!("no source `{name}`")))
}

fn pack() -> impl TypedValueParser<Value = &'static Pack> {
    let values = PACKS.each_ref().map(|pack| PossibleValue::new(pack.name).help(pack.summary));
    PossibleValuesParser::new(values)
        .try_map(|name| Pack::named(&name).ok_or_else(|| format!("no pack `{name}`")))
}

fn target() -> impl TypedValueParser<Value = Target> {
    one_of([("editor", Target::Editor), ("cli", Target::Cli), ("cloud", Target::Cloud)])
}

fn platform() -> impl TypedValueParser<Value = Platform> {
    one_of([("linux", Platform::Linux), ("macos", Platform::Macos), ("windows", Platform::Windows)])
}

fn one_of<T: Copy + Send + Sync + 'static, const N: usize>(
    values: [(&'static str, T); N],
) -> impl TypedValueParser<Value = T> {
    PossibleValuesParser::new(values.map(|(name, _)| name)).try_map(move |name| {
        let found = values.into_iter().find(|(candidate, _)| *candidate == name);
        found.map(|(_, value)| value).ok_or_else(|| format!("no value `{name}`"))
    })
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;
    use clap::error::ErrorKind;

    use super::*;

    fn check(arguments: &[&str]) -> Result<CheckArgs, clap::Error> {
        let line = ["hookc", "check"].iter().chain(arguments);
        match Cli::try_parse_from(line)?.command {
            Command::Check(args) => Ok(args.into_inner()),
            other => panic!("not a check: {other:?}"),
        }
    }

    #[test]
    fn the_command_line_is_well_formed() {
        Cli::command().debug_assert();
    }

    #[test]
    fn every_command_gives_examples_and_the_exit_codes_it_can_have() {
        let root = Cli::command();
        for command in [&root].into_iter().chain(root.get_subcommands()) {
            let help = command.clone().render_long_help().to_string();
            assert!(help.contains("Examples:") && help.contains("Exit codes:"), "{help}");
        }
    }

    #[test]
    fn nothing_at_all_is_wrong_usage() {
        let error = Cli::try_parse_from(["hookc"]).unwrap_err();
        assert_eq!(error.exit_code(), 2);
    }

    #[test]
    fn the_defaults_are_those_of_the_manual() {
        let args = check(&[]).unwrap();
        assert_eq!(args.fail_on, FailOn::Error);
        assert_eq!(args.color, Color::Auto);
        assert!(args.format.is_none() && !args.quiet && !args.pedantic);
    }

    #[test]
    fn flags_that_name_places_repeat() {
        let args =
            check(&["--workspace", "a", "--workspace", "b", "--plugin", "p", "--plugin", "q"]).unwrap();
        assert_eq!(args.places.workspaces, ["a", "b"].map(PathBuf::from));
        assert_eq!(args.places.plugins, ["p", "q"].map(PathBuf::from));
    }

    #[test]
    fn sources_are_a_list() {
        let args = check(&["--sources", "project,user"]).unwrap();
        assert_eq!(args.sources, Some(vec![SourceKind::Project, SourceKind::User]));
    }

    #[test]
    fn a_misspelt_source_is_answered_with_the_right_one() {
        let error = check(&["--sources", "projcet"]).unwrap_err();
        assert!(error.to_string().contains("project"), "{error}");
    }

    #[test]
    fn a_single_text_has_no_places_around_it() {
        let error = check(&["--source", "project", "-", "--home", "h"]).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::ArgumentConflict);
    }

    #[test]
    fn an_output_names_format_and_file() {
        let args = check(&["--output", "json=a=b.json", "--output", "concise=c.txt"]).unwrap();
        let named: Vec<_> =
            args.outputs.iter().map(|output| (output.format.name, output.file.to_str())).collect();
        assert_eq!(named, [("json", Some("a=b.json")), ("concise", Some("c.txt"))]);
    }

    #[test]
    fn an_output_without_file_or_with_an_unknown_format_is_refused() {
        for value in ["json", "json=", "xml=a", "=a"] {
            assert_eq!(check(&["--output", value]).unwrap_err().exit_code(), 2, "{value}");
        }
    }

    #[test]
    fn each_threshold_includes_the_levels_above_it() {
        let reached = |fail_on: FailOn| {
            [Level::Info, Level::Warning, Level::Error].map(|level| fail_on.is_reached_by(level))
        };
        assert_eq!(reached(FailOn::Error), [false, false, true]);
        assert_eq!(reached(FailOn::Warning), [false, true, true]);
        assert_eq!(reached(FailOn::Info), [true, true, true]);
        assert_eq!(reached(FailOn::Never), [false, false, false]);
    }
}
