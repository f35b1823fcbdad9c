#[derive(Debug)]
pub struct Trap;
#[derive(Debug)]
pub enum TrapKind {}
pub fn traps(_: &super::Pattern) -> Vec<Trap> {
    vec![]
}
