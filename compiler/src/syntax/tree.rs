//! The tree: a flat arena in document order, and views into it.

use std::fmt;
use std::sync::{Arc, OnceLock};

use serde_json::{Map, Number, Value};

use crate::span::Span;

use super::fault::Fault;
use super::string::JsonString;

/// No parent: the root.
pub(super) const NO_NODE: u32 = u32::MAX;

/// The first character is an opening quote.
pub(super) const OPENED: u8 = 1;
/// The last character is a closing quote.
pub(super) const CLOSED: u8 = 1 << 1;
/// The decoded text stands in [`Decodings`].
pub(super) const DECODED: u8 = 1 << 2;
/// The decoded text has a lone surrogate.
pub(super) const LONE_SURROGATE: u8 = 1 << 3;
/// The node is the key of the member whose value comes next.
pub(super) const KEY: u8 = 1 << 4;
/// The boolean is `true`.
pub(super) const TRUE: u8 = 1 << 5;

/// What a node is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum NodeKind {
    /// `null`.
    Null,
    /// `true` or `false`.
    Bool,
    /// A number.
    Number,
    /// A string, or the key of a member.
    String,
    /// An array.
    Array,
    /// An object.
    Object,
    /// Something that is no value, or nothing where a value belongs. A fault says so; nothing more need be said.
    Invalid,
}

/// One node. The descendants of a container follow it, up to `after`; an object's children are key, value, key, …
#[derive(Debug, Clone, Copy)]
pub(super) struct NodeData {
    pub(super) start: u32,
    pub(super) end: u32,
    pub(super) parent: u32,
    /// One past the last descendant, or past the node itself.
    pub(super) after: u32,
    pub(super) kind: NodeKind,
    pub(super) flags: u8,
}

impl NodeData {
    /// The string that the node is; `index` is the node's own number.
    pub(super) fn string<'t>(self, index: u32, text: &'t str, decodings: &'t Decodings) -> JsonString<'t> {
        let source = &text[self.start as usize..self.end as usize];
        let mut characters = source.chars();
        let quote_length = |flag, quote: Option<char>| {
            if self.flags & flag == 0 { 0 } else { quote.map_or(0, char::len_utf8) }
        };
        let opening = quote_length(OPENED, characters.next());
        let closing = quote_length(CLOSED, characters.next_back());
        let raw = &source[opening..source.len() - closing];
        let escaped = self.flags & DECODED != 0;
        let (decoded, marks) = if escaped { decodings.get(index) } else { (raw, [].as_slice()) };
        JsonString { text: decoded, raw, start: self.start as usize + opening, escaped, marks }
    }
}

/// A place from which the way between a decoded text and its source can be taken up again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Mark {
    /// In bytes of the decoded text of the string.
    pub(super) decoded: u32,
    /// In bytes of its source, without the quote.
    pub(super) raw: u32,
}

/// The texts of strings whose source is not their text, one after the other.
#[derive(Debug, Clone, Default)]
pub(super) struct Decodings {
    pub(super) text: String,
    /// In order of node. An entry ends where the next one starts.
    pub(super) starts: Vec<Start>,
    /// Those of each string one behind the other; a short string has none.
    pub(super) marks: Vec<Mark>,
}

/// Where the text of a node begins, and its marks.
#[derive(Debug, Clone, Copy)]
pub(super) struct Start {
    node: u32,
    text: u32,
    mark: u32,
}

impl Decodings {
    /// Adds the text of a string from its source; says whether a lone surrogate is in it.
    pub(super) fn add(&mut self, node: u32, raw: &str) -> bool {
        self.start(node);
        super::string::unescape(raw, &mut self.text, &mut self.marks)
    }

    /// Adds the text of a node as it is.
    pub(super) fn add_plain(&mut self, node: u32, text: &str) {
        self.start(node);
        self.text.push_str(text);
    }

    fn start(&mut self, node: u32) {
        let (text, mark) = (self.text.len() as u32, self.marks.len() as u32);
        self.starts.push(Start { node, text, mark });
    }

