//! What follows from a line, kept once it was worked out.

use std::fmt;
use std::sync::OnceLock;

use super::{
    Danger, MachinePath, PackageRun, Placeholder, ProgramUse, ScriptUse, UnquotedPath, VariableUse,
    WindowsVariable,
};

/// Answers that several rules ask a line for, each worked out when it is first asked for. They follow from the line, so that lines are compared without them.
#[derive(Clone, Default)]
pub(super) struct Derived {
    pub(super) scripts: OnceLock<Box<[ScriptUse]>>,
    pub(super) programs: OnceLock<Box<[ProgramUse]>>,
    pub(super) variables: OnceLock<Box<[VariableUse]>>,
    pub(super) packages: OnceLock<Box<[PackageRun]>>,
    pub(super) machine_paths: OnceLock<Box<[MachinePath]>>,
    pub(super) placeholders: OnceLock<Box<[Placeholder]>>,
    pub(super) unquoted_paths: OnceLock<Box<[UnquotedPath]>>,
    pub(super) windows_variables: OnceLock<Box<[WindowsVariable]>>,
    pub(super) dangers: OnceLock<Box<[Danger]>>,
    pub(super) is_prose: OnceLock<bool>,
}

impl PartialEq for Derived {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Derived {}

impl fmt::Debug for Derived {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("…")
    }
}
