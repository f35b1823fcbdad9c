//! JSON pointers to nodes, many at a time.

use std::collections::HashMap;

use crate::syntax::{Member, Node, NodeId};

/// Finds nodes by pointer. The children of a container are listed once, so that a thousand pointers into one long array cost no more
/// than the array is long.
#[derive(Debug, Default)]
pub(super) struct Finder<'t> {
    items: HashMap<NodeId, Vec<Node<'t>>>,
    members: HashMap<NodeId, HashMap<&'t str, Node<'t>>>,
}

impl<'t> Finder<'t> {
    /// The node at a JSON pointer from `root`; a repeated key leads to its last member.
    pub(super) fn at(&mut self, root: Node<'t>, pointer: &str) -> Option<Node<'t>> {
        pointer.split('/').skip(1).try_fold(root, |node, step| self.child(node, step))
    }

    fn child(&mut self, node: Node<'t>, step: &str) -> Option<Node<'t>> {
        if node.is_array() {
            let items = self.items.entry(node.id()).or_insert_with(|| node.items().collect());
            return items.get(step.parse::<usize>().ok()?).copied();
        }
        let members = self.members.entry(node.id()).or_insert_with(|| {
            node.members().filter_map(|member: Member<'t>| Some((member.key().as_str()?, member.value()))).collect()
        });
        members.get(step.replace("~1", "/").replace("~0", "~").as_str()).copied()
    }
}