    fn get(&self, node: u32) -> (&str, &[Mark]) {
        let Ok(at) = self.starts.binary_search_by_key(&node, |start| start.node) else {
            return ("", &[]);
        };
        let start = self.starts[at];
        let (end, last_mark) = match self.starts.get(at + 1) {
            Some(next) => (next.text as usize, next.mark as usize),
            None => (self.text.len(), self.marks.len()),
        };
        (&self.text[start.text as usize..end], &self.marks[start.mark as usize..last_mark])
    }
}

/// A member whose key is an earlier member's key: both by the node of the key.
#[derive(Debug, Clone, Copy)]
pub(super) struct Duplicate {
    pub(super) key: u32,
    pub(super) first: u32,
}

/// A parsed text: values with their places, and the faults.
#[derive(Debug, Clone)]
pub struct Tree {
    pub(super) text: Arc<str>,
    pub(super) nodes: Vec<NodeData>,
    pub(super) decodings: Decodings,
    /// In order of key.
    pub(super) duplicates: Vec<Duplicate>,
    pub(super) faults: Vec<Fault>,
    pub(super) more_faults: bool,
    /// Where the first line ends, and whether more than blanks come after it.
    pub(super) first_line: OnceLock<FirstLine>,
}

/// How the first line of a text ends.
#[derive(Debug, Clone, Copy)]
pub(super) struct FirstLine {
    end: Option<usize>,
    is_only: bool,
}

impl Tree {
    /// Parses a text. It never fails: what is wrong is in [`faults`](Self::faults).
    pub fn parse(text: impl Into<Arc<str>>) -> Self {
        super::parse::parse(text.into())
    }

    /// How many values there are, keys among them, and how many objects.
    pub fn size(&self) -> (usize, usize) {
        let objects = self.nodes.iter().filter(|node| node.kind == NodeKind::Object).count();
        (self.nodes.len(), objects)
    }

    /// The text that the tree was made of, byte order mark included.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The same text, shared.
    pub fn shared_text(&self) -> Arc<str> {
        Arc::clone(&self.text)
    }

    /// The value of the whole text; of kind [`Invalid`](NodeKind::Invalid) when there is none.
    pub fn root(&self) -> Node<'_> {
        Node { tree: self, index: 0 }
    }

    /// What keeps `JSON.parse` from accepting the text, in order of place; at most [`MAX_FAULTS`](super::MAX_FAULTS).
    pub fn faults(&self) -> &[Fault] {
        &self.faults
    }

    /// Whether there were more faults than are kept.
    pub fn has_more_faults(&self) -> bool {
        self.more_faults
    }

    /// Whether `JSON.parse` accepts the text once a single byte order mark is removed, within the limits on size and
    /// depth. Duplicate keys and a byte order mark do not make a text invalid.
    pub fn is_valid(&self) -> bool {
        self.faults.is_empty()
    }

    /// The place of the byte order mark at the start.
    pub fn byte_order_mark(&self) -> Option<Span> {
        self.text.starts_with('\u{feff}').then(|| Span::new(0, '\u{feff}'.len_utf8()))
    }

    /// Where the line end of the first line stands.
    pub(super) fn first_line_end(&self) -> Option<usize> {
        self.first_line().end
    }

    /// Whether nothing but blanks comes after the first line.
    pub(super) fn is_one_line(&self) -> bool {
        self.first_line().is_only
    }

    fn first_line(&self) -> FirstLine {
        *self.first_line.get_or_init(|| {
            let end = self.text.find(['\n', '\r']);
            FirstLine { end, is_only: end.is_none_or(|end| self.text[end..].trim_end().is_empty()) }
        })
    }

    /// The node at a JSON pointer from the root; see [`Node::at`].
    pub fn pointer(&self, json_pointer: &str) -> Option<Node<'_>> {
        self.root().at(json_pointer)
    }

    /// The node of this number, which must be of this tree.
    pub fn node(&self, id: NodeId) -> Node<'_> {
        Node { tree: self, index: id.0 }
    }

    /// The innermost node that covers a byte offset, its end included; `None` outside the root.
    pub fn node_at(&self, offset: usize) -> Option<Node<'_>> {
        let covers =
            |node: &Node<'_>| node.span().range().contains(&offset) || node.span().end as usize == offset;
        let last = self.nodes.partition_point(|node| node.start as usize <= offset).checked_sub(1)?;
        std::iter::successors(Some(Node { tree: self, index: last as u32 }), |node| node.parent())
            .find(covers)
    }

    /// Every member whose key was there before in its object, with the first member of that key, in order of place.
    pub fn duplicates(&self) -> impl Iterator<Item = (Member<'_>, Member<'_>)> {
        let member = |key| Member { key: Node { tree: self, index: key } };
        self.duplicates.iter().map(move |duplicate| (member(duplicate.key), member(duplicate.first)))
    }
}

