//! From a path to the documents that make up a configuration: the file itself, then what it extends.

use std::cell::RefCell;
use std::collections::HashMap;
use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;

use hookc_compiler::inside::{Seen, Trees};
use hookc_compiler::nearest::nearest;
use hookc_compiler::span::Span;
use hookc_compiler::system::System;
use toml::de::DeTable;

use super::document::{At, Document, Override};
use super::recover::heed;
use super::{Fault, Origin, below};

/// The largest configuration that is read, in bytes.
const MAX_FILE: u64 = 1 << 20;
/// So many files extend one another at most.
const MAX_EXTENDED: usize = 16;
/// One file of a configuration.
#[derive(Debug)]
pub(super) struct Loaded {
    /// Where it is.
    pub(super) path: PathBuf,
    /// How it is called in reports.
    pub(super) shown: String,
    /// The folder that its paths start from.
    pub(super) folder: PathBuf,
    /// Its text; empty when it could not be read.
    pub(super) text: Arc<str>,
    /// What it says; nothing when it could not be understood.
    pub(super) document: Rc<Document>,
}

/// The files that were read for any configuration. One that binds those below it counts in all of them, and is read once.
#[derive(Debug, Default)]
pub(super) struct KnownFiles(RefCell<HashMap<OsString, Rc<KnownFile>>>);

/// A file, what it says, and what is wrong with it as the first of its configuration.
#[derive(Debug, Default)]
struct KnownFile {
    text: Arc<str>,
    document: Rc<Document>,
    faults: Vec<Fault>,
}

/// Where a configuration may lie, and how its files are called.
pub(super) struct Ground<'a> {
    pub(super) system: &'a dyn System,
    /// The tree that nothing is read outside of.
    pub(super) root: &'a Path,
    pub(super) shown: &'a dyn Fn(&Path) -> String,
    pub(super) known: &'a KnownFiles,
}

/// Reads a file, whose paths start from `folder`, and what it extends, and that in turn: the file itself comes first.
pub(super) fn load(ground: &Ground<'_>, path: &Path, folder: &Path) -> (Vec<Loaded>, Vec<Fault>) {
    let (mut files, mut faults) = (Vec::new(), Vec::new());
    let mut read = Vec::new();
    let start = Origin { file: 0, span: Span::empty(0) };
    let mut next = Some((path.to_path_buf(), folder.to_path_buf(), start));
    while let Some((path, folder, named_at)) = next.take() {
        let known = match ground.read(&path, &mut read) {
            Ok(known) => known,
            Err(problem) => {
                faults.push(Fault::invalid(named_at, problem));
                if !files.is_empty() {
                    break;
                }
                Rc::default()
            }
        };
        let file = files.len();
        faults.extend(known.faults.iter().cloned().map(|fault| fault.behind(file)));
        next = extended(&known.document, &folder, file, &mut faults);
        let shown = (ground.shown)(&path);
        let (text, document) = (Arc::clone(&known.text), Rc::clone(&known.document));
        files.push(Loaded { path, shown, folder, text, document });
    }
    (files, faults)
}

fn extended(
    document: &Document,
    folder: &Path,
    file: usize,
    faults: &mut Vec<Fault>,
) -> Option<(PathBuf, PathBuf, Origin)> {
    let extend = document.extend.as_ref()?;
    let at = Origin { file, span: extend.span() };
    let written = Path::new(extend.get());
    if written.is_absolute() {
        faults.push(Fault::invalid(at, "`extend` is a path from the folder of this file"));
        return None;
    }
    let path = hookc_compiler::system::normalize(&folder.join(written));
    let folder = path.parent()?.to_path_buf();
    Some((path, folder, at))
}

impl Ground<'_> {
    /// A file inside of the tree that this configuration has not read before, or what is wrong.
    fn read(&self, path: &Path, done: &mut Vec<PathBuf>) -> Result<Rc<KnownFile>, String> {
        let name = || (self.shown)(path);
        let words = |error: &io::Error| format!("cannot read `{}`: {}", name(), reason(error));
        let target = self.inside(path)?;
        if done.contains(&target) {
            return Err(format!("`{}` extends itself", name()));
        }
        if done.len() == MAX_EXTENDED {
            return Err(format!("more than {MAX_EXTENDED} files extend one another"));
        }
        if let Some(known) = self.known.0.borrow().get(target.as_os_str()) {
            done.push(target);
            return Ok(Rc::clone(known));
        }
        let bytes = self.system.read(&target, MAX_FILE).map_err(|error| words(&error))?;
        done.push(target.clone());
        let text = String::from_utf8(bytes).map_err(|_| format!("`{}` is not UTF-8", name()))?;
        let mut faults = Vec::new();
        let document = Rc::new(parse(&text, 0, &mut faults));
        let file = Rc::new(KnownFile { text: text.into(), document, faults });
        self.known.0.borrow_mut().insert(target.into_os_string(), Rc::clone(&file));
        Ok(file)
    }

    /// Where a path leads, or why what is there is not read. Nothing outside of the tree is looked at; what is absent is not told here.
    pub(super) fn inside(&self, path: &Path) -> Result<PathBuf, String> {
        match Trees::at(self.root, self.system).look(path) {
            Seen::There(target, _) => Ok(target),
            Seen::Absent => Ok(path.to_path_buf()),
            Seen::Outside => Err(format!(
                "`{}` leads out of the tree that is checked, and is not read",
                (self.shown)(path)
            )),
            Seen::Unreadable(kind) => {
                Err(format!("cannot read `{}`: {}", (self.shown)(path), reason(&kind.into())))
            }
        }
    }
}

