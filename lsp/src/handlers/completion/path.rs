//! Paths of scripts inside a command line, from the folder that the line runs in.

use std::path::{Path, PathBuf};

use gen_lsp_types::CompletionItemKind;
use hookc_compiler::span::Span;
use hookc_compiler::system::{FileKind, System};
use hookc_schema::{Event, SourceKind};

use super::Draft;
use crate::cursor::Site;
use crate::session::View;
use crate::snippet::Snippet;

/// Folders that hold scripts, looked into before anything is written.
const USUAL: [&str; 4] = [".cursor/hooks", ".claude/hooks", "hooks", "scripts"];

/// Variables that stand for the root of a source, with the slash behind them.
const ROOTS: [&str; 8] = [
    "${CURSOR_PLUGIN_ROOT}/",
    "$CURSOR_PLUGIN_ROOT/",
    "${CLAUDE_PLUGIN_ROOT}/",
    "$CLAUDE_PLUGIN_ROOT/",
    "${CURSOR_PROJECT_DIR}/",
    "$CURSOR_PROJECT_DIR/",
    "${CLAUDE_PROJECT_DIR}/",
    "$CLAUDE_PROJECT_DIR/",
];

/// More entries of one folder are not listed.
const MOST: usize = 500;

/// The files and folders that the word at the offset may go on with.
pub(super) fn drafts(view: &View<'_>, site: &Site<'_>, offset: usize) -> Vec<Draft> {
    let Some(string) = site.node.string() else { return Vec::new() };
    let content = string.content_span();
    if !(content.start as usize..=content.end as usize).contains(&offset) {
        return Vec::new();
    }
    let before = &view.text()[content.start as usize..offset];
    let word = before.rsplit([' ', '\t', '"', '\'', '=', ';', '&', '|']).next().unwrap_or_default();
    let Some((base, inside)) = base(view, site, word) else { return Vec::new() };
    let (folder, name) = inside.rsplit_once('/').map_or(("", inside), |(folder, name)| (folder, name));
    let span = Span::new(offset - name.len(), offset);
    let lister = Lister { system: view.session.system(), base: &base, span };
    let mut drafts = if inside.is_empty() && word.is_empty() {
        USUAL.iter().flat_map(|usual| lister.scripts(usual)).collect()
    } else {
        Vec::new()
    };
    drafts.extend(lister.list(folder));
    drafts
}

/// The folder that the word starts from, and the path below it so far.
fn base<'w>(view: &View<'_>, site: &Site<'_>, word: &'w str) -> Option<(PathBuf, &'w str)> {
    let place = &view.source.place;
    if let Some(rest) = ROOTS.iter().find_map(|root| word.strip_prefix(root)) {
        return Some((place.root.clone()?, rest));
    }
    if word.starts_with(['/', '~', '$', '-', '\\']) {
        return None;
    }
    let is_plugin = view.source.kind() == Some(SourceKind::Plugin);
    if is_plugin && matches!(site.event(), Some(Event::Stop | Event::SubagentStop)) {
        return None;
    }
    Some((place.working_directory.clone()?, word))
}

struct Lister<'a> {
    system: &'a dyn System,
    base: &'a Path,
    span: Span,
}

impl Lister<'_> {
    /// The files of a usual folder, with the path to them.
    fn scripts(&self, folder: &str) -> Vec<Draft> {
        let files = self.entries(folder).into_iter().filter(|(_, kind)| *kind == FileKind::File);
        files.map(|(name, kind)| self.draft(&format!("{folder}/{name}"), kind)).collect()
    }

    fn list(&self, folder: &str) -> Vec<Draft> {
        self.entries(folder).into_iter().map(|(name, kind)| self.draft(&name, kind)).collect()
    }

    /// What stands in a folder below the base; nothing where a link leads out of it.
    fn entries(&self, folder: &str) -> Vec<(String, FileKind)> {
        let real = |path: &Path| self.system.canonicalize(path).ok();
        let (Some(root), Some(folder)) = (real(self.base), real(&self.base.join(folder))) else {
            return Vec::new();
        };
        if !folder.starts_with(&root) {
            return Vec::new();
        }
        let entries = self.system.read_dir(&folder).unwrap_or_default();
        let named = entries.into_iter().take(MOST).filter_map(|entry| {
            let name = entry.name.into_string().ok()?;
            is_plain(&name).then_some((name, entry.kind))
        });
        named.filter(|(_, kind)| matches!(kind, FileKind::File | FileKind::Directory)).collect()
    }

    fn draft(&self, path: &str, kind: FileKind) -> Draft {
        let is_folder = kind == FileKind::Directory;
        let text = if is_folder { format!("{path}/") } else { path.to_owned() };
        Draft {
            label: text.clone(),
            kind: if is_folder { CompletionItemKind::Folder } else { CompletionItemKind::File },
            detail: None,
            doc: String::new(),
            span: self.span,
            text: Snippet::default().text(text),
            comma: None,
        }
    }
}

/// Whether a name can stand in a command line and in JSON as it is.
fn is_plain(name: &str) -> bool {
    name.chars().all(|sign| sign.is_alphanumeric() || matches!(sign, '.' | '-' | '_' | '+' | '@' | ','))
}
