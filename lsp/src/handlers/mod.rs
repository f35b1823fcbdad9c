//! One file a request.

pub(crate) mod diagnostic;
