use std::collections::HashMap;

use std::collections::BTreeSet;

use hookc_compiler::diagnostic::{Applicability, Diagnostic, Edit, Effect, Level};
use hookc_compiler::matcher::Pattern;
use hookc_compiler::nearest;
use hookc_compiler::script::Comparison;
use hookc_compiler::typecheck::Matcher;
use hookc_schema::event::{Subject, Vocabulary};
use hookc_schema::tool::{self, Counterpart, Foreign, Origin};
use hookc_schema::{Event, Evidence};

use crate::declare_rule;
use crate::rule::{Check, Findings, HookContext};
use crate::rules::matcher_wrong_subject;
use crate::script::{self, ProgramContext};
use crate::vocabulary::{self, Branch, Meaning};

declare_rule! {
    /// A matcher, or a part of it, uses a name that the host never sends.
    ///
    /// ## What the host does
    /// It tests the matcher against its own names: `Shell`, `Read`, `Write`, `Grep`, `Delete`, `Task` and `MCP:<tool>` for tools, one fixed value
    /// for `stop`, `beforeSubmitPrompt`, `afterAgentResponse` and `afterAgentThought`, and the kind of access for file events. A matcher that
    /// takes none of them switches the hook off, without a message. Claude's `Bash` is `Shell` here, `Edit` and `MultiEdit` are `Write`,
    /// `mcp__server__tool` is `MCP:tool`.
    ///
    /// ## Evidence
    /// DOC for the values, OBS and BND for tool names beyond the documented ones (HOOKS.md 5.2, 5.3). The set of tool names is open, so a name
    /// that nobody knows, or that only another agent is known for, is an info only.
    ///
    /// ## Fails
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "preToolUse": [{ "command": "check-command", "matcher": "Bash" }] }
    /// }
    /// ```
    ///
    /// ## Fixed
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "preToolUse": [{ "command": "check-command", "matcher": "Shell" }] }
    /// }
    /// ```
    ///
    /// ## Stays silent
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": {
    ///     "preToolUse": [{ "command": "audit", "matcher": "StrReplace|EditNotebook|MCP:(?!ctx_)|_render_(preview|batch)$" }],
    ///     "subagentStart": [{ "command": "audit", "matcher": "staff-engineer|sdd-.*" }],
    ///     "stop": [{ "command": "audit", "matcher": "Stop" }],
    ///     "beforeSubmitPrompt": [{ "command": "audit", "matcher": "UserPromptSubmit" }]
    ///   }
    /// }
    /// ```
    ///
    /// ## When to ignore it
    /// When one pattern serves several products: the part for the other product is then an info and does no harm.
    "matcher-vocabulary", [Error, Warning, Info], [NeverRuns], Doc, Check::HookAndProgram(check, comparisons)
}

fn check(context: &HookContext<'_>, findings: &mut Findings) {
    let Some((matcher, pattern)) = context.native_matcher() else { return };
    let event = context.hook.event;
    if matches!(event.facts().vocabulary, Vocabulary::Open) || matcher_wrong_subject::applies(pattern, event)
    {
        return;
    }
    let branches = vocabulary::branches(pattern, event, context.settings);
    if branches.iter().any(|branch| branch.meaning == Meaning::Live) {
        // Many branches have the same counterpart, and asking takes as long as the pattern is.
        let mut asked = HashMap::new();
        let mut is_unmatched = |name: &String| {
            let ask = || pattern.matches(name) == Some(false);
            *asked.entry(name.clone()).or_insert_with(ask)
        };
        for branch in &branches {
            findings.0.extend(dead_branch(context, matcher, branch, &mut is_unmatched));
        }
    } else if let Some(finding) = dead_matcher(context, matcher, pattern, &branches) {
        findings.report(finding);
    }
}

/// A branch that does nothing beside one that works: worth knowing.
fn dead_branch(
    context: &HookContext<'_>,
    matcher: &Matcher,
    branch: &Branch,
    is_unmatched: impl FnMut(&String) -> bool,
) -> Option<Diagnostic> {
    let name = branch.name.as_deref();
    let message = match (&branch.meaning, name) {
        (Meaning::Live, _) => return None,
        (Meaning::Unknown, _) if is_named_by_projects(context) => return None,
        (Meaning::Foreign(foreign), Some(name)) => {
            format!("`{name}` is {}, which is not sent here", origin(foreign.origin))
        }
        (Meaning::OfOtherEvents, Some(name)) => {
            format!("`{name}` is not sent at `{}`", context.hook.event.name())
        }
        (Meaning::Unknown, Some(name)) => format!("`{name}` is not {} that is known", subject(context)),
        _ => format!("this alternative matches nothing that is sent at `{}`", context.hook.event.name()),
    };
    let span = matcher.text.span_of(&context.source.tree, branch.range.clone());
    let mut finding = RULE
        .with(Level::Info, Effect::NeverRuns, context.id(), span, message)
        .label(counterpart(branch))
        .consequence("the rest of the pattern still works");
    let meant = match &branch.meaning {
        Meaning::Foreign(foreign) => vocabulary::replacement(foreign).filter(is_unmatched),
        _ => None,
    };
    match (meant, &branch.meaning, &branch.removal) {
        (Some(name), ..) => {
            finding = finding.fix(
                Applicability::Unsafe,
                format!("replace it by `{name}`"),
                vec![Edit { span, text: name }],
            );
        }
        (None, Meaning::Foreign(_) | Meaning::Dead, Some(removal)) => {
            let span = matcher.text.span_of(&context.source.tree, removal.clone());
            let edits = vec![Edit { span, text: String::new() }];
            finding = finding.fix(Applicability::Unsafe, "remove the alternative", edits);
        }
        _ => {}
    }
    Some(finding)
}

