//! `hookc check`.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use hookc_compiler::analysis::Request;
use hookc_compiler::command::Side;
use hookc_compiler::diagnostic::Applicability;
use hookc_compiler::source;
use hookc_compiler::system::{Memo, System};
use hookc_policies::config::{self, Baseline, Known, Options};
use hookc_policies::fix::{self, Fixed};
use hookc_policies::{self as policies, Report};
use hookc_schema::SourceKind;

use crate::args::{CheckArgs, Output};
use crate::commands::changes::Since;
use crate::commands::{fixes, settings};
use crate::exit::{Exit, Failure};
use crate::files::{self, cannot_write, read_input};
use crate::format::escape::visible;
use crate::format::{self, Findings, Format, Style};
use crate::progress;
use crate::request::{self, Wanted};
use crate::terminal::Terminal;
use crate::watch::Recorder;

/// Checks, writes the findings down, and says how to end; or goes on with that for ever.
pub(crate) fn run(
    args: &CheckArgs,
    system: &dyn System,
    terminal: &Terminal,
    out: &mut dyn Write,
) -> Result<Exit, Failure> {
    one_output_a_file(&args.outputs)?;
    if args.watch { watch(args, system, terminal, out) } else { once(args, system, terminal, out) }
}

/// Checks again after each change, until whoever watches ends it or has gone.
fn watch(
    args: &CheckArgs,
    system: &dyn System,
    terminal: &Terminal,
    out: &mut dyn Write,
) -> Result<Exit, Failure> {
    const FOR_PEOPLE: [&str; 2] = [format::human::FORMAT.name, format::concise::FORMAT.name];
    if !FOR_PEOPLE.contains(&chosen_format(args, terminal.listens).name) {
        return Err(Failure::new("--watch prints one report after the other, which no program can read")
            .help("leave --format out; --output NAME=FILE writes the latest report to a file"));
    }
    if args.paths.iter().any(|path| path.as_os_str() == "-") {
        return Err(Failure::new("standard input is no file that could change").help("name a file"));
    }
    let recorder = Recorder::new(system);
    loop {
        if let Err(failure) = once(args, &recorder, terminal, out) {
            write_report(out, |out| writeln!(out, "{failure}"))?;
        }
        let recording = recorder.take();
        let shown = recording.wait(system).display().to_string();
        if write_report(out, |out| writeln!(out, "\n--- changed: {}", visible(&shown)))? == Reader::Gone {
            return Ok(Exit::Success);
        }
    }
}

fn once(
    args: &CheckArgs,
    system: &dyn System,
    terminal: &Terminal,
    out: &mut dyn Write,
) -> Result<Exit, Failure> {
    let options = options(args, system)?;
    let subject = Subject::of(args, system, terminal)?;
    if args.show_settings {
        return settings::show(args, system, &subject.trees(system), &options, out);
    }
    let mut notes = Vec::new();
    let shows_progress = terminal.watches && !args.quiet;
    let report = if args.fix || args.diff {
        let fixed =
            progress::shown(system, shows_progress, |system| fixed(args, system, &subject, &options))?;
        if args.diff {
            return fixes::show(&fixed, terminal.listens, args.quiet, out);
        }
        fixes::write(system, &fixed)?;
        notes.extend(fixes::notes(&fixed));
        fixed.report
    } else {
        progress::shown(system, shows_progress, |system| {
            // What is asked is what is watched.
            let check = if args.watch { Subject::check_as_asked } else { Subject::check };
            check(&subject, system, &options)
        })
    };
    notes.extend(subject.note());
    let report = match &args.write_baseline {
        Some(file) => known_from_now_on(system, file, report, &mut notes)?,
        None => report,
    };
    let mut report = report;
    report.shorten();
    let findings = Findings::new(&report, args.pedantic).with_notes(notes);
    for output in &args.outputs {
        write_file(output, &findings, args.quiet)?;
    }
    let style = Style { color: terminal.colors(args.color), width: terminal.width(), quiet: args.quiet };
    let format = chosen_format(args, terminal.listens);
    // Where nobody reads on, the verdict stands.
    write_report(out, |out| (format.write)(&findings, &style, out))?;
    Ok(verdict(args, &report, &findings))
}

/// Whether somebody reads what is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Reader {
    There,
    Gone,
}

