//! Paths without machines in them, and the folders that they are bound to at run time.

use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};

use hookc_schema::SourceKind;
use hookc_schema::source::Os;
use serde::{Deserialize, Serialize};

/// A folder that a plan names instead of a place on one machine.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Root {
    /// `${project}`: the project that the plan is for.
    Project,
    /// `${user}`: the user's home folder.
    User,
    /// `${enterprise}`: the folder of the system-wide file.
    Enterprise,
    /// `${team}`: the folder of the team's managed hooks.
    Team,
    /// `${workspace}`: the first folder of the workspace, as the payload says; the project if it says nothing.
    Workspace,
    /// `${plugin:NAME}`: the root of a plugin.
    Plugin(String),
}

impl Root {
    /// The root of this name, as it stands between `${` and `}`; `None` if no root has it.
    ///
    /// ```
    /// use hookc_runtime::plan::Root;
    ///
    /// assert_eq!(Root::from_name("plugin:lint"), Some(Root::Plugin("lint".to_owned())));
    /// assert_eq!(Root::from_name("Project"), None);
    /// ```
    pub fn from_name(name: &str) -> Option<Self> {
        Some(match name {
            "project" => Self::Project,
            "user" => Self::User,
            "enterprise" => Self::Enterprise,
            "team" => Self::Team,
            "workspace" => Self::Workspace,
            _ => match name.strip_prefix("plugin:") {
                Some(plugin) if !plugin.is_empty() && !plugin.contains(['{', '}']) => {
                    Self::Plugin(plugin.to_owned())
                }
                _ => return None,
            },
        })
    }
}

impl fmt::Display for Root {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Project => f.write_str("project"),
            Self::User => f.write_str("user"),
            Self::Enterprise => f.write_str("enterprise"),
            Self::Team => f.write_str("team"),
            Self::Workspace => f.write_str("workspace"),
            Self::Plugin(name) => write!(f, "plugin:{name}"),
        }
    }
}

/// A path below a [`Root`]: `${project}` or `${project}/.cursor/hooks.json`. It never leaves its root by its form; a
/// link on the machine may.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct PlanPath {
    root: Root,
    /// The names below the root, joined by `/`; empty for the root itself.
    below: String,
}

/// A text that is no [`PlanPath`].
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{0}` is not a path of a plan: one begins with `${{project}}`, `${{user}}`, `${{enterprise}}`, `${{team}}`, \
     `${{workspace}}` or `${{plugin:NAME}}` and has no empty, `.` or `..` part"
)]
pub struct PathError(String);

impl PlanPath {
    /// A path from its root and the names below it, joined by `/`; empty for the root itself.
    ///
    /// # Errors
    ///
    /// A name is empty, `.` or `..`, or holds a NUL.
    pub fn new(root: Root, below: impl Into<String>) -> Result<Self, PathError> {
        let path = Self { root, below: below.into() };
        let is_name = |name: &str| !matches!(name, "" | "." | "..") && !name.contains('\0');
        if path.below.is_empty() || path.below.split('/').all(is_name) {
            Ok(path)
        } else {
            Err(PathError(path.to_string()))
        }
    }

    /// The folder that it begins with.
    pub const fn root(&self) -> &Root {
        &self.root
    }

    /// The names below the root, joined by `/`; empty for the root itself.
    pub fn below(&self) -> &str {
        &self.below
    }

    /// The place on this machine.
    ///
    /// # Errors
    ///
    /// The root is not bound.
    pub fn resolve(&self, roots: &Roots) -> Result<PathBuf, UnboundRoot> {
        let root = roots.get(&self.root).ok_or_else(|| UnboundRoot(self.root.clone()))?;
        Ok(if self.below.is_empty() { root.to_owned() } else { root.join(&self.below) })
    }
}

impl fmt::Display for PlanPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "${{{}}}", self.root)?;
        if self.below.is_empty() { Ok(()) } else { write!(f, "/{}", self.below) }
    }
}

impl std::str::FromStr for PlanPath {
    type Err = PathError;

    fn from_str(text: &str) -> Result<Self, PathError> {
        let error = || PathError(text.to_owned());
        let (name, rest) = text.strip_prefix("${").and_then(|text| text.split_once('}')).ok_or_else(error)?;
        let root = Root::from_name(name).ok_or_else(error)?;
        match rest.strip_prefix('/') {
            Some("") => Err(error()),
            Some(below) => Self::new(root, below),
            None if rest.is_empty() => Self::new(root, ""),
            None => Err(error()),
        }
    }
}

impl TryFrom<String> for PlanPath {
    type Error = PathError;

    fn try_from(text: String) -> Result<Self, PathError> {
        text.parse()
    }
}

impl From<PlanPath> for String {
    fn from(path: PlanPath) -> Self {
        path.to_string()
    }
}

/// A plan needs a root that nobody has bound to a folder.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the plan needs `${{{0}}}`, which is not bound to a folder")]
pub struct UnboundRoot(pub Root);

/// Which folder each [`Root`] stands for on this machine.
///
/// ```
/// use hookc_runtime::plan::{PlanPath, Root, Roots};
///
/// let roots = Roots::default().bind(Root::Project, "/srv/app");
/// let path: PlanPath = "${project}/.cursor/hooks.json".parse()?;
/// assert_eq!(path.resolve(&roots)?, std::path::Path::new("/srv/app/.cursor/hooks.json"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Roots(BTreeMap<Root, PathBuf>);

