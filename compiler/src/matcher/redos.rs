use super::ast::Ast;
use super::source::Source;
use hookc_runtime::backtrack::Code;
use std::ops::Range;
#[derive(Debug)]
pub struct Backtracking {
    pub range: Range<usize>,
    pub growth: Growth,
}
#[derive(Debug)]
pub enum Growth {
    Exponential,
    Polynomial(u32),
}
pub(super) fn find(_: &Ast, _: &Source, _: &Code) -> Option<Backtracking> {
    None
}
