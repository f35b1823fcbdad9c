//! Every command of the collected real files and cases, with the facts that are derived from it.
//!
//! The snapshot is read by people: a change in it is a change in what users are told.

use std::fmt::Write as _;

use super::{CommandLine, Directory, Level, parse};

const COMMANDS: &str = include_str!("testdata/commands.json");

#[test]
fn the_facts_of_every_collected_command() {
    let commands: Vec<String> = serde_json::from_str(COMMANDS).unwrap();
    let mut report = String::new();
    for command in &commands {
        describe(&mut report, &parse(command));
    }
    insta::with_settings!({ snapshot_path => "testdata", prepend_module_to_snapshot => false, omit_expression => true }, {
        insta::assert_snapshot!("commands", report);
    });
}

#[test]
fn most_collected_commands_need_no_grammar() {
    let commands: Vec<String> = serde_json::from_str(COMMANDS).unwrap();
    let plain = commands
        .iter()
        .filter(|line| super::split::split(line, 0..line.len(), Level::Line, 0, &mut Vec::new()).is_some());
    assert!(plain.count() * 100 >= commands.len() * 97);
}

fn describe(report: &mut String, line: &CommandLine) {
    let text = line.text();
    writeln!(report, "> {}", text.replace('\n', "\n> ")).unwrap();
    if line.understanding() != super::Understanding::Whole {
        writeln!(report, "  {:?}, {:?}", line.form(), line.understanding()).unwrap();
    }
    for script in line.scripts() {
        let mut marks = String::new();
        for (holds, mark) in [
            (script.guarded, " guarded"),
            (script.conditional, " conditional"),
            (script.generated, " generated"),
            (script.level != Level::Line, " nested"),
        ] {
            marks.push_str(if holds { mark } else { "" });
        }
        if script.directory != Directory::Start {
            write!(marks, " in {:?}", script.directory).unwrap();
        }
        writeln!(report, "  script {:?} by {:?}{marks}", script.path, script.via).unwrap();
    }
    let programs: Vec<_> = line.programs().iter().map(|program| program.name.as_str()).collect();
    if !programs.is_empty() {
        writeln!(report, "  programs {}", programs.join(" ")).unwrap();
    }
    for variable in line.variables() {
        let quoted = if variable.quoted { "" } else { " unquoted" };
        let assigned = if variable.assigned { " assigned" } else { "" };
        writeln!(report, "  variable {}{quoted}{assigned}", &text[variable.range.clone()]).unwrap();
    }
    for package in line.packages() {
        writeln!(report, "  package {} {:?} by {}", package.name, package.pinning, package.runner).unwrap();
    }
    if let Some(swallow) = line.swallow() {
        writeln!(report, "  swallows by {:?}: {}", swallow.kind, &text[swallow.range.clone()]).unwrap();
    }
    for path in line.machine_paths() {
        writeln!(report, "  machine path {} -> {}", &text[path.range.clone()], path.tails().join(", "))
            .unwrap();
    }
    for path in line.home_paths() {
        writeln!(report, "  home path {}", path.tail).unwrap();
    }
    for path in line.unquoted_paths() {
        writeln!(report, "  unquoted {} -> {}", &text[path.range.clone()], path.replacement).unwrap();
    }
    for placeholder in line.placeholders() {
        writeln!(report, "  placeholder {} {:?}", &text[placeholder.range.clone()], placeholder.kind)
            .unwrap();
    }
    for variable in line.windows_variables() {
        writeln!(report, "  windows variable {}", &text[variable.range.clone()]).unwrap();
    }
    for quoting in line.windows_quoting() {
        writeln!(report, "  windows quoting {:?} {}", quoting.kind, quoting.replacement).unwrap();
    }
    let posix: Vec<_> = line.posix_only().into_iter().map(|found| format!("{:?}", found.kind)).collect();
    if !posix.is_empty() {
        writeln!(report, "  posix only {}", posix.join(" ")).unwrap();
    }
    if line.is_windows_only() {
        writeln!(report, "  windows only").unwrap();
    }
    if line.is_prose() {
        writeln!(report, "  prose").unwrap();
    }
}
