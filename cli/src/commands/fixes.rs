//! `hookc check --fix` and `--diff`: what the fixes come to, written or shown.

use std::io::{self, Write};

use hookc_compiler::system::System;
use hookc_policies::fix::Fixed;

use crate::exit::{Exit, Failure};
use crate::files;
use crate::format::count;
use crate::format::escape::push_visible;
use crate::unified::unified;

/// Writes the files. One that cannot be written does not keep the others from it; the first failure is told.
pub(super) fn write(system: &dyn System, fixed: &Fixed) -> Result<(), Failure> {
    let mut written = Ok(());
    for file in &fixed.files {
        let result = files::replace(system, &file.target, &file.before, &file.after);
        written = written.and(result);
    }
    written
}

/// What the summary says of it.
pub(super) fn notes(fixed: &Fixed) -> Vec<String> {
    let mut notes = Vec::new();
    if fixed.fixes > 0 {
        notes.push(format!(
            "fixed {} in {}",
            count(fixed.fixes, "finding"),
            count(fixed.files.len(), "file")
        ));
    }
    notes.extend(left(fixed));
    notes
}

fn left(fixed: &Fixed) -> impl Iterator<Item = String> {
    fixed.left.iter().map(|left| {
        let mut shown = String::new();
        left.shown.chars().for_each(|character| push_visible(&mut shown, character));
        format!("`{shown}` {} and is left as it is", left.reason.words())
    })
}

/// Prints a unified diff, for a program as it is and for a terminal without what it would obey; a word on it goes to standard error.
pub(super) fn show(
    fixed: &Fixed,
    terminal_listens: bool,
    quiet: bool,
    out: &mut dyn Write,
) -> Result<Exit, Failure> {
    let printed = fixed.files.iter().try_for_each(|file| {
        let text = unified(&file.before, &file.after, &file.shown);
        let text = if terminal_listens { harmless(&text) } else { text };
        out.write_all(text.as_bytes())
    });
    match printed.and_then(|()| out.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            return Err(Failure::new(format!("cannot write to standard output: {error}")));
        }
        _ => {}
    }
    if !quiet {
        let mut words = match fixed.fixes {
            0 => vec!["nothing to fix".to_owned()],
            number => vec![format!(
                "{} in {} can be fixed",
                count(number, "finding"),
                count(fixed.files.len(), "file")
            )],
        };
        words.extend(left(fixed));
        // Where even standard error is gone, the exit code alone has to say it.
        let _ = writeln!(io::stderr(), "{}", words.join("; "));
    }
    Ok(if fixed.files.is_empty() { Exit::Success } else { Exit::Findings })
}

fn harmless(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '\n' | '\t' => out.push(character),
            _ => push_visible(&mut out, character),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_terminal_is_not_steered_by_a_diff() {
        assert_eq!(harmless("+\u{1b}[31m\r\n"), "+\\u{1b}[31m\\r\n");
    }
}
