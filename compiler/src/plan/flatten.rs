//! All sources in plan order, made into steps.

use std::collections::{BTreeMap, BTreeSet};

use hookc_runtime::plan::{self, Format, LeftOut, Matcher, PlanPath, Root, Script, Source, Step};
use hookc_schema::config::{DEFAULT_LOOP_LIMIT, DEFAULT_TIMEOUT_SECONDS};
use hookc_schema::event::Subject;
use hookc_schema::source::WorkingDirectory;
use hookc_schema::{Event, SourceKind};

use super::claude::{Import, tool_matcher};
use super::contents::Contents;
use super::part::Part;
use super::{CompileError, Options, Origin, Refused, exclude, lower, roots};
use crate::analysis::Analysis;
use crate::command::Resolution;
use crate::diagnostic::{Diagnostic, Effect, Level};
use crate::line_index::LineIndex;
use crate::matcher;
use crate::source::Role;
use crate::system::System;
use crate::typecheck::{Action, Command, Dialect, Hook};

/// What the sources come to.
#[derive(Default)]
pub(super) struct Flat {
    pub(super) sources: Vec<Source>,
    pub(super) events: BTreeMap<Event, Vec<Step>>,
    pub(super) left_out: Vec<LeftOut>,
    pub(super) origins: BTreeMap<String, Origin>,
    pub(super) refused: Vec<Refused>,
}

/// Flattens the parts, which stand in plan order.
pub(super) fn flatten(
    system: &dyn System,
    analysis: &Analysis,
    parts: &[Part<'_>],
    options: &Options,
) -> Result<Flat, CompileError> {
    let mut flattening = Flattening {
        analysis,
        parts,
        options,
        contents: Contents::new(system),
        native: BTreeSet::new(),
        flat: Flat::default(),
    };
    for part in parts {
        flattening.add(part)?;
    }
    Ok(flattening.flat)
}

struct Flattening<'a> {
    analysis: &'a Analysis,
    parts: &'a [Part<'a>],
    options: &'a Options,
    contents: Contents<'a>,
    /// What native sources run, for the comparison with Claude's.
    native: BTreeSet<Key>,
    flat: Flat,
}

/// What makes two hooks the same to the host: the event, and the command or prompt to the byte (HOOKS.md 2.5).
type Key = (Event, bool, String);

impl<'a> Flattening<'a> {
    fn add(&mut self, part: &'a Part<'a>) -> Result<(), CompileError> {
        let mut source = self.source(part)?;
        if let Some(reason) = exclude::whole(part, self.options) {
            self.leave_out_all(part, &source, &reason);
            return Ok(());
        }
        if let Some(refused) = refusal(self.analysis, part) {
            source.voided = Some(match refused.position {
                Some((line, _)) => format!("line {line}: {}", refused.reason),
                None => refused.reason.clone(),
            });
            self.flat.refused.push(refused);
            self.flat.sources.push(source);
            return Ok(());
        }
        let index = self.flat.sources.len();
        let mut has_steps = false;
        for (place, hook) in hooks(part).iter().enumerate() {
            let id = source.step_id(hook.event, hook.index);
            self.flat.origins.insert(id.clone(), Origin { source: part.index, hook: place });
            match self.step(part, &source, index, hook, id.clone()) {
                Ok(step) => {
                    has_steps = true;
                    self.flat.events.entry(hook.event).or_default().push(step);
                }
                Err(reason) => self.flat.left_out.push(LeftOut { id, reason }),
            }
        }
        // Settings without hooks have nothing to do with the plan.
        if has_steps || !part.kind.is_claude() {
            self.flat.sources.push(source);
        }
        Ok(())
    }

    fn leave_out_all(&mut self, part: &Part<'_>, source: &Source, reason: &str) {
        for (place, hook) in hooks(part).iter().enumerate() {
            let id = source.step_id(hook.event, hook.index);
            self.flat.origins.insert(id.clone(), Origin { source: part.index, hook: place });
            self.flat.left_out.push(LeftOut { id, reason: reason.to_owned() });
        }
    }

