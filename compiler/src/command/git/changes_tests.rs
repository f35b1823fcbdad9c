//! What has changed, against what git says itself.

#![expect(clippy::disallowed_methods, reason = "the repositories of these tests lie on the disk")]

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use proptest::prelude::*;
use proptest::test_runner::{RngAlgorithm, TestRng, TestRunner};

use super::changes::{Changes, Side, Unreadable};
use super::objects::Objects;
use super::pack::PackIndex;
use super::tests::TestRepository;
use crate::source::Place;
use crate::system::{MemorySystem, OsSystem};

const NAMES: [&str; 9] = [
    "hooks.json",
    "run.sh",
    "a/run.sh",
    "a/b/run.sh",
    "a/b/x y.py",
    "a-b/run.sh",
    "a.txt",
    "é.sh",
    "ignored.log",
];

fn place(root: &Path) -> Place {
    Place { root: Some(root.to_path_buf()), ..Place::default() }
}

/// Those of the names that have changed, by this reader.
fn changed(root: &Path, side: Side) -> Result<BTreeSet<String>, Unreadable> {
    let mut changes = Changes::new(&OsSystem, side);
    let mut names = BTreeSet::new();
    for name in NAMES {
        if changes.has_changed(&root.join(name), &place(root))? {
            names.insert(name.to_owned());
        }
    }
    Ok(names)
}

/// Those of the names that have changed, by git.
fn changed_by_git(repository: &TestRepository, arguments: &[&str]) -> BTreeSet<String> {
    let listed = repository.git(&[arguments, &["-z"]].concat());
    listed.split('\0').filter(|name| NAMES.contains(name)).map(str::to_owned).collect()
}

fn assert_same_as_git(repository: &TestRepository, told: &str) {
    let has_head = !repository.git(&["rev-parse", "--verify", "-q", "HEAD"]).is_empty();
    let staged: &[&str] = &["diff", "--cached", "--name-only", "--no-renames"];
    assert_eq!(
        changed(repository.path(), Side::Index).unwrap(),
        changed_by_git(repository, staged),
        "{told}"
    );
    let mut on_disk = changed_by_git(repository, &["ls-files", "--others", "--exclude-standard"]);
    if has_head {
        on_disk.extend(changed_by_git(repository, &["diff", "HEAD", "--name-only", "--no-renames"]));
        // What is only taken out of the index is on the disk as it was; git lists it twice.
        let same = |name: &String| {
            let committed = repository.git(&["show", &format!("HEAD:{name}")]);
            fs::read_to_string(repository.path().join(name)).is_ok_and(|text| text == committed)
                && !committed.is_empty()
                && repository.git(&["ls-files", "--", name]).is_empty()
        };
        on_disk.retain(|name| !same(name));
    } else {
        on_disk.extend(changed_by_git(repository, &["ls-files"]));
        on_disk.retain(|name| repository.path().join(name).exists());
    }
    let mut found = changed(repository.path(), Side::WorkTree).unwrap();
    // An execute bit of a file that git does not know any more is no matter of this comparison.
    found.retain(|name| on_disk.contains(name) || !repository.git(&["ls-files", "--", name]).is_empty());
    assert_eq!(found, on_disk, "{told}");
}

/// One step in the life of a repository.
#[derive(Debug, Clone)]
enum Step {
    Write(usize, u8),
    Delete(usize),
    Move(usize, usize),
    Add(usize),
    AddAll,
    Forget(usize),
    Commit,
    Pack,
    PackReferences,
    Branch,
}

fn step() -> impl Strategy<Value = Step> {
    let name = 0..NAMES.len();
    prop_oneof![
        5 => (name.clone(), any::<u8>()).prop_map(|(name, text)| Step::Write(name, text % 5)),
        2 => name.clone().prop_map(Step::Delete),
        1 => (name.clone(), name.clone()).prop_map(|(from, to)| Step::Move(from, to)),
        3 => name.clone().prop_map(Step::Add),
        2 => Just(Step::AddAll),
        1 => name.prop_map(Step::Forget),
        3 => Just(Step::Commit),
        2 => Just(Step::Pack),
        1 => Just(Step::PackReferences),
        1 => Just(Step::Branch),
    ]
}

fn perform(repository: &TestRepository, step: &Step, number: usize) {
    match *step {
        Step::Write(name, text) => {
            // Long and alike, so that packs hold deltas.
            let mut long = String::new();
            for line in 0..300 {
                let _ = writeln!(long, "{line} {}", (line * 7919) % 1000);
            }
            let _ = write!(long, "{}", "end ".repeat(usize::from(text)));
            repository.write(NAMES[name], &long);
        }
        Step::Delete(name) => drop(fs::remove_file(repository.path().join(NAMES[name]))),
        Step::Move(from, to) => drop(repository.git(&["mv", NAMES[from], NAMES[to]])),
        Step::Add(name) => drop(repository.git(&["add", "--", NAMES[name]])),
        Step::AddAll => drop(repository.git(&["add", "-A"])),
        Step::Forget(name) => drop(repository.git(&["rm", "--cached", "-q", "--", NAMES[name]])),
        Step::Commit => drop(repository.git(&["commit", "-q", "-m", "x", "--no-verify"])),
        Step::Pack => drop(repository.git(&["repack", "-adfq", "--window", "20"])),
        Step::PackReferences => drop(repository.git(&["pack-refs", "--all"])),
        Step::Branch => drop(repository.git(&["checkout", "-q", "-b", &format!("side/{number}")])),
    }
}

