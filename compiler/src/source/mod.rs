//! Which files count, from where, and in which role.
//!
//! [`discover`] turns a [`Request`](crate::analysis::Request) into the files to check. It looks at names and kinds of files only, and opens a file just where
//! its role cannot be told otherwise: plugin manifests, `.cursor/settings.json`, files with odd names, and what looks like a home folder kept in a repository.
//!
//! How files are called in reports: relative to the workspace or to the place that was named; as it was typed for a path that was named. With several workspaces,
//! or several plugins, the name starts with the folder's own name, with as many folders above it as make it unique. Where a file of a place would have the name
//! of another file, it starts with `~/` (home), `/` (system root) or the folder's name.

mod beside;
mod discover;
mod dotfiles;
mod file_name;
mod folders;
mod harvest;
mod location;
pub mod manifest;
mod naming;
mod plugin;
mod shape;
mod standing;
mod walk;

#[cfg(test)]
mod tests;

pub use beside::{hooks_around, is_beside_hooks};
pub use discover::{absolute, discover, roots};

use std::io;
use std::path::{Path, PathBuf};

use hookc_schema::{Evidence, SourceKind};

use crate::diagnostic::{Diagnostic, Effect, FileId, Level};
use crate::span::Span;
use crate::system::System;
use manifest::Unreachable;
use naming::Naming;

/// The largest file that is read, in bytes; a longer one is a problem.
pub const MAX_FILE: u64 = 16 << 20;

/// What a file that was found is to the host.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Role {
    /// A loader reads it as this kind of source.
    Hooks(SourceKind),
    /// A plugin's hooks file in Claude's shape, which the host maps (`.claude-plugin`).
    ClaudePluginHooks,
    /// A plugin's manifest that has to do with hooks, or is no JSON.
    PluginManifest {
        /// Whether it is Claude's (`.claude-plugin`), so that inline hooks have Claude's shape.
        claude: bool,
        /// Whether the member `hooks` is an object of hooks itself.
        inline: bool,
        /// The hooks files that it names and that are not there.
        unreachable: Vec<Unreachable>,
    },
    /// A hooks file that nothing reads; the text says why and where it belongs.
    Unread(Unread),
    /// A hooks file that is read once it is installed somewhere, so that nothing can be claimed about the files around it: a user's file in a home folder kept in a
    /// repository; an example, a variant or a project inside a folder of templates, which are found only when they are named.
    Template(SourceKind),
    /// A file of another product, found only when it is named, and never checked.
    Foreign,
}

/// Why the host does not read a file that looks like hooks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unread {
    /// `.cursor/hooks/hooks.json`, beside the scripts, and no manifest names it.
    BesideScripts,
    /// `hooks` inside `.cursor/settings.json`.
    InSettings,
    /// Below a `.cursor-plugin` folder of a project.
    PluginFolderInProject,
    /// A name close to `hooks.json` inside `.cursor`.
    OddName,
}

/// The folders that a hook's paths are resolved in. `None` where only a text is known.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Place {
    /// The root that the source belongs to: project root, home folder, plugin root, or the folder of an enterprise or team file.
    pub root: Option<PathBuf>,
    /// Where commands run (HOOKS.md 0.9). `None` where it depends on the workspace, as in `~/.claude/settings.json`.
    /// For a plugin it is the plugin root, although `stop` and `subagentStop` run in the workspace.
    pub working_directory: Option<PathBuf>,
    /// The folder that reported paths are relative to: the workspace, or the place that was named on the command line.
    pub shown_from: Option<PathBuf>,
    /// What stands before a path relative to `shown_from` in reports; empty or ending in `/`.
    pub shown_prefix: String,
    /// The user's home folder, for `~`.
    pub home: Option<PathBuf>,
}

impl Place {
    /// How a path is called in reports, with `/`: relative where it lies below `shown_from`, whole elsewhere.
    pub fn show(&self, path: &Path) -> String {
        naming::show(self.shown_from.as_deref(), &self.shown_prefix, path)
    }

    fn rename(&mut self, naming: &Naming) {
        self.shown_from = Some(naming.from.clone());
        self.shown_prefix.clone_from(&naming.prefix);
    }
}

/// A file to check.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    /// Where it is; absolute, links not resolved.
    pub path: PathBuf,
    /// How it is called in reports: [`Place::show`] of the path.
    pub shown: String,
    /// What it is to the host.
    pub role: Role,
    /// Where its hooks run.
    pub place: Place,
}

impl Found {
    /// The bytes of the file, or why they cannot be had.
    pub fn read(&self, system: &dyn System) -> Result<Vec<u8>, Problem> {
        system.read(&self.path, MAX_FILE).map_err(|error| Problem {
            path: self.path.clone(),
            shown: self.shown.clone(),
            kind: ProblemKind::of(&error),
        })
    }
}