    fn source(&self, part: &Part<'_>) -> Result<Source, CompileError> {
        let file = &self.analysis.files[part.source.file.0 as usize];
        let unfit = || CompileError::Name(file.shown.clone());
        let path = roots::symbolic(&file.path, part, &[]).ok_or_else(unfit)?;
        let cwd =
            working_directory(part, &path, part.kind.facts().working_directory.value).ok_or_else(unfit)?;
        let sha256 = self
            .contents
            .of_source(self.analysis, part.source)
            .ok_or_else(|| CompileError::Changed(file.shown.clone()))?;
        Ok(Source {
            cwd,
            file: path,
            format: if is_claude(part) { Format::Claude } else { Format::Native },
            kind: part.kind,
            name: part.name.clone(),
            sha256,
            voided: None,
        })
    }

    /// The step, or why there is none.
    fn step(
        &mut self,
        part: &Part<'_>,
        source: &Source,
        index: usize,
        hook: &Hook,
        id: String,
    ) -> Result<Step, String> {
        if let Some(reason) =
            exclude::at_target(hook, self.options.target).or_else(|| skipped(self.analysis, part, hook))
        {
            return Err(reason);
        }
        let matcher = matcher(hook, is_claude(part))?;
        let run = self.action(part, hook)?;
        if let Some(key) = key(hook) {
            if part.kind.is_claude() && self.native.contains(&key) {
                return Err(
                    "A hooks file has the same hook at this event, and the host runs that one.".to_owned()
                );
            }
            if !is_claude(part) && part.kind != SourceKind::Plugin {
                self.native.insert(key);
            }
        }
        let at_event = part.kind.facts().working_directory_at(hook.event).value;
        let cwd = working_directory(part, &source.file, at_event).filter(|cwd| *cwd != source.cwd);
        Ok(Step {
            cwd,
            fail_closed: hook.fails_closed(),
            id,
            loop_limit: loop_limit(hook, is_claude(part)),
            matcher,
            run,
            source: index,
            timeout_ms: timeout(hook),
        })
    }

    fn action(&mut self, part: &Part<'_>, hook: &Hook) -> Result<plan::Action, String> {
        match &hook.action {
            Action::Command(command) => Ok(plan::Action::Command {
                line: command.text.value.clone(),
                scripts: self.scripts(part, command),
            }),
            Action::Prompt { prompt, model } => Ok(plan::Action::Prompt {
                text: prompt.value.clone(),
                model: model.as_ref().map(|model| model.value.clone()),
            }),
            Action::Unsupported => Err(format!(
                "The host takes over command and prompt handlers only, and this one has the type `{}`.",
                handler_type(part, hook)
            )),
        }
    }

    /// The scripts that were found, each once, in the order of the line.
    fn scripts(&mut self, part: &Part<'_>, command: &Command) -> Vec<Script> {
        let mut scripts: Vec<Script> = Vec::new();
        for script in &command.scripts {
            let Resolution::Found(file) = &script.resolution else { continue };
            let Some(path) = roots::symbolic(&file.path, part, self.parts) else { continue };
            let Some(sha256) = self.contents.of_script(&file.path) else { continue };
            if scripts.iter().all(|known| known.path != path) {
                scripts.push(Script { path, sha256 });
            }
        }
        scripts
    }
}

fn hooks<'a>(part: &Part<'a>) -> &'a [Hook] {
    part.source.config.as_ref().map_or(&[], |config| config.hooks.as_slice())
}

/// Whether the file has Claude's shape, so that the host maps it and reads Claude's answers.
fn is_claude(part: &Part<'_>) -> bool {
    part.kind.is_claude()
        || part.source.config.as_ref().is_some_and(|config| config.dialect == Dialect::Claude)
}

/// Whether it is a manifest whose hooks are nowhere to be found.
fn names_a_missing_file(part: &Part<'_>) -> bool {
    matches!(&part.source.role, Role::PluginManifest { inline: false, .. })
}

/// Why the host refuses the file: its first fault that voids it.
fn refusal(analysis: &Analysis, part: &Part<'_>) -> Option<Refused> {
    let source = part.source;
    let faults = || analysis.diagnostics.iter().filter(|diagnostic| diagnostic.file == source.file);
    let first = faults()
        .filter(|diagnostic| diagnostic.effect == Effect::VoidsFile)
        .min_by_key(|diagnostic| (diagnostic.span.start, diagnostic.span.end));
    let is_void = first.is_some()
        || !source.tree.is_valid()
        || names_a_missing_file(part)
        || source.config.as_ref().is_some_and(|config| config.void);
    let shown = analysis.shown(source.file).to_owned();
    let position = |diagnostic: &Diagnostic| {
        LineIndex::new(source.tree.text()).line_column(diagnostic.span.start as usize)
    };
    let first = first.or_else(|| {
        faults()
            .filter(|diagnostic| diagnostic.level == Level::Error)
            .min_by_key(|diagnostic| diagnostic.span.start)
    });
    is_void.then(|| Refused {
        shown,
        position: first.map(position),
        reason: first.map_or("the host cannot read the file", |fault| fault.message.as_str()).to_owned(),
    })
}

