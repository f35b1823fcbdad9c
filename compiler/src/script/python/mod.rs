//! Python scripts.
//!
//! A script is read as it would run: statements in order, with what is known of every name ([`state`]), both ways of a
//! condition, functions where they are called. What is known of a value ([`known`]) is enough to tell the payload and its
//! fields, the dictionaries that become answers and the constants that are compared with.

mod args;
mod branch;
mod call;
mod class;
mod condition;
mod expression;
mod files;
mod function;
mod imports;
mod json_text;
mod known;
mod library;
mod literal;
mod methods;
mod output;
mod patterns;
mod payload;
mod process;
mod state;
mod statement;
mod stdlib;
#[cfg(test)]
mod tests;
mod text;
mod tries;

use std::cell::RefCell;
use std::collections::BTreeSet;

use tree_sitter::Parser;

use super::Language;
use super::facts::{Facts, Place, StdinUse, Unknown, UnknownKind};
use super::program::{Block, FunctionId, Program, Statement, StatementKind};
use class::Class;
use function::{Activation, Definition};
use known::{Known, ObjectId, Path, Target};
use state::State;
use tries::Attempt;

use crate::order;

type Node<'t> = tree_sitter::Node<'t>;

/// Nested deeper than this, a script is not followed.
const MAX_DEPTH: usize = 120;

/// The work that a script is worth at least, in syntax nodes visited.
const MIN_WORK: usize = 30_000;

thread_local! {
    /// A parser costs more to make than to use.
    static PARSER: RefCell<Option<Parser>> = const { RefCell::new(None) };
}

/// Reads a script.
pub(super) fn read(text: &str) -> Facts {
    let Some(tree) = syntax_tree(text) else {
        return Facts::unknown(Language::Python, 0..0, UnknownKind::Syntax);
    };
    let root = tree.root_node();
    let mut reader = Reader::new(text, root.descendant_count());
    if let Some(place) = first_error(root) {
        reader.unknown(place, UnknownKind::Syntax);
    }
    reader.block_of(root);
    reader.finish()
}

fn syntax_tree(text: &str) -> Option<tree_sitter::Tree> {
    PARSER.with_borrow_mut(|slot| {
        let mut parser = if let Some(parser) = slot.take() {
            parser
        } else {
            let mut parser = Parser::new();
            parser.set_language(&tree_sitter_python::LANGUAGE.into()).ok()?;
            parser
        };
        let tree = crate::grammar::parse(&mut parser, text.as_bytes());
        *slot = Some(parser);
        tree
    })
}

/// Where the text does not parse.
fn first_error(root: Node<'_>) -> Option<Place> {
    if !root.has_error() {
        return None;
    }
    let mut cursor = root.walk();
    loop {
        let node = cursor.node();
        if node.is_error() || node.is_missing() {
            return Some(node.byte_range());
        }
        if node.has_error() && cursor.goto_first_child() {
            continue;
        }
        while !cursor.goto_next_sibling() {
            if !cursor.goto_parent() {
                return Some(root.byte_range());
            }
        }
    }
}

/// Reads one script.
struct Reader<'t> {
    text: &'t str,
    facts: Facts,
    /// What the program has become so far; the statements of the current block are in `block`.
    functions: Vec<Block>,
    block: Block,
    state: State<'t>,
    definitions: Vec<Definition<'t>>,
    classes: Vec<Class<'t>>,
    /// The functions that are running, innermost last.
    running: Vec<Activation<'t>>,
    attempts: Vec<Attempt<'t>>,
    loops: Vec<branch::Loop<'t>>,
    /// Whether the statement that comes next may leave what follows it to be read apart for handled errors.
    may_split: bool,
    /// What holds behind the handlers of the statement before, when what follows is read apart for them.
    split: Option<State<'t>>,
    splits: usize,
    is_after_handlers: bool,
    /// The statement that is being read.
    statement: Place,
    depth: usize,
    work: usize,
    next_object: u32,
    next_frame: u32,
    /// Whether a loop's body is read only to learn what it changes.
    is_rehearsal: bool,
    notes: Notes,
}

/// What is only judged when the whole script was read.
#[derive(Debug, Default)]
struct Notes {
    /// Fields whose presence is asked for somewhere.
    tested: BTreeSet<String>,
    /// Fields that are decoded as JSON of their own.
    decoded: BTreeSet<String>,
    /// Programs whose presence is asked for.
    checked_programs: BTreeSet<String>,
    /// Files whose mode is set.
    private_files: BTreeSet<String>,
    /// Whether every new file is private.
    umask: bool,
    /// Uses of the working directory, with the function that uses it.
    cwd_uses: Vec<(Place, u32)>,
    /// Functions that take the project's folder from the payload or the environment.
    knows_project: BTreeSet<u32>,
    /// Whether the payload was changed after it was read.
    changed_payload: bool,
    /// Where names of another file came in by `import *`.
    wildcard: Option<Place>,
    /// Where log lines go.
    log: Log,
}

/// Where the `logging` module writes.
#[derive(Debug, Clone, Default, PartialEq)]
enum Log {
    /// To standard error.
    #[default]
    Stderr,
    /// To standard output.
    Stdout,
    /// To a file.
    File(Target),
}

