//! The modules that a script loads by a path of its own: whether they are there.

use std::path::Path;

use super::inside::{Seen, Trees};
use super::script::is_generated;
use crate::script::{Facts, Import, Language};
use crate::source::Place;
use crate::system::{FileKind, System};

/// More imports than this are not looked up for one script.
const MAX_IMPORTS: usize = 256;

/// Endings that some loader adds to a name.
const ADDED: [&str; 12] =
    ["", ".js", ".mjs", ".cjs", ".ts", ".mts", ".cts", ".jsx", ".tsx", ".json", ".node", ".wasm"];

/// Endings that loaders of TypeScript look for instead of the written one.
const INSTEAD: [(&str, &[&str]); 4] =
    [(".js", &[".ts", ".tsx"]), (".mjs", &[".mts"]), (".cjs", &[".cts"]), (".jsx", &[".tsx"])];

/// The imports of a script, as places in [`Facts::imports`], whose file is surely not there. `script` is where the script lies, links followed.
pub fn missing_imports(script: &Path, facts: &Facts, place: &Place, system: &dyn System) -> Vec<usize> {
    let is_relative = |import: &Import| import.name.starts_with("./") || import.name.starts_with("../");
    if !matches!(facts.language, Language::JavaScript | Language::TypeScript)
        || !facts.imports.iter().any(is_relative)
    {
        return Vec::new();
    }
    let Some(folder) = script.parent() else { return Vec::new() };
    let trees = Trees::of(place, system);
    let imports = facts.imports.iter().enumerate().take(MAX_IMPORTS);
    imports
        .filter(|(_, import)| is_relative(import) && !is_generated(&import.name))
        .filter(|(_, import)| is_missing(&import.name, folder, &trees))
        .map(|(index, _)| index)
        .collect()
}

/// Whether no loader finds a file for the name.
fn is_missing(name: &str, folder: &Path, trees: &Trees<'_>) -> bool {
    let name = name.split(['?', '#']).next().unwrap_or(name);
    if name.contains(['*', '\\', '`', '$', '{']) {
        return false;
    }
    let instead = INSTEAD.iter().filter_map(|(written, others)| Some((name.strip_suffix(written)?, others)));
    let replaced =
        instead.flat_map(|(stem, others)| others.iter().map(move |other| format!("{stem}{other}")));
    let added = ADDED.iter().map(|ending| format!("{name}{ending}"));
    added.chain(replaced).all(|candidate| match trees.look(&folder.join(&candidate)) {
        Seen::Absent => true,
        // Without a file that stands for it a folder is no module; which file that is depends on the loader.
        Seen::There(_, metadata) => metadata.kind == FileKind::Directory && candidate.is_empty(),
        Seen::Outside | Seen::Unreadable => false,
    })
}