impl Roots {
    /// The folders of a machine where everything lies where the host puts it (HOOKS.md 6.4). Plugins are not bound.
    pub fn usual(os: Os, project: impl Into<PathBuf>, home: Option<&Path>, system_root: &Path) -> Self {
        let folder_of = |kind: SourceKind, base: &Path| {
            let file = base.join(kind.facts().path(os).value);
            file.parent().unwrap_or(base).to_owned()
        };
        let roots = Self::default()
            .bind(Root::Project, project)
            .bind(Root::Enterprise, folder_of(SourceKind::Enterprise, system_root));
        match home {
            Some(home) => roots.bind(Root::User, home).bind(Root::Team, folder_of(SourceKind::Team, home)),
            None => roots,
        }
    }

    /// Binds a root to a folder, in place of an earlier binding.
    #[must_use]
    pub fn bind(mut self, root: Root, folder: impl Into<PathBuf>) -> Self {
        self.0.insert(root, folder.into());
        self
    }

    /// The folder that a root is bound to. [`Root::Workspace`] falls back to the project.
    pub fn get(&self, root: &Root) -> Option<&Path> {
        let fallback = (*root == Root::Workspace).then_some(&Root::Project);
        self.0.get(root).or_else(|| self.0.get(fallback?)).map(PathBuf::as_path)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_survives_its_text() {
        for text in
            ["${project}", "${user}/.cursor/hooks.json", "${plugin:a b}/x", "${workspace}", "${team}/hooks"]
        {
            let path: PlanPath = text.parse().unwrap();
            assert_eq!(path.to_string(), text);
        }
    }

    #[test]
    fn a_path_names_its_root_and_stays_below_it() {
        for text in [
            "",
            "/etc/passwd",
            "project/x",
            "${nothing}/x",
            "${plugin:}",
            "${project",
            "${project}x",
            "${project}/",
            "${project}/../x",
            "${project}/a//b",
            "${project}/./a",
            "${project}/a/..",
            "${project}/a\0b",
        ] {
            assert!(text.parse::<PlanPath>().is_err(), "{text:?}");
        }
    }

    #[test]
    fn an_unbound_root_is_named() {
        let path: PlanPath = "${plugin:lint}/run.sh".parse().unwrap();
        let error = path.resolve(&Roots::default()).unwrap_err();
        assert_eq!(error.to_string(), "the plan needs `${plugin:lint}`, which is not bound to a folder");
    }

    #[test]
    fn the_workspace_is_the_project_until_the_payload_says_otherwise() {
        let roots = Roots::default().bind(Root::Project, "/p");
        assert_eq!(roots.get(&Root::Workspace), Some(Path::new("/p")));
        assert_eq!(roots.bind(Root::Workspace, "/w").get(&Root::Workspace), Some(Path::new("/w")));
    }

    #[test]
    fn the_usual_places_are_those_of_the_source_table() {
        let roots = Roots::usual(Os::Linux, "/p", Some(Path::new("/home/u")), Path::new("/"));
        assert_eq!(roots.get(&Root::Enterprise), Some(Path::new("/etc/cursor")));
        assert_eq!(roots.get(&Root::Team), Some(Path::new("/home/u/.cursor/managed/active-team-hooks")));
        assert_eq!(roots.get(&Root::Plugin("x".to_owned())), None);
    }
}
