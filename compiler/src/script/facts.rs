//! What is known of a script.

use std::ops::Range;

use super::{Language, Program, flow};

/// A place in a script: bytes of its text.
pub type Place = Range<usize>;

/// Everything that is known of a script.
#[derive(Debug, Clone, PartialEq)]
pub struct Facts {
    /// The language it was read as.
    pub language: Language,
    /// What limits every conclusion; empty when the whole script was understood.
    pub unknowns: Vec<Unknown>,
    /// How it takes the payload from standard input.
    pub stdin: Stdin,
    /// The fields of the payload that it reads, in the order of the text.
    pub reads: Vec<Read>,
    /// Comparisons of a payload field with a constant.
    pub comparisons: Vec<Comparison>,
    /// What it writes to standard output, in the order of the text.
    pub answers: Vec<Answer>,
    /// How it can end.
    pub ways_out: Vec<WayOut>,
    /// The programs that it starts, each use.
    pub programs: Vec<ProgramUse>,
    /// The modules that it loads.
    pub imports: Vec<Import>,
    /// Where a value of the payload becomes code.
    pub sinks: Vec<Sink>,
    /// The files that it writes.
    pub file_writes: Vec<FileWrite>,
    /// Where it takes its working directory for the project.
    pub cwd_uses: Vec<CwdUse>,
    /// Where it asks which host or event it serves, so that what it does depends on the answer.
    pub host_checks: Vec<HostCheck>,
}

/// A part of a script that was not understood.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unknown {
    /// Where.
    pub place: Place,
    /// Why.
    pub kind: UnknownKind,
}

/// Why a part of a script is not understood.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum UnknownKind {
    /// The text does not parse there.
    Syntax,
    /// It loads code of its own from another file: `source lib.sh`, `from common import read_payload`, `require("./lib")`.
    OtherFile,
    /// It hands its work to another program that inherits standard output: `exec ./real-hook`, `python3 main.py`.
    OtherProgram,
    /// It runs text as code: `eval`, `exec()`.
    DynamicCode,
    /// It is too long, too deep or has too many ways through.
    TooLarge,
}

/// How a script takes the payload.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own, read by a rule of its own")]
pub struct Stdin {
    /// How it reads.
    pub used: StdinUse,
    /// Where it reads first.
    pub place: Option<Place>,
    /// Whether the text is parsed as JSON (also by `jq`).
    pub parsed: bool,
    /// Where it is parsed first.
    pub parsed_at: Option<Place>,
    /// Whether a byte order mark is taken off, or the decoder ignores one (`utf-8-sig`, `TextDecoder`).
    pub strips_bom: bool,
    /// Whether the encoding is named or the bytes are read raw, where the language would take the system's otherwise.
    pub names_encoding: bool,
    /// Whether reading has a limit of its own: `timeout 5 cat`, `read -t`, an abort signal.
    pub has_deadline: bool,
}

/// How a script reads standard input.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum StdinUse {
    /// It does not, as far as is known.
    Never,
    /// To the end.
    Whole,
    /// One line or some bytes.
    Part,
    /// Something reads it that is not understood.
    Unknown,
}

/// One step from a value of the payload to a value inside it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Segment {
    /// The member of this name.
    Key(Key),
    /// Some item of a list, or all of them.
    Item,
}

/// Whether a way leads to a field that the host fills with identifiers and words of its own, which no quoting can break.
pub(super) fn is_plain_field(path: &[Segment]) -> bool {
    const PLAIN: [&str; 7] = [
        "conversation_id",
        "generation_id",
        "session_id",
        "hook_event_name",
        "cursor_version",
        "status",
        "loop_count",
    ];
    matches!(path, [Segment::Key(key)] if PLAIN.contains(&key.name.as_str()))
}

/// A name and its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Key {
    /// The name.
    pub name: String,
    /// Where it stands, without quotes.
    pub place: Place,
}

/// A field of the payload that the script reads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Read {
    /// The way from the payload's root; never empty.
    pub path: Vec<Segment>,
    /// The whole expression.
    pub place: Place,
    /// Whether an absent field is provided for: `.get("x", d)` with a default that is used, `//`, `or`, `??`, `?.`, a test for presence.
    pub has_fallback: bool,
    /// Whether the value is decoded as JSON text of its own: `JSON.parse(p.tool_input)`, `fromjson`.
    pub decoded: bool,
    /// For which events the place is reached.
    pub scope: Scope,
}

