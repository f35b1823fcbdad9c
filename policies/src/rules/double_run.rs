use std::cell::OnceCell;
use std::collections::{BTreeSet, HashMap};
use std::path::Path;
use std::sync::Arc;

use hookc_compiler::analysis::{Analysis, Settings, Source, Target};
use hookc_compiler::command::{Resolution, ScriptFile};
use hookc_compiler::diagnostic::{Diagnostic, Level};
use hookc_compiler::source::Role;
use hookc_compiler::span::Span;
use hookc_compiler::typecheck::{Command, Dialect, Hook, Script};
use hookc_schema::SourceKind;
use hookc_schema::event::SAME_CALL;

use crate::declare_rule;
use crate::reach::Reach;
use crate::rule::{Check, Findings};

declare_rule! {
    /// One script is run twice for the same thing.
    ///
    /// ## What the host does
    /// It runs every matching hook of every source: those of the user beside those of the project, and those of Claude's settings files beside its
    /// own, since it imports them unless that is switched off. A hook of a Claude file is left out only when a hooks file has the
    /// same command at the same event, to the byte. And one tool call has two events before it: `preToolUse`, and the one for its kind of tool.
    ///
    /// ## Evidence
    /// DOC for the sources and the import (HOOKS.md 0.2, 2.1), BND for what is left out (HOOKS.md 2.5).
    ///
    /// ## Fails
    /// ```json .claude/settings.json
    /// {
    ///   "hooks": {
    ///     "PreToolUse": [
    ///       {
    ///         "matcher": "Bash",
    ///         "hooks": [
    ///           { "type": "command", "command": "tools/guard.sh" },
    ///           { "type": "command", "command": "\"$CLAUDE_PROJECT_DIR\"/tools/guard.sh" }
    ///         ]
    ///       }
    ///     ]
    ///   }
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
    ///     "PreToolUse": [
    ///       {
    ///         "matcher": "Bash",
    ///         "hooks": [{ "type": "command", "command": "\"$CLAUDE_PROJECT_DIR\"/tools/guard.sh" }]
    ///       }
    ///     ]
    ///   }
    /// }
    /// ```
    /// ```sh tools/guard.sh +x
    /// #!/bin/sh
    /// cat >/dev/null
    /// echo '{"permission":"allow"}'
    /// ```
    ///
    /// ## Stays silent
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": {
    ///     "preToolUse": [
    ///       { "command": "tools/guard.sh shell", "matcher": "Shell" },
    ///       { "command": "tools/guard.sh write", "matcher": "Write" }
    ///     ],
    ///     "stop": [{ "command": "tools/guard.sh stop" }],
    ///     "sessionEnd": [{ "command": "tools/guard.sh stop" }]
    ///   }
    /// }
    /// ```
    /// ```json .claude/settings.json
    /// { "hooks": { "Stop": [{ "hooks": [{ "type": "command", "command": "tools/guard.sh stop" }] }] } }
    /// ```
    /// ```sh tools/guard.sh +x
    /// #!/bin/sh
    /// cat >/dev/null
    /// echo '{"permission":"allow"}'
    /// ```
    ///
    /// ## When to ignore it
    /// When the script notices that it has run already, or when the import of other products' settings is switched off.
    "double-run", [Info, Warning], [RunsTwice], Doc, Check::Analysis(check)
}

/// Of more hooks that run one script no more are compared with each other.
const MOST: usize = 64;

/// A script at so many events of one file serves them all by design.
const DISPATCHER: usize = 4;

/// A hook and what it runs.
struct Entry<'a> {
    source: &'a Source,
    kind: SourceKind,
    dialect: Dialect,
    hook: &'a Hook,
    command: &'a Command,
    what: What<'a>,
    arguments: OnceCell<String>,
    reach: Reach<'a>,
}

