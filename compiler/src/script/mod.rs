//! Hook scripts: from the text of a script to what it reads, what it answers and how it ends.
//!
//! Every language has one module that lowers its syntax tree to the same small form: a [`Program`] of statements that write, end,
//! branch, loop, handle errors or call, beside the facts that need no order ([`Facts`]). `flow` walks that form once and yields
//! the ways out ([`WayOut`]). A script is read, never run, and no other file is looked at: what a script starts or imports is
//! unknown, and whoever draws conclusions asks [`Facts::is_sure`] first.

mod facts;
mod flow;
mod javascript;
mod language;
mod powershell;
mod program;
mod python;
#[cfg(test)]
mod render;
mod shell;
mod walk;

pub use facts::{
    Answer, AnswerForm, AnswerId, Comparison, CwdUse, Exit, Facts, FileWrite, FileWritten, HostCheck, Import,
    Key, Loudness, Member, Place, ProgramUse, Read, Scope, Segment, Sink, SinkKind, Stdin, StdinUse, Unknown,
    UnknownKind, Value, WayOut,
};
pub use javascript::{JavaScriptSyntax, javascript_syntax};
pub use language::{Language, language};
pub use program::{Arm, Block, FunctionId, Program, Statement, StatementKind};
pub use shell::read_line;

/// A script longer than this many bytes is not read: nothing is known of it.
pub const MAX_TEXT: usize = 256 << 10;

/// Reads a script. Takes any text, and time linear in its length.
pub fn read(language: Language, text: &str) -> Facts {
    if text.len() > MAX_TEXT {
        return Facts::unknown(language, 0..0, UnknownKind::TooLarge);
    }
    match language {
        Language::Shell => shell::read(text),
        Language::Python => python::read(text),
        Language::JavaScript | Language::TypeScript => javascript::read(language, text),
        Language::PowerShell => powershell::read(text),
    }
}
