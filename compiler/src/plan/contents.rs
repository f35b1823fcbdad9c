//! The digests of files.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use hookc_runtime::plan::Digest;

use crate::analysis::{Analysis, Source};
use crate::source::MAX_FILE;
use crate::syntax;
use crate::system::System;

/// The largest script that gets a digest, in bytes; it may be a program.
const MAX_SCRIPT: u64 = 64 << 20;

/// Reads files for their digests, each script once.
pub(super) struct Contents<'a> {
    system: &'a dyn System,
    scripts: BTreeMap<PathBuf, Option<Digest>>,
}

impl<'a> Contents<'a> {
    pub(super) fn new(system: &'a dyn System) -> Self {
        Self { system, scripts: BTreeMap::new() }
    }

    /// The digest of a file whose text was looked at; `None` if it is no longer the same.
    pub(super) fn of_source(&self, analysis: &Analysis, source: &Source) -> Option<Digest> {
        let path = &analysis.files[source.file.0 as usize].path;
        let bytes = self.system.read(path, MAX_FILE).ok()?;
        (syntax::decode(&bytes).text == source.tree.text()).then(|| Digest::of(&bytes))
    }

    /// The digest of a script; `None` if it cannot be read.
    pub(super) fn of_script(&mut self, path: &Path) -> Option<Digest> {
        if let Some(known) = self.scripts.get(path) {
            return *known;
        }
        let digest = self.system.read(path, MAX_SCRIPT).ok().map(|bytes| Digest::of(&bytes));
        self.scripts.insert(path.to_path_buf(), digest);
        digest
    }
}
