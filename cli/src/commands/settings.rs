//! `hookc check --show-settings`: each setting that holds for a path, and where it comes from.

use std::fmt::Write as _;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use hookc_compiler::system::System;
use hookc_policies::config::{self, Explanation, FILE_NAME, Options};

use crate::args::CheckArgs;
use crate::exit::{Exit, Failure};
use crate::format::escape::visible;

/// Prints the settings of each path that is named, or of the first place where nothing is.
pub(super) fn show(
    args: &CheckArgs,
    system: &dyn System,
    trees: &[PathBuf],
    options: &Options,
    out: &mut dyn Write,
) -> Result<Exit, Failure> {
    let paths: Vec<&Path> = match args.paths.as_slice() {
        [] => trees.iter().take(1).map(PathBuf::as_path).collect(),
        paths => paths.iter().map(PathBuf::as_path).collect(),
    };
    let mut text = String::new();
    let mut is_faulty = false;
    for path in paths {
        let explanation = config::explain(system, trees, path, options);
        is_faulty |= !explanation.faults.is_empty();
        if !text.is_empty() {
            text.push('\n');
        }
        write_down(&mut text, path, &explanation);
    }
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(Failure::new(format!("cannot write to standard output: {error}")))
        }
        _ => Ok(if is_faulty { Exit::Failure } else { Exit::Success }),
    }
}

fn write_down(text: &mut String, path: &Path, explanation: &Explanation) {
    let no_file = format!("no {FILE_NAME}");
    let file = explanation.file.as_ref().unwrap_or(&no_file);
    // Writing to a string cannot fail.
    let _ = writeln!(text, "# {}: {}", visible(&path.to_string_lossy()), visible(file));
    for fault in &explanation.faults {
        let _ = writeln!(text, "# error: {}", visible(fault));
    }
    for setting in &explanation.settings {
        let _ =
            writeln!(text, "{} = {}  # {}", setting.key, visible(&setting.value), visible(&setting.origin));
    }
}
