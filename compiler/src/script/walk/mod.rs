//! The walk of a script as it would run, shared by languages whose trees are walked with values.
//!
//! Names stand for [`thing::Thing`]s, functions of the script are walked where they are called with what they are given, and both
//! ways of a condition are walked and joined. A language brings its statements, expressions and the names of its host.

pub(super) mod ending;
pub(super) mod frame;
pub(super) mod handmade;
pub(super) mod join;
pub(super) mod member;
pub(super) mod output;
pub(super) mod reader;
pub(super) mod state;
pub(super) mod test;
pub(super) mod text;
pub(super) mod thing;
