//! The reference of commands, from what `--help` prints.

use std::fmt::Write as _;
use std::io;
use std::path::Path;
use std::process::Command;

use super::markdown::{definition, fenced};

/// Sections of a help text that are examples and tables rather than options.
const VERBATIM: [&str; 2] = ["Examples", "Exit codes"];
const COMMANDS: &str = "Commands";
/// The command that tells about the others.
const HELP: &str = "help";
/// The deepest indentation at which an argument or a command begins; what is said about it stands deeper.
const DEEPEST_TERM: usize = 6;

/// One page with all commands.
///
/// # Errors
///
/// When the binary does not run, or an option of a help text would be lost on the page.
pub(super) fn page(hookc: &Path) -> io::Result<String> {
    let general = help(hookc, &[])?;
    let mut page = "# Commands\n\nMade from `hookc --help` and the `--help` of each command.\n\n".to_owned();
    let shown = markdown(&general);
    refuse_loss(&general, &shown)?;
    page.push_str(&shown);
    for command in commands(&general) {
        let help = help(hookc, &[&command])?;
        let shown = markdown(&help);
        refuse_loss(&help, &shown)?;
        // Writing to a string cannot fail.
        let _ = write!(page, "## hookc {command}\n\n{shown}");
    }
    Ok(page)
}

fn help(hookc: &Path, command: &[&str]) -> io::Result<String> {
    let output = Command::new(hookc).args(command).arg("--help").env("NO_COLOR", "1").output()?;
    if !output.status.success() {
        return Err(io::Error::other(format!("`hookc {} --help` fails", command.join(" "))));
    }
    String::from_utf8(output.stdout).map_err(io::Error::other)
}

/// The names under *Commands*, without `help`, which has nothing of its own to say.
fn commands(help: &str) -> Vec<String> {
    let section = sections(help).into_iter().find(|section| section.heading == COMMANDS);
    let entries = section.map(|section| entries(&section.lines)).unwrap_or_default();
    entries.into_iter().map(|entry| entry.term).filter(|name| name != HELP).collect()
}

/// Each option in the help must be on the page, whatever its layout.
fn refuse_loss(help: &str, page: &str) -> io::Result<()> {
    let lost = options(help)
        .find(|option| !page.contains(&format!("`{option}")) && !page.contains(&format!(", {option}")));
    match lost {
        Some(option) => Err(io::Error::other(format!("`{option}` of a help text is lost on the page"))),
        None => Ok(()),
    }
}

/// The long options that lines of the help begin with.
fn options(help: &str) -> impl Iterator<Item = &str> {
    help.lines().filter_map(|line| {
        let line = line.trim_start();
        let long = line
            .strip_prefix('-')
            .filter(|rest| !rest.starts_with('-'))
            .and_then(|rest| rest.split_once(", "));
        let start = long.map_or(line, |(_, long)| long);
        let end = start.find([' ', '=', '[']).unwrap_or(start.len());
        Some(&start[..end]).filter(|word| word.starts_with("--"))
    })
}

/// A part of a help text: what stands below a heading at the left margin.
struct Section<'h> {
    /// Without the colon; empty for what stands before the first one.
    heading: &'h str,
    lines: Vec<&'h str>,
}

fn sections(help: &str) -> Vec<Section<'_>> {
    let mut sections = vec![Section { heading: "", lines: Vec::new() }];
    for line in help.lines() {
        let heading =
            line.strip_suffix(':').filter(|heading| !heading.is_empty() && !heading.starts_with(' '));
        match (heading, sections.last_mut()) {
            (Some(heading), _) => sections.push(Section { heading, lines: Vec::new() }),
            (None, Some(section)) => section.lines.push(line),
            (None, None) => {}
        }
    }
    sections
}

fn markdown(help: &str) -> String {
    let mut text = String::new();
    for Section { heading, lines } in sections(help) {
        if heading.is_empty() {
            text.push_str(&opening(&lines));
            continue;
        }
        let _ = write!(text, "**{heading}**\n\n");
        if VERBATIM.contains(&heading) {
            text.push_str(&fenced("text", &unindented(&lines)));
        } else {
            for Entry { term, said } in entries(&lines) {
                let term = match heading {
                    COMMANDS if term == HELP => continue,
                    COMMANDS => format!("[`{term}`](#hookc-{term})"),
                    _ => format!("`{term}`"),
                };
                text.push_str(&definition(&term, if said.is_empty() { "—" } else { &said }));
            }
        }
    }
    text
}

