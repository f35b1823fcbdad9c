//! Whole sessions with the real language server, over its standard input and output.

#![expect(clippy::unwrap_used, clippy::cast_sign_loss, reason = "a broken fixture fails the test")]

#[path = "lsp/diagnostics.rs"]
mod diagnostics;
#[path = "lsp/features.rs"]
mod features;
#[path = "lsp/protocol.rs"]
mod protocol;
