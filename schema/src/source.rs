//! THE source table: where hooks come from, in which order, and where their commands run.

/// A place that hooks are loaded from, highest priority first (HOOKS.md 0.2, 2.1, 3).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
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
}
