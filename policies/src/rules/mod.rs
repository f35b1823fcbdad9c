//! One rule, one file: page, facts and check.

use crate::rule::Rule;

mod bad_loop_limit;
mod bad_model;
mod bad_timeout;
mod bad_type;
mod bad_version;
mod broken_link;
mod byte_order_mark;
mod claude_event_name;
mod claude_nested_shape;
mod duplicate_key;
mod event_value_shape;
mod hidden_character;
mod hooks_shape;
mod invalid_json;
mod invalid_utf8;
mod matcher_syntax;
mod missing_command;
mod missing_hooks_file;
mod missing_prompt;
mod missing_version;
mod type_mismatch;
mod unknown_event;
mod unreadable_file;

/// Every rule, in the order of the catalogue: from the bytes of a file to what its hooks do.
pub(crate) static RULES: &[&Rule] = &[
    &unreadable_file::RULE,
    &broken_link::RULE,
    &missing_hooks_file::RULE,
    &invalid_utf8::RULE,
    &byte_order_mark::RULE,
    &hidden_character::RULE,
    &invalid_json::RULE,
    &duplicate_key::RULE,
    &missing_version::RULE,
    &bad_version::RULE,
    &hooks_shape::RULE,
    &event_value_shape::RULE,
    &unknown_event::RULE,
    &claude_event_name::RULE,
    &claude_nested_shape::RULE,
    &type_mismatch::RULE,
    &missing_command::RULE,
    &missing_prompt::RULE,
    &bad_type::RULE,
    &bad_timeout::RULE,
    &bad_loop_limit::RULE,
    &bad_model::RULE,
    &matcher_syntax::RULE,
];
