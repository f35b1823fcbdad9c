use std::collections::{HashMap, HashSet};
use std::path::Path;

use hookc_compiler::analysis::{Analysis, Settings, Source, Target};
use hookc_compiler::typecheck::{Dialect, Hook};
use hookc_schema::event::Subject;
use hookc_schema::{Event, SourceKind};

use super::double_run::{is_read, share_a_project};
use crate::declare_rule;
use crate::reach::Reach;
use crate::rule::{Check, Findings};

declare_rule! {
    /// A hook of a Claude settings file gives way to one of a hooks file that does not cover its tools.
    ///
    /// ## What the host does
    /// It imports the hooks of Claude's settings files, and leaves each one out whose command stands at the same event of a hooks file, to the
    /// byte. It does not compare their matchers.
    ///
    /// ## Evidence
    /// BND: two builds (HOOKS.md 2.5).
    ///
    /// ## Fails (also semantics-differ)
    /// ```json .claude/settings.json
    /// {
    ///   "hooks": {
    ///     "PreToolUse": [{ "matcher": "Bash|Edit", "hooks": [{ "type": "command", "command": "tools/guard.sh" }] }]
    ///   }
    /// }
    /// ```
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "preToolUse": [{ "command": "tools/guard.sh", "matcher": "Shell" }] }
    /// }
    /// ```
    /// ```sh tools/guard.sh +x
    /// #!/bin/sh
    /// cat >/dev/null
    /// echo '{"permission":"allow"}'
    /// ```
    ///
    /// ## Fixed
    /// ```json .claude/settings.json
    /// {
    ///   "hooks": {
    ///     "PreToolUse": [{ "matcher": "Bash|Edit", "hooks": [{ "type": "command", "command": "tools/guard.sh" }] }]
    ///   }
    /// }
    /// ```
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "preToolUse": [{ "command": "tools/guard.sh", "matcher": "Shell|Write" }] }
    /// }
    /// ```
    /// ```sh tools/guard.sh +x
    /// #!/bin/sh
    /// cat >/dev/null
    /// echo '{"permission":"allow"}'
    /// ```
    ///
    /// ## Stays silent (also semantics-differ)
    /// ```json .claude/settings.json
    /// {
    ///   "hooks": {
    ///     "PreToolUse": [{ "matcher": "Bash", "hooks": [{ "type": "command", "command": "tools/guard.sh" }] }]
    ///   }
    /// }
    /// ```
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "preToolUse": [{ "command": "tools/guard.sh" }] }
    /// }
    /// ```
    /// ```sh tools/guard.sh +x
    /// #!/bin/sh
    /// cat >/dev/null
    /// echo '{"permission":"allow"}'
    /// ```
    ///
    /// ## When to ignore it
    /// When the hook is meant for these tools in Claude Code only.
    "shadowed-entry", [Warning], [NeverRuns], Bnd, Check::Analysis(check)
}

type Native<'a> = (&'a Source, &'a Hook, Reach<'a>);

/// With more matchers than this beside one line nothing is said: each would be compared with each.
const MOST: usize = 64;

/// Hooks of this host with one line at one event, in the order of their files. Of those that no matcher tells apart the first stands for all.
#[derive(Default)]
struct Same<'a> {
    hooks: Vec<Native<'a>>,
    all: Bucket<'a>,
    /// By the root of their file: a project has few, a check may have many projects.
    of_root: HashMap<Option<&'a Path>, Bucket<'a>>,
    /// Those of files that belong to no project.
    of_machine: Bucket<'a>,
}

/// Some of these hooks, by their places.
#[derive(Default)]
struct Bucket<'a> {
    matchers: HashSet<Option<&'a str>>,
    places: Vec<usize>,
}

impl<'a> Bucket<'a> {
    /// Whether the matcher is a new one here.
    fn add(&mut self, matcher: Option<&'a str>, place: usize) -> bool {
        let is_new = self.matchers.insert(matcher);
        if is_new {
            self.places.push(place);
        }
        is_new
    }
}

