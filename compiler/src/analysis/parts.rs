//! Analyses of single files, joined so that each can be replaced: what stays when one file of many is edited.

use std::ops::Range;

use super::runs::Runs;
use super::{Analysis, Source};
use crate::diagnostic::{Diagnostic, FileId};

/// Analyses of one file each, as one [`Analysis`].
///
/// Replacing one costs as much as it says itself, and a step for each hook behind it when it points into more or fewer files than before.
#[derive(Debug, Default)]
pub struct Parts {
    whole: Analysis,
    sizes: Vec<Size>,
}

/// How much of the whole a part makes up.
#[derive(Debug, Clone, Copy, Default)]
struct Size {
    files: usize,
    sources: usize,
    diagnostics: usize,
    hooks: usize,
    unreadable: usize,
}

impl Size {
    fn of(part: &Analysis) -> Self {
        Self {
            files: part.files.len(),
            sources: part.sources.len(),
            diagnostics: part.diagnostics.len(),
            hooks: part.hooks,
            unreadable: part.unreadable,
        }
    }
}

impl Parts {
    /// All of them together, in their order.
    pub const fn whole(&self) -> &Analysis {
        &self.whole
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.sizes.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.sizes.is_empty()
    }

    /// Adds one behind the others.
    pub fn push(&mut self, part: Analysis) {
        self.sizes.push(Size::of(&part));
        self.whole.append(part);
    }

    /// Puts another analysis in the place of the one at `index`, which must be there.
    pub fn replace(&mut self, index: usize, mut part: Analysis) {
        let (old, new) = (self.sizes[index], Size::of(&part));
        let files = self.range(index, |size| size.files);
        let sources = self.range(index, |size| size.sources);
        let diagnostics = self.range(index, |size| size.diagnostics);
        if old.files != new.files {
            let move_on = |file: &mut FileId| file.0 = (file.0 as usize - old.files + new.files) as u32;
            for source in &mut self.whole.sources[sources.end..] {
                source.each_file(move_on);
            }
            for diagnostic in &mut self.whole.diagnostics[diagnostics.end..] {
                diagnostic.each_file(move_on);
            }
        }
        let move_in = |file: &mut FileId| file.0 += files.start as u32;
        part.sources.iter_mut().for_each(|source| source.each_file(move_in));
        part.diagnostics.iter_mut().for_each(|diagnostic| diagnostic.each_file(move_in));
        self.whole.files.splice(files, part.files);
        self.whole.sources.splice(sources, part.sources);
        self.whole.diagnostics.splice(diagnostics, part.diagnostics);
        self.whole.hooks = self.whole.hooks - old.hooks + new.hooks;
        self.whole.unreadable = self.whole.unreadable - old.unreadable + new.unreadable;
        self.whole.runs = Runs::default();
        self.sizes[index] = new;
    }

    /// Lets the part say more. The findings are numbered as those of the whole.
    pub fn say(&mut self, index: usize, findings: Vec<Diagnostic>) {
        let end = self.range(index, |size| size.diagnostics).end;
        self.sizes[index].diagnostics += findings.len();
        self.whole.diagnostics.splice(end..end, findings);
    }

    /// Takes back everything that the part says from this place on.
    pub fn unsay(&mut self, index: usize, from: usize) {
        let said = self.range(index, |size| size.diagnostics);
        self.whole.diagnostics.drain((said.start + from).min(said.end)..said.end);
        self.sizes[index].diagnostics = self.sizes[index].diagnostics.min(from);
    }

    /// The file of hooks that the part is about; `None` for one that cannot be read.
    pub fn source(&self, index: usize) -> Option<&Source> {
        self.whole.sources[self.range(index, |size| size.sources)].first()
    }

    /// What the part says.
    pub fn diagnostics(&self, index: usize) -> &[Diagnostic] {
        &self.whole.diagnostics[self.range(index, |size| size.diagnostics)]
    }

    fn range(&self, index: usize, count: impl Fn(&Size) -> usize) -> Range<usize> {
        let start = self.sizes[..index].iter().map(&count).sum();
        start..start + count(&self.sizes[index])
    }
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;
    use crate::analysis::{Request, analyse, analyse_found};
    use crate::command::Lookups;
    use crate::source;
    use crate::system::MemorySystem;

    fn hooks(command: &str) -> String {
        format!(r#"{{ "version": 0, "hooks": {{ "stop": [{{ "command": "{command}" }}] }} }}"#)
    }

    fn tree(middle: &str) -> MemorySystem {
        MemorySystem::new()
            .file("/w/a/.cursor/hooks.json", hooks("./one.sh"))
            .file("/w/b/.cursor/hooks.json", middle)
            .file("/w/c/.cursor/hooks.json", hooks("./two.sh"))
            .script("/w/b/three.sh", "#!/bin/sh\n")
            .script("/w/c/two.sh", "#!/bin/sh\n")
    }

    fn request() -> Request {
        Request { workspaces: vec![PathBuf::from("/w")], ..Request::default() }
    }

    fn parts(system: &MemorySystem) -> Parts {
        let mut parts = Parts::default();
        for found in source::discover(system, &request()).found {
            parts.push(analyse_found(system, &mut Lookups::default(), &found));
        }
        parts
    }

    fn replaced(before: &str, after: &str) -> (Parts, Analysis) {
        let mut parts = parts(&tree(before));
        let system = tree(after);
        let found = source::discover(&system, &request()).found;
        parts.replace(1, analyse_found(&system, &mut Lookups::default(), &found[1]));
        (parts, analyse(&system, &request()))
    }

    #[test]
    fn a_replaced_part_leaves_what_a_look_at_everything_finds() {
        let texts = [hooks("x"), hooks("./three.sh"), "{".to_owned(), String::new()];
        for before in &texts {
            for after in &texts {
                let (parts, fresh) = replaced(before, after);
                let whole = parts.whole();
                assert_eq!(whole.diagnostics, fresh.diagnostics, "{before} -> {after}");
                assert_eq!(format!("{:?}", whole.sources), format!("{:?}", fresh.sources));
                assert_eq!(format!("{:?}", whole.files), format!("{:?}", fresh.files));
                assert_eq!((whole.hooks, whole.unreadable), (fresh.hooks, fresh.unreadable));
            }
        }
    }

    #[test]
    fn what_a_part_says_more_can_be_taken_back() {
        let mut parts = parts(&tree("{"));
        let before = parts.whole().diagnostics.clone();
        let (own, others) = (parts.diagnostics(1).len(), parts.diagnostics(2).to_vec());
        parts.say(1, vec![before[0].clone()]);
        assert_eq!(parts.diagnostics(1).len(), own + 1);
        assert_eq!(parts.diagnostics(2), others);
        parts.unsay(1, own);
        assert_eq!(parts.whole().diagnostics, before);
    }

    #[test]
    fn each_part_keeps_its_own_source_and_findings() {
        let (parts, _) = replaced(&hooks("x"), &hooks("./three.sh"));
        for index in 0..parts.len() {
            let source = parts.source(index).unwrap();
            assert!(parts.diagnostics(index).iter().all(|finding| finding.file == source.file));
            assert!(!parts.diagnostics(index).is_empty());
        }
    }
}