/// A comparison of a field of the payload with a constant: `tool_name == "Bash"`, `case "$tool" in Bash)`, `in ("Edit", "Write")`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Comparison {
    /// The way from the payload's root to the field.
    pub path: Vec<Segment>,
    /// The constant and its place without quotes.
    pub constant: Key,
    /// For which events the place is reached.
    pub scope: Scope,
}

/// For which runs a part of a script counts.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Scope {
    /// Only these values of `hook_event_name` (or of whatever names the event), as compared with; `None` for every event.
    pub only: Option<Vec<String>>,
    /// Never these.
    pub except: Vec<String>,
    /// The way there also depends on the script's own arguments, on its environment or on which host runs it.
    pub conditional: bool,
}

/// The place of an answer in [`Facts::answers`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AnswerId(pub u32);

/// One write to standard output.
#[derive(Debug, Clone, PartialEq)]
pub struct Answer {
    /// What writes it: the whole statement.
    pub place: Place,
    /// What is written.
    pub form: AnswerForm,
    /// For which events the place is reached.
    pub scope: Scope,
}

/// What a write to standard output writes.
#[derive(Debug, Clone, PartialEq)]
pub enum AnswerForm {
    /// A JSON value made by a JSON writer (`json.dumps`, `JSON.stringify`, `jq -n`, `ConvertTo-Json`) or a constant JSON text.
    Json(Value),
    /// A JSON text with variables put into it: the fixed part reads as JSON when each variable stands for a text or a value.
    ByHand {
        /// The value, variables as [`Value::Unknown`] or texts that hold one.
        value: Value,
        /// The variables inside string literals that no JSON writer has escaped.
        unescaped: Vec<Place>,
    },
    /// Text that is no JSON.
    Text(Loudness),
    /// The payload, as it was read.
    Payload,
    /// Something, or nothing.
    Unknown,
}

/// What plain text on standard output is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Loudness {
    /// Written on purpose: `echo done`, `print("ok")`.
    Said,
    /// A logging call that goes to standard output: `console.debug`, `Write-Host`.
    Logged,
    /// The output of a program that is known to talk there: `npm install`, `git checkout`, `pip`.
    Leaked,
}

/// A JSON value, as far as the script fixes it.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    /// An object.
    Object {
        /// Its members in order; of one name the last counts.
        members: Vec<Member>,
        /// Whether more members can be there: a spread, an update with something unknown.
        open: bool,
    },
    /// An array.
    Array,
    /// A constant text.
    Text(Key),
    /// A text that depends on something, with its place.
    AnyText(Place),
    /// `true` or `false`, with its place.
    Bool(bool, Place),
    /// A number, with its place.
    Number(Place),
    /// `null`, with its place.
    Null(Place),
    /// One of several values.
    OneOf(Vec<Value>),
    /// Anything, with its place.
    Unknown(Place),
}

/// A member of an object.
#[derive(Debug, Clone, PartialEq)]
pub struct Member {
    /// Its name.
    pub key: Key,
    /// Its value.
    pub value: Value,
    /// Whether the member can be absent: added under a condition.
    pub optional: bool,
}

/// How a process ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Exit {
    /// With this code.
    Code(i32),
    /// By an error that nothing handles: 1 in Python and Node, the failing command's code under `set -e`.
    Error,
    /// With a code that only a run tells.
    Unknown,
}

/// One way through the script, from its start to an end; ways that write the same and end alike are one.
#[derive(Debug, Clone, PartialEq)]
pub struct WayOut {
    /// What was written on the way, in order; more than three writes are cut to the first three and `many` is set.
    pub answers: Vec<AnswerId>,
    /// Whether more was written than `answers` holds, or a loop may write any number of times.
    pub many: bool,
    /// Whether something on the way may have written or ended the process without our knowing.
    pub unsure: bool,
    /// The end.
    pub exit: Exit,
    /// The statement that ends it; at the end of the script an empty place behind the last statement.
    pub place: Place,
    /// Whether the way leads through an error handler (`except`, `catch`, `trap … ERR`, `|| { … }`), and which.
    pub handler: Option<Place>,
    /// For which events the way counts.
    pub scope: Scope,
    /// Text written to standard error on the way, as constant as it is known: a refusal says why.
    pub complains: bool,
    /// Where a way without an answer last turned away from one: a `return`, or a branch of which other arms answer.
    pub turn: Option<Place>,
}

