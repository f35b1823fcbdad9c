//! `hookc.toml`: what a project says about its findings.
//!
//! The file nearest to a checked file, from its own folder up to the root of the tree that was given, speaks for it; what that file extends comes before it
//! (`load`). A fault of the file is a finding like any other, at its place ([`INVALID`]); the rest of the file is still heeded.
//!
//! Settings that rules need go into [`Settings`](hookc_compiler::analysis::Settings); levels, suppressions and the baseline are applied to what the rules found (`aside`).

mod aside;
mod baseline;
mod date;
mod document;
mod effective;
mod explain;
mod globs;
mod load;
mod recover;
mod scope;

use std::path::{Path, PathBuf};

use hookc_compiler::analysis::{Platform, Target};
use hookc_compiler::diagnostic::{Effect, Level};
use hookc_compiler::span::Span;
use hookc_schema::Evidence;

pub use baseline::Baseline;
pub use date::Date;
#[cfg(feature = "generate")]
pub use document::json_schema;
pub use document::{At, Document, LevelName};
pub use explain::{Explanation, explain};
pub(crate) use scope::Scope;
pub use scope::trees;

/// The text of the generated JSON Schema of the file, as `hookc schema config` prints it.
pub const SCHEMA: &str = include_str!("../../json/config.schema.json");

/// The file's name.
pub const FILE_NAME: &str = "hookc.toml";
/// The rule of faults in the file. Nothing sets it aside, and a check that has one of these findings has failed.
pub const INVALID: &str = "invalid-configuration";

/// What the caller wants, whatever a configuration says, and what only the caller knows.
#[derive(Debug, Clone)]
pub struct Options {
    /// Which configuration counts.
    pub config: Choice,
    /// Where the hooks are meant to run; what the configuration says, or else the default, when `None`.
    pub targets: Option<Vec<Target>>,
    /// Likewise the systems.
    pub platforms: Option<Vec<Platform>>,
    /// Whether findings that are shown on request only are wanted.
    pub pedantic: bool,
    /// Packs that count whatever the configuration says: nothing takes back what they say.
    pub packs: Vec<&'static crate::policy::Pack>,
    /// What findings are known.
    pub known: Known,
    /// The day of the check, for what starts or ends at a date.
    pub today: Date,
}

/// Which configuration counts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Choice {
    /// The one nearest to each file, inside of the tree.
    Nearest,
    /// This file. Its paths start at the current folder.
    File(PathBuf),
    /// None.
    Nothing,
}

/// What findings are known, so that they are not reported.
#[derive(Debug, Clone)]
pub enum Known {
    /// Those of the baseline that the configuration names.
    AsConfigured,
    /// Those of this baseline.
    Only(Baseline),
    /// None.
    Nothing,
}

/// How many findings are not among those of a report, and why.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct SetAside {
    /// Suppressed, with a reason.
    pub suppressed: usize,
    /// Known from a baseline.
    pub known: usize,
    /// Entries of a baseline whose findings no longer occur.
    pub stale: usize,
}

/// A place in one of the files that make up a configuration.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Origin {
    /// Its number among [`Config::files`](effective::Config::files).
    pub(crate) file: usize,
    /// The place.
    pub(crate) span: Span,
}

/// Something that is wrong with a configuration, or with what it sets aside.
#[derive(Debug, Clone)]
pub(crate) struct Fault {
    pub(crate) rule: &'static str,
    pub(crate) level: Level,
    pub(crate) at: Origin,
    pub(crate) message: String,
    pub(crate) help: String,
}

impl Fault {
    /// A fault of the file itself.
    pub(crate) fn invalid(at: Origin, message: impl Into<String>) -> Self {
        Self { rule: INVALID, level: Level::Error, at, message: message.into(), help: String::new() }
    }

    /// The same, where so many files stand before its own.
    fn behind(mut self, files: usize) -> Self {
        self.at.file += files;
        self
    }

    pub(crate) fn help(mut self, help: impl Into<String>) -> Self {
        self.help = help.into();
        self
    }

    fn diagnostic(self, file: hookc_compiler::diagnostic::FileId) -> hookc_compiler::diagnostic::Diagnostic {
        hookc_compiler::diagnostic::Diagnostic::new(
            self.rule,
            self.level,
            Effect::None,
            Evidence::Doc,
            file,
            self.at.span,
            self.message,
        )
        .help(self.help)
    }
}

/// A path from a configuration, from this folder; `None` when it is not below it as it is written.
fn below(folder: &Path, written: &str) -> Option<PathBuf> {
    let path = hookc_compiler::system::normalize(&folder.join(written));
    (Path::new(written).is_relative() && path.starts_with(folder)).then_some(path)
}
