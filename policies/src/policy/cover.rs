//! Whether subjects pass a gate, decided on the languages of matchers.

use hookc_compiler::analysis::Target;
use hookc_compiler::diagnostic::{Effect, FileId, Level};
use hookc_compiler::matcher::{Coverage, Pattern, coverage};
use hookc_compiler::plan::left_out_at;
use hookc_compiler::span::Span;
use hookc_schema::tool;

use super::hooks::{HookView, Project};
use super::judge::{Found, Judge, absence, unseen};
use super::{Cover, Policy, Subjects};
use crate::reach::Reach;
use crate::rules::{POLICY_COVER, is_read};

/// So many subjects are named in a message; the others are counted.
const MOST_NAMED: usize = 3;
/// So many hooks are pointed at that would be gates if it were not for one thing.
const MOST_RELATED: usize = 3;
/// Names of MCP tools as servers have them, to be named before any other when they pass no gate.
const LIKELY: [&str; 4] = ["MCP:deploy", "MCP:get-issue", "MCP:create_issue", "MCP:files.read"];

/// A hook that counts as a gate.
struct Gate<'a> {
    reach: Reach<'a>,
    /// Whether it surely counts.
    is_sure: bool,
}

/// What is known of a set of subjects.
enum Verdict {
    Gated,
    /// This one of them passes no gate.
    Passes(String),
    Undecided,
}

impl<'a> Judge<'a> {
    pub(super) fn cover(
        &mut self,
        cover: &'a Cover,
        policy: &'a Policy,
        config: usize,
        project: &Project<'a>,
    ) {
        for target in &self.scope.settings_of(config).targets {
            if self.cover_at(cover, policy, config, project, *target) {
                return;
            }
        }
    }

    /// Judges a host; whether something was to be said.
    fn cover_at(
        &mut self,
        cover: &'a Cover,
        policy: &'a Policy,
        config: usize,
        project: &Project<'a>,
        target: Target,
    ) -> bool {
        let running = project.running();
        let runs = |view: &&HookView<'a>| left_out_at(view.kind, view.hook, target).is_none();
        let gates: Vec<Gate<'a>> = running.iter().filter(runs).filter_map(|view| gate(cover, view)).collect();
        let likely = &self.scope.settings_of(config).tool_names;
        let (mut passing, mut undecided) = (Vec::new(), Vec::new());
        for (written, subjects) in &cover.subjects {
            match judge(cover.kind, subjects, &gates, likely) {
                Verdict::Gated => {}
                Verdict::Passes(subject) => passing.push(subject),
                Verdict::Undecided => undecided.push(format!("`{written}`")),
            }
        }
        let at = absence(project, &cover.by, policy);
        let mut say = |level, effect, fact: String, help: String, related| {
            self.found.push(Found {
                rule: &POLICY_COVER,
                policy,
                config,
                level,
                effect,
                at,
                message: policy.says_fact(&fact),
                help,
                related,
            });
        };
        let gates = format!("{}{}", cover.by.words(), in_words(target));
        if !passing.is_empty() {
            let (level, help) = unseen(&cover.by, project, policy.level);
            let (names, reach) = (named(&passing), if passing.len() == 1 { "reaches" } else { "reach" });
            let related = nearly(cover, project, target, &passing[0]);
            say(level, effect(cover), format!("{names} {reach} no {gates}"), help, related);
        }
        if !undecided.is_empty() {
            let names = undecided.join(", ");
            let help = "a matcher without look-behind and back-references can be decided".to_owned();
            let fact = format!("whether all of {names} reach a {gates} cannot be decided");
            say(Level::Info, Effect::None, fact, help, Vec::new());
        }
        !passing.is_empty() || !undecided.is_empty()
    }
}

fn gate<'a>(cover: &Cover, view: &HookView<'a>) -> Option<Gate<'a>> {
    let is_sure = match cover.by.selects(view) {
        Some(false) => return None,
        sure => sure.is_some(),
    };
    Some(Gate { reach: Reach::of(view.hook, view.dialect)?, is_sure })
}

