//! `hookc check`.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use hookc_compiler::analysis::{Request, Settings};
use hookc_compiler::source::MAX_FILE;
use hookc_compiler::system::System;
use hookc_policies::{self as policies, Report};
use hookc_schema::SourceKind;

use crate::args::{CheckArgs, Output};

use crate::exit::{Exit, Failure};
use crate::files::{cannot_write, read_input, reason};
use crate::format::{self, Findings, Format, Style};
use crate::request::{self, Wanted};
use crate::terminal::Terminal;

/// Checks, writes the findings down, and says how to end.
pub(crate) fn run(
    args: &CheckArgs,
    system: &dyn System,
    terminal: &Terminal,
    out: &mut dyn Write,
) -> Result<Exit, Failure> {
    one_output_a_file(&args.outputs)?;
    let settings = settings(args);
    let report = match args.source {
        Some(kind) => check_one(system, kind, &args.paths, &settings)?,
        None => policies::check(system, &wanted(args, system, terminal)?, &settings),
    };
    let findings = Findings::new(&report, args.pedantic);
    for output in &args.outputs {
        write_file(output, &findings, args.quiet)?;
    }
    let style = Style { color: terminal.colors(args.color), width: terminal.width(), quiet: args.quiet };
    let written =
        (chosen_format(args, terminal.listens).write)(&findings, &style, out).and_then(|()| out.flush());
    match written {
        // Whoever reads has seen enough; the verdict stands.
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            return Err(Failure::new(format!("cannot write the findings: {error}")));
        }
        _ => {}
    }
    Ok(verdict(args, &report, &findings))
}

fn verdict(args: &CheckArgs, report: &Report, findings: &Findings) -> Exit {
    if report.checked == 0 && report.unreadable > 0 {
        return Exit::Failure;
    }
    let reached =
        findings.diagnostics().iter().any(|diagnostic| args.fail_on.is_reached_by(diagnostic.level));
    if reached { Exit::Findings } else { Exit::Success }
}

fn settings(args: &CheckArgs) -> Settings {
    let mut settings = Settings { pedantic: args.pedantic, ..Settings::default() };
    if !args.platforms.is_empty() {
        settings.platforms.clone_from(&args.platforms);
    }
    if !args.targets.is_empty() {
        settings.targets.clone_from(&args.targets);
    }
    settings
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

/// Checks one text alone.
fn check_one(
    system: &dyn System,
    kind: SourceKind,
    paths: &[PathBuf],
    settings: &Settings,
) -> Result<Report, Failure> {
    let [path] = paths else {
        return Err(Failure::new(format!("--source checks one text, and {} were named", paths.len()))
            .help("name one file, or `-` for standard input"));
    };
    if path.as_os_str() == "-" {
        let bytes = read_input(io::stdin().lock())?;
        return Ok(policies::check_text(system, kind, "<stdin>", &bytes, settings));
    }
    let shown = path.display().to_string();
    let bytes = system
        .read(path, MAX_FILE)
        .map_err(|error| Failure::new(format!("cannot read `{shown}`: {}", reason(&error))))?;
    Ok(policies::check_text(system, kind, &shown, &bytes, settings))
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
    let written = std::fs::File::create(&output.file).and_then(|file| {
        let mut file = io::BufWriter::new(file);
        (output.format.write)(findings, &style, &mut file)?;
        file.flush()
    });
    written.map_err(|error| cannot_write(&output.file, &error))
}

#[cfg(test)]
mod tests {
    use clap::Parser as _;

    use super::*;
    use crate::args::{Cli, Command};

    fn args(arguments: &[&str]) -> CheckArgs {
        match Cli::parse_from(["hookc", "check"].iter().chain(arguments)).command {
            Command::Check(args) => *args,
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
    fn platforms_and_targets_replace_the_defaults() {
        use hookc_compiler::analysis::{Platform, Target};
        assert_eq!(settings(&args(&[])), Settings::default());
        assert!(settings(&args(&["--pedantic"])).pedantic);
        let chosen = settings(&args(&["--platform", "windows", "--target", "cli", "--target", "cloud"]));
        assert_eq!(chosen.platforms, [Platform::Windows]);
        assert_eq!(chosen.targets, [Target::Cli, Target::Cloud]);
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