fn write_report(
    out: &mut dyn Write,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<Reader, Failure> {
    match write(out).and_then(|()| out.flush()) {
        Ok(()) => Ok(Reader::There),
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(Reader::Gone),
        Err(error) => Err(Failure::new(format!("cannot write the findings: {error}"))),
    }
}

fn verdict(args: &CheckArgs, report: &Report, findings: &Findings) -> Exit {
    let is_misconfigured = report.diagnostics.iter().any(|diagnostic| diagnostic.rule == config::INVALID);
    if is_misconfigured || report.checked == 0 && report.unreadable > 0 {
        return Exit::Failure;
    }
    let reached =
        findings.diagnostics().iter().any(|diagnostic| args.fail_on.is_reached_by(diagnostic.level));
    if reached { Exit::Findings } else { Exit::Success }
}

fn options(args: &CheckArgs, system: &dyn System) -> Result<Options, Failure> {
    let known = match &args.baseline {
        Some(file) => Known::Only(Baseline::read(system, file).map_err(|problem| {
            Failure::new(format!("`{}`: {problem}", file.display()))
                .help(format!("`hookc check --write-baseline {}` writes it", file.display()))
        })?),
        None if args.write_baseline.is_some() => Known::Nothing,
        None => Known::AsConfigured,
    };
    Ok(Options {
        config: match &args.config {
            Some(file) => config::Choice::File(file.clone()),
            None if args.no_config => config::Choice::Nothing,
            None => config::Choice::Nearest,
        },
        targets: (!args.targets.is_empty()).then(|| args.targets.clone()),
        platforms: (!args.platforms.is_empty()).then(|| args.platforms.clone()),
        pedantic: args.pedantic,
        packs: args.packs.clone(),
        known,
        today: today(),
    })
}

/// The day it is, in UTC.
pub(super) fn today() -> config::Date {
    const A_DAY: u64 = 24 * 60 * 60;
    let since_1970 = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
    config::Date::from_days_since_1970(u32::try_from(since_1970.as_secs() / A_DAY).unwrap_or(u32::MAX))
}

/// What is checked.
enum Subject<'s> {
    Tree(Request),
    /// Of a tree, what has changed.
    Changes(Request, Box<Since<'s>>),
    /// One text alone: the file, or what came from standard input.
    Text(SourceKind, PathBuf, Option<Vec<u8>>),
}

impl<'s> Subject<'s> {
    fn of(args: &CheckArgs, system: &'s dyn System, terminal: &Terminal) -> Result<Self, Failure> {
        let Some(kind) = args.source else {
            let request = wanted(args, system, terminal)?;
            let side = match (args.staged, args.changed) {
                (true, _) => Side::Index,
                (_, true) => Side::WorkTree,
                _ => return Ok(Self::Tree(request)),
            };
            return Ok(Self::Changes(request, Box::new(Since::new(system, side))));
        };
        let [path] = args.paths.as_slice() else {
            return Err(Failure::new(format!(
                "--source checks one text, and {} were named",
                args.paths.len()
            ))
            .help("name one file, or `-` for standard input"));
        };
        if path.as_os_str() == "-" {
            if args.fix || args.diff {
                return Err(Failure::new("standard input is no file that could be fixed").help("name a file"));
            }
            return Ok(Self::Text(kind, PathBuf::from("<stdin>"), Some(read_input(io::stdin().lock())?)));
        }
        // What cannot be read is told before anything is done.
        files::read(system, path)?;
        Ok(Self::Text(kind, path.clone(), None))
    }

    /// Checks files that do not change meanwhile.
    fn check(&self, system: &dyn System, options: &Options) -> Report {
        let memo = Memo::new(system);
        self.check_as_asked(&memo, options)
    }

    /// Asks the file system for each thing itself, and as often as it is needed.
    fn check_as_asked(&self, system: &dyn System, options: &Options) -> Report {
        match self {
            Self::Tree(request) => policies::check_with(system, request, options),
            Self::Changes(request, since) => since.check(system, request, options),
            Self::Text(kind, path, input) => {
                let bytes = input.clone().or_else(|| system.read(path, source::MAX_FILE).ok());
                let shown = path.display().to_string();
                policies::check_text_with(system, *kind, &shown, &bytes.unwrap_or_default(), options)
            }
        }
    }

    fn note(&self) -> Option<String> {
        match self {
            Self::Changes(_, since) => since.note(),
            Self::Tree(_) | Self::Text(..) => None,
        }
    }

    /// What may be changed.
    fn roots(&self, system: &dyn System) -> Vec<PathBuf> {
        match self {
            Self::Tree(request) | Self::Changes(request, _) => source::roots(system, request),
            Self::Text(_, path, _) => vec![path.clone()],
        }
    }

    /// Where configurations are looked for.
    fn trees(&self, system: &dyn System) -> Vec<PathBuf> {
        match self {
            Self::Tree(request) | Self::Changes(request, _) => config::trees(system, request),
            Self::Text(..) => vec![PathBuf::from(".")],
        }
    }
}

/// What the fixes come to, in memory. What is not shown is not fixed.
fn fixed(
    args: &CheckArgs,
    system: &dyn System,
    subject: &Subject<'_>,
    options: &Options,
) -> Result<Fixed, Failure> {
    let up_to = if args.unsafe_fixes { Applicability::Unsafe } else { Applicability::Safe };
    let fixed = fix::apply(system, &subject.roots(system), up_to, |system| {
        let mut report = subject.check(system, options);
        report.diagnostics.retain(|diagnostic| args.pedantic || !diagnostic.pedantic);
        report
    });
    if fixed.report.diagnostics.iter().any(|diagnostic| diagnostic.rule == config::INVALID) {
        return Err(Failure::new("the configuration is faulty, so nothing is fixed")
            .help("`hookc check` says where; `--no-config` goes without it"));
    }
    Ok(fixed)
}

/// Writes the findings to a baseline; the report of what is left.
fn known_from_now_on(
    system: &dyn System,
    file: &Path,
    mut report: Report,
    notes: &mut Vec<String>,
) -> Result<Report, Failure> {
    files::write(file, &Baseline::write(system, file, &report))?;
    let baseline = Baseline::read(system, file)
        .map_err(|problem| Failure::new(format!("`{}`: {problem}", file.display())))?;
    baseline.set_aside(system, &mut report);
    notes.push(format!("the baseline is `{}`", file.display()));
    Ok(report)
}

fn chosen_format(args: &CheckArgs, terminal_listens: bool) -> &'static Format {
    let default = if terminal_listens { &format::human::FORMAT } else { &format::concise::FORMAT };
    args.format.unwrap_or(default)
}