impl<'t> Reader<'t> {
    fn new(text: &'t str, nodes: usize) -> Self {
        Self {
            text,
            facts: Facts::new(Language::Python),
            functions: Vec::new(),
            block: Vec::new(),
            state: State::new(),
            definitions: Vec::new(),
            classes: Vec::new(),
            running: Vec::new(),
            attempts: Vec::new(),
            loops: Vec::new(),
            may_split: false,
            split: None,
            splits: 0,
            is_after_handlers: false,
            statement: 0..0,
            depth: 0,
            work: MIN_WORK + 8 * nodes,
            next_object: 0,
            next_frame: 1,
            is_rehearsal: false,
            notes: Notes::default(),
        }
    }

    fn finish(mut self) -> Facts {
        self.settle_notes();
        let program = Program { main: self.block, functions: self.functions };
        self.facts.follow(&program, self.text.len());
        let hides = |unknown: &Unknown| {
            matches!(
                unknown.kind,
                UnknownKind::OtherFile | UnknownKind::OtherProgram | UnknownKind::DynamicCode
            )
        };
        if self.facts.stdin.used == StdinUse::Never && self.facts.unknowns.iter().any(hides) {
            self.facts.stdin.used = StdinUse::Unknown;
        }
        self.facts
    }

    fn settle_notes(&mut self) {
        let notes = std::mem::take(&mut self.notes);
        for read in &mut self.facts.reads {
            let name = payload::path_name(&read.path);
            read.has_fallback |= notes.tested.contains(&name);
            read.decoded |= notes.decoded.contains(&name);
        }
        for program in &mut self.facts.programs {
            program.checked |= notes.checked_programs.contains(&program.name);
        }
        for write in &mut self.facts.file_writes {
            write.private |= notes.umask || notes.private_files.contains(&write.target);
        }
        for (place, frame) in notes.cwd_uses {
            if !notes.knows_project.contains(&frame)
                && self.facts.cwd_uses.iter().all(|known| known.place != place)
            {
                self.facts.cwd_uses.push(super::CwdUse { place });
            }
        }
        order::by_place(&mut self.facts.reads, |read| (read.place.start, read.place.end));
        order::by_place(&mut self.facts.unknowns, |unknown| (unknown.place.start, 0));
    }

    fn unknown(&mut self, place: Place, kind: UnknownKind) {
        let unknown = Unknown { place, kind };
        if self.is_rehearsal && kind != UnknownKind::TooLarge {
            return;
        }
        if !self.facts.unknowns.contains(&unknown) {
            self.facts.unknowns.push(unknown);
        }
    }

    /// Marks that something happens here that may write or end the process.
    fn unknown_step(&mut self, place: Place, kind: UnknownKind) {
        self.unknown(place.clone(), kind);
        self.emit(place, StatementKind::Unknown);
    }

    fn emit(&mut self, place: Place, kind: StatementKind) {
        if self.state.alive {
            self.block.push(Statement { place, kind });
        }
    }

    /// Counts work; false when the script is worth no more.
    fn spend(&mut self, work: usize) -> bool {
        if self.work > work {
            self.work -= work;
            return true;
        }
        if self.work > 0 {
            self.work = 0;
            self.unknown(0..0, UnknownKind::TooLarge);
            self.emit(self.statement.clone(), StatementKind::Unknown);
        }
        false
    }

    /// Goes one level deeper, unless that is too deep.
    fn deeper<T>(&mut self, node: Node<'t>, read: impl FnOnce(&mut Self) -> T) -> Option<T> {
        if self.depth >= MAX_DEPTH {
            self.unknown_step(node.byte_range(), UnknownKind::TooLarge);
            return None;
        }
        if !self.spend(1) {
            return None;
        }
        self.depth += 1;
        let result = read(self);
        self.depth -= 1;
        Some(result)
    }

    fn source(&self, node: Node<'_>) -> &'t str {
        &self.text[node.byte_range()]
    }

    fn new_object(&mut self, object: known::Object) -> ObjectId {
        let id = ObjectId(self.next_object);
        self.next_object += 1;
        self.state.insert(id, object);
        id
    }

    fn add_function(&mut self, block: Block) -> FunctionId {
        self.functions.push(block);
        FunctionId(self.functions.len() as u32 - 1)
    }

    /// The frame that is running.
    fn frame(&self) -> u32 {
        self.state.frames.last().map_or(0, |frame| frame.id)
    }
}

/// The named children of a node that are no comments.
fn children(node: Node<'_>) -> Vec<Node<'_>> {
    let mut cursor = node.walk();
    node.named_children(&mut cursor).filter(|child| child.kind() != "comment").collect()
}

/// The children of a node with a field's name.
fn fields<'t>(node: Node<'t>, name: &str) -> Vec<Node<'t>> {
    let mut cursor = node.walk();
    node.children_by_field_name(name, &mut cursor).filter(Node::is_named).collect()
}

fn field<'t>(node: Node<'t>, name: &str) -> Option<Node<'t>> {
    node.child_by_field_name(name)
}

/// What a known value carries of the payload into something made from it.
fn taint(known: &Known) -> Option<Path> {
    payload::taint(known, 0)
}
