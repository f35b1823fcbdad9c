//! What a check costs grows as what it is given does. Time is no test's business: here the questions to the file system are counted, which no machine changes;
//! `benches/growth` measures the rest.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

use hookc_compiler::system::{Entry, MemorySystem, Metadata, System};
use hookc_tests::example::{Example, sections};
use hookc_tests::growth::Way;

/// A file system that counts what it is asked.
struct Counting {
    system: MemorySystem,
    asked: AtomicUsize,
}

impl Counting {
    fn inner(&self) -> &MemorySystem {
        self.asked.fetch_add(1, Ordering::Relaxed);
        &self.system
    }
}

impl System for Counting {
    fn read(&self, path: &Path, limit: u64) -> io::Result<Vec<u8>> {
        self.inner().read(path, limit)
    }

    fn read_part(&self, path: &Path, offset: u64, limit: u64) -> io::Result<Vec<u8>> {
        self.inner().read_part(path, offset, limit)
    }

    fn metadata(&self, path: &Path) -> io::Result<Metadata> {
        self.inner().metadata(path)
    }

    fn symlink_metadata(&self, path: &Path) -> io::Result<Metadata> {
        self.inner().symlink_metadata(path)
    }

    fn read_link(&self, path: &Path) -> io::Result<PathBuf> {
        self.inner().read_link(path)
    }

    fn canonicalize(&self, path: &Path) -> io::Result<PathBuf> {
        self.inner().canonicalize(path)
    }

    fn read_dir(&self, path: &Path) -> io::Result<Vec<Entry>> {
        self.inner().read_dir(path)
    }
}

/// How often a check of the example asks the file system, when the example is so many times as large.
fn questions(example: &Example, way: Way, times: usize) -> usize {
    let grown = way.grow(example, times);
    let system = Counting { system: grown.system(), asked: AtomicUsize::new(0) };
    grown.check_in(&system);
    system.asked.into_inner()
}

/// Every example of a fault on the pages of the rules.
fn examples() -> impl Iterator<Item = (&'static str, Example)> {
    hookc_policies::rules().iter().flat_map(|rule| {
        let fails = sections(&rule.page()).into_iter().filter(|section| section.title == "Fails");
        fails.flat_map(|section| section.examples()).map(|example| (rule.name, example))
    })
}

/// Fails when the second doubling of an example brings more than twice the questions of the first.
#[track_caller]
fn grows_evenly(way: Way) {
    // So few that one thread does it: what threads know of each other's folders is a matter of chance.
    const SIZES: [usize; 3] = [2, 4, 8];
    let mut failures = Vec::new();
    for (rule, example) in examples() {
        let [few, more, many] = SIZES.map(|size| questions(&example, way, size));
        if many.saturating_sub(more) > 2 * more.saturating_sub(few) + 2 {
            failures.push(format!("{rule}: {few}, {more}, {many} questions"));
        }
    }
    assert!(failures.is_empty(), "{} grows faster than its input:\n{}", way.name(), failures.join("\n"));
}

#[test]
fn hooks_that_run_one_script_ask_evenly() {
    grows_evenly(Way::Hooks);
}

#[test]
fn hooks_that_run_scripts_of_their_own_ask_evenly() {
    grows_evenly(Way::OwnHooks);
}

#[test]
fn scripts_that_do_more_ask_evenly() {
    grows_evenly(Way::Branches);
}

#[test]
fn longer_command_lines_ask_evenly() {
    grows_evenly(Way::Strings);
}

#[test]
fn repositories_ask_evenly() {
    grows_evenly(Way::Repositories);
}

#[test]
fn repositories_that_are_named_ask_evenly() {
    grows_evenly(Way::Named);
}

#[test]
fn the_number_of_questions_is_the_same_each_time() {
    let (_, example) = examples().next().expect("there are rules");
    let ask = || questions(&example, Way::Repositories, 20);
    assert_eq!(ask(), ask());
}
