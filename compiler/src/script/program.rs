//! The form that every language is lowered to: what happens, in which order, as far as it matters to a hook.

use super::facts::{AnswerId, Exit, Place, Scope};

/// A script in the common form.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Program {
    /// What runs from the top; functions run where they are called.
    pub main: Block,
    /// The functions, by [`FunctionId`].
    pub functions: Vec<Block>,
}

/// The place of a function in [`Program::functions`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FunctionId(pub u32);

/// Statements in order.
pub type Block = Vec<Statement>;

/// One statement.
#[derive(Debug, Clone, PartialEq)]
pub struct Statement {
    /// Its place.
    pub place: Place,
    /// What it does.
    pub kind: StatementKind,
}

/// What a statement does.
#[derive(Debug, Clone, PartialEq)]
pub enum StatementKind {
    /// Writes to standard output.
    Write(AnswerId),
    /// Writes to standard error.
    Complain,
    /// Ends the process.
    Exit(Exit),
    /// Fixes how the process ends when it comes to its end by itself: `process.exitCode = 2`.
    EndWith(Exit),
    /// Returns from the function, or from the script at its top.
    Return,
    /// Leaves the innermost loop.
    Break,
    /// Goes on with the next round of the innermost loop.
    Continue,
    /// Raises an error: a handler takes it, or it ends the process.
    Raise,
    /// May raise an error, such as decoding or a checked command.
    MayRaise,
    /// Goes one of several ways.
    Branch {
        /// The ways.
        arms: Vec<Arm>,
        /// Whether one of them is always taken: there is an `else`, a `default`, a `*)`. Where none need be taken, the scope of
        /// each way must be all that its condition says: an event that no way names is taken to pass them by. A condition that
        /// says more (`event == "stop" and status == "completed"`) needs a last way of its own for the rest.
        exhaustive: bool,
    },
    /// Runs a block any number of times, none included.
    Loop(Block),
    /// Runs a block and handles its errors.
    Try {
        /// The block.
        body: Block,
        /// The handler; `None` when errors pass through.
        handler: Option<(Place, Block)>,
        /// What runs in any case.
        finally: Block,
    },
    /// Calls a function of the script; a recursive call is unknown.
    Call(FunctionId),
    /// Does something that may write to standard output or end the process, and that is not understood.
    Unknown,
}

/// One way of a branch.
#[derive(Debug, Clone, PartialEq)]
pub struct Arm {
    /// For which runs it is taken.
    pub scope: Scope,
    /// What it does.
    pub block: Block,
}
