//! Embeds the runtime in a program of one's own: a host that asks its hooks before it runs a shell command, with a model
//! for prompt hooks, and without any file.
//!
//! ```sh
//! cargo run -p hookc-runtime --example embed -- 'git push --force'
//! ```

#![expect(clippy::print_stdout, clippy::print_stderr, reason = "an example talks to the terminal")]

use std::error::Error;

use hookc_runtime::outcome::Failure;
use hookc_runtime::plan::{Action, Body, Digest, Format, Plan, Root, Roots, Source, Step};
use hookc_runtime::prompt::{PromptModel, Question};
use hookc_runtime::{Event, Payload, Runner, SourceKind, Strictness};
use hookc_schema::answer::PromptVerdict;
use serde_json::json;

const EVENT: Event = Event::BeforeShellExecution;

/// Stands for a language model: it is against force, and quick about it.
struct Pacifist;

impl PromptModel for Pacifist {
    fn judge(&self, question: &Question) -> Result<PromptVerdict, Failure> {
        let ok = !question.prompt.contains("--force");
        Ok(PromptVerdict { ok, reason: Some("Force is no argument.".to_owned()) })
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let command = std::env::args().nth(1).unwrap_or_else(|| "git push --force".to_owned());
    let plan = plan()?;
    let payload = Payload::parse(EVENT, payload(&command).into_bytes(), Strictness::Strict)?;
    let roots = Roots::default().bind(Root::Project, std::env::current_dir()?);
    let report = Runner::new(&plan, roots).model(&Pacifist).run(&payload)?;

    eprintln!("{}", report.trace);
    println!("{}", report.verdict.to_json());
    println!("`{command}` {}", if report.verdict.is_blocked() { "does not run" } else { "runs" });
    Ok(())
}

/// A program that only runs plans reads one: `Plan::parse(&std::fs::read_to_string("plan.json")?)`.
fn plan() -> Result<Plan, Box<dyn Error>> {
    let source = Source {
        kind: SourceKind::Project,
        name: None,
        file: "${project}/.cursor/hooks.json".parse()?,
        sha256: Digest::of(b"the file's content"),
        cwd: "${project}".parse()?,
        format: Format::Native,
        voided: None,
    };
    let step = |place, run| Step {
        id: source.step_id(EVENT, place),
        source: 0,
        run,
        matcher: None,
        timeout_ms: 10_000,
        fail_closed: true,
        loop_limit: None,
        cwd: None,
    };
    let steps = vec![
        step(0, Action::Command { line: "echo '{}'".to_owned(), scripts: vec![] }),
        step(1, Action::Prompt { text: "May this run? $ARGUMENTS".to_owned(), model: None }),
    ];
    Ok(Plan::seal(Body { sources: vec![source], events: [(EVENT, steps)].into(), ..Body::default() })?)
}

fn payload(command: &str) -> String {
    let payload = json!({
        "conversation_id": "c-1", "generation_id": "g-1", "model": "default", "hook_event_name": EVENT,
        "cursor_version": "3.9.16", "workspace_roots": ["/work"], "user_email": null, "transcript_path": null,
        "command": command, "cwd": "", "sandbox": false,
    });
    payload.to_string()
}
