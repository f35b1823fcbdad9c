//! THE source table: where hooks come from, in which order, and where their commands run.

use crate::event::Event;
use crate::evidence::Fact;

/// A place that hooks are loaded from, highest priority first (HOOKS.md 0.2, 2.1, 3).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
#[cfg_attr(feature = "generate", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum SourceKind {
    /// The system-wide file that device management installs.
    Enterprise,
    /// The files that the vendor's cloud distributes to a team.
    Team,
    /// `<project>/.cursor/hooks.json`.
    Project,
    /// `~/.cursor/hooks.json`.
    User,
    /// `<project>/.claude/settings.local.json`.
    ClaudeLocal,
    /// `<project>/.claude/settings.json`.
    ClaudeProject,
    /// `~/.claude/settings.json`.
    ClaudeUser,
    /// The hooks of an installed plugin.
    Plugin,
}

impl SourceKind {
    /// Every kind, highest priority first.
    pub const ALL: [Self; 8] = [
        Self::Enterprise,
        Self::Team,
        Self::Project,
        Self::User,
        Self::ClaudeLocal,
        Self::ClaudeProject,
        Self::ClaudeUser,
        Self::Plugin,
    ];

    /// The name on the command line and in a plan: `enterprise`, `claude-local`, …
    pub const fn name(self) -> &'static str {
        match self {
            Self::Enterprise => "enterprise",
            Self::Team => "team",
            Self::Project => "project",
            Self::User => "user",
            Self::ClaudeLocal => "claude-local",
            Self::ClaudeProject => "claude-project",
            Self::ClaudeUser => "claude-user",
            Self::Plugin => "plugin",
        }
    }

    /// The kind of this name, or `None`.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// Whether the file is a Claude settings file, which the host maps instead of reading it natively.
    pub const fn is_claude(self) -> bool {
        matches!(self, Self::ClaudeLocal | Self::ClaudeProject | Self::ClaudeUser)
    }

    /// The kind's entry in the table.
    pub fn facts(self) -> &'static SourceFacts {
        &FACTS[self as usize]
    }
}

impl std::fmt::Display for SourceKind {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(self.name())
    }
}

/// An operating system that the host runs on. Windows' own Linux is Linux.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[cfg_attr(feature = "generate", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Os {
    /// Linux.
    Linux,
    /// macOS.
    Macos,
    /// Windows.
    Windows,
}

/// The folder that a source's path starts from, and its name in a plan.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Root {
    /// The root of the file system.
    System,
    /// The user's home folder.
    Home,
    /// The project's root.
    Project,
    /// The plugin's root.
    Plugin,
}

/// The form of a source's file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// [`crate::config::Config`].
    Native,
    /// [`crate::claude::Settings`].
    Claude,
    /// Named by a [`crate::plugin::Manifest`]; native, or Claude's form in a plugin made for Claude.
    Plugin,
}

/// The folder that a command starts in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WorkingDirectory {
    /// The project's root.
    Project,
    /// `~/.cursor`.
    CursorHome,
    /// The folder that holds the source's file.
    FolderOfFile,
    /// The plugin's root.
    Plugin,
    /// The first folder of the workspace.
    FirstWorkspaceFolder,
}

/// Everything that is known of one kind of source.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SourceFacts {
    /// Which kind.
    pub kind: SourceKind,
    /// What it is, in one sentence.
    pub doc: &'static str,
    /// The form of its file.
    pub format: Format,
    /// The folder that its path starts from.
    pub root: Root,
    /// Its path below the root, on Linux, macOS and Windows, with `/`.
    path: Fact<[&'static str; 3]>,
    /// Where its commands run. A plugin's depend on the event: see [`SourceFacts::working_directory_at`].
    pub working_directory: Fact<WorkingDirectory>,
    /// Whether cloud agents read it. Where nobody says, they are taken not to.
    pub cloud: Fact<bool>,
    /// Whether the file is shared with others, so that what holds on one machine only is a mistake in it.
    pub shared: bool,
}

impl SourceFacts {
    /// The file's path below [`SourceFacts::root`], with `/`.
    ///
    /// ```
    /// use hookc_schema::source::{Os, SourceKind};
    ///
    /// assert_eq!(SourceKind::Enterprise.facts().path(Os::Windows).value, "ProgramData/Cursor/hooks.json");
    /// assert_eq!(SourceKind::User.facts().path(Os::Linux).value, ".cursor/hooks.json");
    /// ```
    pub const fn path(&self, os: Os) -> Fact<&'static str> {
        let [linux, macos, windows] = self.path.value;
        let value = match os {
            Os::Linux => linux,
            Os::Macos => macos,
            Os::Windows => windows,
        };
        Fact { value, evidence: self.path.evidence, section: self.path.section }
    }

    /// Where the source's commands run at an event (HOOKS.md 0.9).
    pub const fn working_directory_at(&self, event: Event) -> Fact<WorkingDirectory> {
        match (self.kind, event) {
            (SourceKind::Plugin, Event::Stop | Event::SubagentStop) => {
                Fact::obs(WorkingDirectory::FirstWorkspaceFolder, "3")
            }
            _ => self.working_directory,
        }
    }
}

const fn everywhere(path: &'static str) -> [&'static str; 3] {
    [path, path, path]
}

