//! Examples of rules as files of the disk, for the binary itself.

use crate::example::{Example, File};
use crate::tree::Tree;

/// The options that name places to `hookc check`, and the folders that stand for them.
const PLACES: [(&str, &str); 4] = [
    ("--workspace=workspace", "workspace"),
    ("--home=home", "home"),
    ("--system-root=system", "system"),
    ("--plugin=plugin", "plugin"),
];

/// The texts and links of an example, and the options that name their places.
pub fn on_disk(example: &Example) -> (Tree, Vec<&'static str>) {
    let mut used = [true, false, false, false];
    let mut tree = Tree::new().folder("workspace");
    for (path, file) in example.files() {
        let (place, path) = if let Some(path) = path.strip_prefix("~/") {
            (1, path)
        } else if let Some(path) = path.strip_prefix('/') {
            (2, path)
        } else if let Some(path) = path.strip_prefix("plugin:") {
            (3, path)
        } else {
            (0, path.as_str())
        };
        used[place] = true;
        let path = format!("{}/{path}", PLACES[place].1);
        tree = match file {
            File::Text { bytes, executable: true, .. } => tree.script(&path, bytes),
            File::Text { bytes, .. } => tree.file(&path, bytes),
            #[cfg(unix)]
            File::Link(target) => tree.link(&path, target),
            _ => tree,
        };
    }
    let options = PLACES.into_iter().zip(used).filter(|(_, used)| *used).map(|((option, _), _)| option);
    (tree, options.collect())
}