/// A use of another program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProgramUse {
    /// Its name without a folder.
    pub name: String,
    /// Where it stands.
    pub place: Place,
    /// Whether the script makes sure that it exists first (`command -v jq`, `shutil.which`), or provides for its absence on the spot (`jq … || echo …`).
    pub checked: bool,
    /// Whether its exit code or its absence decides nothing: inside a pipeline's left side, `|| true`, output thrown away.
    pub optional: bool,
}

/// A module that the script loads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Import {
    /// As written: `./lib.js`, `common`, `requests`, `bun:sqlite`.
    pub name: String,
    /// Where, without quotes.
    pub place: Place,
    /// Whether its absence is provided for: `try: import x except ImportError`.
    pub guarded: bool,
    /// Whether it is read as an ECMAScript module's import, which changes what the file must be called.
    pub is_esm: bool,
}

/// A place where a value of the payload is run as code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sink {
    /// What runs it.
    pub kind: SinkKind,
    /// The expression that holds the value.
    pub place: Place,
    /// The way from the payload's root to the value, when it is known; empty for the payload as a whole.
    pub path: Vec<Segment>,
}

/// What runs a value as code.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SinkKind {
    /// `eval`, `exec()`, `new Function`, `Invoke-Expression`.
    Eval,
    /// A shell's command line: `sh -c "… $x"`, `os.system`, `shell=True`, `child_process.exec`.
    Shell,
    /// An unquoted variable among the words of a command.
    Word,
}

/// A write to a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileWrite {
    /// The file's path as far as it is constant, variables as `$`: `/tmp/hooks.log`, `$/audit.jsonl`.
    pub target: String,
    /// The path's place.
    pub place: Place,
    /// What is written.
    pub written: FileWritten,
    /// Whether the script limits who reads the file: `umask 077`, `chmod 600`, `mktemp`, a mode argument.
    pub private: bool,
}

/// What is written to a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FileWritten {
    /// The whole payload.
    Payload,
    /// A field of it.
    Field(Vec<Segment>),
    /// Anything else.
    Other,
}

/// A use of the working directory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CwdUse {
    /// Where.
    pub place: Place,
}

/// A test for the host, the event or the platform.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HostCheck {
    /// Where.
    pub place: Place,
}

impl Facts {
    /// Facts of a script of which nothing is known yet.
    pub fn new(language: Language) -> Self {
        Self {
            language,
            unknowns: Vec::new(),
            stdin: Stdin {
                used: StdinUse::Never,
                place: None,
                parsed: false,
                parsed_at: None,
                strips_bom: false,
                names_encoding: false,
                has_deadline: false,
            },
            reads: Vec::new(),
            comparisons: Vec::new(),
            answers: Vec::new(),
            ways_out: Vec::new(),
            programs: Vec::new(),
            imports: Vec::new(),
            sinks: Vec::new(),
            file_writes: Vec::new(),
            cwd_uses: Vec::new(),
            host_checks: Vec::new(),
        }
    }

    /// Facts of a script that is not understood.
    pub fn unknown(language: Language, place: Place, kind: UnknownKind) -> Self {
        Self { unknowns: vec![Unknown { place, kind }], ..Self::new(language) }
    }

    /// Follows the script's program to its ends. `end` is the length of its text.
    pub(super) fn follow(&mut self, program: &Program, end: usize) {
        let found = flow::ways_out(program, end);
        self.ways_out = found.ways;
        self.ways_out.shrink_to_fit();
        if found.incomplete {
            self.unknowns.push(Unknown { place: 0..0, kind: UnknownKind::TooLarge });
        }
    }

    /// Whether the whole script was understood, so that what is absent here is absent there.
    pub fn is_sure(&self) -> bool {
        self.unknowns.is_empty()
    }

    /// An answer.
    pub fn answer(&self, id: AnswerId) -> &Answer {
        &self.answers[id.0 as usize]
    }
}

impl Scope {
    /// Whether the part can be reached when the script is run for the event of this name; `None` when only a run tells.
    pub fn covers(&self, event: &str) -> Option<bool> {
        let listed = |names: &[String]| names.iter().any(|name| name.eq_ignore_ascii_case(event));
        if self.only.as_deref().is_some_and(|only| !listed(only)) || listed(&self.except) {
            return Some(false);
        }
        if self.conditional { None } else { Some(true) }
    }
}
