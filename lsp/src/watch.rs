//! Which files the client is asked to watch.

use std::collections::BTreeSet;
use std::path::Path;

use gen_lsp_types::{
    DidChangeWatchedFilesRegistrationOptions, FileSystemWatcher, GlobPattern, Registration,
    RegistrationParams, RegistrationRequest, Request as _, Unregistration, UnregistrationParams,
    UnregistrationRequest,
};
use hookc_compiler::command::Resolution;
use hookc_compiler::system::normalize;
use serde_json::Value;

use crate::session::Session;

/// Where hooks and what they run usually lie.
const USUAL: [&str; 7] = [
    "**/.cursor/**",
    "**/.claude/**",
    "**/.cursor-plugin/**",
    "**/.claude-plugin/**",
    "**/hooks/**",
    "**/hooks.json",
    "**/hookc.toml",
];

/// More scripts outside of the usual places are not watched one by one.
const MOST: usize = 200;

const METHOD: &str = "workspace/didChangeWatchedFiles";
const USUAL_ID: &str = "hookc/usual";
const SCRIPTS_ID: &str = "hookc/scripts";

/// What is watched.
#[derive(Debug, Default)]
pub(crate) struct Watch {
    usual: bool,
    scripts: BTreeSet<String>,
}

impl Watch {
    /// What the client has to be asked for, so that it watches what the check depends on now.
    pub(crate) fn changes(&mut self, session: &Session<'_>) -> Vec<(&'static str, Value)> {
        let mut changes = Vec::new();
        if !std::mem::replace(&mut self.usual, true) {
            changes.extend(register(USUAL_ID, USUAL.into_iter().map(str::to_owned)));
        }
        let scripts = scripts(session);
        if scripts != self.scripts {
            if !self.scripts.is_empty() {
                changes.extend(unregister(SCRIPTS_ID));
            }
            if !scripts.is_empty() {
                changes.extend(register(SCRIPTS_ID, scripts.iter().cloned()));
            }
            self.scripts = scripts;
        }
        changes
    }
}

fn register(id: &str, globs: impl Iterator<Item = String>) -> Option<(&'static str, Value)> {
    let watcher = |glob: String| FileSystemWatcher { glob_pattern: GlobPattern::Pattern(glob), kind: None };
    let options = DidChangeWatchedFilesRegistrationOptions { watchers: globs.map(watcher).collect() };
    let registration = Registration {
        id: id.to_owned(),
        method: METHOD.to_owned(),
        register_options: Some(serde_json::to_value(options).ok()?),
    };
    let params = serde_json::to_value(RegistrationParams { registrations: vec![registration] }).ok()?;
    Some((RegistrationRequest::METHOD.as_str(), params))
}

fn unregister(id: &str) -> Option<(&'static str, Value)> {
    let gone = Unregistration { id: id.to_owned(), method: METHOD.to_owned() };
    let params = serde_json::to_value(UnregistrationParams { unregisterations: vec![gone] }).ok()?;
    Some((UnregistrationRequest::METHOD.as_str(), params))
}

/// The scripts in the workspace that lie elsewhere, there or not.
fn scripts(session: &Session<'_>) -> BTreeSet<String> {
    let hooks =
        session.analysis().sources.iter().flat_map(|source| &source.config).flat_map(|config| &config.hooks);
    let scripts = hooks.filter_map(|hook| hook.command()).flat_map(|command| &command.scripts);
    let paths = scripts.filter_map(|script| match &script.resolution {
        Resolution::Found(found) => Some(session.editor_path(&found.path)),
        Resolution::Missing(missing) => Some(session.editor_path(&normalize(&missing.path))),
        Resolution::Unknown(_) => None,
    });
    paths.filter_map(|path| glob(session, &path)).take(MOST).collect()
}

/// The pattern for a file inside of a workspace folder; `None` for one that the usual patterns cover, or whose name is no plain text in a pattern.
fn glob(session: &Session<'_>, path: &Path) -> Option<String> {
    let inside = session.folders().iter().find_map(|folder| path.strip_prefix(folder).ok())?;
    let usual = [".cursor", ".claude", ".cursor-plugin", ".claude-plugin", "hooks"];
    if inside.iter().any(|name| usual.iter().any(|usual| name == *usual)) {
        return None;
    }
    let text = inside.to_str()?.replace('\\', "/");
    (!text.contains(['*', '?', '[', ']', '{', '}', '!'])).then(|| format!("**/{text}"))
}
