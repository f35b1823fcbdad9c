//! What a repository has committed last: where its parts lie, which commit `HEAD` names, and the files of it.

use std::collections::HashMap;
use std::path::{Component, Path, PathBuf};
use std::rc::Rc;

use super::Unreadable;
use super::objects::{Kind, Name, Object, Objects};
use crate::system::{FileKind, System, normalize};

/// The longest list of references that is read, in bytes.
const MAX_REFERENCES: u64 = 64 << 20;

/// A reference may name another; git follows five.
const MAX_SYMBOLIC: usize = 5;

/// Where the parts of a repository lie.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Parts {
    /// The folder of its files.
    pub(super) work_tree: PathBuf,
    /// `HEAD` and the index of this work tree.
    pub(super) own: PathBuf,
    /// What all work trees share: references and objects.
    common: PathBuf,
}

impl Parts {
    /// The repository around a folder, wherever its `.git` leads.
    pub(super) fn around(folder: &Path, system: &dyn System) -> Result<Self, Unreadable> {
        for work_tree in folder.ancestors() {
            let dot_git = work_tree.join(".git");
            let own = match system.metadata(&dot_git).map(|found| found.kind) {
                Ok(FileKind::Directory) => dot_git,
                Ok(FileKind::File) => {
                    let target = text(&dot_git, system).ok_or(Unreadable::Damaged("`.git`"))?;
                    let target = target.strip_prefix("gitdir:").ok_or(Unreadable::Damaged("`.git`"))?;
                    normalize(&work_tree.join(target.trim()))
                }
                _ => continue,
            };
            let common = match text(&own.join("commondir"), system) {
                Some(target) => normalize(&own.join(target.trim())),
                None => own.clone(),
            };
            return Ok(Self { work_tree: work_tree.to_path_buf(), own, common });
        }
        Err(Unreadable::NoRepository)
    }

    /// The commit that `HEAD` names; `None` before the first one.
    fn head(&self, system: &dyn System) -> Result<Option<Name>, Unreadable> {
        let mut value = text(&self.own.join("HEAD"), system).ok_or(Unreadable::Damaged("`HEAD`"))?;
        for _ in 0..MAX_SYMBOLIC {
            let Some(reference) = value.strip_prefix("ref:") else {
                return Name::from_hex(value.trim()).map(Some).ok_or(Unreadable::Damaged("`HEAD`"));
            };
            let reference = reference.trim().to_owned();
            // Where references are kept in tables, `HEAD` names one that cannot be.
            if reference == "refs/heads/.invalid" {
                return Err(Unreadable::Tables);
            }
            let is_inside =
                Path::new(&reference).components().all(|part| matches!(part, Component::Normal(_)));
            if !is_inside {
                return Err(Unreadable::Damaged("`HEAD`"));
            }
            let loose = [&self.own, &self.common]
                .into_iter()
                .find_map(|folder| text(&folder.join(&reference), system));
            match loose.or_else(|| self.packed(&reference, system)) {
                Some(found) => value = found,
                None => return Ok(None),
            }
        }
        Err(Unreadable::Damaged("`HEAD`"))
    }

    /// A reference from the list of those that have no file.
    fn packed(&self, reference: &str, system: &dyn System) -> Option<String> {
        let list = text(&self.common.join("packed-refs"), system)?;
        let mut pairs = list.lines().filter_map(|line| line.split_once(' '));
        pairs.find(|(_, name)| name.trim() == reference).map(|(value, _)| value.to_owned())
    }
}

fn text(path: &Path, system: &dyn System) -> Option<String> {
    String::from_utf8(system.read(path, MAX_REFERENCES).ok()?).ok()
}

/// A file or folder of a commit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct TreeEntry {
    pub(super) mode: u32,
    pub(super) name: Name,
}

const FOLDER: u32 = 0o040_000;

/// So many bytes of folders are kept for the next file.
const MAX_KEPT: usize = 64 << 20;

/// Searching so many bytes is as much work as unpacking one.
const SEARCHED_AT_ONCE: usize = 8;

/// The files of the last commit.
#[derive(Debug)]
pub(super) struct Head {
    objects: Objects,
    /// `None` before the first commit.
    root: Option<Name>,
    trees: HashMap<Name, Rc<Vec<u8>>>,
    /// How many bytes these are.
    kept: usize,
}