/// The number of a node in its tree: what can be kept apart from the tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(u32);

/// A value or a key, in its tree.
#[derive(Clone, Copy)]
pub struct Node<'t> {
    tree: &'t Tree,
    index: u32,
}

impl<'t> Node<'t> {
    fn data(self) -> NodeData {
        self.tree.nodes[self.index as usize]
    }

    fn has(self, flag: u8) -> bool {
        self.data().flags & flag != 0
    }

    /// Its number.
    pub const fn id(self) -> NodeId {
        NodeId(self.index)
    }

    /// The source from quote to quote, bracket to bracket.
    pub fn source(self) -> &'t str {
        &self.tree.text[self.span().range()]
    }

    /// The node at a JSON pointer (RFC 6901) from here: `""` is the node itself, `/hooks/stop/0` an entry. A repeated
    /// key leads to its last member.
    pub fn at(self, json_pointer: &str) -> Option<Self> {
        let mut steps = json_pointer.split('/');
        if steps.next() != Some("") {
            return None;
        }
        steps.try_fold(self, |node, step| match node.kind() {
            NodeKind::Object => node.get(&step.replace("~1", "/").replace("~0", "~")).map(Member::value),
            NodeKind::Array => node.items().nth(step.parse().ok()?),
            _ => None,
        })
    }

    /// The tree that the node belongs to.
    pub const fn tree(self) -> &'t Tree {
        self.tree
    }

    /// What it is.
    pub fn kind(self) -> NodeKind {
        self.data().kind
    }

    /// Its place: quotes and brackets included. Empty where something is missing.
    pub fn span(self) -> Span {
        let data = self.data();
        Span { start: data.start, end: data.end }
    }

    /// Whether it is `null`.
    pub fn is_null(self) -> bool {
        self.kind() == NodeKind::Null
    }

    /// Whether it is an object.
    pub fn is_object(self) -> bool {
        self.kind() == NodeKind::Object
    }

    /// Whether it is an array.
    pub fn is_array(self) -> bool {
        self.kind() == NodeKind::Array
    }

    /// Whether it is a string.
    pub fn is_string(self) -> bool {
        self.kind() == NodeKind::String
    }

    /// Whether it is a number.
    pub fn is_number(self) -> bool {
        self.kind() == NodeKind::Number
    }

    /// Whether it stands for something that is no value; a fault says why.
    pub fn is_invalid(self) -> bool {
        self.kind() == NodeKind::Invalid
    }

    /// The decoded text of a string; a lone surrogate is U+FFFD in it.
    pub fn as_str(self) -> Option<&'t str> {
        self.string().map(JsonString::text)
    }

    /// The string with its code units and places.
    pub fn string(self) -> Option<JsonString<'t>> {
        if self.kind() != NodeKind::String {
            return None;
        }
        Some(self.data().string(self.index, &self.tree.text, &self.tree.decodings))
    }

    /// Whether the string has an escape for half a surrogate pair, which its text cannot show.
    pub fn has_lone_surrogate(self) -> bool {
        self.has(LONE_SURROGATE)
    }

    /// The value of `true` and `false`.
    pub fn as_bool(self) -> Option<bool> {
        (self.kind() == NodeKind::Bool).then(|| self.has(TRUE))
    }

    /// A number as JSON writes it: the source, or what a faulty notation such as `+1` stands for.
    pub fn number(self) -> Option<&'t str> {
        if self.kind() != NodeKind::Number {
            return None;
        }
        Some(if self.has(DECODED) { self.tree.decodings.get(self.index).0 } else { self.source() })
    }

    /// The number as JavaScript has it: the nearest double, infinite when it is too large.
    pub fn as_f64(self) -> Option<f64> {
        self.number()?.parse().ok()
    }

    /// The array or object that it is part of; for a key and for a value of a member the object.
    pub fn parent(self) -> Option<Node<'t>> {
        let parent = self.data().parent;
        (parent != NO_NODE).then_some(Node { tree: self.tree, index: parent })
    }

    /// The member that it is the key or the value of.
    pub fn member(self) -> Option<Member<'t>> {
        if self.has(KEY) {
            return Some(Member { key: self });
        }
        let parent = self.parent()?;
        parent.is_object().then(|| Member { key: Node { tree: self.tree, index: self.index - 1 } })
    }

    /// The children in document order: items, or keys and values.
    fn children(self) -> Children<'t> {
        Children { tree: self.tree, next: self.index + 1, end: self.data().after }
    }

    /// The items of an array; none of anything else.
    pub fn items(self) -> Items<'t> {
        Items { children: if self.is_array() { self.children() } else { Children::none(self.tree) } }
    }

    /// All members of an object, repeated keys included, in order; none of anything else.
    pub fn members(self) -> Members<'t> {
        Members { children: if self.is_object() { self.children() } else { Children::none(self.tree) } }
    }

    /// The member that `JSON.parse` would keep for a key: the last one of that name. It looks at every member.
    pub fn get(self, key: &str) -> Option<Member<'t>> {
        self.members().filter(|member| member.has_key(key)).last()
    }

    /// The JSON pointer of the value; for a key that of its member. It counts the items before.
    pub fn pointer(self) -> String {
        let mut steps = Vec::new();
        let mut node = self;
        while let Some(parent) = node.parent() {
            steps.push(match node.member() {
                Some(member) => {
                    member.key().as_str().unwrap_or_default().replace('~', "~0").replace('/', "~1")
                }
                None => parent.items().take_while(|item| item.index < node.index).count().to_string(),
            });
            node = parent;
        }
        steps.iter().rev().fold(String::new(), |pointer, step| pointer + "/" + step)
    }

    /// The value as plain data. Of a repeated key the last member stays, a lone surrogate is U+FFFD, what is no value
    /// is `null`, a member whose key is missing is left out, and a number beyond the doubles is the largest double.
    pub fn to_json(self) -> Value {
        let end = self.data().after;
        let mut builder = Builder::default();
        for index in self.index..end {
            let node = Node { tree: self.tree, index };
            builder.close_before(index);
            if node.has(KEY) && index != self.index {
                builder.key = node.as_str().map(str::to_owned);
            } else {
                builder.add(node);
            }
        }
        builder.close_before(end);
        builder.root
    }

    fn leaf_to_json(self) -> Value {
        match self.kind() {
            NodeKind::Bool => Value::Bool(self.has(TRUE)),
            NodeKind::Number => self.number().map_or(Value::Null, number_to_json),
            NodeKind::String => Value::String(self.as_str().unwrap_or_default().to_owned()),
            NodeKind::Null | NodeKind::Invalid | NodeKind::Array | NodeKind::Object => Value::Null,
        }
    }
}