/// What a hook runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum What<'a> {
    /// The only script of the line, links followed.
    Script(&'a Path),
    /// A line that means the same wherever it stands.
    Line(&'a str),
    /// A line that means the same inside its file.
    LineOf(&'a str, u32),
}

/// How two hooks come to run for one thing.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Twice {
    /// At the same event.
    Event,
    /// At two events of one tool call.
    Call,
}

fn check(analysis: &Analysis, settings: &Settings, findings: &mut Findings) {
    let entries = entries(analysis, settings);
    let mut places: HashMap<What<'_>, usize> = HashMap::new();
    let mut met: HashMap<*const ScriptFile, usize> = HashMap::new();
    let mut groups: Vec<Vec<&Entry<'_>>> = Vec::new();
    for entry in &entries {
        let mut place = || *places.entry(entry.what).or_insert(groups.len());
        // Hooks of one file share what was found, and a path takes long to hash.
        let place = match entry.script() {
            Some(script) => *met.entry(Arc::as_ptr(script)).or_insert_with(place),
            None => place(),
        };
        if place == groups.len() {
            groups.push(Vec::new());
        }
        if groups[place].len() < MOST {
            groups[place].push(entry);
        }
    }
    for group in groups {
        judge(analysis, &group, findings);
    }
}

fn entries<'a>(analysis: &'a Analysis, settings: &Settings) -> Vec<Entry<'a>> {
    let imports = settings.targets.iter().any(|target| *target != Target::Cloud);
    let mut entries = Vec::new();
    for source in analysis.sources.iter().filter(|source| is_read(source)) {
        let (Some(kind), Some(config)) = (source.kind(), &source.config) else { continue };
        if kind.is_claude() && !imports {
            continue;
        }
        for hook in &config.hooks {
            let Some(command) = hook.command() else { continue };
            let Some(what) = what(source, command) else { continue };
            let Some(reach) = Reach::of(hook, config.dialect) else { continue };
            entries.push(Entry {
                source,
                kind,
                dialect: config.dialect,
                hook,
                command,
                what,
                arguments: OnceCell::new(),
                reach,
            });
        }
    }
    // Highest priority first; the sort is stable, so that hooks of one file keep their order.
    entries.sort_by_key(|entry| (entry.kind, entry.source.file));
    entries
}

/// Whether a loader reads the file and takes it.
pub(crate) fn is_read(source: &Source) -> bool {
    is_for_a_loader(source)
        && source.tree.is_valid()
        && source.config.as_ref().is_some_and(|config| !config.void)
}

/// Whether a loader reads the file, whether it takes it or not.
pub(crate) fn is_for_a_loader(source: &Source) -> bool {
    match &source.role {
        Role::Hooks(_) | Role::ClaudePluginHooks => true,
        Role::PluginManifest { inline, .. } => *inline,
        Role::Template(_) | Role::Unread(_) | Role::Foreign => false,
    }
}

/// What a command runs; `None` when that is nothing of its own.
fn what<'a>(source: &Source, command: &'a Command) -> Option<What<'a>> {
    let line = command.text.value.as_str();
    if let Some(file) = only_script(command) {
        return Some(What::Script(&file.path));
    }
    if !command.scripts.is_empty() {
        return Some(What::LineOf(line, source.file.0));
    }
    (!command.line.programs().is_empty()).then_some(What::Line(line))
}

/// The script of a command that runs one, where it was found.
fn only_script(command: &Command) -> Option<&Arc<ScriptFile>> {
    match command.scripts.as_slice() {
        [Script { resolution: Resolution::Found(file), .. }] => Some(file),
        _ => None,
    }
}

/// What tells two calls of one script apart.
fn arguments(command: &Command) -> String {
    let line = command.text.value.as_str();
    let ([script], Some(_)) = (command.scripts.as_slice(), only_script(command)) else {
        return String::new();
    };
    match command.line.commands() {
        [only] => {
            let behind = only.words.iter().filter(|word| word.range.start > script.used.range.start);
            behind.flat_map(|word| [word.text(line), "\0".to_owned()]).collect()
        }
        _ => format!("\0{line}"),
    }
}