/// What a command does, and its usage line.
fn opening(lines: &[&str]) -> String {
    let mut text = String::new();
    for line in lines {
        if let Some(usage) = line.strip_prefix("Usage: ") {
            text.push_str(&fenced("text", usage));
        } else {
            text.push_str(line);
            text.push('\n');
        }
    }
    format!("{}\n\n", text.trim())
}

fn unindented(lines: &[&str]) -> String {
    lines.iter().map(|line| line.strip_prefix("  ").unwrap_or(line).trim_end()).collect::<Vec<_>>().join("\n")
}

/// An argument, option or command.
struct Entry {
    term: String,
    /// Paragraphs and lists in Markdown.
    said: String,
}

fn entries(lines: &[&str]) -> Vec<Entry> {
    let mut entries: Vec<Entry> = Vec::new();
    for line in lines {
        let words = line.trim_start();
        let indent = line.len() - words.len();
        match entries.last_mut() {
            Some(entry) if words.is_empty() || indent > DEEPEST_TERM => add(&mut entry.said, words),
            _ if words.is_empty() => {}
            _ => {
                let (term, said) = words.split_once("  ").unwrap_or((words, ""));
                entries.push(Entry { term: term.to_owned(), said: String::new() });
                if let Some(entry) = entries.last_mut() {
                    add(&mut entry.said, said.trim());
                }
            }
        }
    }
    for entry in &mut entries {
        entry.said = entry.said.trim().to_owned();
    }
    entries
}

/// Adds a line to what is said: a line of a list, an end of a paragraph, or more of one.
fn add(said: &mut String, words: &str) {
    if words.is_empty() {
        if !said.is_empty() && !said.ends_with("\n\n") {
            said.push_str("\n\n");
        }
    } else if words.starts_with("- ") {
        if said.ends_with(':') {
            // Markdown wants an empty line before a list.
            said.push_str("\n\n");
        }
        if !said.ends_with('\n') {
            said.push('\n');
        }
        said.push_str(words);
    } else {
        if !said.is_empty() && !said.ends_with('\n') {
            said.push(' ');
        }
        said.push_str(&words.replace('<', "&lt;"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LONG: &str = "\
Checks.

Usage: hookc check [OPTIONS] [PATH]...

Arguments:
  [PATH]...
          Files or folders
          to check

Options:
  -q, --quiet
          Print less

      --fail-on <LEVEL>
          The lowest level

          Possible values:
          - error:   Errors
          - never:   Nothing
          
          [default: error]

Exit codes:
  0  fine
";
    const SHORT: &str = "\
Runs.

Usage: hookc run <EVENT>

Commands:
  check    Parse
           and lint
  help     Print this

Options:
  -o, --output <FILE>   Write it here, not
                        there
      --locked          Run nothing else
";

    #[test]
    fn a_help_text_becomes_lists() {
        assert_eq!(
            markdown(LONG),
            "Checks.\n\n```text\nhookc check [OPTIONS] [PATH]...\n```\n\n**Arguments**\n\n`[PATH]...`\n:   Files or folders to check\n\n\
             **Options**\n\n`-q, --quiet`\n:   Print less\n\n`--fail-on <LEVEL>`\n:   The lowest level\n\n    Possible values:\n\n    - error:   Errors\n    - never:   Nothing\n\n    \
             [default: error]\n\n**Exit codes**\n\n```text\n0  fine\n```\n\n"
        );
    }

    #[test]
    fn both_layouts_are_understood() {
        let text = markdown(SHORT);
        assert!(text.contains("`-o, --output <FILE>`\n:   Write it here, not there\n"), "{text}");
        assert!(text.contains("`--locked`\n:   Run nothing else\n"), "{text}");
        assert_eq!(commands(SHORT), ["check"]);
    }

    #[test]
    fn an_option_that_gets_lost_is_an_error() {
        assert!(refuse_loss(SHORT, &markdown(SHORT)).is_ok());
        assert!(refuse_loss(SHORT, &markdown(LONG)).is_err());
    }
}
