//! One file a request.

pub(crate) mod code_action;
pub(crate) mod code_lens;
pub(crate) mod completion;
pub(crate) mod diagnostic;
pub(crate) mod execute;
pub(crate) mod formatting;
pub(crate) mod hover;
pub(crate) mod inlay_hint;
pub(crate) mod rename;
pub(crate) mod scripts;
pub(crate) mod structure;
pub(crate) mod symbols;
pub(crate) mod tokens;