fn number_to_json(text: &str) -> Value {
    let exact = text.parse::<Number>();
    let number = exact.ok().or_else(|| Number::from_f64(text.parse::<f64>().ok()?.clamp(f64::MIN, f64::MAX)));
    number.map_or(Value::Null, Value::Number)
}

/// Puts values together without recursion.
#[derive(Default)]
struct Builder {
    /// The containers that are still open, with the key each will have in the one around it.
    open: Vec<OpenContainer>,
    /// The key of the value that comes next.
    key: Option<String>,
    root: Value,
}

struct OpenContainer {
    key: Option<String>,
    value: Value,
    after: u32,
}

impl Builder {
    fn add(&mut self, node: Node<'_>) {
        let key = self.key.take();
        let value = match node.kind() {
            NodeKind::Array => Value::Array(Vec::new()),
            NodeKind::Object => Value::Object(Map::new()),
            _ => return self.attach(key, node.leaf_to_json()),
        };
        self.open.push(OpenContainer { key, value, after: node.data().after });
    }

    /// Finishes the containers that have no node at `index` or later.
    fn close_before(&mut self, index: u32) {
        while let Some(done) = self.open.pop_if(|container| container.after <= index) {
            self.attach(done.key, done.value);
        }
    }

    fn attach(&mut self, key: Option<String>, value: Value) {
        match self.open.last_mut().map(|container| &mut container.value) {
            None => self.root = value,
            Some(Value::Array(items)) => items.push(value),
            Some(Value::Object(members)) => {
                if let Some(key) = key {
                    members.insert(key, value);
                }
            }
            Some(_) => {}
        }
    }
}

