//! What the commands about plans share.

use std::io::Write;

use hookc_compiler::analysis::Request;
use hookc_compiler::plan::{self, CompileError, Compiled, Options, Refused};
use hookc_compiler::system::System;
use hookc_runtime::plan::{Plan, Platform};
use hookc_schema::source::Os;

use crate::args::{Places, PlanFor};
use crate::exit::Failure;
use crate::format::escape::visible;
use crate::request::{self, Wanted};
use crate::terminal::Terminal;

/// What to look at on this machine: all sources, or only the places that are named.
pub(super) fn this_machine(
    places: &Places,
    system: &dyn System,
    terminal: &Terminal,
) -> Result<Request, Failure> {
    let names_anything = places.name_a_place() || !places.workspaces.is_empty();
    let wanted = Wanted { paths: &[], places, all_sources: !names_anything, sources: None };
    Ok(request::without_absent(wanted.request(terminal.home.as_deref())?, places, system))
}

/// What the plan is for; the platform where none is named is up to the command.
pub(super) fn options(plan_for: &PlanFor, platform: Os) -> Options {
    Options {
        semantics: plan_for.semantics.unwrap_or_default(),
        target: plan_for.target.unwrap_or_default(),
        platform: plan_for.platform.unwrap_or(platform),
        enterprise_plan: plan_for.enterprise_plan,
        untrusted: plan_for.untrusted,
    }
}

/// The system that this program runs on.
pub(super) const fn here() -> Os {
    Platform::HERE.0
}

/// Compiles, or says why that is not possible.
pub(super) fn compile(
    system: &dyn System,
    request: &Request,
    options: &Options,
) -> Result<Compiled, Failure> {
    plan::compile(system, request, options).map_err(|error| {
        let failure = Failure::new(error.to_string());
        match error {
            CompileError::SeveralProjects(_) => failure.help("name one --workspace"),
            CompileError::Changed(_) => failure.help("try again"),
            CompileError::Name(_) | CompileError::Plan(_) => failure,
        }
    })
}

/// The digest of a plan, as the plan's own text has it.
pub(super) fn digest(plan: &Plan) -> String {
    format!("sha256:{}", plan.digest())
}

/// A refused file in one line.
pub(super) fn refusal(refused: &Refused) -> String {
    let shown = visible(&refused.shown);
    let reason = visible(&refused.reason);
    match refused.position {
        Some((line, column)) => format!("{shown}:{line}:{column}: {reason}"),
        None => format!("{shown}: {reason}"),
    }
}

/// Tells something beside the result. Whoever has closed standard error does not want to know.
pub(super) fn tell(err: &mut dyn Write, line: &str) {
    let _ = writeln!(err, "{line}");
}