fn judge(analysis: &Analysis, group: &[&Entry<'_>], findings: &mut Findings) {
    for (index, later) in group.iter().enumerate() {
        let pairs =
            group[..index].iter().filter_map(|earlier| Some((*earlier, twice(earlier, later, group)?)));
        let pairs: Vec<_> = pairs.collect();
        let Some(twice) = pairs.iter().map(|(_, twice)| *twice).find(|twice| *twice == Twice::Event) else {
            if let Some((earlier, twice)) = pairs.first() {
                findings.report(finding(analysis, earlier, later, *twice));
            }
            continue;
        };
        if let Some((earlier, _)) = pairs.iter().find(|(_, one)| *one == twice) {
            // Of a hooks file and an imported one the file of this host is the place to look at.
            let (at, other) = if later.kind.is_claude() && !earlier.kind.is_claude() {
                (earlier, later)
            } else {
                (later, earlier)
            };
            findings.report(finding(analysis, other, at, twice));
        }
    }
}

fn twice(earlier: &Entry<'_>, later: &Entry<'_>, group: &[&Entry<'_>]) -> Option<Twice> {
    if !run_together(earlier, later) {
        return None;
    }
    let same_file = earlier.source.file == later.source.file;
    let same_arguments = earlier.arguments() == later.arguments();
    let same_text = earlier.command.text.value == later.command.text.value;
    if earlier.hook.event == later.hook.event {
        // The same line twice in one file is another rule's, or two filters on purpose.
        let is_meant = same_file && (same_text || !same_arguments);
        let is_left_out = same_text && earlier.kind.is_claude() != later.kind.is_claude();
        let meets = earlier.reach.meets(&later.reach, later.hook.event);
        return (!is_meant && !is_left_out && meets).then_some(Twice::Event);
    }
    let of_both = SAME_CALL.iter().any(|(broad, narrow, tool)| {
        let is = |one: &Entry<'_>, other: &Entry<'_>| {
            one.hook.event == *broad && other.hook.event == *narrow && one.reach.takes(tool)
        };
        is(earlier, later) || is(later, earlier)
    });
    (of_both && same_arguments && !is_dispatcher(group, later) && !is_dispatcher(group, earlier))
        .then_some(Twice::Call)
}

/// Whether the script stands at many events of this entry's file.
fn is_dispatcher(group: &[&Entry<'_>], entry: &Entry<'_>) -> bool {
    let own = group.iter().filter(|other| other.source.file == entry.source.file);
    own.map(|other| other.hook.event).collect::<BTreeSet<_>>().len() >= DISPATCHER
}

/// Whether the host reads both for one session. Of plugins it is not known which are installed together.
fn run_together(one: &Entry<'_>, other: &Entry<'_>) -> bool {
    if one.source.file == other.source.file {
        return true;
    }
    let is_plugin = |entry: &Entry<'_>| entry.kind == SourceKind::Plugin;
    let is_known = !is_plugin(one) && !is_plugin(other) && one.kind != other.kind;
    is_known && share_a_project(one.source, one.kind, other.source, other.kind)
}

/// Whether two files of different kinds can belong to one project: those of two projects never do.
pub(super) fn share_a_project(
    one: &Source,
    kind: SourceKind,
    other: &Source,
    other_kind: SourceKind,
) -> bool {
    let is_of_a_project =
        |kind| matches!(kind, SourceKind::Project | SourceKind::ClaudeProject | SourceKind::ClaudeLocal);
    let both = is_of_a_project(kind) && is_of_a_project(other_kind);
    !both || one.place.root.is_some() && one.place.root == other.place.root
}

fn finding(analysis: &Analysis, other: &Entry<'_>, at: &Entry<'_>, twice: Twice) -> Diagnostic {
    let event = at.hook.event;
    let is_gate = event.facts().blocking.value.can_block();
    let knows_its_host = at.command.scripts.iter().filter_map(|script| script.facts.as_ref());
    let knows_its_host = knows_its_host.into_iter().any(|facts| !facts.host_checks.is_empty());
    let is_sure = twice == Twice::Event && at.arguments() == other.arguments() && !knows_its_host;
    let level = if is_gate && is_sure { Level::Warning } else { Level::Info };
    let place = if at.source.file == other.source.file {
        "once more in this file".to_owned()
    } else {
        format!("in `{}`", analysis.shown(other.source.file))
    };
    let (message, help) = match twice {
        Twice::Event => (
            format!(
                "the same script is registered for `{}` {place}, so it runs twice each time",
                event.name()
            ),
            if at.dialect == other.dialect {
                "keep one of the two"
            } else {
                "the host imports Claude's settings beside its own: make both commands the same to the byte, or keep one"
            },
        ),
        Twice::Call => (
            format!(
                "the same script stands at `{}` {place}, so it runs twice for one call",
                other.hook.event.name()
            ),
            "keep the one at the event whose payload the script needs",
        ),
    };
    RULE.with(level, RULE.effects[0], at.source.file, at.place(), message)
        .label("runs twice")
        .help(help)
        .related(other.source.file, other.place(), "and here")
}

impl Entry<'_> {
    /// Its only script, where it was found.
    fn script(&self) -> Option<&Arc<ScriptFile>> {
        only_script(self.command)
    }

    /// What tells it apart from another call of its script.
    fn arguments(&self) -> &str {
        self.arguments.get_or_init(|| arguments(self.command))
    }

    /// The word that names the script; the whole command where no word does.
    fn place(&self) -> Span {
        match self.command.scripts.as_slice() {
            [script] => self.command.text.span_of(&self.source.tree, script.used.range.clone()),
            _ => self.command.text.span,
        }
    }
}
