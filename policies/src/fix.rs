//! Applying the fixes that findings offer, in memory.
//!
//! Fixes are applied in rounds: as many as do not get in each other's way, then everything is checked again, until nothing applies any more. So a fix is only ever
//! applied to a text that its finding was made for, and what a fix brings to light is fixed too. Of each finding only the first fix counts.
//!
//! A text that does not parse is first made to parse; what else is found in it may look different then. In a text that parses, fixes that together would make it
//! one that does not, or one that says the same key twice, are not applied together.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use hookc_compiler::analysis::CheckedFile;
use hookc_compiler::diagnostic::{Applicability, Diagnostic, Edit, FileId, Fix};
use hookc_compiler::inside::{Seen, Trees};
use hookc_compiler::source::MAX_FILE;
use hookc_compiler::syntax::{self, Tree, edit};
use hookc_compiler::system::{Overlay, System};

use crate::Report;

/// So many times everything is checked again at most. A round leaves out only what overlaps, so that few are needed.
const MAX_ROUNDS: usize = 32;
/// So many fixes that are harmful by themselves are passed over in one file and round.
const MAX_HARMFUL: usize = 16;
/// The rule of a text that is not JSON.
const SYNTAX: &str = "invalid-json";

/// What came of applying fixes.
#[derive(Debug)]
pub struct Fixed {
    /// The files that have another text now, by path.
    pub files: Vec<FixedFile>,
    /// How many fixes were applied.
    pub fixes: usize,
    /// The files whose fixes were not applied, and why, by path.
    pub left: Vec<Left>,
    /// What is found in the texts as they are now.
    pub report: Report,
}

/// A file with another text than on disk.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FixedFile {
    /// Where it is, as the report called it; a link is not resolved.
    pub path: PathBuf,
    /// Where a link at that path leads: the file to write.
    pub target: PathBuf,
    /// How it is called in reports.
    pub shown: String,
    /// The text as it is on disk, byte for byte.
    pub before: Arc<str>,
    /// The text with the fixes.
    pub after: Arc<str>,
}

/// A file whose fixes were not applied.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Left {
    /// How it is called in reports.
    pub shown: String,
    /// Why.
    pub reason: Reason,
}

/// Why a file is not rewritten.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reason {
    /// Its bytes are not UTF-8: written anew they would be other bytes than those that were not touched.
    Encoding,
    /// It is not what was checked: it was changed meanwhile, or cannot be read any more.
    Changed,
    /// It lies outside of the folders that were named, perhaps behind a link.
    Outside,
}

impl Reason {
    /// The reason, to come after the file's name: "is not UTF-8".
    pub const fn words(self) -> &'static str {
        match self {
            Self::Encoding => "is not UTF-8",
            Self::Changed => "was changed meanwhile",
            Self::Outside => "lies outside of what was named",
        }
    }
}

/// Applies fixes until none is left that can be. Nothing is written.
///
/// `up_to` is [`Applicability::Safe`] for the fixes that need no look, and [`Applicability::Unsafe`] for all. `roots` are the folders or files that may be changed.
/// `check` says what is found in a file system; it is asked about `system` with the texts so far laid over it.
pub fn apply(
    system: &dyn System,
    roots: &[PathBuf],
    up_to: Applicability,
    check: impl Fn(&dyn System) -> Report,
) -> Fixed {
    let mut overlay = Overlay::new(system);
    let mut run = Run::new(system, roots, up_to);
    let mut report = check(&overlay);
    for _ in 0..MAX_ROUNDS {
        let changed = run.round(&report);
        if changed.is_empty() {
            break;
        }
        for (path, text) in changed {
            overlay.set(path, text);
        }
        report = check(&overlay);
    }
    let files = run.files.into_values().filter(|file| file.before != file.after).collect();
    let left = run.left.into_iter().map(|(shown, reason)| Left { shown, reason }).collect();
    Fixed { files, fixes: run.fixes, left, report }
}

struct Run<'s> {
    system: &'s dyn System,
    /// The folders and files that may be changed, as they are written.
    written: Vec<PathBuf>,
    roots: Vec<PathBuf>,
    up_to: Applicability,
    /// Where the paths that were met lead.
    targets: BTreeMap<PathBuf, Option<PathBuf>>,
    /// The files that were changed, by target.
    files: BTreeMap<PathBuf, FixedFile>,
    left: BTreeMap<String, Reason>,
    fixes: usize,
}

/// What is to be fixed in one file of a report.
struct Work<'r> {
    file: &'r CheckedFile,
    /// The first fix of each finding, with its rule, in order of place.
    fixes: Vec<(&'static str, &'r Fix)>,
    /// Whether the file does not parse.
    is_broken: bool,
}

