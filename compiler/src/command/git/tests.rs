//! Both readers against git itself, in repositories that it makes.

#![expect(clippy::disallowed_methods, reason = "the repositories of these tests lie on the disk")]

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use proptest::prelude::*;
use proptest::test_runner::{RngAlgorithm, TestRng, TestRunner};
use tempfile::TempDir;

use super::*;
use crate::system::OsSystem;

/// A repository in a temporary folder, or `None` where git is missing and need not be there.
pub(super) struct TestRepository {
    folder: TempDir,
}

impl TestRepository {
    pub(super) fn new() -> Option<Self> {
        Self::with_format("sha1")
    }

    /// One whose objects have names of this kind.
    pub(super) fn with_format(format: &str) -> Option<Self> {
        let folder = TempDir::new().unwrap();
        let repository = Self { folder };
        if Command::new("git").arg("--version").output().is_err() {
            assert!(std::env::var_os("HOOKC_REQUIRE_TOOLS").is_none(), "git is required");
            eprintln!("skipped: git is missing");
            return None;
        }
        repository.git(&["init", "-q", "--object-format", format]);
        Some(repository)
    }

    pub(super) fn path(&self) -> &Path {
        self.folder.path()
    }

    pub(super) fn git(&self, arguments: &[&str]) -> String {
        self.git_reading(arguments, "")
    }

    /// Git with a text on its standard input.
    fn git_reading(&self, arguments: &[&str], input: &str) -> String {
        let mut child = Command::new("git")
            .current_dir(self.path())
            .env("GIT_CONFIG_GLOBAL", "/dev/null")
            .env("GIT_CONFIG_NOSYSTEM", "1")
            .args(["-c", "core.excludesFile=", "-c", "user.name=t", "-c", "user.email=t@example.com"])
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
        let output = child.wait_with_output().unwrap();
        String::from_utf8_lossy(&output.stdout).into_owned()
    }

    pub(super) fn write(&self, name: &str, text: &str) -> PathBuf {
        let path = self.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, text).unwrap();
        path
    }

    fn state(&self, name: &str) -> GitState {
        let place = Place { root: Some(self.path().to_path_buf()), ..Place::default() };
        GitCache::default().state(&self.path().join(name), &place, &OsSystem)
    }

    fn index(&self) -> Vec<u8> {
        fs::read(self.path().join(".git/index")).unwrap()
    }
}

#[test]
fn the_mode_is_that_of_the_index() {
    let Some(repository) = TestRepository::new() else { return };
    repository.write("a/run.sh", "x");
    repository.write("a/lib.sh", "x");
    repository.write("a/new.sh", "x");
    repository.git(&["add", "a/run.sh", "a/lib.sh"]);
    repository.git(&["update-index", "--chmod=+x", "a/run.sh"]);
    assert_eq!(repository.state("a/run.sh"), GitState::Tracked(Mode::Executable));
    assert_eq!(repository.state("a/lib.sh"), GitState::Tracked(Mode::Regular));
    assert_eq!(repository.state("a/new.sh"), GitState::Untracked { ignored_by: None });
}

#[test]
fn every_version_of_the_index_is_read() {
    let Some(repository) = TestRepository::new() else { return };
    let names: Vec<String> =
        (0..200).map(|at| format!("folder{}/{}file{at}.sh", at % 7, "x".repeat(at % 23))).collect();
    for name in &names {
        repository.write(name, "x");
    }
    repository.write("intended.sh", "x");
    repository.git(&["add", "folder0", "folder1", "folder2"]);
    repository.git(&["add", "-N", "intended.sh"]);
    for version in ["2", "3", "4"] {
        repository.git(&["update-index", "--index-version", version]);
        for name in &names {
            let tracked = ["folder0/", "folder1/", "folder2/"].iter().any(|folder| name.starts_with(folder));
            let is_tracked = repository.state(name) == GitState::Tracked(Mode::Regular);
            assert_eq!(is_tracked, tracked, "{name} in version {version}");
        }
        assert_eq!(repository.state("intended.sh"), GitState::Tracked(Mode::Regular));
    }
}

#[test]
fn a_long_name_and_a_conflict_are_read() {
    let Some(repository) = TestRepository::new() else { return };
    repository.write("x.sh", "one");
    repository.git(&["add", "."]);
    repository.git(&["commit", "-qm", "one"]);
    repository.git(&["checkout", "-qb", "other"]);
    repository.write("x.sh", "two");
    repository.git(&["commit", "-qam", "two"]);
    repository.git(&["checkout", "-q", "-"]);
    repository.write("x.sh", "three");
    repository.git(&["commit", "-qam", "three"]);
    repository.git(&["merge", "other"]);
    assert_eq!(repository.git(&["ls-files", "-u"]).lines().count(), 3);
    assert_eq!(repository.state("x.sh"), GitState::Tracked(Mode::Regular));
    let long = format!("{}/x.sh", vec!["f".repeat(200); 30].join("/"));
    let object = repository.git(&["hash-object", "-w", "x.sh"]);
    repository.git(&["update-index", "--add", "--cacheinfo", &format!("100755,{},{long}", object.trim())]);
    let index = Index::parse(&repository.index()).unwrap();
    assert_eq!(index.entry(&long), Entry::Tracked(Mode::Executable));
}

