//! Which files count, from where, and in which role.

use std::path::PathBuf;

use hookc_schema::SourceKind;

/// What a file that was found is to the host.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Role {
    /// A loader reads it as this kind of source.
    Hooks(SourceKind),
    /// A plugin's hooks file in Claude's shape, which the host maps (`.claude-plugin`).
    ClaudePluginHooks,
    /// A plugin's manifest; with `inline` its member `hooks` is an object of hooks itself.
    PluginManifest {
        /// Whether the hooks stand in the manifest.
        inline: bool,
    },
    /// A hooks file that nothing reads; the text says why and where it belongs.
    Unread(Unread),
    /// An example or template of a hooks file: checked only when it is named.
    Template(SourceKind),
    /// A file of another product: never checked.
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
    /// Where commands run (HOOKS.md 0.9). `None` also where it depends on the workspace: a plugin's `stop` and `subagentStop`.
    pub working_directory: Option<PathBuf>,
    /// The folder that reported paths are relative to: the workspace, or the place that was named on the command line.
    pub shown_from: Option<PathBuf>,
    /// The user's home folder, for `~`.
    pub home: Option<PathBuf>,
}

/// A file to check.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    /// Where it is.
    pub path: PathBuf,
    /// How it is called in reports: relative to `place.shown_from`, with `/`.
    pub shown: String,
    /// What it is to the host.
    pub role: Role,
    /// Where its hooks run.
    pub place: Place,
}
