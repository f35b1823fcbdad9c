//! The one door to the checking itself: everything the commands ask of the other crates goes through here.

use hookc_compiler::analysis::{CheckedFile, Request, Settings};
use hookc_compiler::diagnostic::{Diagnostic, Level};
use hookc_compiler::system::System;
use hookc_schema::SourceKind;

/// What a check found.
#[derive(Debug, Default)]
pub(crate) struct Report {
    /// Every file that was checked or that a finding points into; a `FileId` is an index here.
    pub(crate) files: Vec<CheckedFile>,
    /// How many hooks files were judged.
    pub(crate) checked: usize,
    /// How many hooks they register.
    pub(crate) hooks: usize,
    /// How many files could not be read at all.
    pub(crate) unreadable: usize,
    /// The findings, by file and place.
    pub(crate) diagnostics: Vec<Diagnostic>,
}

/// A lint rule, as far as it is shown.
#[derive(Debug)]
pub(crate) struct Rule {
    pub(crate) name: &'static str,
    pub(crate) levels: &'static [Level],
    doc: &'static str,
}

impl Rule {
    #[cfg(test)]
    pub(crate) const fn declare(
        name: &'static str,
        levels: &'static [Level],
        _: &'static [hookc_compiler::diagnostic::Effect],
        _: hookc_schema::Evidence,
        doc: &'static str,
    ) -> Self {
        Self { name, levels, doc }
    }

    pub(crate) fn summary(&self) -> &'static str {
        self.doc.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or_default()
    }

    pub(crate) fn page(&self) -> String {
        format!("# {}\n\n{}", self.name, self.doc)
    }
}

pub(crate) fn check(_system: &dyn System, _request: &Request, _settings: &Settings) -> Report {
    Report::default()
}

pub(crate) fn check_text(
    _system: &dyn System,
    _kind: SourceKind,
    _shown: &str,
    _bytes: &[u8],
    _settings: &Settings,
) -> Report {
    Report::default()
}

pub(crate) fn rules() -> &'static [&'static Rule] {
    &[]
}

pub(crate) fn schemas() -> &'static [(&'static str, &'static str)] {
    &[]
}

/// The disk of this machine.
#[derive(Debug)]
pub(crate) struct Disk;

pub(crate) static DISK: Disk = Disk;

impl System for Disk {
    #[expect(clippy::disallowed_methods, reason = "stands in for the compiler's own")]
    fn read(&self, path: &std::path::Path, _: u64) -> std::io::Result<Vec<u8>> {
        std::fs::read(path)
    }
    fn metadata(&self, _: &std::path::Path) -> std::io::Result<hookc_compiler::system::Metadata> {
        Err(std::io::ErrorKind::NotFound.into())
    }
    fn symlink_metadata(&self, _: &std::path::Path) -> std::io::Result<hookc_compiler::system::Metadata> {
        Err(std::io::ErrorKind::NotFound.into())
    }
    fn read_link(&self, _: &std::path::Path) -> std::io::Result<std::path::PathBuf> {
        Err(std::io::ErrorKind::NotFound.into())
    }
    fn canonicalize(&self, _: &std::path::Path) -> std::io::Result<std::path::PathBuf> {
        Err(std::io::ErrorKind::NotFound.into())
    }
    fn read_dir(&self, _: &std::path::Path) -> std::io::Result<Vec<hookc_compiler::system::Entry>> {
        Err(std::io::ErrorKind::NotFound.into())
    }
}
