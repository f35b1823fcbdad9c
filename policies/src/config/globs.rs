//! Glob patterns of files below a folder.

use std::path::{Path, PathBuf};

use crate::glob::Glob;

/// A pattern and the folder that it starts from.
#[derive(Debug, Clone)]
pub(super) struct PathGlob {
    folder: PathBuf,
    glob: Glob,
}

impl PathGlob {
    /// Reads a pattern; the error says what is wrong with it. `*` and `?` stand for parts of one name, `**` for any folders.
    pub(super) fn new(folder: &Path, pattern: &str) -> Result<Self, String> {
        let relative = pattern.strip_prefix("./").unwrap_or(pattern);
        let relative = relative.strip_suffix('/').unwrap_or(relative);
        if relative.is_empty() {
            return Err("an empty pattern fits no file".to_owned());
        }
        if relative.starts_with('/') || relative.split('/').any(|name| name == "..") {
            return Err("a pattern starts at the folder of this file and stays below it".to_owned());
        }
        Ok(Self { folder: folder.to_path_buf(), glob: Glob::new(relative)? })
    }

    /// Whether it fits an absolute path, or a folder that the path lies in.
    pub(super) fn fits(&self, path: &Path) -> bool {
        let Ok(relative) = path.strip_prefix(&self.folder) else { return false };
        relative.ancestors().filter(|part| !part.as_os_str().is_empty()).any(|part| self.glob.fits(part))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fits(pattern: &str, path: &str) -> bool {
        PathGlob::new(Path::new("/w"), pattern).unwrap().fits(Path::new(path))
    }

    #[test]
    fn a_pattern_starts_at_its_folder() {
        assert!(fits(".cursor/*.json", "/w/.cursor/hooks.json"));
        assert!(fits("./.cursor/hooks.json", "/w/.cursor/hooks.json"));
        assert!(!fits("hooks.json", "/w/.cursor/hooks.json"));
        assert!(!fits("*", "/v/hooks.json"));
        assert!(!fits("*.json", "/w/.cursor/hooks.json"));
        assert!(fits("**/hooks.json", "/w/a/b/hooks.json"));
    }

    #[test]
    fn a_folder_stands_for_what_is_in_it() {
        for pattern in ["examples", "examples/", "examples/**", "**/examples"] {
            assert!(fits(pattern, "/w/examples/a/.cursor/hooks.json"), "{pattern}");
        }
        assert!(!fits("examples", "/w/examples-of-ours/hooks.json"));
    }

    #[test]
    fn a_pattern_that_cannot_be_meant_is_an_error() {
        for pattern in ["", "/", "/etc/*", "../x", "a/../../b", "[", "{a"] {
            assert!(PathGlob::new(Path::new("/w"), pattern).is_err(), "{pattern}");
        }
    }
}
