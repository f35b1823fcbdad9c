//! Files and standard input that the user names, and why they cannot be had.

use std::io::{self, Read as _};
use std::path::Path;

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
    std::fs::write(path, text)
        .map_err(|error| Failure::new(format!("cannot write `{}`: {}", path.display(), reason(&error))))
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