static FACTS: [SourceFacts; 8] = [
    SourceFacts {
        kind: SourceKind::Enterprise,
        doc: "The system-wide file that device management installs.",
        format: Format::Native,
        root: Root::System,
        path: Fact::doc(
            [
                "etc/cursor/hooks.json",
                "Library/Application Support/Cursor/hooks.json",
                "ProgramData/Cursor/hooks.json",
            ],
            "6.4",
        ),
        working_directory: Fact::doc(WorkingDirectory::FolderOfFile, "6.3"),
        cloud: Fact::doc(true, "9"),
        shared: true,
    },
    SourceFacts {
        kind: SourceKind::Team,
        doc: "The hooks that the vendor's cloud distributes to a team, as they lie on the member's machine.",
        format: Format::Native,
        root: Root::Home,
        path: Fact::bnd(everywhere(".cursor/managed/active-team-hooks/hooks.json"), "6.4"),
        working_directory: Fact::doc(WorkingDirectory::FolderOfFile, "6.3"),
        cloud: Fact::doc(true, "9"),
        shared: true,
    },
    SourceFacts {
        kind: SourceKind::Project,
        doc: "The project's hooks, committed with it.",
        format: Format::Native,
        root: Root::Project,
        path: Fact::doc(everywhere(".cursor/hooks.json"), "6.4"),
        working_directory: Fact::doc(WorkingDirectory::Project, "6.3"),
        cloud: Fact::doc(true, "9"),
        shared: true,
    },
    SourceFacts {
        kind: SourceKind::User,
        doc: "The user's own hooks, for every project.",
        format: Format::Native,
        root: Root::Home,
        path: Fact::doc(everywhere(".cursor/hooks.json"), "6.4"),
        working_directory: Fact::doc(WorkingDirectory::CursorHome, "6.3"),
        cloud: Fact::doc(false, "9"),
        shared: false,
    },
    SourceFacts {
        kind: SourceKind::ClaudeLocal,
        doc: "The user's own Claude settings for one project.",
        format: Format::Claude,
        root: Root::Project,
        path: Fact::doc(everywhere(".claude/settings.local.json"), "2.1"),
        working_directory: Fact::bnd(WorkingDirectory::Project, "6.3"),
        cloud: Fact::inf(false, "9"),
        shared: false,
    },
    SourceFacts {
        kind: SourceKind::ClaudeProject,
        doc: "The project's Claude settings, committed with it.",
        format: Format::Claude,
        root: Root::Project,
        path: Fact::doc(everywhere(".claude/settings.json"), "2.1"),
        working_directory: Fact::bnd(WorkingDirectory::Project, "6.3"),
        cloud: Fact::inf(false, "9"),
        shared: true,
    },
    SourceFacts {
        kind: SourceKind::ClaudeUser,
        doc: "The user's own Claude settings, for every project.",
        format: Format::Claude,
        root: Root::Home,
        path: Fact::doc(everywhere(".claude/settings.json"), "2.1"),
        // Builds differ between the project's root and `~/.claude`; the newer one is followed (HOOKS.md 13, row 17).
        working_directory: Fact::bnd(WorkingDirectory::Project, "6.3"),
        cloud: Fact::inf(false, "9"),
        shared: false,
    },
    SourceFacts {
        kind: SourceKind::Plugin,
        doc: "The hooks of an installed plugin.",
        format: Format::Plugin,
        root: Root::Plugin,
        path: Fact::doc(everywhere(crate::plugin::DEFAULT_HOOKS_FILE), "3"),
        working_directory: Fact::obs(WorkingDirectory::Plugin, "3"),
        cloud: Fact::inf(false, "9"),
        shared: true,
    },
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_stands_at_the_place_of_its_kind() {
        for kind in SourceKind::ALL {
            assert_eq!(kind.facts().kind, kind);
            assert_eq!(SourceKind::from_name(kind.name()), Some(kind));
        }
    }

    #[test]
    fn the_claude_kinds_are_those_in_claudes_form() {
        for kind in SourceKind::ALL {
            assert_eq!(kind.is_claude(), kind.facts().format == Format::Claude, "{kind}");
        }
    }

    #[test]
    fn a_plugin_runs_in_its_root_but_at_the_end_of_a_turn_in_the_workspace() {
        let plugin = SourceKind::Plugin.facts();
        assert_eq!(plugin.working_directory_at(Event::PreToolUse).value, WorkingDirectory::Plugin);
        assert_eq!(plugin.working_directory_at(Event::Stop).value, WorkingDirectory::FirstWorkspaceFolder);
        assert_eq!(
            plugin.working_directory_at(Event::SubagentStop).value,
            WorkingDirectory::FirstWorkspaceFolder
        );
    }

    #[test]
    fn every_other_kind_runs_in_one_place_at_every_event() {
        for kind in SourceKind::ALL.into_iter().filter(|kind| *kind != SourceKind::Plugin) {
            let facts = kind.facts();
            for event in Event::ALL {
                assert_eq!(facts.working_directory_at(event), facts.working_directory, "{kind} {event}");
            }
        }
    }

    #[test]
    fn cloud_agents_never_read_the_users_own_files() {
        for kind in [SourceKind::User, SourceKind::ClaudeLocal, SourceKind::ClaudeUser] {
            assert!(!kind.facts().cloud.value && !kind.facts().shared, "{kind}");
        }
    }
}
