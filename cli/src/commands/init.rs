//! `hookc init [DIR]`.

use std::fmt::Write as _;
use std::io::{self, ErrorKind, Write as _};
use std::path::{Path, PathBuf};

use hookc_compiler::source::MAX_FILE;
use hookc_compiler::system::{FileKind, System};
use hookc_schema::Event;

use crate::args::InitArgs;
use crate::exit::Failure;
use crate::files::{cannot_write, reason};
use crate::format::escape::visible;
use crate::init::{self, Language, PRE_COMMIT_FILE, Planned, USUAL_EVENTS};

/// What became of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Fate {
    Written,
    /// It was there already, exactly so.
    AsWanted,
    /// Something else is there, and stays.
    LeftAlone,
    /// It would run a script that is not the one of this command.
    NotWritten,
}

/// Writes what is missing, and tells what it did.
pub(crate) fn run(args: &InitArgs, system: &dyn System) -> Result<String, Failure> {
    let root = root(args, system)?;
    let language = args
        .language
        .unwrap_or_else(|| Language::of_project(|name| kind_of(system, &root.join(name)).is_some()));
    let events = if args.events.is_empty() { USUAL_EVENTS.as_slice() } else { &args.events };
    let mut fates = Vec::new();
    write_hooks(&root, events, language, system, &mut fates)?;
    for planned in [init::configuration(), init::pre_commit()] {
        let fate = write(&root, &planned, system)?;
        fates.push((planned.path, fate));
    }
    Ok(told(&root, events, language, &fates))
}

/// The scripts first, so that no hooks file ever names one that is not there.
fn write_hooks(
    root: &Path,
    events: &[Event],
    language: Language,
    system: &dyn System,
    fates: &mut Vec<(String, Fate)>,
) -> Result<(), Failure> {
    let hooks_file = init::hooks_file(events, language);
    if stands(root, &hooks_file, system)? == Some(Fate::LeftAlone) {
        fates.push((hooks_file.path, Fate::LeftAlone));
        return Ok(());
    }
    let mut is_ours = true;
    for script in init::scripts(events, language) {
        let fate = write(root, &script, system)?;
        is_ours &= fate != Fate::LeftAlone;
        fates.push((script.path, fate));
    }
    let fate = if is_ours { write(root, &hooks_file, system)? } else { Fate::NotWritten };
    fates.insert(0, (hooks_file.path, fate));
    Ok(())
}

/// The root of the repository around the current folder; where there is none, the current folder.
fn root(args: &InitArgs, system: &dyn System) -> Result<PathBuf, Failure> {
    if let Some(folder) = &args.folder {
        return match system.metadata(folder) {
            Ok(found) if found.kind == FileKind::Directory => Ok(folder.clone()),
            Ok(_) => Err(Failure::new(format!("`{}` is not a folder", folder.display()))),
            Err(error) => Err(Failure::new(format!("cannot use `{}`: {}", folder.display(), reason(&error)))),
        };
    }
    let here = PathBuf::from(".");
    let Ok(current) = system.canonicalize(&here) else { return Ok(here) };
    let repository = current.ancestors().find(|folder| kind_of(system, &folder.join(".git")).is_some());
    Ok(match repository {
        Some(repository) if repository != current => repository.to_path_buf(),
        _ => here,
    })
}

/// What stands at the path itself.
fn kind_of(system: &dyn System, path: &Path) -> Option<FileKind> {
    system.symlink_metadata(path).ok().map(|found| found.kind)
}

/// What is known of a file before it is written; `None` when its place is free.
fn stands(root: &Path, planned: &Planned, system: &dyn System) -> Result<Option<Fate>, Failure> {
    let path = root.join(&planned.path);
    match system.symlink_metadata(&path) {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(cannot_write(&path, &error)),
        Ok(found) => {
            let is_executable = !planned.is_executable || found.executable != Some(false);
            let has_the_text =
                || system.read(&path, MAX_FILE).is_ok_and(|bytes| bytes == planned.text.as_bytes());
            let is_wanted = found.kind == FileKind::File && is_executable && has_the_text();
            Ok(Some(if is_wanted { Fate::AsWanted } else { Fate::LeftAlone }))
        }
    }
}

/// Writes a file whose place is free.
fn write(root: &Path, planned: &Planned, system: &dyn System) -> Result<Fate, Failure> {
    if let Some(fate) = stands(root, planned, system)? {
        return Ok(fate);
    }
    make_folders(root, planned, system)?;
    let path = root.join(&planned.path);
    match create(&path, planned) {
        Ok(()) => Ok(Fate::Written),
        Err(error) if error.kind() == ErrorKind::AlreadyExists => Ok(Fate::LeftAlone),
        Err(error) => Err(cannot_write(&path, &error)),
    }
}

/// The folders below the root. One that is a link is refused, since it can lead anywhere.
fn make_folders(root: &Path, planned: &Planned, system: &dyn System) -> Result<(), Failure> {
    let ends = planned.path.match_indices('/').map(|(slash, _)| &planned.path[..slash]);
    for folder in ends.map(|folder| root.join(folder)) {
        let shown = folder.display();
        match kind_of(system, &folder) {
            Some(FileKind::Directory) => {}
            Some(FileKind::Symlink) => {
                return Err(Failure::new(format!(
                    "`{shown}` is a link, and nothing is written through links"
                ))
                .help("name the folder that it leads to"));
            }
            Some(_) => return Err(Failure::new(format!("`{shown}` is not a folder"))),
            None => std::fs::create_dir(&folder)
                .map_err(|error| Failure::new(format!("cannot make `{shown}`: {}", reason(&error))))?,
        }
    }
    Ok(())
}

fn create(path: &Path, planned: &Planned) -> io::Result<()> {
    let mut options = std::fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    if planned.is_executable {
        use std::os::unix::fs::OpenOptionsExt as _;
        options.mode(0o777);
    }
    options.open(path)?.write_all(planned.text.as_bytes())
}

fn told(root: &Path, events: &[Event], language: Language, fates: &[(String, Fate)]) -> String {
    let fate_of = |path: &str| fates.iter().find(|(own, _)| own == path).map(|(_, fate)| *fate);
    let is_left = |path: &str| fate_of(path) == Some(Fate::LeftAlone);
    let mut text = String::new();
    for (path, fate) in fates {
        let shown = visible(&root.join(path).display().to_string()).into_owned();
        let shown = shown.strip_prefix("./").unwrap_or(&shown);
        // Writing to a string cannot fail.
        let _ = match fate {
            Fate::Written => writeln!(text, "wrote       {shown}"),
            Fate::AsWanted => writeln!(text, "as it was   {shown}"),
            Fate::LeftAlone => writeln!(text, "left alone  {shown}, which is there already"),
            Fate::NotWritten => {
                writeln!(text, "not written {shown}, which would run the script that is left alone")
            }
        };
    }
    if is_left(PRE_COMMIT_FILE) {
        let _ = write!(
            text,
            "\nTo check before each commit, add to `repos` in {PRE_COMMIT_FILE}:\n\n{}",
            init::pre_commit_block()
        );
    }
    if matches!(fate_of(init::HOOKS_FILE), Some(Fate::Written | Fate::AsWanted)) {
        let first = events.first().copied().unwrap_or(USUAL_EVENTS[0]);
        let _ = write!(
            text,
            "\nThe scripts are written in {}; edit them. Then:\n\n  hookc check\n  hookc sample {first} | hookc run {first} --trace\n",
            language.name()
        );
    } else {
        text.push_str("\n`hookc check` says how the hooks are that are there.\n");
    }
    text
}
