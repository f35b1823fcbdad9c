//! Generators of this repository: `cargo run -p xtask -- gen` writes what is generated and committed, `gen --check`
//! fails when the committed files differ from it, and `site HOOKC FOLDER` writes the pages of the documentation's site.

#![expect(
    clippy::disallowed_methods,
    reason = "a generator works on the repository that it is part of, not on sources to check"
)]
#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a program for developers talks to the terminal"
)]

mod gen_schemas;
mod gen_shapes;
mod site;

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

const USAGE: &str =
    "usage: cargo run -p xtask -- gen [--check]\n       cargo run -p xtask -- site HOOKC FOLDER";

/// The files that one generator answers for.
struct Output {
    /// The files that must exist, by path below the repository's root.
    files: BTreeMap<PathBuf, String>,
    /// Folders below the root that hold generated files and nothing else.
    owned_folders: Vec<PathBuf>,
}

/// Every generator. A new one is a module and a line here.
const GENERATORS: [fn() -> Output; 2] = [gen_schemas::generate, gen_shapes::generate];

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let root = repository_root();
    let done = match arguments.as_slice() {
        ["gen"] => generate(&root, false),
        ["gen", "--check"] => generate(&root, true),
        ["site", hookc, folder] => site::write(&root, Path::new(hookc), Path::new(folder)).map(|()| true),
        _ => {
            eprintln!("{USAGE}");
            return ExitCode::from(2);
        }
    };
    match done {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(2)
        }
    }
}

fn repository_root() -> PathBuf {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    package.parent().unwrap_or(package).to_owned()
}

/// Writes what is generated, or with `check` only compares; whether all is well.
fn generate(root: &Path, check: bool) -> io::Result<bool> {
    let mut changes = Vec::new();
    for output in GENERATORS.map(|generator| generator()) {
        changes.extend(stale_files(root, &output)?.into_iter().map(Change::Remove));
        changes.extend(output.files.into_iter().map(|(path, text)| Change::Write(path, text)));
    }
    let mut differs = false;
    for change in changes {
        if !change.is_needed(root)? {
            continue;
        }
        differs = true;
        if check {
            eprintln!("{}: not as generated; run `cargo run -p xtask -- gen`", change.path().display());
        } else {
            change.apply(root)?;
            println!("{}", change.path().display());
        }
    }
    Ok(!(check && differs))
}

enum Change {
    Write(PathBuf, String),
    Remove(PathBuf),
}

impl Change {
    fn path(&self) -> &Path {
        match self {
            Self::Write(path, _) | Self::Remove(path) => path,
        }
    }

    fn is_needed(&self, root: &Path) -> io::Result<bool> {
        match self {
            Self::Write(path, text) => match fs::read_to_string(root.join(path)) {
                Ok(present) => Ok(present != *text),
                Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(true),
                Err(error) => Err(error),
            },
            Self::Remove(_) => Ok(true),
        }
    }

    fn apply(&self, root: &Path) -> io::Result<()> {
        match self {
            Self::Write(path, text) => {
                let path = root.join(path);
                if let Some(folder) = path.parent() {
                    fs::create_dir_all(folder)?;
                }
                fs::write(path, text)
            }
            Self::Remove(path) => fs::remove_file(root.join(path)),
        }
    }
}

/// Files in the generator's folders that it no longer writes.
fn stale_files(root: &Path, output: &Output) -> io::Result<Vec<PathBuf>> {
    let mut stale = Vec::new();
    for folder in &output.owned_folders {
        let entries = match fs::read_dir(root.join(folder)) {
            Ok(entries) => entries,
            Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
            Err(error) => return Err(error),
        };
        for entry in entries {
            let path = folder.join(entry?.file_name());
            if !output.files.contains_key(&path) {
                stale.push(path);
            }
        }
    }
    stale.sort();
    Ok(stale)
}