impl<'s> Run<'s> {
    fn new(system: &'s dyn System, roots: &[PathBuf], up_to: Applicability) -> Self {
        let written = roots.to_vec();
        let roots = roots.iter().filter_map(|root| system.canonicalize(root).ok()).collect();
        let (targets, files, left) = Default::default();
        Self { system, written, roots, up_to, targets, files, left, fixes: 0 }
    }

    /// The paths that have another text after this round, with the text. A file that is reached by several paths changes at all of them.
    fn round(&mut self, report: &Report) -> Vec<(PathBuf, Arc<str>)> {
        let mut texts: BTreeMap<PathBuf, Arc<str>> = BTreeMap::new();
        for work in self.work(report) {
            let Some(target) = self.writable(work.file) else { continue };
            // A path that was not met in the rounds before leads to the text on disk, and catches up first.
            let is_behind = self.files.get(&target).is_some_and(|known| known.after != work.file.text);
            if texts.contains_key(&target) || is_behind {
                continue;
            }
            let Some((text, fixes)) = changed_text(&work) else { continue };
            let after: Arc<str> = text.into();
            let new = || FixedFile::new(work.file, target.clone());
            self.files.entry(target.clone()).or_insert_with(new).after = Arc::clone(&after);
            self.fixes += fixes;
            texts.insert(target, after);
        }
        let mut changed = Vec::new();
        for file in &report.files {
            let Some(known) = self.target(&file.path).and_then(|target| self.files.get(&target)) else {
                continue;
            };
            if known.after != file.text {
                changed.push((file.path.clone(), Arc::clone(&known.after)));
            }
        }
        changed
    }

    fn work<'r>(&self, report: &'r Report) -> Vec<Work<'r>> {
        let mut works: BTreeMap<FileId, Work<'r>> = BTreeMap::new();
        for diagnostic in &report.diagnostics {
            let new = || Work {
                file: &report.files[diagnostic.file.0 as usize],
                fixes: Vec::new(),
                is_broken: false,
            };
            let work = works.entry(diagnostic.file).or_insert_with(new);
            work.is_broken |= diagnostic.rule == SYNTAX;
            work.fixes.extend(wanted(diagnostic, self.up_to).map(|fix| (diagnostic.rule, fix)));
        }
        works.into_values().filter(|work| !work.fixes.is_empty()).collect()
    }

    /// The file to write for a file of the report; `None` when it must stay as it is, which is then written down.
    fn writable(&mut self, file: &CheckedFile) -> Option<PathBuf> {
        let target = self.target(&file.path);
        let inside = target.filter(|target| self.roots.iter().any(|root| target.starts_with(root)));
        let reason = match &inside {
            None => Some(Reason::Outside),
            Some(target) if self.files.contains_key(target) => None,
            Some(target) => match self.system.read(target, MAX_FILE) {
                Ok(bytes) if bytes == file.text.as_bytes() => None,
                Ok(bytes) if syntax::decode(&bytes).text == *file.text => Some(Reason::Encoding),
                _ => Some(Reason::Changed),
            },
        };
        match reason {
            None => inside,
            Some(reason) => {
                self.left.insert(file.shown.clone(), reason);
                None
            }
        }
    }

    /// Where a path leads once all links are followed; `None` when there is nothing, or that is outside.
    fn target(&mut self, path: &Path) -> Option<PathBuf> {
        if let Some(known) = self.targets.get(path) {
            return known.clone();
        }
        // By hand first, so that nothing outside is asked about.
        let inside = self.written.iter().find_map(|root| match Trees::at(root, self.system).look(path) {
            Seen::There(inside, _) => Some(inside),
            _ => None,
        });
        let target = inside.and_then(|inside| self.system.canonicalize(&inside).ok());
        self.targets.insert(path.to_path_buf(), target.clone());
        target
    }
}

impl FixedFile {
    fn new(file: &CheckedFile, target: PathBuf) -> Self {
        let before = Arc::clone(&file.text);
        Self {
            path: file.path.clone(),
            target,
            shown: file.shown.clone(),
            after: Arc::clone(&before),
            before,
        }
    }
}

/// The fix that counts, of those that a finding offers.
fn wanted(diagnostic: &Diagnostic, up_to: Applicability) -> Option<&Fix> {
    let is_allowed = |fix: &&Fix| up_to == Applicability::Unsafe || fix.applicability == Applicability::Safe;
    diagnostic.fixes.first().filter(is_allowed).filter(|fix| !fix.edits.is_empty())
}

