//! Whole sessions with the real language server, over its standard input and output.

#[path = "lsp/diagnostics.rs"]
mod diagnostics;
#[path = "lsp/features.rs"]
mod features;
#[path = "lsp/protocol.rs"]
mod protocol;
