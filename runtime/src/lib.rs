//! The machine that executes compiled agent hooks.
//!
//! A [`Plan`] is what the compiler makes of all the places that hooks come from: for every event a list of steps in their
//! final order. This crate runs it, without the compiler, without a regular-expression engine and without an
//! asynchronous runtime:
//!
//! 1. [`Plan::parse`] checks the plan: version, types, every index, every matcher program, the digest;
//! 2. [`Plan::select`] says which steps of an event run, and why the others do not;
//! 3. a [`Launcher`] starts them, all at once, and leaves nothing of them running;
//! 4. [`interpret`] says what each one came to;
//! 5. [`merge()`] makes one [`Verdict`] of it, in the form of the event's own answer.
//!
//! [`Runner`] does it all. The steps in between are pure functions on plain data, so that they can be tested, or used,
//! without a process. The verdict and the [`Trace`](trace::Trace) depend on the plan, the payload and what the hooks say,
//! never on which of them ends first.
//!
//! ```
//! use std::collections::BTreeMap;
//!
//! use hookc_runtime::plan::{Action, Body, Digest, Format, Plan, Root, Roots, Source, Step};
//! use hookc_runtime::{Event, Payload, Runner, SourceKind, Strictness};
//!
//! // A plan is usually read from a file: `Plan::parse(&text)`.
//! let source = Source {
//!     kind: SourceKind::Project,
//!     name: None,
//!     file: "${project}/.cursor/hooks.json".parse()?,
//!     sha256: Digest::of(b"the file's content"),
//!     cwd: "${project}".parse()?,
//!     format: Format::Native,
//!     voided: None,
//! };
//! let step = Step {
//!     id: source.step_id(Event::BeforeShellExecution, 0),
//!     source: 0,
//!     run: Action::Command { line: "echo 'No pushing on Fridays.' >&2; exit 2".to_owned(), scripts: vec![] },
//!     matcher: None,
//!     timeout_ms: 60_000,
//!     fail_closed: true,
//!     loop_limit: None,
//!     cwd: None,
//! };
//! let events = BTreeMap::from([(Event::BeforeShellExecution, vec![step])]);
//! let plan = Plan::seal(Body { sources: vec![source], events, ..Body::default() })?;
//!
//! let input = br#"{ "command": "git push" }"#;
//! let payload = Payload::parse(Event::BeforeShellExecution, *input, Strictness::Lenient)?;
//! let roots = Roots::default().bind(Root::Project, std::env::current_dir()?);
//! # if cfg!(unix) {
//! let report = Runner::new(&plan, roots).run(&payload)?;
//!
//! assert!(report.verdict.is_blocked());
//! assert_eq!(report.verdict.answer["user_message"], "No pushing on Fridays.");
//! # }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Failures
//!
//! A hook that hangs, crashes, is missing, floods its output or answers nonsense never makes the runtime fail: it is a
//! [`Failure`](outcome::Failure) of that step, and the plan's semantics and the step's `fail_closed` decide what comes of
//! it. What can fail is what comes from the caller: the plan, the payload, a root that is not bound.
//!
//! # Limits
//!
//! JSON is read to a depth of 128. Of a hook's output [`MAX_STDOUT`](process::MAX_STDOUT) and
//! [`MAX_STDERR`](process::MAX_STDERR) bytes are kept. A matcher that needs backtracking may take
//! [`STEP_BUDGET`](backtrack::STEP_BUDGET) steps. Processes that leave their group are not followed.
//!
//! The program `hookc-run` is this crate on the command line.

pub mod backtrack;
mod base64;
pub mod bytecode;
mod claude;
pub mod environment;
pub mod execution;
mod files;
pub mod interpret;
mod json;
pub mod merge;
pub mod outcome;
pub mod payload;
pub mod plan;
pub mod process;
pub mod program;
pub mod prompt;
pub mod run;
pub mod select;
pub mod table;
#[cfg(test)]
mod testing;
pub mod trace;
pub mod units;
pub mod verdict;

pub use execution::Launcher;
pub use hookc_schema::{Event, SourceKind};
pub use merge::merge;
pub use payload::{Payload, Strictness};
pub use plan::{Plan, PlanError, Roots};
pub use program::{Decision, Program};
pub use prompt::PromptModel;
pub use run::{Report, Runner};
pub use table::Table;
pub use verdict::{Verdict, Vote};
