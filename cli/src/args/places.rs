//! Where the hooks lie: flags that several commands share.

use std::path::PathBuf;

use clap::Args;

const HEADING: &str = "Where the hooks are";

/// The places that the user names.
#[derive(Debug, Clone, Default, Args)]
pub(crate) struct Places {
    /// A workspace root (repeatable)
    #[arg(long = "workspace", value_name = "DIR", help_heading = HEADING)]
    pub(crate) workspaces: Vec<PathBuf>,

    /// A home folder: its user and Claude user files join
    #[arg(long, value_name = "DIR", help_heading = HEADING)]
    pub(crate) home: Option<PathBuf>,

    /// The folder that stands for `/`: its enterprise file joins
    #[arg(long, value_name = "DIR", help_heading = HEADING)]
    pub(crate) system_root: Option<PathBuf>,

    /// The folder of managed team hooks
    #[arg(long, value_name = "DIR", help_heading = HEADING)]
    pub(crate) team: Option<PathBuf>,

    /// The root of an installed plugin (repeatable)
    #[arg(long = "plugin", value_name = "DIR", help_heading = HEADING)]
    pub(crate) plugins: Vec<PathBuf>,
}

impl Places {
    /// Whether a place other than a workspace is named.
    pub(crate) fn name_a_place(&self) -> bool {
        self.home.is_some() || self.system_root.is_some() || self.team.is_some() || !self.plugins.is_empty()
    }
}
