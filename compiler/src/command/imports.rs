//! The modules that a script loads by a path of its own: whether they are there.

use std::path::Path;

use super::script::is_generated;
use crate::inside::{Seen, Trees};
use crate::script::{Facts, Language};
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
    let beside: fn(&str) -> Option<&str> = match facts.language {
        Language::JavaScript | Language::TypeScript => as_it_is,
        Language::Shell => below_the_script,
        Language::Python | Language::PowerShell => return Vec::new(),
    };
    let imports = facts.imports.iter().enumerate().take(MAX_IMPORTS);
    let named: Vec<(usize, &str)> =
        imports.filter_map(|(index, import)| Some((index, beside(&import.name)?))).collect();
    let Some(folder) = script.parent().filter(|_| !named.is_empty()) else { return Vec::new() };
    let trees = Trees::of(place, system);
    named
        .into_iter()
        .filter(|(_, name)| !is_generated(name) && is_missing(name, folder, &trees))
        .map(|(index, _)| index)
        .collect()
}

fn as_it_is(name: &str) -> Option<&str> {
    (name.starts_with("./") || name.starts_with("../")).then_some(name)
}

/// What follows the script's own folder in a path; without it a path begins in the folder that the script runs in.
fn below_the_script(name: &str) -> Option<&str> {
    let folders = [
        "$(dirname \"$0\")/",
        "$(dirname $0)/",
        "$(dirname -- \"$0\")/",
        "$(dirname \"${BASH_SOURCE[0]}\")/",
        "$(dirname -- \"${BASH_SOURCE[0]}\")/",
        "$(dirname \"$BASH_SOURCE\")/",
        "$(cd \"$(dirname \"$0\")\" && pwd)/",
        "$(cd \"$(dirname \"${BASH_SOURCE[0]}\")\" && pwd)/",
        "${BASH_SOURCE[0]%/*}/",
        "${BASH_SOURCE%/*}/",
        "${0%/*}/",
    ];
    let rest = folders.iter().find_map(|folder| name.strip_prefix(folder))?;
    (!rest.contains(['$', '`', '*', '"'])).then_some(rest)
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
        Seen::There(_, kind) => kind == FileKind::Directory && candidate.is_empty(),
        Seen::Outside | Seen::Unreadable(_) => false,
    })
}
