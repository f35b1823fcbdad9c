//! The few things that running hooks needs to know of files.

#![expect(
    clippy::disallowed_methods,
    reason = "a plan runs on a real machine: its scripts and working directories are where it says"
)]

use std::fs::{self, File};
use std::io;
use std::path::Path;

use crate::plan::Digest;

/// The digest of a file's content.
pub(crate) fn digest(path: &Path) -> io::Result<Digest> {
    Digest::of_reader(File::open(path)?)
}

/// Whether a folder is there.
pub(crate) fn is_folder(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|metadata| metadata.is_dir())
}
