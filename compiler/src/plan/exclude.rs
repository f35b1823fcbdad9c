//! Why a hook is not in the plan, as a sentence.

use hookc_runtime::plan::Target;
use hookc_schema::event::{Cli, Cloud};
use hookc_schema::source::Os;
use hookc_schema::{Event, SourceKind};

use super::Options;
use super::part::Part;
use crate::analysis;
use crate::typecheck::{Action, Hook};

/// Why nothing of a file runs.
pub(super) fn whole(part: &Part<'_>, options: &Options) -> Option<String> {
    if options.untrusted && part.in_project {
        return Some("The workspace is not trusted, so its hooks do not run.".to_owned());
    }
    if let Some(os) = part.os.filter(|os| *os != options.platform) {
        return Some(format!("The file is for {} only.", system_name(os)));
    }
    (options.target == Target::Cloud).then(|| not_in_the_cloud(part.kind, options.enterprise_plan)).flatten()
}

fn not_in_the_cloud(kind: SourceKind, enterprise_plan: bool) -> Option<String> {
    if !kind.facts().cloud.value {
        return Some(format!("Cloud agents do not read the source `{kind}`."));
    }
    let is_sold_apart = matches!(kind, SourceKind::Enterprise | SourceKind::Team);
    (is_sold_apart && !enterprise_plan)
        .then(|| format!("Cloud agents read the source `{kind}` on Enterprise plans only."))
}

/// Why a target leaves out a hook of a source of this kind; `None` when it runs there. Cloud agents are those of an Enterprise plan.
pub fn left_out_at(kind: SourceKind, hook: &Hook, target: analysis::Target) -> Option<String> {
    let target = match target {
        analysis::Target::Editor => Target::Editor,
        analysis::Target::Cli => Target::Cli,
        analysis::Target::Cloud => Target::Cloud,
    };
    let of_kind = (target == Target::Cloud).then(|| not_in_the_cloud(kind, true)).flatten();
    of_kind.or_else(|| at_target(hook, target))
}

/// Why one hook does not run at the target.
pub(super) fn at_target(hook: &Hook, target: Target) -> Option<String> {
    match target {
        Target::Editor => None,
        Target::Cli => never_in_the_cli(hook.event),
        Target::Cloud => event_not_in_the_cloud(hook.event).or_else(|| {
            matches!(hook.action, Action::Prompt { .. })
                .then(|| "Prompt hooks do not run in cloud agents.".to_owned())
        }),
    }
}

fn never_in_the_cli(event: Event) -> Option<String> {
    (event.facts().cli.value == Cli::Never)
        .then(|| format!("`{event}` never fires in the command-line agent."))
}

fn event_not_in_the_cloud(event: Event) -> Option<String> {
    match event.facts().cloud.value {
        Cloud::Runs => None,
        Cloud::SelfHostedOnly(reason) => {
            Some(format!("`{event}` runs on self-hosted workers only, not in cloud agents: {reason}."))
        }
        Cloud::No(reason) => Some(format!("`{event}` does not run in cloud agents: {reason}.")),
    }
}

const fn system_name(os: Os) -> &'static str {
    match os {
        Os::Linux => "Linux",
        Os::Macos => "macOS",
        Os::Windows => "Windows",
    }
}
