//! The one entry: what is known of a set of files.

use std::path::PathBuf;
use std::sync::Arc;

use hookc_schema::SourceKind;

use crate::diagnostic::Diagnostic;

/// What to look at, and as what.
#[derive(Debug, Clone, Default)]
pub struct Request {
    /// Files or folders named by the user; the current folder when nothing at all is named.
    pub paths: Vec<PathBuf>,
    /// Workspace roots.
    pub workspaces: Vec<PathBuf>,
    /// The home folder: its user and Claude user files join.
    pub home: Option<PathBuf>,
    /// The folder that stands for `/`: its enterprise file joins.
    pub system_root: Option<PathBuf>,
    /// The folder of managed team hooks.
    pub team: Option<PathBuf>,
    /// Roots of installed plugins.
    pub plugins: Vec<PathBuf>,
    /// Only these kinds; every kind that was found otherwise.
    pub sources: Option<Vec<SourceKind>>,
}

/// An operating system that hooks are meant to run on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Platform {
    /// Linux, and Windows' own Linux.
    Linux,
    /// macOS.
    Macos,
    /// Windows with PowerShell.
    Windows,
}

/// A host that hooks are meant to run in (HOOKS.md 0.8).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Target {
    /// The desktop editor.
    Editor,
    /// The command-line agent.
    Cli,
    /// Cloud agents.
    Cloud,
}

/// Where the hooks are meant to run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settings {
    /// Findings that hold on one platform only appear when it is among these.
    pub platforms: Vec<Platform>,
    /// Likewise for hosts.
    pub targets: Vec<Target>,
}

impl Default for Settings {
    /// The editor on Linux and macOS (HOOKS.md 0.8).
    fn default() -> Self {
        Self { platforms: vec![Platform::Linux, Platform::Macos], targets: vec![Target::Editor] }
    }
}

/// A text that findings point into.
#[derive(Debug, Clone)]
pub struct CheckedFile {
    /// Where it is; for standard input the name that was given.
    pub path: PathBuf,
    /// How it is called in reports: relative to the workspace or the place that was named, with `/`.
    pub shown: String,
    /// Its text as decoded; offsets of findings are bytes in it.
    pub text: Arc<str>,
}

/// What is known after looking.
#[derive(Debug, Default)]
pub struct Analysis {
    /// Every file that was checked or that a finding points into; a `FileId` is an index here.
    pub files: Vec<CheckedFile>,
    /// How many hooks the checked files register.
    pub hooks: usize,
    /// What the compiler itself found, in order of file and place.
    pub diagnostics: Vec<Diagnostic>,
}