/// Decides whether each of the subjects passes a gate.
fn judge(kind: Subjects, subjects: &Pattern, gates: &[Gate<'_>], likely: &[String]) -> Verdict {
    let sure = || gates.iter().filter(|gate| gate.is_sure);
    if sure().any(|gate| matches!(gate.reach, Reach::All)) {
        return Verdict::Gated;
    }
    let is_refused = |subject: &str| gates.iter().all(|gate| gate.reach.refuses(subject));
    let known = match kind {
        Subjects::Tools => tool::NAMES.iter().chain(&LIKELY).copied().collect(),
        Subjects::Agents => tool::SUBAGENT_TYPES.to_vec(),
        Subjects::Commands => Vec::new(),
    };
    let mut names = likely.iter().map(String::as_str).chain(known);
    if let Some(subject) = names.find(|name| subjects.matches(name) == Some(true) && is_refused(name)) {
        return Verdict::Passes(subject.to_owned());
    }
    let patterns: Vec<&Pattern> = sure().filter_map(|gate| gate.reach.pattern()).collect();
    match coverage(subjects, &patterns) {
        Coverage::Whole => Verdict::Gated,
        Coverage::Gap(subject) if is_refused(&subject) => Verdict::Passes(subject),
        Coverage::Gap(_) | Coverage::Undecided => Verdict::Undecided,
    }
}

/// What follows where a subject passes no gate.
fn effect(cover: &Cover) -> Effect {
    let can_block = cover.by.events.iter().any(|event| event.facts().blocking.value.can_block());
    if can_block { Effect::FailsOpen } else { Effect::None }
}

/// Hooks that see the subject and are no gates for one reason.
fn nearly(
    cover: &Cover,
    project: &Project<'_>,
    target: Target,
    subject: &str,
) -> Vec<(FileId, Span, String)> {
    let at_events = project.hooks().filter(|view| cover.by.events.contains(&view.hook.event));
    let seeing = at_events.filter(|view| view.takes(subject) == Some(true));
    let words = |view: &HookView<'_>| {
        if !is_read(view.source) {
            "sees it, but its file is refused".to_owned()
        } else if left_out_at(view.kind, view.hook, target).is_some() {
            "sees it, but does not run there".to_owned()
        } else if !cover.by.sources.is_empty() && !cover.by.sources.contains(&view.kind) {
            format!("sees it, but belongs to `{}`", view.kind)
        } else if cover.by.fail_closed == Some(true) && !view.hook.fails_closed() {
            "sees it, but does not fail closed".to_owned()
        } else {
            "sees it, but is no such hook".to_owned()
        }
    };
    seeing.take(MOST_RELATED).map(|view| (view.source.file, view.action_span(), words(&view))).collect()
}

const fn in_words(target: Target) -> &'static str {
    match target {
        Target::Editor => "",
        Target::Cli => " in the command-line agent",
        Target::Cloud => " in cloud agents",
    }
}

/// `` `a` and `b` ``, the rest counted.
fn named(subjects: &[String]) -> String {
    let shown: Vec<String> = subjects.iter().take(MOST_NAMED).map(|subject| shown(subject)).collect();
    match (shown.split_last(), subjects.len() - shown.len()) {
        (_, more @ 1..) => format!("{} and {more} more", shown.join(", ")),
        (Some((last, [])), 0) => last.clone(),
        (Some((last, before)), 0) => format!("{} and {last}", before.join(", ")),
        (None, 0) => String::new(),
    }
}

/// A subject in backticks; signs that cannot be seen as escapes.
fn shown(subject: &str) -> String {
    if subject.is_empty() {
        return "the empty text".to_owned();
    }
    let visible = subject.chars().flat_map(|sign| {
        let is_hidden = sign.is_control() || matches!(sign, '\u{2028}' | '\u{2029}' | '\u{feff}');
        if is_hidden { sign.escape_default().collect::<Vec<_>>() } else { vec![sign] }
    });
    format!("`{}`", visible.collect::<String>())
}