/// The edits of as many of the fixes as go together, in one file; those that are left may follow from another check.
///
/// `findings` are those of the file, in order of place. Which fixes count is said as for [`apply`].
pub fn one_round<'r>(
    file: &'r CheckedFile,
    findings: impl IntoIterator<Item = &'r Diagnostic>,
    up_to: Applicability,
) -> Vec<Edit> {
    let mut work = Work { file, fixes: Vec::new(), is_broken: false };
    for finding in findings {
        work.is_broken |= finding.rule == SYNTAX;
        work.fixes.extend(wanted(finding, up_to).map(|fix| (finding.rule, fix)));
    }
    chosen(&work).map(|(fixes, _)| edits(&fixes)).unwrap_or_default()
}

/// The text with as many of the fixes as go together, and how many these are; `None` when there is none.
fn changed_text(work: &Work<'_>) -> Option<(String, usize)> {
    chosen(work).map(|(fixes, text)| (text, fixes.len()))
}

/// As many of the fixes as go together, and the text with them.
fn chosen<'r>(work: &Work<'r>) -> Option<(Vec<&'r Fix>, String)> {
    let text = &work.file.text;
    let before = Tree::parse(Arc::clone(text));
    let is_turn = |rule| !work.is_broken || rule == SYNTAX;
    let mut fixes: Vec<&Fix> =
        work.fixes.iter().filter(|(rule, _)| is_turn(*rule)).map(|(_, fix)| *fix).collect();
    for _ in 0..MAX_HARMFUL {
        let mut chosen = compatible(&fixes);
        let first = *chosen.first()?;
        loop {
            let after = edit::apply(text, &edits(&chosen)).filter(|after| **text != **after);
            match after.filter(|after| !harms(&before, after)) {
                Some(after) => return Some((chosen, after)),
                None if chosen.len() == 1 => break,
                None => chosen.truncate(chosen.len() / 2),
            }
        }
        // It does harm, or nothing, by itself.
        fixes.retain(|fix| !std::ptr::eq(*fix, first));
    }
    None
}

fn edits(fixes: &[&Fix]) -> Vec<Edit> {
    fixes.iter().flat_map(|fix| fix.edits.iter().cloned()).collect()
}

/// Whether a text that parses no longer does, or says some key twice that it said once.
fn harms(before: &Tree, after: &str) -> bool {
    if !before.is_valid() {
        return false;
    }
    let after = Tree::parse(after);
    !after.is_valid() || after.duplicates().count() > before.duplicates().count()
}

/// The fixes from the first on, without those that reach into an earlier one.
fn compatible<'r>(fixes: &[&'r Fix]) -> Vec<&'r Fix> {
    let mut taken = BTreeSet::new();
    let mut chosen: Vec<&Fix> = Vec::new();
    for fix in fixes {
        let spans = fix.edits.iter().map(|edit| (edit.span.start, edit.span.end));
        if spans.clone().any(|span| meets(&taken, span)) {
            continue;
        }
        taken.extend(spans);
        chosen.push(fix);
    }
    chosen
}

/// Whether a span overlaps one that is taken, or an insertion touches it, so that it would not be clear what comes first.
fn meets(taken: &BTreeSet<(u32, u32)>, (start, end): (u32, u32)) -> bool {
    let overlaps = |(other_start, other_end): (u32, u32)| {
        let is_insertion = start == end || other_start == other_end;
        if is_insertion {
            start <= other_end && other_start <= end
        } else {
            start < other_end && other_start < end
        }
    };
    // Those that are taken do not overlap, so only neighbours can: one that starts before, and those that start inside.
    let before = taken.range(..(start, 0)).next_back();
    let inside = taken.range((start, 0)..=(end, u32::MAX)).next();
    before.into_iter().chain(inside).any(|span| overlaps(*span))
}

#[cfg(test)]
mod tests {
    use hookc_compiler::analysis::{Request, Settings};
    use hookc_compiler::system::MemorySystem;

    use super::*;

    const HOOKS: &str = "/w/.cursor/hooks.json";

    fn fixed_in(system: &MemorySystem, up_to: Applicability) -> Fixed {
        let request = Request { workspaces: vec!["/w".into()], ..Request::default() };
        let check = |system: &dyn System| crate::check(system, &request, &Settings::default());
        apply(system, &request.workspaces, up_to, check)
    }

    fn fixed(text: &str, up_to: Applicability) -> Fixed {
        fixed_in(&MemorySystem::new().file(HOOKS, text), up_to)
    }

    /// The text after all safe fixes; nothing is left to apply.
    #[track_caller]
    fn safely(text: &str) -> String {
        let after = fixed(text, Applicability::Safe)
            .files
            .first()
            .map_or(text.to_owned(), |file| file.after.to_string());
        assert!(fixed(&after, Applicability::Safe).files.is_empty(), "{after}");
        after
    }

