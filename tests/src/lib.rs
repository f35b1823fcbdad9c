//! What the tests of rules and pages share.

pub mod example;
