//! The commands about plans: `compile`, `why`, `run` and `sample`.

use std::path::PathBuf;

use clap::builder::TypedValueParser;
use clap::{Args, ValueEnum};
use hookc_runtime::plan::{Root, Semantics, Target};
use hookc_schema::source::Os;
use hookc_schema::{Event, SourceKind};

use super::places::Places;
use super::{meant, one_of, source_kind};

const COMPILE_EXAMPLES: &str = "\
Examples:
  hookc compile -o hooks.plan.json          the hooks that come with this repository
  hookc compile --check hooks.plan.json     whether that plan is still the right one
  hookc compile --html plan.html            the same as a page, to look at and to search
  hookc compile --all-sources               with the user's, the enterprise's and the team's
  hookc compile --target cloud              what cloud agents run

Exit codes:
  0  the plan is written, or is as it should be
  1  the host refuses a source, or the plan to check is stale
  2  wrong usage, or nothing could be read or written";

const WHY_EXAMPLES: &str = "\
Examples:
  hookc why beforeShellExecution 'git push --force'
  hookc why preToolUse Write --semantics observed
  hookc why stop --format json
  hookc why beforeMCPExecution --input payload.json

Exit codes:
  0  answered, whatever the answer
  2  wrong usage, or nothing could be read or written";

const RUN_EXAMPLES: &str = "\
Examples:
  hookc sample beforeShellExecution --set command='git push' | hookc run beforeShellExecution
  hookc run preToolUse --plan hooks.plan.json --trace < payload.json
  hookc run stop --workspace . --session session.json < payload.json

Exit codes:
  0  not blocked (`ask` too)
  1  anything else: wrong usage, a bad payload or plan
  2  blocked";

const SAMPLE_EXAMPLES: &str = "\
Examples:
  hookc sample preToolUse --set tool_name=Read
  hookc sample beforeShellExecution --set command='rm -rf /' --set sandbox=true

Exit codes:
  0  printed
  2  wrong usage, or what was set does not fit the event";

/// What a plan is for.
#[derive(Debug, Clone, Default, Args)]
pub(crate) struct PlanFor {
    /// How answers are read and merged [default: documented]
    #[arg(long, value_name = "NAME", value_parser = semantics(), help_heading = "What the plan is for")]
    pub(crate) semantics: Option<Semantics>,

    /// The host that runs the hooks [default: editor]
    #[arg(long, value_name = "TARGET", value_parser = target(), help_heading = "What the plan is for")]
    pub(crate) target: Option<Target>,

    /// The system that the hooks run on [default: this one, for the repository's own hooks linux]
    #[arg(long, value_name = "PLATFORM", value_parser = platform(), help_heading = "What the plan is for")]
    pub(crate) platform: Option<Os>,

    /// Cloud agents get the enterprise's and the team's hooks
    #[arg(long, help_heading = "What the plan is for")]
    pub(crate) enterprise_plan: bool,

    /// The workspace is not trusted: leave its hooks out
    #[arg(long, help_heading = "What the plan is for")]
    pub(crate) untrusted: bool,
}

/// `hookc compile`.
#[derive(Debug, Args)]
#[command(after_help = COMPILE_EXAMPLES, max_term_width = 100)]
pub(crate) struct CompileArgs {
    /// Write the plan to this file, not to standard output
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,

    /// Write nothing: say what differs from the plan in this file, by default that of `--output`
    #[arg(long, value_name = "FILE", num_args = 0..=1, default_missing_value = "", value_parser = parse_check)]
    pub(crate) check: Option<Committed>,

    /// Write the plan as a page to look at and to search, which needs nothing else, to this file
    #[arg(long, value_name = "FILE", conflicts_with = "check")]
    pub(crate) html: Option<PathBuf>,

    /// Compile what is left when the host refuses a source
    #[arg(long)]
    pub(crate) allow_voided: bool,

    #[command(flatten)]
    pub(crate) places: Places,

    /// Add every source of this machine: user, enterprise and team
    #[arg(long, conflicts_with = "sources", help_heading = "Where the hooks are")]
    pub(crate) all_sources: bool,

    /// These kinds of sources [default: project,claude-project,plugin and those of the places named]
    #[arg(
        long, value_name = "LIST", value_delimiter = ',', value_parser = source_kind(),
        help_heading = "Where the hooks are"
    )]
    pub(crate) sources: Option<Vec<SourceKind>>,

    #[command(flatten)]
    pub(crate) plan_for: PlanFor,
}

/// Where the plan to check is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Committed {
    /// Where `--output` says.
    Output,
    /// In this file.
    File(PathBuf),
}

#[expect(clippy::unnecessary_wraps, reason = "the form of a parser")]
fn parse_check(file: &str) -> Result<Committed, String> {
    Ok(if file.is_empty() { Committed::Output } else { Committed::File(file.into()) })
}

/// `hookc why`.
#[derive(Debug, Args)]
#[command(after_help = WHY_EXAMPLES, max_term_width = 100)]
pub(crate) struct WhyArgs {
    /// The event
    #[arg(value_name = "EVENT", value_parser = event(), hide_possible_values = true)]
    pub(crate) event: Event,

    /// What matchers are tested against: the command line, the tool's name, the type of subagent
    #[arg(value_name = "SUBJECT", conflicts_with = "input")]
    pub(crate) subject: Option<String>,

