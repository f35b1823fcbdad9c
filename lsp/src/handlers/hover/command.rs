//! A command: where it runs, and what it starts.

use hookc_compiler::command::{GitState, MAX_SCRIPT, Resolution, ScriptFile, Unknowable};
use hookc_compiler::typecheck::{Hook, Script};
use hookc_runtime::plan::Digest;
use hookc_schema::source::WorkingDirectory;

use crate::session::View;

pub(super) fn said(view: &View<'_>, hook: &Hook) -> Option<String> {
    let command = hook.command()?;
    let mut parts = vec![directory(view, hook)?];
    parts.extend(command.scripts.iter().map(|script| of_script(view, script)));
    let programs: Vec<String> =
        command.line.programs().iter().map(|program| format!("`{}`", program.name)).collect();
    if !programs.is_empty() {
        parts.push(format!("Looked up on the `PATH`: {}.", programs.join(", ")));
    }
    Some(parts.join("\n\n"))
}

fn directory(view: &View<'_>, hook: &Hook) -> Option<String> {
    let kind = view.source.kind()?;
    let folder = match kind.facts().working_directory_at(hook.event).value {
        WorkingDirectory::Project => "the project's root",
        WorkingDirectory::CursorHome => "`~/.cursor`",
        WorkingDirectory::FolderOfFile => "the folder of this file",
        WorkingDirectory::Plugin => "the plugin's root",
        WorkingDirectory::FirstWorkspaceFolder => "the first folder of the workspace",
    };
    Some(format!("Runs in {folder}."))
}

fn of_script(view: &View<'_>, script: &Script) -> String {
    let written = format!("`{}`", script.used.text.replace('`', "'"));
    match &script.resolution {
        Resolution::Found(found) => format!("{written} is {}", found_script(view, found)),
        Resolution::Missing(missing) => {
            let hint = match (&missing.exists_elsewhere, &missing.near) {
                (Some(elsewhere), _) => format!("; written `{}` it would be", elsewhere.text),
                (None, Some(near)) => format!("; `{near}` is"),
                (None, None) => String::new(),
            };
            format!("{written} is not there{hint}")
        }
        Resolution::Unknown(reason) => format!("{written} is not known before a run: {}", why(*reason)),
    }
}

fn found_script(view: &View<'_>, found: &ScriptFile) -> String {
    let shown = view.source.place.show(&view.session.editor_path(&found.path));
    let mut facts = vec![format!("`{shown}`, {} bytes", found.len)];
    if let Some(program) = found.head.as_ref().and_then(|head| head.shebang.as_ref()) {
        facts.push(format!("read by `{}`", program.program));
    }
    facts.extend(found.executable.map(|may| (if may { "executable" } else { "not executable" }).to_owned()));
    facts.extend(in_git(&found.git).map(str::to_owned));
    let digest = view.session.system().read(&found.path, MAX_SCRIPT).map(|bytes| Digest::of(&bytes));
    let digest = digest.map(|digest| format!("\n\nsha256 `{digest}`"));
    format!("{}{}", facts.join(", "), digest.unwrap_or_default())
}

const fn in_git(state: &GitState) -> Option<&'static str> {
    match state {
        GitState::Tracked(_) => Some("tracked by git"),
        GitState::Untracked { .. } => Some("not tracked by git"),
        GitState::NoIndex { .. } | GitState::Unknown => None,
    }
}

const fn why(reason: Unknowable) -> &'static str {
    match reason {
        Unknowable::WorkingDirectory => "the folder that the line runs in depends on the workspace",
        Unknowable::Dynamic => "it depends on a variable, a substitution or a pattern",
        Unknowable::Outside => "it lies outside of the folders that may be looked into",
        Unknowable::Lookup => "it may be found on the `PATH`",
        Unknowable::Unreadable => "the file system does not say",
        Unknowable::Folder => "it is a folder",
    }
}