impl PartialEq for Node<'_> {
    /// Whether it is the same node of the same tree, not whether the values are equal.
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.tree, other.tree) && self.index == other.index
    }
}

impl Eq for Node<'_> {}

impl fmt::Debug for Node<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Node").field("kind", &self.kind()).field("span", &self.span()).finish()
    }
}

/// A key and its value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Member<'t> {
    key: Node<'t>,
}

impl<'t> Member<'t> {
    /// The key; of kind [`Invalid`](NodeKind::Invalid) where it is missing.
    pub const fn key(self) -> Node<'t> {
        self.key
    }

    /// The value; of kind [`Invalid`](NodeKind::Invalid) where it is missing.
    pub const fn value(self) -> Node<'t> {
        Node { tree: self.key.tree, index: self.key.index + 1 }
    }

    /// From the key to the end of the value.
    pub fn span(self) -> Span {
        self.key.span().cover(self.value().span())
    }

    /// The source from the key to the end of the value.
    pub fn source(self) -> &'t str {
        &self.key.tree.text[self.span().range()]
    }

    /// The first member of the same key in the same object, when this is not it.
    pub fn duplicate_of(self) -> Option<Member<'t>> {
        let tree = self.key.tree;
        let at = tree.duplicates.binary_search_by_key(&self.key.index, |duplicate| duplicate.key).ok()?;
        Some(Member { key: Node { tree, index: tree.duplicates[at].first } })
    }

    fn has_key(self, key: &str) -> bool {
        self.key.as_str() == Some(key) && !self.key.has_lone_surrogate()
    }
}

#[derive(Debug, Clone)]
struct Children<'t> {
    tree: &'t Tree,
    next: u32,
    end: u32,
}

impl<'t> Children<'t> {
    const fn none(tree: &'t Tree) -> Self {
        Self { tree, next: 0, end: 0 }
    }
}

impl<'t> Iterator for Children<'t> {
    type Item = Node<'t>;

    fn next(&mut self) -> Option<Node<'t>> {
        if self.next >= self.end {
            return None;
        }
        let node = Node { tree: self.tree, index: self.next };
        self.next = node.data().after;
        Some(node)
    }
}

/// The items of an array.
#[derive(Debug, Clone)]
pub struct Items<'t> {
    children: Children<'t>,
}

impl<'t> Iterator for Items<'t> {
    type Item = Node<'t>;

    fn next(&mut self) -> Option<Node<'t>> {
        self.children.next()
    }
}

/// The members of an object.
#[derive(Debug, Clone)]
pub struct Members<'t> {
    children: Children<'t>,
}

impl<'t> Iterator for Members<'t> {
    type Item = Member<'t>;

    fn next(&mut self) -> Option<Member<'t>> {
        let key = self.children.next()?;
        self.children.next();
        Some(Member { key })
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const HOOKS: &str =
        r#"{"version": 1, "hooks": {"stop": [{"command": "a"}, {"command": "b", "loop_limit": null}]}}"#;

    #[test]
    fn a_node_is_small() {
        assert!(size_of::<NodeData>() <= 20);
    }

    #[test]
    fn a_pointer_leads_to_a_node_and_back() {
        let tree = Tree::parse(HOOKS);
        for pointer in ["", "/version", "/hooks/stop", "/hooks/stop/1/command"] {
            assert_eq!(tree.pointer(pointer).unwrap().pointer(), pointer);
        }
        assert_eq!(tree.pointer("/hooks/stop/1/command").unwrap().as_str(), Some("b"));
    }

    #[test]
    fn a_pointer_to_nothing_is_none() {
        let tree = Tree::parse(HOOKS);
        for pointer in ["version", "/nothing", "/hooks/stop/2", "/hooks/stop/x", "/version/0", "/"] {
            assert_eq!(tree.pointer(pointer), None, "{pointer}");
        }
    }