#[test]
fn any_history_has_the_changes_that_git_sees() {
    let steps = prop::collection::vec(step(), 1..25);
    let config = ProptestConfig {
        cases: 24,
        failure_persistence: None,
        max_shrink_iters: 40,
        ..ProptestConfig::default()
    };
    let mut runner = TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha));
    let outcome = runner.run(&(steps, any::<bool>()), |(steps, is_long)| {
        let Some(repository) = TestRepository::with_format(if is_long { "sha256" } else { "sha1" }) else {
            return Ok(());
        };
        repository.write(".gitignore", "*.log\n");
        for (number, step) in steps.iter().enumerate() {
            perform(&repository, step, number);
        }
        assert_same_as_git(&repository, &format!("{steps:?}"));
        Ok(())
    });
    outcome.unwrap();
}

/// A repository with two commits of all names.
fn history() -> Option<TestRepository> {
    let repository = TestRepository::new()?;
    for round in 0..2 {
        for name in 0..NAMES.len() {
            perform(&repository, &Step::Write(name, round), 0);
        }
        repository.git(&["add", "-A"]);
        repository.git(&["commit", "-q", "-m", "x"]);
    }
    Some(repository)
}

fn none() -> BTreeSet<String> {
    BTreeSet::new()
}

fn only(name: &str) -> BTreeSet<String> {
    BTreeSet::from([name.to_owned()])
}

#[test]
fn packs_with_deltas_by_distance_and_by_name_are_read() {
    for by_distance in ["true", "false"] {
        let Some(repository) = history() else { return };
        repository.git(&["-c", &format!("repack.useDeltaBaseOffset={by_distance}"), "repack", "-adfq"]);
        let verified = repository.git(&["verify-pack", "-v", &pack_of(&repository).display().to_string()]);
        assert!(verified.contains("chain length = 1"), "no deltas: {verified}");
        assert_eq!(changed(repository.path(), Side::WorkTree).unwrap(), none(), "{by_distance}");
        repository.write("a/run.sh", "other");
        assert_eq!(changed(repository.path(), Side::WorkTree).unwrap(), only("a/run.sh"));
        assert_eq!(changed(repository.path(), Side::Index).unwrap(), none());
        repository.git(&["add", "-A"]);
        assert_eq!(changed(repository.path(), Side::Index).unwrap(), only("a/run.sh"));
    }
}

fn pack_of(repository: &TestRepository) -> PathBuf {
    let folder = repository.path().join(".git/objects/pack");
    let mut files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    files.find(|path| path.extension().is_some_and(|extension| extension == "idx")).unwrap()
}

#[test]
fn a_second_work_tree_has_changes_of_its_own() {
    let Some(repository) = history() else { return };
    repository.git(&["worktree", "add", "-q", "-b", "side", "second"]);
    let second = repository.path().join("second");
    fs::write(second.join("run.sh"), "other").unwrap();
    assert_eq!(changed(&second, Side::WorkTree).unwrap(), only("run.sh"));
    assert_eq!(changed(&second, Side::Index).unwrap(), none());
    assert_eq!(changed(repository.path(), Side::WorkTree).unwrap(), none());
    repository.git(&["pack-refs", "--all"]);
    assert_eq!(changed(&second, Side::WorkTree).unwrap(), only("run.sh"));
}

#[test]
fn a_clone_that_borrows_objects_is_read() {
    let Some(repository) = history() else { return };
    repository.git(&["clone", "-q", "--shared", ".", "borrower"]);
    let borrower = repository.path().join("borrower");
    assert_eq!(changed(&borrower, Side::Index).unwrap(), none());
    fs::remove_file(borrower.join("hooks.json")).unwrap();
    assert_eq!(changed(&borrower, Side::WorkTree).unwrap(), only("hooks.json"));
}

#[test]
fn a_detached_head_and_a_mode_are_read() {
    let Some(repository) = history() else { return };
    repository.git(&["checkout", "-q", "--detach"]);
    assert_eq!(changed(repository.path(), Side::Index).unwrap(), none());
    repository.git(&["update-index", "--chmod=+x", "run.sh"]);
    assert_eq!(changed(repository.path(), Side::Index).unwrap(), only("run.sh"));
}

