//! Where programs are looked up: by this shell, and by an editor that a desktop starts.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use hookc_compiler::source::MAX_FILE;
use hookc_compiler::system::{FileKind, System};
use hookc_schema::source::Os;

/// A list of folders, and where it is known from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct SearchPath {
    pub(super) folders: Vec<PathBuf>,
    pub(super) origin: &'static str,
}

/// Where a session of Linux keeps the variables of everyone who logs in.
const ENVIRONMENT_FILE: &str = "etc/environment";

/// What a login that names nothing gets: the default of the systems' own login programs (INF, the manual pages of `login.defs` and `launchd`).
const LINUX_DEFAULT: &str = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";
const MACOS_DEFAULT: &str = "/usr/bin:/bin:/usr/sbin:/sbin";

impl SearchPath {
    pub(super) fn of_shell(path: Option<&OsStr>) -> Self {
        Self { folders: split(path.unwrap_or_default()), origin: "the variable `PATH`" }
    }

    /// What a desktop hands on to the editor, which has read none of the shell's start-up files. Windows has one `PATH` for all.
    pub(super) fn of_desktop(os: Os, system_root: &Path, shell: &Self, system: &dyn System) -> Self {
        let usual = |path: &str| Self { folders: split(OsStr::new(path)), origin: "usual on this system" };
        match os {
            Os::Windows => shell.clone(),
            Os::Macos => usual(MACOS_DEFAULT),
            Os::Linux => {
                let file = system.read(&system_root.join(ENVIRONMENT_FILE), MAX_FILE).unwrap_or_default();
                match path_of(&String::from_utf8_lossy(&file)) {
                    Some(path) => Self { folders: split(OsStr::new(&path)), origin: "`/etc/environment`" },
                    None => usual(LINUX_DEFAULT),
                }
            }
        }
    }

    /// The file that a name stands for.
    pub(super) fn find(&self, name: &str, system: &dyn System) -> Option<PathBuf> {
        let endings: &[&str] = if cfg!(windows) { &["", ".exe", ".cmd", ".bat"] } else { &[""] };
        let candidates = self
            .folders
            .iter()
            .flat_map(|folder| endings.iter().map(move |ending| folder.join(format!("{name}{ending}"))));
        candidates.into_iter().find(|path| {
            system
                .metadata(path)
                .is_ok_and(|found| found.kind == FileKind::File && found.executable != Some(false))
        })
    }

    /// The folders that another list does not have, each once.
    pub(super) fn beyond(&self, other: &Self) -> Vec<&Path> {
        let mut beyond: Vec<&Path> = Vec::new();
        for folder in &self.folders {
            if !other.folders.contains(folder) && !beyond.contains(&folder.as_path()) {
                beyond.push(folder);
            }
        }
        beyond
    }

    /// As a variable holds it.
    pub(super) fn joined(&self) -> String {
        let joined: OsString = std::env::join_paths(&self.folders).unwrap_or_default();
        joined.to_string_lossy().into_owned()
    }
}

fn split(path: &OsStr) -> Vec<PathBuf> {
    std::env::split_paths(path).filter(|folder| !folder.as_os_str().is_empty()).collect()
}

/// The last `PATH=` of an environment file, quotes removed.
fn path_of(file: &str) -> Option<String> {
    let mut values = file.lines().filter_map(|line| {
        let line = line.trim();
        line.strip_prefix("export ").unwrap_or(line).trim_start().strip_prefix("PATH=")
    });
    let value = values.next_back()?.trim();
    let unquoted = ['"', '\''].into_iter().find_map(|quote| value.strip_prefix(quote)?.strip_suffix(quote));
    Some(unquoted.unwrap_or(value).to_owned()).filter(|value| !value.is_empty())
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use hookc_compiler::system::MemorySystem;

    use super::*;

    fn shell(path: &str) -> SearchPath {
        SearchPath::of_shell(Some(OsStr::new(path)))
    }

    fn desktop(os: Os, system: &MemorySystem) -> SearchPath {
        SearchPath::of_desktop(os, Path::new("/"), &shell("/own"), system)
    }

    #[test]
    fn a_linux_desktop_has_what_the_environment_file_says() {
        let system = MemorySystem::new().file("/etc/environment", "LANG=C\nPATH=\"/snap/bin:/usr/bin\"\n");
        let path = desktop(Os::Linux, &system);
        assert_eq!((path.joined().as_str(), path.origin), ("/snap/bin:/usr/bin", "`/etc/environment`"));
    }

    #[test]
    fn without_one_it_has_the_usual_folders() {
        let system = MemorySystem::new().file("/etc/environment", "# PATH=/x\n");
        assert_eq!(desktop(Os::Linux, &system).joined(), LINUX_DEFAULT);
        assert_eq!(desktop(Os::Macos, &system).joined(), MACOS_DEFAULT);
    }

    #[test]
    fn windows_has_one_path_for_all() {
        assert_eq!(desktop(Os::Windows, &MemorySystem::new()), shell("/own"));
    }

    #[test]
    fn a_program_is_a_file_that_may_be_executed_in_the_first_folder_that_has_it() {
        let system = MemorySystem::new()
            .file("/a/node", "")
            .script("/b/node", "")
            .script("/c/node", "")
            .folder("/d/node");
        assert_eq!(shell("/d:/a:/b:/c").find("node", &system), Some(PathBuf::from("/b/node")));
        assert_eq!(shell("/d:/a").find("node", &system), None);
    }

    #[test]
    fn what_only_one_has_is_told_once() {
        let (one, other) = (shell("/a:/b:/a:/c"), shell("/b"));
        assert_eq!(one.beyond(&other), [Path::new("/a"), Path::new("/c")]);
    }
}
