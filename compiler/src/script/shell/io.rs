//! Where the file descriptors lead.

use std::rc::Rc;

use super::super::facts::Place;
use super::origin::Origin;

/// Where what is written goes.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Target {
    /// The script's own standard output: the answer.
    Answer,
    /// Standard error.
    Error,
    /// Nowhere.
    Nowhere,
    /// A substitution or the next command of a pipeline.
    Capture,
    /// A file: its path as far as it is known, the path's place, and whether only the user can read it.
    File(Rc<str>, Place, bool),
    /// Not known.
    Unknown,
}

/// Where what is read comes from.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Input {
    /// The script's own standard input: the payload.
    Script,
    /// A value: a pipeline's left side, `<<<`, a here-document, a file.
    Value(Rc<[Origin]>),
}

/// The file descriptors.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Io {
    pub(super) input: Input,
    outputs: [Target; 10],
}

impl Io {
    /// As a script starts.
    pub(super) fn new() -> Self {
        let mut outputs = [const { Target::Unknown }; 10];
        outputs[1] = Target::Answer;
        outputs[2] = Target::Error;
        Self { input: Input::Script, outputs }
    }

    /// Where a descriptor leads.
    pub(super) fn output(&self, descriptor: usize) -> &Target {
        self.outputs.get(descriptor).unwrap_or(&Target::Unknown)
    }

    /// Lets a descriptor lead elsewhere.
    pub(super) fn redirect(&mut self, descriptor: usize, target: Target) {
        if let Some(output) = self.outputs.get_mut(descriptor) {
            *output = target;
        }
    }
}