    #[test]
    fn a_fix_changes_its_place_and_nothing_else() {
        let text = "{\r\n\t\"hooks\": {\r\n\t\t\"stop\" : [ { \"command\": \"x\" } ]\r\n\t}\r\n}";
        let version = "{\r\n\t\"version\": 1,\r\n\t\"hooks\"";
        assert_eq!(safely(text), text.replace("{\r\n\t\"hooks\"", version));
    }

    #[test]
    fn a_text_is_made_to_parse_before_anything_else() {
        let text = "{\n  // ours\n  \"hooks\": { \"stop\": [{ \"command\": \"x\", }] }\n}\n";
        assert_eq!(
            safely(text),
            "{\n  \"version\": 1,\n  \"hooks\": { \"stop\": [{ \"command\": \"x\" }] }\n}\n"
        );
    }

    #[test]
    fn a_text_that_cannot_be_made_to_parse_is_mended_where_it_can_be() {
        let text = "{ \"hooks\": { \"stop\": [{ \"command\": \"x\", }] } ???";
        assert_eq!(safely(text), text.replace(", }", " }"));
    }

    #[test]
    fn a_fix_that_needs_a_look_is_left_unless_it_is_wanted() {
        let text = r#"{ "version": 1, "hooks": { "preToolUse": [{ "command": "x", "matcher": "Bash" }] } }"#;
        assert!(fixed(text, Applicability::Safe).files.is_empty());
        let fixed = fixed(text, Applicability::Unsafe);
        assert_eq!((fixed.fixes, fixed.files[0].after.to_string()), (1, text.replace("Bash", "Shell")));
        assert!(fixed.report.diagnostics.is_empty());
    }

    #[test]
    fn two_keys_do_not_become_one() {
        let text = r#"{ "version": 1, "hooks": { "beforeShellExecutio": [{ "command": "x" }], "beforeShelExecution": [{ "command": "y" }] } }"#;
        let fixed = fixed(text, Applicability::Unsafe);
        let after = &fixed.files[0].after;
        assert_eq!(after.matches("\"beforeShellExecution\"").count(), 1, "{after}");
        assert!(after.contains("\"x\"") && after.contains("\"y\""), "{after}");
    }

    #[test]
    fn what_is_not_utf8_is_not_rewritten() {
        let text: Vec<u8> = r#"{ "hooks": { "stop": [{ "command": "x" }] } }"#.encode_utf16().flat_map(u16::to_le_bytes).collect();
        let fixed = fixed_in(&MemorySystem::new().file(HOOKS, text), Applicability::Safe);
        assert!(fixed.files.is_empty());
        assert_eq!(fixed.left, [Left { shown: ".cursor/hooks.json".into(), reason: Reason::Encoding }]);
    }

    #[test]
    fn a_link_is_followed_inside_of_the_roots_only() {
        let text = r#"{ "hooks": { "stop": [{ "command": "x" }] } }"#;
        let inside = MemorySystem::new().file("/w/shared.json", text).link(HOOKS, "../shared.json");
        assert_eq!(fixed_in(&inside, Applicability::Safe).files[0].target, Path::new("/w/shared.json"));
        let request = Request { workspaces: vec!["/w".into()], ..Request::default() };
        let check = |system: &dyn System| crate::check(system, &request, &Settings::default());
        let elsewhere = apply(&inside, &["/other".into()], Applicability::Safe, check);
        assert!(elsewhere.files.is_empty());
        assert_eq!(elsewhere.left[0].reason, Reason::Outside);
    }

    #[test]
    fn spans_that_overlap_wait_and_neighbours_do_not() {
        let fix = |start, end| Fix {
            title: String::new(),
            applicability: Applicability::Safe,
            edits: vec![Edit { span: hookc_compiler::span::Span::new(start, end), text: "x".into() }],
        };
        let count = |fixes: &[Fix]| compatible(&fixes.iter().collect::<Vec<_>>()).len();
        assert_eq!(count(&[fix(0, 4), fix(2, 6)]), 1);
        assert_eq!(count(&[fix(2, 6), fix(0, 4)]), 1);
        assert_eq!(count(&[fix(0, 9), fix(2, 3)]), 1);
        assert_eq!(count(&[fix(0, 4), fix(4, 6)]), 2);
        assert_eq!(count(&[fix(4, 4), fix(4, 6)]), 1);
        assert_eq!(count(&[fix(4, 4), fix(4, 4)]), 1);
        assert_eq!(count(&[fix(4, 6), fix(6, 6)]), 1);
    }

    #[test]
    fn a_thousand_fixes_take_few_rounds() {
        let entries = "{ \"command\": \"x\", },".repeat(1000);
        let text = format!("{{ \"version\": 1, \"hooks\": {{ \"stop\": [{entries}] }} }}");
        let fixed = fixed(&text, Applicability::Safe);
        assert!(Tree::parse(&*fixed.files[0].after).is_valid());
    }
}