#[test]
fn a_repository_with_longer_object_names_is_read() {
    let Some(repository) = TestRepository::new() else { return };
    fs::remove_dir_all(repository.path().join(".git")).unwrap();
    repository.git(&["init", "-q", "--object-format=sha256"]);
    repository.write("x.sh", "x");
    repository.write("y.sh", "y");
    repository.git(&["add", "x.sh"]);
    assert_eq!(repository.state("x.sh"), GitState::Tracked(Mode::Regular));
    assert_eq!(repository.state("y.sh"), GitState::Untracked { ignored_by: None });
}

#[test]
fn a_damaged_index_says_nothing() {
    let Some(repository) = TestRepository::new() else { return };
    for at in 0..20 {
        repository.write(&format!("{at}.sh"), "x");
    }
    repository.git(&["add", "."]);
    let whole = repository.index();
    for length in 0..whole.len() {
        assert!(Index::parse(&whole[..length]).is_none(), "cut at {length}");
    }
    fs::write(repository.path().join(".git/index"), b"DIRC junk").unwrap();
    assert_eq!(repository.state("1.sh"), GitState::Unknown);
}

#[test]
fn a_split_index_leaves_absent_files_open() {
    let Some(repository) = TestRepository::new() else { return };
    repository.write("x.sh", "x");
    repository.git(&["add", "."]);
    repository.git(&["update-index", "--split-index"]);
    repository.write("y.sh", "x");
    assert_eq!(repository.state("y.sh"), GitState::Unknown);
}

#[test]
fn without_an_index_the_ignore_files_speak() {
    let Some(repository) = TestRepository::new() else { return };
    repository.write(".gitignore", "# a comment\n.cursor/hooks/\n");
    let script = repository.write(".cursor/hooks/x.sh", "x");
    repository.write("y.sh", "x");
    let ignored_by = Some(IgnoredBy { file: repository.path().join(".gitignore"), line: 2 });
    assert_eq!(repository.state(".cursor/hooks/x.sh"), GitState::NoIndex { ignored_by: ignored_by.clone() });
    assert_eq!(repository.state("y.sh"), GitState::NoIndex { ignored_by: None });
    fs::remove_dir_all(repository.path().join(".git")).unwrap();
    assert_eq!(repository.state(".cursor/hooks/x.sh"), GitState::NoIndex { ignored_by });
    assert!(script.is_absolute());
}

#[test]
fn the_exclude_file_of_the_repository_counts_last() {
    let Some(repository) = TestRepository::new() else { return };
    repository.write(".git/info/exclude", "*.sh\n");
    repository.write(".gitignore", "!kept.sh\n");
    repository.write("kept.sh", "x");
    repository.write("lost.sh", "x");
    assert_eq!(repository.state("kept.sh"), GitState::NoIndex { ignored_by: None });
    assert_eq!(repository.state("lost.sh").ignored_by().map(|rule| rule.line), Some(1));
}

#[test]
fn the_nearest_repository_speaks_and_a_linked_one_only_from_inside_the_tree() {
    let Some(outer) = TestRepository::new() else { return };
    let Some(elsewhere) = TestRepository::new() else { return };
    outer.write("inner/x.sh", "x");
    outer.write("linked/x.sh", "x");
    outer.write("outside/x.sh", "x");
    outer.git(&["-C", "inner", "init", "-q"]);
    outer.git(&["-C", "inner", "add", "x.sh"]);
    outer.write("linked/.git", "gitdir: ../inner/.git\n");
    outer.write("outside/.git", &format!("gitdir: {}/.git\n", elsewhere.path().display()));
    assert_eq!(outer.state("inner/x.sh"), GitState::Tracked(Mode::Regular));
    assert_eq!(outer.state("linked/x.sh"), GitState::Tracked(Mode::Regular));
    assert_eq!(outer.state("outside/x.sh"), GitState::Unknown);
}

