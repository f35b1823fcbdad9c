//! Completions and manual pages: every command and every option of its help is in them, and the shells take them.

use std::process::Command;

use hookc_policies::rules;
use hookc_schema::Event;
use hookc_tests::Hookc;

const SHELLS: [&str; 5] = ["bash", "zsh", "fish", "powershell", "elvish"];

fn printed(arguments: &[&str]) -> String {
    let ran = Hookc::new().args(arguments).run();
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(0), ""), "{arguments:?}: {}", ran.transcript());
    ran.stdout
}

/// The commands that the help lists.
fn commands() -> Vec<String> {
    let help = printed(&["--help"]);
    let lines = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    let listed = lines.take_while(|line| !line.is_empty());
    // A line that goes on with the words of the one before is further to the right.
    let names = listed.filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    names.filter_map(|line| line.split_whitespace().next()).map(str::to_owned).collect()
}

/// The long options that the help of a command lists.
fn options(command: &str) -> Vec<String> {
    let help = printed(&[command, "--help"]);
    let lines = help.lines().take_while(|line| *line != "Examples:").map(str::trim_start);
    let listed = lines.filter(|line| line.starts_with('-'));
    let names =
        listed.filter_map(|line| line.split([' ', ',', '[', '=']).find(|word| word.starts_with("--")));
    names.map(str::to_owned).collect()
}

fn is_there(program: &str) -> bool {
    Command::new(program).arg("--version").output().is_ok()
}

#[test]
fn the_help_lists_what_this_test_looks_for() {
    let commands = commands();
    for command in
        ["check", "compile", "why", "run", "sample", "schema", "rule", "init", "completions", "man"]
    {
        assert!(commands.iter().any(|own| own == command), "{command} is not among {commands:?}");
    }
    let options = options("check");
    for option in ["--workspace", "--fail-on", "--format", "--quiet", "--no-config"] {
        assert!(options.iter().any(|own| own == option), "{option} is not among {options:?}");
    }
}

#[test]
fn every_option_of_every_command_is_completed_in_every_shell() {
    let scripts = SHELLS.map(|shell| (shell, printed(&["completions", shell])));
    for command in commands() {
        let options = if command == "help" { Vec::new() } else { options(&command) };
        for (shell, script) in &scripts {
            assert!(script.contains(&command), "{shell}: {command}");
            for option in &options {
                let name = option.trim_start_matches('-');
                let is_there = match *shell {
                    "fish" => script.lines().any(|line| {
                        line.contains(&format!("subcommand {command}"))
                            && line.contains(&format!(" -l {name}"))
                    }),
                    _ => script.contains(option.as_str()),
                };
                assert!(is_there, "{shell}: {command} {option}");
            }
        }
    }
}

#[test]
fn names_of_events_and_rules_are_completed() {
    for shell in ["bash", "zsh"] {
        let script = printed(&["completions", shell]);
        for name in Event::ALL.iter().map(|event| event.name()).chain(rules().iter().map(|rule| rule.name)) {
            assert!(script.contains(name), "{shell}: {name}");
        }
    }
}

#[test]
fn every_option_of_every_command_is_in_its_manual_page() {
    let root = printed(&["man"]);
    for command in commands().into_iter().filter(|command| command != "help") {
        let roff = |text: &str| text.replace('-', "\\-");
        assert!(root.contains(&roff(&format!("hookc-{command}(1)"))), "{command}");
        let page = printed(&["man", &command]);
        assert!(page.contains(&format!(".TH hookc-{command} 1")), "{page}");
        for option in options(&command) {
            assert!(page.contains(&format!("\\fB{}\\fR", roff(&option))), "{command} {option}");
        }
        assert!(page.contains("Examples:"), "{command}");
    }
}

#[test]
fn a_misspelt_command_or_shell_is_answered_with_the_right_one() {
    let man = Hookc::new().args(["man", "chekc"]).run();
    assert_eq!((man.code, man.stderr.contains("`check`")), (Some(2), true), "{}", man.stderr);
    let shell = Hookc::new().args(["completions", "bsh"]).run();
    assert_eq!((shell.code, shell.stderr.contains("'bash'")), (Some(2), true), "{}", shell.stderr);
}

#[test]
#[cfg(unix)]
fn bash_completes_with_it() {
    let script = format!(
        "{}\ncomplete_line() {{ COMP_WORDS=(\"$@\"); COMP_CWORD=$(($# - 1)); _hookc hookc \"${{@: -1}}\" \"${{@: -2:1}}\"; echo \"${{COMPREPLY[*]}}\"; }}\n\
         complete_line hookc chec\ncomplete_line hookc check --fail\ncomplete_line hookc why beforeShellE\ncomplete_line hookc check --format gitl\n",
        printed(&["completions", "bash"])
    );
    let output = Command::new("bash").args(["--norc", "-c", &script]).output().unwrap();
    let completed = String::from_utf8_lossy(&output.stdout);
    assert_eq!(
        completed.lines().collect::<Vec<_>>(),
        ["check", "--fail-on", "beforeShellExecution", "gitlab"],
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
}

#[test]
fn the_other_shells_read_it_without_complaint_where_they_are_installed() {
    for (shell, arguments) in [("zsh", ["-n"]), ("fish", ["--no-execute"])] {
        if is_there(shell) {
            let tree = hookc_tests::Tree::new().file("script", printed(&["completions", shell]));
            let output =
                Command::new(shell).args(arguments).arg(tree.path().join("script")).output().unwrap();
            assert!(output.status.success(), "{shell}: {}", String::from_utf8_lossy(&output.stderr));
        }
    }
}