fn reason(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "no such file".to_owned(),
        io::ErrorKind::FileTooLarge => format!("it is larger than {} KiB", MAX_FILE >> 10),
        kind => kind.to_string(),
    }
}

/// What a text says without its faulty entries; nothing where it is no TOML.
pub(super) fn parse(text: &str, file: usize, faults: &mut Vec<Fault>) -> Document {
    match DeTable::parse(text) {
        Ok(table) => {
            let (mut document, errors) = heed(table);
            faults.extend(errors.iter().map(|error| fault(error, text, file)));
            shorten(&mut document, file, faults);
            document
        }
        Err(error) => {
            faults.push(fault(&error, text, file));
            Document::default()
        }
    }
}

/// So many entries of one list are read: each may be compared with every hook.
const MAX_ENTRIES: usize = 1000;

/// Cuts lists off that are longer than any that people write, and says so.
fn shorten(document: &mut Document, file: usize, faults: &mut Vec<Fault>) {
    let span = |name: &At<String>| name.span();
    let Document { ignore, exclude, tool_names, subagent_types, packs, enforce, .. } = document;
    let names = [
        ("ignore", ignore),
        ("exclude", exclude),
        ("tool-names", tool_names),
        ("subagent-types", subagent_types),
        ("packs", packs),
        ("enforce", enforce),
    ];
    for (name, list) in names {
        cut_off(name, list, span, file, faults);
    }
    let of_override = |entry: &Override| entry.paths.first().map_or(Span::empty(0), At::span);
    cut_off("override", &mut document.overrides, of_override, file, faults);
    cut_off("event", &mut document.events, |event| event.name.span(), file, faults);
    cut_off("suppress", &mut document.suppressions, At::span, file, faults);
    cut_off("forbid", &mut document.forbid, At::span, file, faults);
    cut_off("require", &mut document.require, At::span, file, faults);
    cut_off("cover", &mut document.cover, At::span, file, faults);
}

fn cut_off<T>(
    name: &str,
    list: &mut Vec<T>,
    span: impl Fn(&T) -> Span,
    file: usize,
    faults: &mut Vec<Fault>,
) {
    if let Some(first) = list.get(MAX_ENTRIES) {
        let at = Origin { file, span: span(first) };
        let message =
            format!("`{name}` has more than {MAX_ENTRIES} entries, and those from here on are not read");
        faults.push(Fault::invalid(at, message));
        list.truncate(MAX_ENTRIES);
    }
}

fn fault(error: &toml::de::Error, text: &str, file: usize) -> Fault {
    let range = error.span().unwrap_or(0..0);
    let span = Span::new(range.start.min(text.len()), range.end.min(text.len()));
    let at = Origin { file, span };
    // The words of serde for a name that is none of a list: unknown field `x`, expected one of `a`, `b`.
    let quoted: Vec<&str> = error.message().split('`').skip(1).step_by(2).collect();
    match (error.message().split(' ').next(), quoted.as_slice()) {
        (Some("unknown"), [name, known @ ..]) if !known.is_empty() => {
            let fault = Fault::invalid(at, format!("`{name}` is not known here"));
            match nearest(name, known.iter().copied()) {
                Some(near) => fault.help(format!("did you mean `{near}`?")),
                None => fault.help(format!("what may stand here: {}", known.join(", "))),
            }
        }
        _ => Fault::invalid(at, error.message().trim().replace('\n', "; ")),
    }
}

/// A path of a configuration's file, absolute; a path that leads out of the folder is a fault.
pub(super) fn path_below(
    folder: &Path,
    written: &super::document::At<String>,
    file: usize,
    faults: &mut Vec<Fault>,
) -> Option<PathBuf> {
    let path = below(folder, written.get());
    if path.is_none() {
        let at = Origin { file, span: written.span() };
        faults.push(Fault::invalid(at, "this path does not lead below the folder of this file"));
    }
    path
}
