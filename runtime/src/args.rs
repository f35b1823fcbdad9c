//! The command line of `hookc-run`.

use std::ffi::OsString;
use std::path::PathBuf;

use hookc_runtime::plan::Root;
use hookc_runtime::{Event, Strictness};
use lexopt::ValueExt as _;
use lexopt::prelude::{Long, Short, Value};

pub(crate) const USAGE: &str = "usage: hookc-run EVENT --plan FILE [options] < payload (try --help)";

const HELP: &str = "\
Runs the hooks of one event against a compiled plan: reads the payload from standard input and
prints the verdict, in the form of the event's own answer, to standard output.

usage: hookc-run EVENT --plan FILE [options]

  --plan FILE           the plan, as `hookc compile` writes it
  --root NAME=DIR       the folder that ${NAME} in the plan stands for: project (the current folder
                        if not given), user, enterprise, team, workspace, plugin:NAME; repeatable
  --env-file FILE       the verdict of the session's sessionStart, whose `env` every hook then sees
  --prompt-command CMD  judges prompt hooks: gets {\"prompt\", \"model\"} on standard input and answers
                        {\"ok\", \"reason\"}; without it a prompt hook fails
  --trace[=json]        tells on standard error how the verdict came about
  --locked              runs nothing if a script is not the one that the plan was compiled from
  --lenient             accepts a payload that does not fit the event
  --remote              the workspace is on another machine: CURSOR_CODE_REMOTE is true
  -h, --help            prints this
  -V, --version         prints the version

exit codes: 0 not blocked (`ask` too), 2 blocked, 1 anything else";

/// What is asked for.
#[derive(Debug)]
pub(crate) enum Command {
    /// To run an event.
    Run(Arguments),
    /// To print a text.
    Say(&'static str),
}

/// How an event is to be run.
#[derive(Debug)]
pub(crate) struct Arguments {
    pub(crate) event: Event,
    pub(crate) plan: PathBuf,
    pub(crate) roots: Vec<(Root, PathBuf)>,
    pub(crate) env_file: Option<PathBuf>,
    pub(crate) prompt_command: Option<String>,
    pub(crate) trace: Option<TraceForm>,
    pub(crate) locked: bool,
    pub(crate) remote: bool,
    pub(crate) strictness: Strictness,
}

/// How a trace is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum TraceForm {
    Human,
    Json,
}

pub(crate) fn parse(arguments: impl IntoIterator<Item = OsString>) -> Result<Command, lexopt::Error> {
    let mut parser = lexopt::Parser::from_args(arguments);
    let (mut event, mut plan) = (None, None);
    let mut found = Arguments {
        event: Event::Stop,
        plan: PathBuf::new(),
        roots: Vec::new(),
        env_file: None,
        prompt_command: None,
        trace: None,
        locked: false,
        remote: false,
        strictness: Strictness::Strict,
    };
    while let Some(argument) = parser.next()? {
        match argument {
            Value(name) if event.is_none() => event = Some(name.parse_with(event_of)?),
            Long("plan") => plan = Some(parser.value()?.into()),
            Long("root") => found.roots.push(parser.value()?.parse_with(binding_of)?),
            Long("env-file") => found.env_file = Some(parser.value()?.into()),
            Long("prompt-command") => found.prompt_command = Some(parser.value()?.string()?),
            Long("trace") => {
                let form = parser.optional_value().map(|form| form.parse_with(trace_form_of)).transpose()?;
                found.trace = Some(form.unwrap_or(TraceForm::Human));
            }
            Long("locked") => found.locked = true,
            Long("lenient") => found.strictness = Strictness::Lenient,
            Long("remote") => found.remote = true,
            Short('h') | Long("help") => return Ok(Command::Say(HELP)),
            Short('V') | Long("version") => {
                return Ok(Command::Say(concat!("hookc-run ", env!("CARGO_PKG_VERSION"))));
            }
            other => return Err(other.unexpected()),
        }
    }
    let event = event.ok_or("the event is missing")?;
    let plan = plan.ok_or("--plan is missing")?;
    Ok(Command::Run(Arguments { event, plan, ..found }))
}

fn event_of(name: &str) -> Result<Event, String> {
    Event::from_name(name).ok_or_else(|| format!("no event has the name `{name}`"))
}

fn binding_of(text: &str) -> Result<(Root, PathBuf), String> {
    let (name, folder) = text.split_once('=').ok_or("it has the form NAME=DIR")?;
    let root = Root::from_name(name).ok_or_else(|| format!("no root has the name `{name}`"))?;
    if folder.is_empty() { Err("the folder is empty".to_owned()) } else { Ok((root, folder.into())) }
}

fn trace_form_of(name: &str) -> Result<TraceForm, &'static str> {
    match name {
        "human" => Ok(TraceForm::Human),
        "json" => Ok(TraceForm::Json),
        _ => Err("a trace is `human` or `json`"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(line: &str) -> Result<Arguments, String> {
        match parse(line.split_whitespace().map(OsString::from)) {
            Ok(Command::Run(arguments)) => Ok(arguments),
            Ok(Command::Say(text)) => Err(text.to_owned()),
            Err(error) => Err(error.to_string()),
        }
    }

    #[test]
    fn an_event_and_a_plan_are_enough() {
        let arguments = parsed("stop --plan p.json").unwrap();
        assert_eq!((arguments.event, arguments.plan), (Event::Stop, "p.json".into()));
        assert_eq!((arguments.trace, arguments.strictness), (None, Strictness::Strict));
    }

    #[test]
    fn every_option_may_stand_anywhere() {
        let arguments = parsed(
            "--trace=json --lenient stop --locked --root project=/a=b --root plugin:x=y --plan p --env-file e \
             --prompt-command judge --remote",
        )
        .unwrap();
        assert_eq!(
            arguments.roots,
            [(Root::Project, "/a=b".into()), (Root::Plugin("x".to_owned()), "y".into())]
        );
        assert_eq!(arguments.trace, Some(TraceForm::Json));
        assert!(arguments.locked && arguments.remote);
        assert_eq!(parsed("stop --plan p --trace").unwrap().trace, Some(TraceForm::Human));
    }

    #[test]
    fn a_mistake_is_named() {
        for (line, message) in [
            ("", "the event is missing"),
            ("stop", "--plan is missing"),
            ("Stop --plan p", "no event has the name `Stop`"),
            ("stop --plan p --root nowhere=/x", "no root has the name `nowhere`"),
            ("stop --plan p --root project=", "the folder is empty"),
            ("stop --plan p --root x", "it has the form NAME=DIR"),
            ("stop --plan p --trace=xml", "a trace is `human` or `json`"),
            ("stop --plan p --surprise", "invalid option '--surprise'"),
            ("stop again --plan p", "unexpected argument \"again\""),
        ] {
            let error = parsed(line).unwrap_err();
            assert!(error.contains(message), "{line}: {error}");
        }
    }

    #[test]
    fn help_fits_a_terminal() {
        assert!(parsed("--help").unwrap_err().lines().all(|line| line.len() <= 100));
    }
}