fn wanted(args: &CheckArgs, system: &dyn System, terminal: &Terminal) -> Result<Request, Failure> {
    let request = request(args, terminal.home.as_deref())?;
    Ok(request::without_absent(request, &args.places, system))
}

/// What to look at. Sources of this machine are asked for with `--all-sources`, or by their kinds with `--sources`.
fn request(args: &CheckArgs, home: Option<&Path>) -> Result<Request, Failure> {
    if args.paths.iter().any(|path| path.as_os_str() == "-") {
        return Err(Failure::new("standard input can be checked as one kind of source only")
            .help("name it: `hookc check --source project -`"));
    }
    let wanted = Wanted {
        paths: &args.paths,
        places: &args.places,
        all_sources: args.all_sources,
        sources: args.sources.as_deref(),
    };
    wanted.request(home)
}

/// Refuses outputs of which one would take the other's place.
fn one_output_a_file(outputs: &[Output]) -> Result<(), Failure> {
    for (index, output) in outputs.iter().enumerate() {
        let shown = output.file.display();
        if output.file.as_os_str() == "-" {
            return Err(Failure::new("--output writes to a file, and `-` is none")
                .help(format!("for standard output: `--format {}`", output.format.name)));
        }
        if outputs[..index].iter().any(|earlier| earlier.file == output.file) {
            return Err(Failure::new(format!("two outputs would be written to `{shown}`"))
                .help("name a file of its own for each"));
        }
    }
    Ok(())
}

fn write_file(output: &Output, findings: &Findings, quiet: bool) -> Result<(), Failure> {
    const FILE_WIDTH: usize = 100;
    let style = Style { color: false, width: FILE_WIDTH, quiet };
    let mut file = io::BufWriter::new(files::create(&output.file)?);
    let written = (output.format.write)(findings, &style, &mut file).and_then(|()| file.flush());
    written.map_err(|error| cannot_write(&output.file, &error))
}