#[test]
fn a_conflict_is_a_change_and_an_intention_is_none() {
    let Some(repository) = history() else { return };
    for (branch, text) in [("one", "1"), ("other", "2")] {
        repository.git(&["checkout", "-q", "-b", branch, "HEAD"]);
        repository.write("run.sh", text);
        repository.git(&["commit", "-q", "-a", "-m", "x"]);
        if branch == "one" {
            repository.git(&["checkout", "-q", "HEAD~1"]);
        }
    }
    repository.git(&["merge", "-q", "one"]);
    assert!(repository.git(&["ls-files", "-u"]).contains("run.sh"), "no conflict");
    assert_eq!(changed(repository.path(), Side::Index).unwrap(), only("run.sh"));

    let Some(repository) = TestRepository::new() else { return };
    repository.write("run.sh", "x");
    repository.git(&["add", "-N", "run.sh"]);
    assert_eq!(changed(repository.path(), Side::Index).unwrap(), none());
    assert_eq!(changed(repository.path(), Side::WorkTree).unwrap(), only("run.sh"));
}

#[test]
fn what_is_not_understood_is_told() {
    let unreadable = |root: &Path, side| changed(root, side).unwrap_err();
    let folder = tempfile::tempdir().unwrap();
    if !folder.path().ancestors().any(|folder| folder.join(".git").exists()) {
        assert_eq!(unreadable(folder.path(), Side::Index), Unreadable::NoRepository);
    }
    let Some(repository) = history() else { return };
    let write = |name: &str, text: &str| fs::write(repository.path().join(".git").join(name), text).unwrap();
    let head = fs::read_to_string(repository.path().join(".git/HEAD")).unwrap();
    write("HEAD", "ref: refs/heads/.invalid\n");
    assert_eq!(unreadable(repository.path(), Side::WorkTree), Unreadable::Tables);
    for wrong in ["", "ref: ../../elsewhere\n", "0123", "ref: refs/heads/round\n"] {
        write("refs/heads/round", "ref: refs/heads/round\n");
        write("HEAD", wrong);
        assert_eq!(unreadable(repository.path(), Side::WorkTree), Unreadable::Damaged("`HEAD`"), "{wrong}");
    }
    write("HEAD", &"ab".repeat(20));
    assert_eq!(unreadable(repository.path(), Side::WorkTree), Unreadable::Missing);
    write("HEAD", &head);
    repository.git(&["update-ref", "-d", "refs/heads/round"]);
    repository.git(&["sparse-checkout", "set", "--cone", "--sparse-index", "a/b"]);
    assert_eq!(unreadable(repository.path(), Side::Index), Unreadable::PartialIndex);
    repository.git(&["sparse-checkout", "disable"]);
    repository.git(&["update-index", "--split-index"]);
    assert!(changed(repository.path(), Side::Index).is_err());
    write("index", "DIRC");
    assert_eq!(unreadable(repository.path(), Side::Index), Unreadable::Damaged("the index"));
}

#[test]
fn references_in_tables_are_told_by_a_repository_that_git_made() {
    let Some(repository) = TestRepository::new() else { return };
    let made = repository.git(&["init", "--ref-format=reftable", "tables"]);
    if made.is_empty() {
        eprintln!("skipped: this git knows no tables");
        return;
    }
    let tables = repository.path().join("tables");
    assert_eq!(changed(&tables, Side::WorkTree).unwrap_err(), Unreadable::Tables);
}

#[test]
fn any_byte_of_a_pack_may_be_wrong() {
    let Some(repository) = history() else { return };
    repository.git(&["repack", "-adfq"]);
    let index = pack_of(&repository);
    for path in [index.with_extension("pack"), index] {
        let right = fs::read(&path).unwrap();
        fs::remove_file(&path).unwrap();
        for at in (0..right.len()).step_by(right.len() / 120 + 1) {
            let mut wrong = right.clone();
            wrong[at] ^= 0x55;
            fs::write(&path, &wrong).unwrap();
            // Any answer will do that comes.
            let _ = changed(repository.path(), Side::WorkTree);
        }
        fs::write(&path, &right).unwrap();
    }
    assert_eq!(changed(repository.path(), Side::WorkTree).unwrap(), none());
}

#[test]
fn stores_that_borrow_from_each_other_end() {
    let system = MemorySystem::new()
        .file("/a/info/alternates", "/b\n/a\n")
        .file("/b/info/alternates", "# a comment\n\n/a\n../c\n");
    let name = super::objects::Name::from_hex(&"00".repeat(20)).unwrap();
    let mut objects = Objects::open(PathBuf::from("/a"), &system);
    assert_eq!(objects.read(&name, &system).unwrap_err(), Unreadable::Missing);
}

proptest! {
    #[test]
    fn no_bytes_make_the_reader_of_packs_fail(bytes in prop::collection::vec(any::<u8>(), 1000..1400)) {
        let mut index = b"\xfftOc\0\0\0\x02".to_vec();
        index.extend(vec![0; 255 * 4]);
        index.extend([0, 0, 0, 3]);
        index.extend(&bytes);
        let name = super::objects::Name::new(&bytes[..20]).unwrap();
        let system = MemorySystem::new().file("/p.idx", index);
        let _ = PackIndex::open(PathBuf::from("/p.idx"), &system).map(|index| index.offset(&name, &system));
    }
}
