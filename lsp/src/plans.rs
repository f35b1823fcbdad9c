//! The plan of each workspace folder, made when it is asked for and kept until something changes.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use hookc_compiler::analysis::Analysis;
use hookc_compiler::plan::{self, Options, Ordered};
use hookc_compiler::system::System;

/// The plans that were made since the last change.
#[derive(Debug, Default)]
pub(crate) struct Plans(RefCell<BTreeMap<PathBuf, Option<Rc<Ordered>>>>);

impl Plans {
    /// Something has changed.
    pub(crate) fn forget(&mut self) {
        self.0.get_mut().clear();
    }

    /// The plan of the project in this folder; `None` where there is none.
    pub(crate) fn of(&self, project: &Path, analysis: &Analysis, system: &dyn System) -> Option<Rc<Ordered>> {
        let mut plans = self.0.borrow_mut();
        let plan = plans.entry(project.to_path_buf()).or_insert_with(|| {
            plan::of_analysis(system, analysis, Some(project), &Options::default()).ok().map(Rc::new)
        });
        plan.clone()
    }
}