#[cfg(test)]
mod tests {
    use clap::Parser as _;

    use super::*;
    use crate::args::{Cli, Command};

    fn args(arguments: &[&str]) -> CheckArgs {
        match Cli::parse_from(["hookc", "check"].iter().chain(arguments)).command {
            Command::Check(args) => args.into_inner(),
            other => panic!("not a check: {other:?}"),
        }
    }

    fn asked(arguments: &[&str]) -> Request {
        request(&args(arguments), Some(Path::new("/home/me"))).unwrap()
    }

    #[test]
    fn nothing_named_is_the_current_folder() {
        assert_eq!(asked(&[]).workspaces, [PathBuf::from(".")]);
    }

    #[test]
    fn a_place_that_is_named_stands_alone() {
        for place in ["--home", "--system-root", "--team", "--plugin"] {
            let request = asked(&[place, "somewhere"]);
            assert!(request.workspaces.is_empty() && request.paths.is_empty(), "{place}: {request:?}");
        }
    }

    #[test]
    fn a_path_beside_a_place_joins_it() {
        let request = asked(&["--home", "h", "src"]);
        assert_eq!((request.paths.len(), request.home), (1, Some(PathBuf::from("h"))));
    }

    #[test]
    fn all_sources_are_this_machine_and_the_current_folder() {
        let request = asked(&["--all-sources"]);
        assert_eq!(request.workspaces, [PathBuf::from(".")]);
        assert_eq!(request.home, Some(PathBuf::from("/home/me")));
        assert_eq!(request.system_root, Some(PathBuf::from("/")));
        assert_eq!(request.team, Some(PathBuf::from("/home/me/.cursor/managed/active-team-hooks")));
        assert_eq!(request.sources, None);
    }

    #[test]
    fn a_list_of_sources_adds_only_the_places_it_needs() {
        let request = asked(&["--sources", "project,user"]);
        assert_eq!(request.home, Some(PathBuf::from("/home/me")));
        assert_eq!((request.system_root, request.team), (None, None));
        assert_eq!(request.sources, Some(vec![SourceKind::Project, SourceKind::User]));
    }

    #[test]
    fn a_place_that_is_named_wins_over_this_machine() {
        assert_eq!(asked(&["--all-sources", "--home", "h"]).home, Some(PathBuf::from("h")));
    }

    #[test]
    fn an_unknown_home_is_told_only_when_it_is_needed() {
        assert!(request(&args(&["--all-sources"]), None).is_err());
        assert!(request(&args(&[]), None).is_ok());
    }

    #[test]
    fn standard_input_needs_a_kind() {
        insta::assert_snapshot!(request(&args(&["-"]), None).unwrap_err(), @"
        error: standard input can be checked as one kind of source only
          help: name it: `hookc check --source project -`
        ");
    }

    #[test]
    fn platforms_and_targets_replace_what_a_configuration_says() {
        use hookc_compiler::analysis::{Platform, Target};
        use hookc_compiler::system::MemorySystem;
        let options = |arguments: &[&str]| options(&args(arguments), &MemorySystem::new()).unwrap();
        assert_eq!((options(&[]).platforms, options(&[]).targets), (None, None));
        assert!(options(&["--pedantic"]).pedantic);
        let chosen = options(&["--platform", "windows", "--target", "cli", "--target", "cloud"]);
        assert_eq!(chosen.platforms, Some(vec![Platform::Windows]));
        assert_eq!(chosen.targets, Some(vec![Target::Cli, Target::Cloud]));
    }

    #[test]
    fn the_format_follows_the_reader_unless_it_is_named() {
        assert_eq!(chosen_format(&args(&[]), true).name, "human");
        assert_eq!(chosen_format(&args(&[]), false).name, "concise");
        assert_eq!(chosen_format(&args(&["--format", "json"]), true).name, "json");
    }

    #[test]
    fn nothing_readable_at_all_is_a_failure_and_one_unreadable_file_is_not() {
        let verdict_of = |checked, unreadable| {
            let report = Report { checked, unreadable, ..Report::default() };
            verdict(&args(&[]), &report, &Findings::new(&report, false))
        };
        assert_eq!(verdict_of(0, 1), Exit::Failure);
        assert_eq!(verdict_of(3, 1), Exit::Success);
        assert_eq!(verdict_of(0, 0), Exit::Success);
    }
}