    /// Take the subject from this payload; `-` is standard input
    #[arg(long, value_name = "FILE")]
    pub(crate) input: Option<PathBuf>,

    /// How the answer is printed
    #[arg(long, value_name = "NAME", default_value = "human")]
    pub(crate) format: WhyFormat,

    #[command(flatten)]
    pub(crate) places: Places,

    #[command(flatten)]
    pub(crate) plan_for: PlanFor,
}

/// The formats of `hookc why`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum WhyFormat {
    /// For people
    Human,
    /// For programs
    Json,
}

/// `hookc run`.
#[derive(Debug, Args)]
#[command(after_help = RUN_EXAMPLES, max_term_width = 100)]
pub(crate) struct RunArgs {
    /// The event
    #[arg(value_name = "EVENT", value_parser = event(), hide_possible_values = true)]
    pub(crate) event: Event,

    /// Run this plan, not the sources of this machine
    #[arg(long, value_name = "FILE", conflicts_with_all = ["untrusted"])]
    pub(crate) plan: Option<PathBuf>,

    /// The folder that ${NAME} in the plan stands for (repeatable)
    #[arg(long = "root", value_name = "NAME=DIR", value_parser = parse_root)]
    pub(crate) roots: Vec<(Root, PathBuf)>,

    #[command(flatten)]
    pub(crate) places: Places,

    /// The workspace is not trusted: leave its hooks out
    #[arg(long, help_heading = "Where the hooks are")]
    pub(crate) untrusted: bool,

    /// How answers are read and merged [default: as the plan says, else documented]
    #[arg(long, value_name = "NAME", value_parser = semantics())]
    pub(crate) semantics: Option<Semantics>,

    /// Tell on standard error how the verdict came about
    #[arg(long, value_name = "FORM", num_args = 0..=1, require_equals = true, default_missing_value = "human")]
    pub(crate) trace: Option<TraceForm>,

    /// Accept a payload that does not fit the event
    #[arg(long)]
    pub(crate) lenient: bool,

    /// Run nothing if a script is not the one that the plan was compiled from
    #[arg(long)]
    pub(crate) locked: bool,

    /// Run only the step with this id, as `why` and the plan name it
    #[arg(long, value_name = "ID")]
    pub(crate) only: Option<String>,

    /// Run nothing if the plan has another digest than this, which `why --format json` and the plan tell
    #[arg(long, value_name = "DIGEST")]
    pub(crate) digest: Option<String>,

    /// The answer of the session's sessionStart, whose `env` every hook sees
    #[arg(long, value_name = "FILE", conflicts_with = "session")]
    pub(crate) env_file: Option<PathBuf>,

    /// Keep the session in this file: `env` of sessionStart and `pluginPaths` of workspaceOpen count from then on
    #[arg(long, value_name = "FILE")]
    pub(crate) session: Option<PathBuf>,

    /// Judges prompt hooks: gets {"prompt", "model"} on standard input and answers {"ok", "reason"}
    #[arg(long, value_name = "CMD")]
    pub(crate) prompt_command: Option<String>,
}

/// The forms of a trace.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum TraceForm {
    /// For people
    Human,
    /// For programs
    Json,
}

/// `hookc sample`.
#[derive(Debug, Args)]
#[command(after_help = SAMPLE_EXAMPLES, max_term_width = 100)]
pub(crate) struct SampleArgs {
    /// The event
    #[arg(value_name = "EVENT", value_parser = event(), hide_possible_values = true)]
    pub(crate) event: Event,

    /// Set a value, JSON or else text; `.` leads into objects and lists: `tool_input.command=ls` (repeatable)
    #[arg(long = "set", value_name = "PATH=VALUE", value_parser = parse_setting)]
    pub(crate) settings: Vec<Setting>,
}

/// One `--set`.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Setting {
    pub(crate) path: String,
    pub(crate) value: serde_json::Value,
}

fn parse_setting(text: &str) -> Result<Setting, String> {
    let (path, value) = text.split_once('=').ok_or("write PATH=VALUE")?;
    let value = serde_json::from_str(value).unwrap_or_else(|_| value.into());
    Ok(Setting { path: path.to_owned(), value })
}

fn parse_root(text: &str) -> Result<(Root, PathBuf), String> {
    let (name, folder) = text.split_once('=').ok_or("write NAME=DIR")?;
    let root = Root::from_name(name).ok_or_else(|| {
        const ROOTS: [&str; 6] = ["project", "user", "enterprise", "team", "workspace", "plugin:NAME"];
        let known = format!("the roots are {}", ROOTS.join(", "));
        format!("no root has the name `{name}`; {}", meant(name, ROOTS).unwrap_or(known))
    })?;
    if folder.is_empty() {
        Err("the folder is missing after `=`".to_owned())
    } else {
        Ok((root, folder.into()))
    }
}

pub(super) fn event() -> impl TypedValueParser<Value = Event> {
    one_of(Event::ALL.map(|event| (event.name(), event)))
}

fn semantics() -> impl TypedValueParser<Value = Semantics> {
    one_of(Semantics::ALL.map(|semantics| (semantics.name(), semantics)))
}

fn target() -> impl TypedValueParser<Value = Target> {
    one_of([("editor", Target::Editor), ("cli", Target::Cli), ("cloud", Target::Cloud)])
}

fn platform() -> impl TypedValueParser<Value = Os> {
    one_of([("linux", Os::Linux), ("macos", Os::Macos), ("windows", Os::Windows)])
}
