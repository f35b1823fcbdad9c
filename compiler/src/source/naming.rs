//! How files are called in reports.

use std::collections::BTreeSet;
use std::path::{Component, Path, PathBuf};

/// A folder and what stands in its stead in reports.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Naming {
    /// The folder; absolute.
    pub(super) from: PathBuf,
    /// Empty, or ending in `/`.
    pub(super) prefix: String,
}

impl Naming {
    /// Names as the user would type them who typed `typed` for `absolute`.
    pub(super) fn typed(typed: &Path, absolute: &Path) -> Self {
        let mut from = absolute;
        let mut rest = typed.components();
        loop {
            let shorter = {
                let mut shorter = rest.clone();
                shorter.next_back().map(|last| (last, shorter))
            };
            match (shorter, from.parent()) {
                (Some((Component::Normal(name), shorter)), Some(parent))
                    if from.file_name() == Some(name) =>
                {
                    from = parent;
                    rest = shorter;
                }
                (Some((Component::CurDir, shorter)), _) => rest = shorter,
                _ => break,
            }
        }
        Self { from: from.to_path_buf(), prefix: with_final_slash(slashes(rest.as_path())) }
    }

    /// The same names, from `root` on where that lies deeper: paths are resolved below the folder that names start from, so it must not
    /// be wider than the tree that was given.
    pub(super) fn within(self, root: &Path) -> Self {
        if root == self.from || !root.starts_with(&self.from) {
            return self;
        }
        Self { prefix: with_final_slash(self.show(root)), from: root.to_path_buf() }
    }

    pub(super) fn show(&self, path: &Path) -> String {
        show(Some(&self.from), &self.prefix, path)
    }
}

/// `path` with `/`: `prefix` and the rest where it lies below `from`, whole elsewhere.
pub(super) fn show(from: Option<&Path>, prefix: &str, path: &Path) -> String {
    let Some(rest) = from.and_then(|from| path.strip_prefix(from).ok()) else { return slashes(path) };
    match (prefix, rest.as_os_str().is_empty()) {
        ("", true) => ".".to_owned(),
        ("/", true) => "/".to_owned(),
        (prefix, true) => prefix.trim_end_matches('/').to_owned(),
        (prefix, false) => format!("{prefix}{}", slashes(rest)),
    }
}

/// A prefix for every folder: the end of its path, just long enough that no two are the same.
pub(super) fn unique_prefixes(folders: &[&Path]) -> Vec<String> {
    let longest = folders.iter().map(|folder| folder.components().count()).max().unwrap_or(0);
    let mut prefixes = Vec::new();
    for length in 1..=longest.max(1) {
        prefixes = folders.iter().map(|folder| with_final_slash(end_of(folder, length))).collect();
        if prefixes.iter().collect::<BTreeSet<_>>().len() == folders.len() {
            break;
        }
    }
    prefixes
}

fn end_of(folder: &Path, length: usize) -> String {
    let names: Vec<_> =
        folder.components().filter(|component| matches!(component, Component::Normal(_))).collect();
    slashes(&names[names.len().saturating_sub(length)..].iter().collect::<PathBuf>())
}

pub(super) fn with_final_slash(mut text: String) -> String {
    if !text.is_empty() && !text.ends_with('/') {
        text.push('/');
    }
    text
}

fn slashes(path: &Path) -> String {
    let text = path.to_string_lossy();
    if cfg!(windows) { text.replace('\\', "/") } else { text.into_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn typed(typed: &str, absolute: &str, path: &str) -> String {
        Naming::typed(Path::new(typed), Path::new(absolute)).show(Path::new(path))
    }

    #[test]
    fn a_relative_path_is_shown_from_the_current_folder() {
        assert_eq!(typed(".", "/w", "/w/.cursor/hooks.json"), ".cursor/hooks.json");
        assert_eq!(typed("a", "/w/a", "/w/a/.cursor/hooks.json"), "a/.cursor/hooks.json");
        assert_eq!(typed("./a/", "/w/a", "/w/a/f"), "a/f");
        assert_eq!(typed("a/.cursor/hooks.json", "/w/a/.cursor/hooks.json", "/w/a/run.sh"), "a/run.sh");
    }

    #[test]
    fn a_path_above_the_current_folder_keeps_its_parents() {
        assert_eq!(typed("../a", "/a", "/a/f"), "../a/f");
        assert_eq!(typed("..", "/", "/f"), "../f");
    }

    #[test]
    fn an_absolute_path_stays_absolute() {
        assert_eq!(typed("/w/a", "/w/a", "/w/a/f"), "/w/a/f");
        assert_eq!(typed("/", "/", "/f"), "/f");
    }

    #[test]
    fn names_within_a_root_are_the_same_and_start_from_it() {
        for (typed, absolute) in [("a", "/w/a"), ("/w/a", "/w/a"), ("../a", "/w/a"), (".", "/w/a")] {
            let wide = Naming::typed(Path::new(typed), Path::new(absolute));
            let narrow = wide.clone().within(Path::new("/w/a"));
            assert_eq!(narrow.from, Path::new("/w/a"));
            assert_eq!(narrow.show(Path::new("/w/a/f")), wide.show(Path::new("/w/a/f")));
        }
    }

    #[test]
    fn a_link_that_was_typed_keeps_its_name() {
        assert_eq!(typed("link", "/real", "/real/f"), "link/f");
    }

    #[test]
    fn prefixes_are_as_short_as_unique() {
        assert_eq!(unique_prefixes(&[Path::new("/x/api"), Path::new("/x/web")]), ["api/", "web/"]);
        assert_eq!(unique_prefixes(&[Path::new("/a/app"), Path::new("/b/app")]), ["a/app/", "b/app/"]);
        assert_eq!(unique_prefixes(&[Path::new("/")]), [""]);
    }
}
