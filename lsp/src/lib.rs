//! The language server: what the compiler and the policies know of hooks, where they are written.
//!
//! [`serve`] answers one client over a [`Connection`](lsp_server::Connection); [`connect`] makes one of two streams. There is no analysis here: findings come
//! from [`hookc_policies::Live`], facts from `hookc_compiler`, words from `hookc_schema`. Nothing is executed.
//!
//! One thread works. It takes messages in advance, so that a request that was cancelled or whose text has changed since costs nothing, and it checks what has
//! changed when no message waits. Where the client does not read, the server does not go on.

mod capabilities;
mod client;
mod convert;
mod cursor;
mod diagnostics;
mod document;
mod handlers;
mod plans;
mod publish;
mod queue;
mod routes;
mod server;
mod session;
mod snippet;
mod template;
mod texts;
mod transport;
mod watch;

pub use server::{Ended, serve};
pub use session::Options;
pub use transport::{Writer, connect};
