use hookc_compiler::command::Resolution;
use hookc_compiler::diagnostic::{Effect, Level};
use hookc_compiler::script::Exit;
use hookc_schema::Event;

use crate::declare_rule;
use crate::rule::{Check, Findings, HookContext};
use crate::script::{self, ProgramContext, Run};

declare_rule! {
    /// A guard that can fail has no `failClosed`, so its failure opens the gate.
    ///
    /// ## What the host does
    /// A hook that crashes, runs out of time or cannot start is ignored, and the action goes ahead. With `failClosed: true` it blocks instead.
    ///
    /// ## Evidence
    /// DOC: the vendor recommends `failClosed` for hooks that protect something.
    ///
    /// ## Fails
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "beforeReadFile": [{ "command": "python3 .cursor/hooks/files.py" }] }
    /// }
    /// ```
    /// ```py .cursor/hooks/files.py
    /// import json, sys
    ///
    /// payload = json.loads(sys.stdin.buffer.read().decode("utf-8-sig"))
    /// if payload["file_path"].endswith(".pem"):
    ///     print(json.dumps({"permission": "deny"}))
    /// else:
    ///     print(json.dumps({"permission": "allow"}))
    /// ```
    ///
    /// ## Fixed
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "beforeReadFile": [{ "command": "python3 .cursor/hooks/files.py", "failClosed": true }] }
    /// }
    /// ```
    /// ```py .cursor/hooks/files.py
    /// import json, sys
    ///
    /// payload = json.loads(sys.stdin.buffer.read().decode("utf-8-sig"))
    /// if payload["file_path"].endswith(".pem"):
    ///     print(json.dumps({"permission": "deny"}))
    /// else:
    ///     print(json.dumps({"permission": "allow"}))
    /// ```
    ///
    /// ## Stays silent
    /// A guard that refuses when it fails itself.
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "beforeReadFile": [{ "command": "python3 .cursor/hooks/files.py" }] }
    /// }
    /// ```
    /// ```py .cursor/hooks/files.py
    /// import json, sys
    ///
    /// try:
    ///     payload = json.loads(sys.stdin.buffer.read().decode("utf-8-sig"))
    ///     name = payload["file_path"]
    /// except Exception:
    ///     print(json.dumps({"permission": "deny"}))
    ///     sys.exit(0)
    /// if name.endswith(".pem"):
    ///     print(json.dumps({"permission": "deny"}))
    /// else:
    ///     print(json.dumps({"permission": "allow"}))
    /// ```
    ///
    /// ## When to ignore it
    /// When work that goes on matters more than the rule; `"failClosed": false` says so.
    "guard-without-failclosed", [Warning, Info], [FailsOpen], Doc, Check::HookAndProgram(by_name, check)
}

fn check(context: &ProgramContext<'_>, findings: &mut Findings) {
    let open: Vec<&Run<'_>> =
        context.answering().filter(|run| is_open(&context.hook(run)) && run.exits()).collect();
    let Some(run) = open.iter().find(|run| guards(context, run.event()) && can_fail(context, run.event()))
    else {
        return;
    };
    if !context.facts().is_sure() || fails_for_a_reason_of_its_own(context) {
        return;
    }
    let event = run.event();
    let denial = context.ways(event).find(|way| denies(context, way, event));
    let mut finding = RULE
        .with(
            Level::Warning,
            Effect::FailsOpen,
            run.source.file,
            run.span(),
            "this guard can fail, and then the action goes ahead",
        )
        .label("no `failClosed`")
        .help("add `\"failClosed\": true`, or have the script refuse when it fails");
    let way = context.ways(event).find(|way| is_failure(way.exit));
    if let Some(way) = way {
        finding.relate(context.program.file, context.span(&way.place), "it can fail here");
    }
    if let Some(place) =
        denial.and_then(|way| context.written(way, event).find(|answer| script::is_refusal(answer, event)))
    {
        finding.relate(context.program.file, context.span(&place.place), "it denies here");
    }
    findings.report(finding);
}

/// Whether a failure of the hook lets the action pass, and nobody has said that it shall.
fn is_open(context: &HookContext<'_>) -> bool {
    context.hook.event.facts().blocking.value.can_block() && context.hook.fail_closed.is_none()
}

fn guards(context: &ProgramContext<'_>, event: Event) -> bool {
    context.ways(event).any(|way| denies(context, way, event))
}

/// By an answer, or at a permission event by an exit code of 2; elsewhere that may be an error like any other.
fn denies(context: &ProgramContext<'_>, way: &hookc_compiler::script::WayOut, event: Event) -> bool {
    script_says_no(context, way, event) || event.facts().is_permission() && way.exit == Exit::Code(2)
}

fn script_says_no(context: &ProgramContext<'_>, way: &hookc_compiler::script::WayOut, event: Event) -> bool {
    let facts = context.facts();
    way.answers.iter().any(|id| script::is_refusal(facts.answer(*id), event))
}

fn can_fail(context: &ProgramContext<'_>, event: Event) -> bool {
    context.ways(event).any(|way| is_failure(way.exit))
}

fn is_failure(exit: Exit) -> bool {
    match exit {
        Exit::Code(code) => code != 0 && code != 2,
        Exit::Error => true,
        Exit::Unknown => false,
    }
}

/// Whether another rule names the very thing that makes the guard fail.
fn fails_for_a_reason_of_its_own(context: &ProgramContext<'_>) -> bool {
    let mut others = Findings::default();
    for rule in [
        &super::missing_dependency::RULE,
        &super::payload_field::RULE,
        &super::missing_module::RULE,
        &super::exit_code::RULE,
    ] {
        if let Check::Program(check) = rule.check {
            check(context, &mut others);
        }
    }
    others.0.iter().any(|finding| finding.level > Level::Info)
}

/// What the names of guards are made of.
const GUARDING: [&str; 14] = [
    "guard", "block", "deny", "protect", "policy", "forbid", "prevent", "enforce", "gate", "firewall",
    "secur", "secret", "restrict", "denylist",
];

/// A script that nothing is known of but its name.
fn by_name(context: &HookContext<'_>, findings: &mut Findings) {
    let Some(command) = context.hook.command().filter(|_| is_open(context)) else { return };
    for script in command.scripts.iter().filter(|script| script.facts.is_none()) {
        if !matches!(script.resolution, Resolution::Found(_)) {
            continue;
        }
        let name = script.used.text.rsplit(['/', '\\']).next().unwrap_or_default().to_lowercase();
        if GUARDING.iter().any(|word| name.contains(word)) {
            let span = command.text.span_of(&context.source.tree, script.used.range.clone());
            findings.report(
                RULE.with(
                    Level::Info,
                    Effect::FailsOpen,
                    context.id(),
                    span,
                    "by its name this is a guard, and when it fails the action goes ahead",
                )
                .label("no `failClosed`")
                .help("`\"failClosed\": true` blocks instead"),
            );
            return;
        }
    }
}