/// A matcher without any branch that works: the hook is off, as far as is known.
fn dead_matcher(
    context: &HookContext<'_>,
    matcher: &Matcher,
    pattern: &Pattern,
    branches: &[Branch],
) -> Option<Diagnostic> {
    let event = context.hook.event;
    let span = matcher.text.span_of(&context.source.tree, 0..matcher.text.value.len());
    let closed = match event.facts().vocabulary {
        Vocabulary::Closed(names) => Some(names),
        _ => None,
    };
    let known = |branch: &Branch| !matches!(branch.meaning, Meaning::Unknown);
    let (level, message) = if let Some(names) = closed {
        (
            Level::Error,
            format!(
                "this matcher never lets the hook run: `{}` is matched against {}",
                event.name(),
                either(names)
            ),
        )
    } else if branches.iter().all(|branch| matches!(branch.meaning, Meaning::Foreign(_))) {
        let level = if branches.iter().all(is_surely_foreign) { Level::Error } else { Level::Info };
        (level, foreign_only(pattern, branches))
    } else if branches.iter().all(known) {
        (
            Level::Warning,
            format!("this matcher never lets the hook run: `{}` is not run for these", event.name()),
        )
    } else if is_named_by_projects(context) {
        return None;
    } else {
        (Level::Info, format!("no name in this matcher is {} that is known", subject(context)))
    };
    let mut finding = RULE.with(level, Effect::NeverRuns, context.id(), span, message);
    if let [branch] = branches {
        finding = finding.label(counterpart(branch));
        if let Some(near) = near_name(branch, closed) {
            finding = finding.help(format!("did you mean `{near}`?"));
        }
    }
    let edits = rewritten(context, matcher, branches, closed);
    if pattern.newer_syntax().is_empty() && !edits.is_empty() {
        finding = finding.fix(Applicability::Unsafe, "write the names that the host sends", edits);
    }
    Some(finding)
}

fn foreign_only(pattern: &Pattern, branches: &[Branch]) -> String {
    let what = match branches {
        [Branch { name: Some(name), meaning: Meaning::Foreign(foreign), .. }] => {
            format!("`{name}` is {}", origin(foreign.origin))
        }
        _ => "every name in this matcher belongs to another product".to_owned(),
    };
    if !branches.iter().all(is_surely_foreign) {
        return format!("{what} and is not known to be sent here");
    }
    let others: Vec<String> = tool::NAMES
        .into_iter()
        .filter(|name| pattern.matches(name) == Some(true))
        .map(|name| format!("`{name}`"))
        .collect();
    if others.is_empty() {
        format!("{what}, so the hook never runs")
    } else {
        format!("{what}, so the hook runs for {} at most", others.join(" and "))
    }
}

const fn origin(origin: Origin) -> &'static str {
    match origin {
        Origin::Claude => "a tool of Claude Code",
        Origin::Transcript => "a name that transcripts show and matchers do not see",
        Origin::OtherAgent => "a tool of another agent",
    }
}

/// Whether a branch is a name that this host is known not to send. The names of tools change between its builds, so the name of an agent other
/// than the one that it imports hooks from, or one that was only heard of, may come to be sent.
fn is_surely_foreign(branch: &Branch) -> bool {
    matches!(&branch.meaning, Meaning::Foreign(foreign) if is_surely_foreign_name(foreign))
}

fn is_surely_foreign_name(foreign: &Foreign) -> bool {
    match foreign.origin {
        Origin::Claude => true,
        Origin::Transcript => foreign.evidence != Evidence::Inf,
        Origin::OtherAgent => false,
    }
}

/// Whether a name that nobody knows says nothing: projects define subagents of their own.
fn is_named_by_projects(context: &HookContext<'_>) -> bool {
    context.hook.event.facts().subject.value == Subject::SubagentType
}