impl Head {
    pub(super) fn open(parts: &Parts, system: &dyn System) -> Result<Self, Unreadable> {
        let mut objects = Objects::open(parts.common.join("objects"), system);
        let root = match parts.head(system)? {
            Some(commit) => Some(tree_of(&objects.read(&commit, system)?)?),
            None => None,
        };
        Ok(Self { objects, root, trees: HashMap::new(), kept: 0 })
    }

    /// What the commit has at a path from the root of the work tree on, with `/`.
    pub(super) fn entry(&mut self, path: &str, system: &dyn System) -> Result<Option<TreeEntry>, Unreadable> {
        let Some(root) = self.root else { return Ok(None) };
        let mut entry = TreeEntry { mode: FOLDER, name: root };
        for part in path.split('/') {
            if entry.mode != FOLDER {
                return Ok(None);
            }
            let tree = self.tree(entry.name, system)?;
            self.objects.spend(tree.len() / SEARCHED_AT_ONCE)?;
            match find(&tree, part.as_bytes(), root.bytes().len())? {
                Some(found) => entry = found,
                None => return Ok(None),
            }
        }
        Ok(Some(entry))
    }

    /// The bytes of a file.
    pub(super) fn blob(&mut self, name: &Name, system: &dyn System) -> Result<Vec<u8>, Unreadable> {
        match self.objects.read(name, system)? {
            Object { kind: Kind::Blob, bytes } => Ok(bytes),
            _ => Err(Unreadable::Damaged("a tree")),
        }
    }

    fn tree(&mut self, name: Name, system: &dyn System) -> Result<Rc<Vec<u8>>, Unreadable> {
        if let Some(tree) = self.trees.get(&name) {
            return Ok(Rc::clone(tree));
        }
        let Object { kind: Kind::Tree, bytes } = self.objects.read(&name, system)? else {
            return Err(Unreadable::Damaged("a tree"));
        };
        let tree = Rc::new(bytes);
        self.kept += tree.len();
        if self.kept > MAX_KEPT {
            self.trees.clear();
            self.kept = tree.len();
        }
        self.trees.insert(name, Rc::clone(&tree));
        Ok(tree)
    }
}

fn tree_of(commit: &Object) -> Result<Name, Unreadable> {
    let line = commit.bytes.split(|byte| *byte == b'\n').next().unwrap_or_default();
    let name = std::str::from_utf8(line).ok().and_then(|line| line.strip_prefix("tree "));
    let name = name.filter(|_| commit.kind == Kind::Commit).and_then(Name::from_hex);
    name.ok_or(Unreadable::Damaged("a commit"))
}

/// The entry of a name in a tree: mode, blank, name, NUL, and the object's name.
fn find(tree: &[u8], wanted: &[u8], hash_length: usize) -> Result<Option<TreeEntry>, Unreadable> {
    let mut rest = tree;
    while !rest.is_empty() {
        let (mode, name, object, behind) = first(rest, hash_length).ok_or(Unreadable::Damaged("a tree"))?;
        if name == wanted {
            return Ok(Some(TreeEntry { mode, name: object }));
        }
        rest = behind;
    }
    Ok(None)
}

/// The first entry, and what comes behind it.
fn first(tree: &[u8], hash_length: usize) -> Option<(u32, &[u8], Name, &[u8])> {
    let blank = tree.iter().position(|byte| *byte == b' ')?;
    let (mode, behind) = (&tree[..blank], &tree[blank + 1..]);
    let end = behind.iter().position(|byte| *byte == 0)?;
    let (name, behind) = (&behind[..end], &behind[end + 1..]);
    let (object, behind) = behind.split_at_checked(hash_length)?;
    let mode = u32::from_str_radix(std::str::from_utf8(mode).ok()?, 8).ok()?;
    Some((mode, name, Name::new(object)?, behind))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tree_is_searched_to_its_end() {
        let mut tree = b"100644 a\0".to_vec();
        tree.extend([1; 20]);
        tree.extend(b"40000 b\0");
        tree.extend([2; 20]);
        assert_eq!(find(&tree, b"b", 20).unwrap().unwrap().mode, FOLDER);
        assert_eq!(find(&tree, b"c", 20), Ok(None));
        assert_eq!(find(&tree[..40], b"c", 20), Err(Unreadable::Damaged("a tree")));
    }
}
