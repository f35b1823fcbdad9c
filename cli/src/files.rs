//! Files and standard input that the user names, and why they cannot be had.

use std::io::{self, Read as _, Write as _};
use std::path::{Component, Path, PathBuf};

use hookc_compiler::source::MAX_FILE;
use hookc_compiler::system::System;

use crate::exit::Failure;

/// Standard input, up to the size of the largest hooks file.
pub(crate) fn read_input(input: impl io::Read) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    input
        .take(MAX_FILE + 1)
        .read_to_end(&mut bytes)
        .map_err(|error| Failure::new(format!("cannot read standard input: {}", reason(&error))))?;
    if bytes.len() as u64 > MAX_FILE {
        return Err(Failure::new(format!("standard input is longer than {} MiB", MAX_FILE >> 20)));
    }
    Ok(bytes)
}

/// The bytes of a file.
pub(crate) fn read(system: &dyn System, path: &Path) -> Result<Vec<u8>, Failure> {
    system
        .read(path, MAX_FILE)
        .map_err(|error| Failure::new(format!("cannot read `{}`: {}", path.display(), reason(&error))))
}

/// The text of a file.
pub(crate) fn read_text(system: &dyn System, path: &Path) -> Result<String, Failure> {
    String::from_utf8(read(system, path)?)
        .map_err(|_| Failure::new(format!("cannot read `{}`: it is not UTF-8", path.display())))
}

/// Writes a file, in place of one that may be there.
pub(crate) fn write(path: &Path, text: &str) -> Result<(), Failure> {
    create(path)?.write_all(text.as_bytes()).map_err(|error| cannot_write(path, &error))
}

/// Opens a file that was named for an output, emptied. A link that came with a repository is not followed to where it leads.
pub(crate) fn create(path: &Path) -> Result<std::fs::File, Failure> {
    if leads_astray(path) {
        let shown = path.display();
        return Err(Failure::new(format!(
            "`{shown}` is a link or lies behind one, and nothing is written through links"
        ))
        .help("name the file that it leads to"));
    }
    std::fs::File::create(path).map_err(|error| cannot_write(path, &error))
}

/// Whether a link stands at the path, or one of the folders of a relative path leads out of the current folder. A link to a stream of this process, such as
/// `/dev/stdout`, is what it seems to be.
#[expect(
    clippy::disallowed_methods,
    reason = "it is about the place that is written to, not about what is read"
)]
fn leads_astray(path: &Path) -> bool {
    let is_stream = |target: PathBuf| target.starts_with("/proc/self/fd") || target.starts_with("/dev/fd");
    if let Ok(target) = std::fs::read_link(path)
        && !is_stream(path.to_path_buf())
        && !is_stream(target)
    {
        return true;
    }
    let goes_down = path.components().all(|part| matches!(part, Component::Normal(_) | Component::CurDir));
    let folder = path.parent().map(|folder| Path::new(".").join(folder)).filter(|_| goes_down);
    let real = |folder: &Path| std::fs::canonicalize(folder).ok();
    match (folder.and_then(|folder| real(&folder)), real(Path::new("."))) {
        (Some(folder), Some(current)) => !folder.starts_with(current),
        _ => false,
    }
}

/// Puts a text in the place of another, at once: whoever reads the file sees the one or the other. The file keeps its mode.
///
/// `path` leads through no link. A file that is not `before` any more, or that may not be written, stays as it is.
pub(crate) fn replace(system: &dyn System, path: &Path, before: &str, after: &str) -> Result<(), Failure> {
    if read(system, path)? != before.as_bytes() {
        return Err(Failure::new(format!("`{}` was changed meanwhile and is left as it is", path.display())));
    }
    let beside = beside(path);
    let replaced = write_new(path, &beside, after).and_then(|()| std::fs::rename(&beside, path));
    replaced.map_err(|error| {
        // The failure that is told is the first one.
        let _ = std::fs::remove_file(&beside);
        cannot_write(path, &error)
    })
}

/// A name in the same folder that nobody uses.
fn beside(path: &Path) -> PathBuf {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    path.with_file_name(format!(".{name}.hookc-{}", std::process::id()))
}

/// Writes a new file with the mode of another.
fn write_new(like: &Path, path: &Path, text: &str) -> io::Result<()> {
    #[expect(clippy::disallowed_methods, reason = "a mode is no content, and is not to be decided upon")]
    let permissions = std::fs::metadata(like)?.permissions();
    if permissions.readonly() {
        return Err(io::ErrorKind::PermissionDenied.into());
    }
    let mut file = std::fs::File::create_new(path)?;
    file.set_permissions(permissions)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()
}

/// The failure to write a file. What is missing then is its folder.
pub(crate) fn cannot_write(path: &Path, error: &io::Error) -> Failure {
    let reason = match error.kind() {
        io::ErrorKind::NotFound => "its folder does not exist".to_owned(),
        _ => reason(error),
    };
    Failure::new(format!("cannot write `{}`: {reason}", path.display()))
}

/// Why, without the number that the system gives it.
pub(crate) fn reason(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "no such file".to_owned(),
        io::ErrorKind::PermissionDenied => "permission denied".to_owned(),
        io::ErrorKind::IsADirectory => "it is a folder".to_owned(),
        io::ErrorKind::FileTooLarge => format!("it is larger than {} MiB", MAX_FILE >> 20),
        io::ErrorKind::InvalidInput => "it is not a regular file".to_owned(),
        _ => error.to_string(),
    }
}