/// Why the host skips one hook of a Claude file, where a native file would be refused.
fn skipped(analysis: &Analysis, part: &Part<'_>, hook: &Hook) -> Option<String> {
    let is_about_it = |diagnostic: &&Diagnostic| {
        diagnostic.file == part.source.file
            && diagnostic.level == Level::Error
            && diagnostic.effect == Effect::NeverRuns
            && hook.span.contains(diagnostic.span)
    };
    let fault = is_claude(part).then(|| analysis.diagnostics.iter().find(is_about_it)).flatten()?;
    Some(format!("The host skips it: {}.", fault.message))
}

fn handler_type<'a>(part: &Part<'a>, hook: &Hook) -> &'a str {
    let entry = part.source.tree.node(hook.entry);
    entry.get("type").and_then(|member| member.value().as_str()).unwrap_or_default()
}

fn key(hook: &Hook) -> Option<Key> {
    match &hook.action {
        Action::Command(command) => Some((hook.event, true, command.text.value.clone())),
        Action::Prompt { prompt, .. } => Some((hook.event, false, prompt.value.clone())),
        Action::Unsupported => None,
    }
}

fn matcher(hook: &Hook, is_claude: bool) -> Result<Option<Matcher>, String> {
    let Some(matcher) = &hook.matcher else { return Ok(None) };
    let Some(pattern) = &matcher.pattern else { return Ok(None) };
    let written = matcher.text.value.as_str();
    let is_for_tools = hook.event.facts().subject.value == Subject::ToolName;
    if is_claude && is_for_tools {
        match tool_matcher(written) {
            Import::Pattern(mapped) if mapped != written => {
                let pattern = matcher::parse_str(&mapped).ok();
                return Ok(Some(lower::lower(written, pattern.as_ref(), hook.event)));
            }
            Import::Pattern(_) => {}
            Import::Nothing(names) => {
                return Err(format!("No hook sees the tool `{}`, so the host skips it.", names.join("`, `")));
            }
        }
    }
    Ok(Some(lower::lower(written, pattern.as_deref().ok(), hook.event)))
}

/// The folder as the plan calls it. Where it does not depend on the event it is the source's.
fn working_directory(part: &Part<'_>, file: &PlanPath, directory: WorkingDirectory) -> Option<PlanPath> {
    let whole = |root: Root| PlanPath::new(root, "").ok();
    match directory {
        WorkingDirectory::Project => whole(Root::Project),
        WorkingDirectory::CursorHome => PlanPath::new(Root::User, ".cursor").ok(),
        WorkingDirectory::FolderOfFile => {
            let folder = file.below().rsplit_once('/').map_or("", |(folder, _)| folder);
            PlanPath::new(part.root.clone(), folder).ok()
        }
        WorkingDirectory::Plugin => whole(part.root.clone()),
        WorkingDirectory::FirstWorkspaceFolder => whole(Root::Workspace),
    }
}

/// The most milliseconds that JSON readers everywhere keep exactly.
const MAX_TIMEOUT: f64 = 9_007_199_254_740_991.0;

#[expect(clippy::cast_sign_loss, reason = "the value is clamped to the positive range")]
fn timeout(hook: &Hook) -> u64 {
    let seconds = hook.timeout.map_or(f64::from(DEFAULT_TIMEOUT_SECONDS), |timeout| timeout.value);
    (seconds * 1000.0).round().clamp(1.0, MAX_TIMEOUT) as u64
}

/// The limit counts only where there are follow-ups, and Claude's hooks have none (HOOKS.md 2.7, 7.5).
#[expect(clippy::cast_sign_loss, reason = "a limit that is not positive voids the file")]
fn loop_limit(hook: &Hook, is_claude: bool) -> Option<u64> {
    if is_claude || !hook.event.facts().uses_loop_limit() {
        return None;
    }
    match hook.loop_limit {
        Some(limit) => limit.value.map(|limit| limit as u64),
        None => Some(DEFAULT_LOOP_LIMIT.into()),
    }
}