/// What git says of each path: the file and line that ignores it.
fn checked_by_git(repository: &TestRepository, paths: &[String]) -> Vec<Option<(String, u32)>> {
    let arguments = ["check-ignore", "--no-index", "-v", "-n", "-z", "--stdin"];
    let output = repository.git_reading(&arguments, &paths.join("\0"));
    let fields: Vec<&str> = output.split('\0').collect();
    let answers = fields.chunks_exact(4).map(|fields| {
        let is_ignored = !fields[2].is_empty() && !fields[2].starts_with('!');
        is_ignored.then(|| (fields[0].to_owned(), fields[1].parse().unwrap()))
    });
    answers.collect()
}

/// A repository with many names, and those names.
fn repository_of_names() -> Option<(TestRepository, Vec<String>)> {
    let repository = TestRepository::new()?;
    let folders = ["", "a/", "b/", "a/b/", "a/a/", "foo/", "foo/a/", "a/foo/b/"];
    let names = ["a.sh", "b", "foo", "foo.sh", "ab", "-x", "x y", "foo bar", "A.SH", "b]"];
    let mut paths = Vec::new();
    for folder in folders {
        for name in names {
            let path = format!("{folder}{name}");
            // Some of them are folders here.
            if !["foo", "b", "a/b", "a/foo"].contains(&path.as_str()) {
                repository.write(&path, "x");
                paths.push(path);
            }
        }
    }
    Some((repository, paths))
}

fn assert_same_as_git(repository: &TestRepository, paths: &[String], top: &str, below: &str) {
    repository.write(".gitignore", top);
    repository.write("a/.gitignore", below);
    let expected = checked_by_git(repository, paths);
    assert_eq!(expected.len(), paths.len(), "{top:?} {below:?}");
    let place = Place { root: Some(repository.path().to_path_buf()), ..Place::default() };
    let mut cache = GitCache::default();
    for (path, expected) in paths.iter().zip(expected) {
        let state = cache.state(&repository.path().join(path), &place, &OsSystem);
        let found = state.ignored_by().map(|rule| {
            let file = rule.file.strip_prefix(repository.path()).unwrap().to_str().unwrap().to_owned();
            (file, rule.line)
        });
        assert_eq!(found, expected, "{path} with {top:?} and {below:?}");
    }
}

#[test]
fn ignore_patterns_mean_what_git_means() {
    let Some((repository, paths)) = repository_of_names() else { return };
    for (top, below) in [
        ("*.sh\n!a.sh\n", ""),
        ("/foo\nb/\n", "!a.sh\n*"),
        ("a/*\n!a/b/\n", ""),
        ("a/**/b\n**/foo.sh\nfoo/**\n", "/b\n"),
        ("**/\n!a/\n", ""),
        ("foo**/a.sh\na**b\n", ""),
        ("[ab]*\n[!a]oo\n[[:upper:]]*\n", ""),
        ("x\\ y \nfoo\\ bar\\ \n\\-x\n", ""),
        ("\\!x\n\\#y\n#z\n\n!\n/\n", ""),
        ("a.sh\r\nfoo\r\n", ""),
        ("\u{feff}a.sh\n", ""),
        ("[b-]\n[]b]\n[a\n", ""),
        ("a/b\nfoo/\n*/a.sh\n", "b/*.sh\n"),
        ("?oo.sh\n???\n", ""),
        ("*/\n!*/\n*.sh\n!/a/b/a.sh\n", ""),
    ] {
        assert_same_as_git(&repository, &paths, top, below);
    }
}

fn pattern() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "a", "b", "foo", ".sh", "*", "**", "?", "/", "/", "[ab]", "[!f]", "[a-f]", "\\a", "-", " ", "**/",
        "/**",
    ]);
    let negation = prop::sample::select(vec!["", "", "", "!"]);
    (negation, prop::collection::vec(piece, 1..6))
        .prop_map(|(negation, pieces)| format!("{negation}{}", pieces.concat()))
}

fn ignore_file() -> impl Strategy<Value = String> {
    prop::collection::vec(pattern(), 0..5).prop_map(|lines| lines.join("\n"))
}

#[test]
fn any_ignore_file_means_what_git_means() {
    let Some((repository, paths)) = repository_of_names() else { return };
    let config = ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() };
    let mut runner = TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha));
    let files = (ignore_file(), ignore_file());
    let outcome = runner.run(&files, |(top, below)| {
        assert_same_as_git(&repository, &paths, &top, &below);
        Ok(())
    });
    outcome.unwrap();
}

proptest! {
    #[test]
    fn no_bytes_make_the_index_reader_fail(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        let mut index = b"DIRC\0\0\0\x04\0\0\0\x09".to_vec();
        index.extend(bytes);
        let _ = Index::parse(&index);
    }

    #[test]
    fn no_bytes_make_the_ignore_reader_fail(bytes in prop::collection::vec(any::<u8>(), 0..200), path in "[a-c/]{1,9}") {
        for rule in ignore::rules(&bytes) {
            let _ = rule.matches(path.as_bytes(), false);
        }
    }
}
