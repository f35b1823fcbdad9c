//! `hookc check --changed` and `--staged`: what differs from the last commit, asked of the repository itself.

use std::cell::RefCell;
use std::collections::HashMap;
use std::path::{Path, PathBuf};

use hookc_compiler::analysis::Request;
use hookc_compiler::command::{Changes, Side, Unreadable};
use hookc_compiler::source::{self, Place};
use hookc_compiler::system::System;
use hookc_policies::config::Options;
use hookc_policies::{self as policies, Report};

/// What has changed, each file asked for once. So a fix that is not written yet makes no change of its own.
pub(super) struct Since<'s> {
    system: &'s dyn System,
    asked: RefCell<Asked<'s>>,
}

struct Asked<'s> {
    changes: Changes<'s>,
    answers: HashMap<PathBuf, bool>,
    failure: Option<Unreadable>,
}

impl<'s> Since<'s> {
    /// Changes on the disk.
    pub(super) fn new(system: &'s dyn System, side: Side) -> Self {
        let asked = Asked { changes: Changes::new(system, side), answers: HashMap::new(), failure: None };
        Self { system, asked: RefCell::new(asked) }
    }

    /// Checks what has changed; everything where that cannot be told.
    pub(super) fn check(&self, system: &dyn System, request: &Request, options: &Options) -> Report {
        let mut asked = self.asked.borrow_mut();
        if asked.failure.is_none() {
            let of_changes = policies::check_changes(system, request, options, |path, place| {
                asked.has_changed(&source::absolute(self.system, path), place)
            });
            match of_changes {
                Ok(report) => return report,
                Err(failure) => asked.failure = Some(failure),
            }
        }
        policies::check_with(system, request, options)
    }

    /// What is to be known beside the findings.
    pub(super) fn note(&self) -> Option<String> {
        let asked = self.asked.borrow();
        let failure = asked.failure.as_ref()?;
        Some(format!("everything was checked, since changes cannot be told: {failure}"))
    }
}

impl Asked<'_> {
    fn has_changed(&mut self, path: &Path, place: &Place) -> Result<bool, Unreadable> {
        if let Some(answer) = self.answers.get(path) {
            return Ok(*answer);
        }
        let answer = self.changes.has_changed(path, place)?;
        self.answers.insert(path.to_path_buf(), answer);
        Ok(answer)
    }
}