impl<'a> Same<'a> {
    fn push(&mut self, native: Native<'a>) {
        let (source, hook, _) = &native;
        let (source, hook): (&'a Source, &'a Hook) = (source, hook);
        let matcher = hook.matcher.as_ref().map(|matcher| matcher.text.value.as_str());
        let place = self.hooks.len();
        let own = match source.kind() {
            Some(SourceKind::Project) => self.of_root.entry(source.place.root.as_deref()).or_default(),
            _ => &mut self.of_machine,
        };
        if own.add(matcher, place) | self.all.add(matcher, place) {
            self.hooks.push(native);
        }
    }

    /// Those that can run together with a hook of this file; none when there are too many.
    fn sharing(&self, source: &Source, kind: SourceKind) -> Vec<&Native<'a>> {
        let shares = |other: &&Native<'_>| {
            other.0.kind().is_some_and(|of_other| share_a_project(source, kind, other.0, of_other))
        };
        let mut places: Vec<usize> = Vec::new();
        if kind == SourceKind::ClaudeUser {
            places.extend(&self.all.places);
        } else {
            let of_root = self.of_root.get(&source.place.root.as_deref());
            places.extend(of_root.into_iter().flat_map(|bucket| &bucket.places));
            places.extend(&self.of_machine.places);
            places.sort_unstable();
        }
        if places.len() > MOST {
            return Vec::new();
        }
        places.into_iter().map(|place| &self.hooks[place]).filter(shares).collect()
    }
}

fn check(analysis: &Analysis, settings: &Settings, findings: &mut Findings) {
    if settings.targets.iter().all(|target| *target == Target::Cloud) {
        return;
    }
    let mut native: HashMap<(Event, &str), Same<'_>> = HashMap::new();
    for (source, hook, text) in tool_hooks(analysis) {
        let is_compared = source.kind().is_some_and(|kind| !kind.is_claude() && kind != SourceKind::Plugin);
        if is_compared && let Some(reach) = Reach::of(hook, Dialect::Native) {
            native.entry((hook.event, text)).or_default().push((source, hook, reach));
        }
    }
    for (source, hook, text) in tool_hooks(analysis) {
        let Some(kind) = source.kind().filter(|kind| kind.is_claude()) else { continue };
        let Some(same) = native.get(&(hook.event, text)) else { continue };
        let same = same.sharing(source, kind);
        let (Some((other, first, _)), Some(reach)) = (same.first(), Reach::of(hook, Dialect::Claude)) else {
            continue;
        };
        let reaches: Vec<&Reach<'_>> = same.iter().map(|(_, _, reach)| reach).collect();
        let Some(tool) = reach.tool_beyond(&reaches) else { continue };
        let span = hook.matcher.as_ref().map_or(hook.span, |matcher| matcher.text.span);
        let shown = analysis.shown(other.file);
        let message = format!(
            "`{shown}` has this command at `{}`, so this hook is left out, and nothing runs for `{tool}`",
            hook.event
        );
        findings.report(
            RULE.at(source.file, span, message)
                .label("not compared")
                .help(format!("let the matcher in `{shown}` take `{tool}` too"))
                .related(other.file, first.span, "this one runs instead"),
        );
    }
}

/// The command hooks of all files that are read at events of tools, with their lines.
fn tool_hooks(analysis: &Analysis) -> impl Iterator<Item = (&Source, &Hook, &str)> {
    let read = analysis.sources.iter().filter(|source| is_read(source));
    let hooks = read.flat_map(|source| {
        source.config.iter().flat_map(move |config| config.hooks.iter().map(move |hook| (source, hook)))
    });
    let of_tools = hooks.filter(|(_, hook)| hook.event.facts().subject.value == Subject::ToolName);
    of_tools.filter_map(|(source, hook)| Some((source, hook, hook.command()?.text.value.as_str())))
}