/// A file or folder that should be read and cannot be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// Where it is; absolute.
    pub path: PathBuf,
    /// How it is called in reports.
    pub shown: String,
    /// What is wrong.
    pub kind: ProblemKind,
}

/// What is wrong at the level of the file system.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ProblemKind {
    /// The user named it and it does not exist.
    Missing,
    /// A folder with the name of a file, such as a folder `hooks.json`.
    NotAFile,
    /// The user named it as a folder and it is none.
    NotAFolder,
    /// A file, or a folder of hooks, that cannot be read.
    Unreadable(io::ErrorKind),
    /// Any other folder that cannot be listed; whether hooks lie below it is not known.
    UnreadableFolder(io::ErrorKind),
    /// A link whose target, given as written, does not exist.
    DanglingLink(PathBuf),
    /// A link that leads back to itself.
    LinkCycle,
    /// A link whose target, given as written, lies outside of the tree that was given. It was not followed.
    LinkOutOfTree(PathBuf),
    /// A pipe, socket or device. It was not opened.
    SpecialFile,
    /// Longer than [`MAX_FILE`].
    TooLarge,
    /// More values than are typed, see [`typecheck::MAX_VALUES`](crate::typecheck::MAX_VALUES).
    TooManyValues,
}

impl Problem {
    /// The finding about the file, of which there is no text: `broken-link` for links, `unreadable-file` else.
    pub fn diagnostic(&self, file: FileId) -> Diagnostic {
        let (level, effect) = match self.kind {
            ProblemKind::UnreadableFolder(_) | ProblemKind::TooManyValues => (Level::Info, Effect::None),
            ProblemKind::LinkOutOfTree(_) => (Level::Warning, Effect::None),
            _ => (Level::Error, Effect::VoidsFile),
        };
        let rule = match self.kind {
            ProblemKind::DanglingLink(_) | ProblemKind::LinkCycle | ProblemKind::LinkOutOfTree(_) => {
                "broken-link"
            }
            _ => "unreadable-file",
        };
        Diagnostic::new(rule, level, effect, Evidence::Inf, file, Span::empty(0), self.kind.message())
            .help(self.kind.help())
    }
}

impl ProblemKind {
    fn of(error: &io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::NotFound => Self::Missing,
            io::ErrorKind::FileTooLarge => Self::TooLarge,
            io::ErrorKind::IsADirectory => Self::NotAFile,
            io::ErrorKind::InvalidInput => Self::SpecialFile,
            kind => Self::Unreadable(kind),
        }
    }

    fn message(&self) -> String {
        match self {
            Self::Missing => "this path does not exist".to_owned(),
            Self::NotAFile => "a folder has the name of the file, so no hook is read from it".to_owned(),
            Self::NotAFolder => "this is a file where a folder is wanted".to_owned(),
            Self::Unreadable(kind) => format!("this cannot be read, so its hooks are not checked: {kind}"),
            Self::UnreadableFolder(kind) => {
                format!("the folder cannot be listed, so hooks below it are not checked: {kind}")
            }
            Self::DanglingLink(target) => {
                format!(
                    "the link leads to `{}`, which does not exist, so no hook is read from it",
                    target.display()
                )
            }
            Self::LinkCycle => "the link leads back to itself, so no hook is read from it".to_owned(),
            Self::LinkOutOfTree(target) => {
                format!("the link leads out of the tree, to `{}`, and was not followed", target.display())
            }
            Self::SpecialFile => {
                "a pipe, socket or device is no hooks file, and it was not opened".to_owned()
            }
            Self::TooLarge => format!("the file is longer than {} MiB and is not checked", MAX_FILE >> 20),
            Self::TooManyValues => {
                "the file holds more values than any hooks file, and only its syntax is checked".to_owned()
            }
        }
    }

    fn help(&self) -> &'static str {
        match self {
            Self::DanglingLink(target) | Self::LinkOutOfTree(target) if target.is_absolute() => {
                "an absolute target exists on one machine only: link to a file of the tree, or put the file itself here"
            }
            Self::DanglingLink(_) | Self::LinkOutOfTree(_) | Self::LinkCycle => {
                "link to a file of the tree, or put the file itself here"
            }
            _ => "",
        }
    }
}

/// What was found, and what could not be read on the way.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Discovery {
    /// The files, each once: in the order of the request (workspaces, paths, home, system root, team, plugins), then by path.
    pub found: Vec<Found>,
    /// The problems, in the same order.
    pub problems: Vec<Problem>,
}