    #[test]
    fn a_pointer_escapes_slash_and_tilde() {
        let tree = Tree::parse(r#"{"a/b": {"~1": 7}}"#);
        assert_eq!(tree.pointer("/a~1b/~01").unwrap().number(), Some("7"));
        assert_eq!(tree.pointer("/a~1b/~01").unwrap().pointer(), "/a~1b/~01");
    }

    #[test]
    fn the_last_of_a_repeated_key_wins_and_knows_the_first() {
        let tree = Tree::parse(r#"{"a": 1, "b": 2, "\u0061": 3, "a": 4}"#);
        assert_eq!(tree.pointer("/a").unwrap().number(), Some("4"));
        let firsts: Vec<_> = tree.root().members().map(|member| member.duplicate_of().is_some()).collect();
        assert_eq!(firsts, [false, false, true, true]);
        assert!(tree.duplicates().all(|(_, first)| first.span() == Span::new(1, 7)));
        assert_eq!(tree.root().to_json(), json!({"a": 4, "b": 2}));
        assert!(tree.is_valid());
    }

    #[test]
    fn repeated_keys_are_found_in_large_objects_too() {
        let members: Vec<_> = (0..1000).map(|number| format!("\"k{}\": 0", number % 990)).collect();
        let tree = Tree::parse(format!("{{{}}}", members.join(", ")));
        assert_eq!(tree.duplicates().count(), 10);
    }

    #[test]
    fn the_same_key_in_two_objects_is_no_repetition() {
        assert_eq!(Tree::parse(r#"{"a": {"a": 1}, "b": {"a": 1}}"#).duplicates().count(), 0);
    }

    #[test]
    fn different_lone_surrogates_are_different_keys() {
        assert_eq!(Tree::parse(r#"{"\ud800": 1, "\ud801": 2, "\ufffd": 3}"#).duplicates().count(), 0);
        assert_eq!(Tree::parse(r#"{"\ud800": 1, "\uD800": 2}"#).duplicates().count(), 1);
    }

    #[test]
    fn proto_is_a_key_like_any_other() {
        let tree = Tree::parse(r#"{"__proto__": {"a": 1}}"#);
        assert_eq!(tree.root().to_json(), json!({"__proto__": {"a": 1}}));
    }

    #[test]
    fn the_value_as_plain_data_is_the_value() {
        assert_eq!(
            Tree::parse(HOOKS).root().to_json(),
            json!({"version": 1, "hooks": {"stop": [{"command": "a"}, {"command": "b", "loop_limit": null}]}})
        );
        assert_eq!(
            Tree::parse("[[], {}, [[1]], -0.5e1, true]").root().to_json(),
            json!([[], {}, [[1]], -5.0, true])
        );
    }

    #[test]
    fn a_part_of_the_tree_is_plain_data_too() {
        let tree = Tree::parse(HOOKS);
        assert_eq!(tree.pointer("/hooks/stop/0").unwrap().to_json(), json!({"command": "a"}));
        assert_eq!(tree.pointer("/version").unwrap().to_json(), json!(1));
        assert_eq!(tree.root().members().next().unwrap().key().to_json(), json!("version"));
    }

    #[test]
    fn numbers_beyond_the_doubles_stay_numbers() {
        let tree = Tree::parse("[1e400, -1e400, 12345678901234567890123]");
        assert_eq!(tree.root().to_json(), json!([f64::MAX, f64::MIN, 1.234_567_890_123_456_8e22]));
        assert_eq!(tree.root().items().next().unwrap().as_f64(), Some(f64::INFINITY));
    }

    #[test]
    fn the_innermost_node_at_an_offset_is_found() {
        let tree = Tree::parse(HOOKS);
        let offset = HOOKS.find("\"b\"").unwrap() + 1;
        assert_eq!(tree.node_at(offset).unwrap().as_str(), Some("b"));
        assert_eq!(tree.node_at(HOOKS.len() + 1), None);
    }

    #[test]
    fn parents_and_members_are_known() {
        let tree = Tree::parse(HOOKS);
        let command = tree.pointer("/hooks/stop/0/command").unwrap();
        assert_eq!(command.member().unwrap().key().as_str(), Some("command"));
        assert_eq!(command.parent().unwrap().pointer(), "/hooks/stop/0");
        assert_eq!(tree.root().parent(), None);
        assert_eq!(command.parent().unwrap().member(), None);
    }
}
