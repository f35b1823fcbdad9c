//! The pages of the documentation's site: those of `docs/`, and those that rules, events, schemas and `--help` already say.

mod cli;
mod events;
mod evidence;
mod links;
mod markdown;
mod nav;
mod rules;
mod schema;
mod tables;

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::Path;

/// Every page, by its path below the folder of pages: `rules/unknown-event.md`.
type Pages = BTreeMap<String, String>;

/// The folder of the pages that people write.
const WRITTEN: &str = "docs";
/// The folder of the site's own files below it: settings, looks, and the check of the finished pages.
const ASSETS: &str = "docs/site";

/// Writes the pages into `folder/pages` and the generator's settings into `folder/mkdocs.yml`; `hookc` is the binary whose
/// `--help` becomes the reference of commands.
///
/// # Errors
///
/// What cannot be read or written, a help text that is not understood, and a link that leads nowhere.
pub(crate) fn write(root: &Path, hookc: &Path, folder: &Path) -> io::Result<()> {
    let mut pages = written(root)?;
    pages.extend(rules::pages());
    pages.extend(events::pages());
    pages.extend([
        ("reference/commands.md".to_owned(), cli::page(hookc)?),
        ("reference/configuration.md".to_owned(), schema::configuration()),
        ("reference/hooks-file.md".to_owned(), tables::hooks_file()),
        ("reference/evidence.md".to_owned(), evidence::page()),
    ]);
    links::settle(root, &mut pages)?;
    let folder_of_pages = folder.join("pages");
    if folder_of_pages.exists() {
        fs::remove_dir_all(&folder_of_pages)?;
    }
    for (path, text) in &pages {
        write_file(&folder_of_pages.join(path), text)?;
    }
    for asset in ["site.css", "icon.svg"] {
        fs::copy(root.join(ASSETS).join(asset), folder_of_pages.join(asset))?;
    }
    for (path, text) in published(root)? {
        write_file(&folder_of_pages.join(path), &text)?;
    }
    write_file(&folder.join("mkdocs.yml"), &nav::settings(&root.join(ASSETS), &pages))
}

/// The pages of `docs/`, as they stand there.
fn written(root: &Path) -> io::Result<Pages> {
    files(root, "md")
}

/// The schemas that pages of `docs/` link to.
fn published(root: &Path) -> io::Result<Pages> {
    files(root, "json")
}

fn files(root: &Path, extension: &str) -> io::Result<Pages> {
    let mut files = Pages::new();
    for entry in fs::read_dir(root.join(WRITTEN))? {
        let path = entry?.path();
        if path.extension().is_some_and(|found| found == extension) {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            files.insert(name, fs::read_to_string(&path)?);
        }
    }
    Ok(files)
}

fn write_file(path: &Path, text: &str) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    fs::write(path, text)
}