fn subject(context: &HookContext<'_>) -> &'static str {
    match context.hook.event.facts().subject.value {
        Subject::ToolName => "a tool name",
        _ => "a value",
    }
}

/// What stands for the branch here, for the label.
fn counterpart(branch: &Branch) -> String {
    match &branch.meaning {
        Meaning::Foreign(foreign) => match &foreign.counterpart {
            Counterpart::Tool(name) => format!("the name here is `{name}`"),
            Counterpart::Mcp(name) => format!("the name here is `{name}`"),
            Counterpart::Nothing(why) => (*why).to_owned(),
        },
        Meaning::Unknown => "not a name that the documentation knows".to_owned(),
        _ => "never matches".to_owned(),
    }
}

fn near_name<'a>(branch: &Branch, closed: Option<&[&'a str]>) -> Option<&'a str> {
    let name = branch.name.as_deref()?;
    match (&branch.meaning, closed) {
        (Meaning::Dead | Meaning::Foreign(_), Some([only])) => Some(only),
        (_, Some(names)) => nearest::nearest(name, names.iter().copied()),
        (Meaning::Unknown, None) => nearest::nearest(name, tool::NAMES),
        _ => None,
    }
}

/// The edits that put the host's names into a matcher of foreign ones, each name once.
fn rewritten(
    context: &HookContext<'_>,
    matcher: &Matcher,
    branches: &[Branch],
    closed: Option<&[&str]>,
) -> Vec<Edit> {
    let mut written = BTreeSet::new();
    let mut names: Vec<String> = Vec::new();
    let mut edits = Vec::new();
    for branch in branches {
        let new = match (&branch.meaning, closed) {
            (_, Some([only])) => Some((*only).to_owned()),
            (Meaning::Foreign(foreign), None) => vocabulary::replacement(foreign),
            _ => None,
        };
        let Some(new) = new else { return Vec::new() };
        let repeated = !written.insert(new.clone());
        let range = if repeated { branch.removal.clone() } else { Some(branch.range.clone()) };
        let Some(range) = range else { return Vec::new() };
        let text = if repeated { String::new() } else { new.clone() };
        edits.push(Edit { span: matcher.text.span_of(&context.source.tree, range), text });
        if !repeated {
            names.push(new);
        }
    }
    let overlaps = edits.windows(2).any(|pair| pair[0].span.end > pair[1].span.start);
    if overlaps {
        let span = matcher.text.span_of(&context.source.tree, 0..matcher.text.value.len());
        return vec![Edit { span, text: names.join("|") }];
    }
    edits
}

/// `A`, `A` or `B`.
fn either(names: &[&str]) -> String {
    names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(" or ")
}

/// Comparisons of a script with names of tools that the host never sends.
fn comparisons(context: &ProgramContext<'_>, findings: &mut Findings) {
    if context.serves_other_hosts() {
        return;
    }
    let all = &context.facts().comparisons;
    let compared: Vec<&Comparison> =
        all.iter().filter(|comparison| script::is_field(&comparison.path, "tool_name")).collect();
    for comparison in &compared {
        let name = comparison.constant.name.as_str();
        let events = script::reached(context.told(), &comparison.scope);
        let sends_tools = |event: &Event| event.facts().subject.value == Subject::ToolName;
        let Some(foreign) =
            tool::foreign(name).filter(|_| !events.is_empty() && events.iter().all(sends_tools))
        else {
            continue;
        };
        let is_surely = is_surely_foreign_name(&foreign);
        // Beside a name that is sent it may be one of a list that serves several hosts.
        let stands_beside = |other: &&Comparison| {
            tool::foreign(&other.constant.name).is_none()
                && line_of(context.text(), other.constant.place.start)
                    == line_of(context.text(), comparison.constant.place.start)
        };
        if compared.iter().any(stands_beside) {
            continue;
        }
        let level = if is_surely { Level::Warning } else { Level::Info };
        let place = &comparison.constant.place;
        let message = format!("`{name}` is {}, so this is never true here", origin(foreign.origin));
        let finding = context.finding(&RULE, level, Effect::NeverRuns, place, message);
        let branch =
            Branch { range: 0..0, removal: None, name: None, meaning: Meaning::Foreign(foreign.clone()) };
        let mut finding = finding.label(counterpart(&branch));
        let is_exact = context.text().get(place.clone()) == Some(name);
        if let Some(own) = vocabulary::replacement(&foreign).filter(|_| is_exact) {
            let edits = vec![Edit { span: context.span(place), text: own.clone() }];
            finding = finding.fix(Applicability::Unsafe, format!("compare with `{own}`"), edits);
        }
        findings.report(finding);
    }
}

/// The start of the line that a place stands in.
fn line_of(text: &str, at: usize) -> usize {
    text.get(..at).and_then(|before| before.rfind('\n')).map_or(0, |end| end + 1)
}
