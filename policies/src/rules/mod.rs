//! One rule, one file: its page, its facts and its check.

use crate::rule::Rule;

mod args_ignored;
mod ask_not_enforced;
mod bad_loop_limit;
mod bad_model;
mod bad_timeout;
mod bad_type;
mod bad_version;
mod bare_python;
mod broken_link;
mod byte_order_mark;
mod claude_event_name;
mod claude_nested_shape;
mod claude_output_shape;
mod cloud_unsupported;
mod config_self_modification;
mod contradictory_output;
mod crlf_script;
mod deprecated_key;
mod double_run;
mod duplicate_entry;
mod duplicate_key;
mod empty_command;
mod empty_hooks;
mod event_key_disagrees;
mod event_value_shape;
mod exit_code;
mod fail_open_guard;
mod failclosed_lockout;
mod foreign_schema;
mod gate_empty_stdout;
mod guard_too_broad;
mod guard_without_failclosed;
mod gui_path;
mod hidden_character;
mod home_path_in_project;
mod hooks_shape;
mod inert_option;
mod inert_prompt_hook;
mod invalid_configuration;
mod invalid_json;
mod invalid_utf8;
mod json_by_hand;
mod machine_specific_path;
mod malicious_hook;
mod matcher_backtracking;
mod matcher_catches_more;
mod matcher_dialect;
mod matcher_mcp_blank;
mod matcher_syntax;
mod matcher_undocumented_subject;
mod matcher_vocabulary;
mod matcher_wrong_subject;
mod misplaced_hooks_file;
mod missing_command;
mod missing_dependency;
mod missing_hooks_file;
mod missing_module;
mod missing_prompt;
mod missing_script;
mod missing_version;
mod not_executable;
mod payload_field;
mod payload_injection;
mod pipe_to_shell;
mod plugin_relative_path;
mod policy_allow;
mod policy_cover;
mod policy_forbid;
mod policy_require;
mod policy_weakened;
mod prompt_arguments;
mod prompt_is_an_order;
mod prose_command;
mod script_assumes_cwd;
mod secret_logging;
mod semantics_differ;
mod shadowed_entry;
mod slow_hook;
mod stdin_bom;
mod stdin_encoding;
mod stdin_hang;
mod stdout_not_json;
mod stdout_polluted;
mod stop_loop;
mod suppression_expired;
mod suppression_unused;
mod swallowed_failure;
mod timeout_milliseconds;
mod type_mismatch;
mod unexpanded_placeholder;
mod unknown_entry_key;
mod unknown_event;
mod unknown_root_variable;
mod unknown_top_level_key;
mod unpinned_package;
mod unquoted_path;
mod unread_hooks_file;
mod unreadable_file;
mod unsupported_claude_event;
mod untracked_script;
mod windows_interpreter;
mod windows_only_command;
mod windows_path_form;
mod windows_posix_script;
mod windows_quoting;
mod windows_variable_syntax;
mod wrong_cwd_path;
mod wrong_interpreter;
mod wrong_output_for_event;
mod wrong_output_key;

pub(crate) use double_run::{is_for_a_loader, is_read};
pub(crate) use policy_allow::RULE as POLICY_ALLOW;
pub(crate) use policy_cover::RULE as POLICY_COVER;
pub(crate) use policy_forbid::RULE as POLICY_FORBID;
pub(crate) use policy_require::RULE as POLICY_REQUIRE;
pub(crate) use unpinned_package::unpinned;

/// The rules of findings about policies.
pub(crate) static POLICIES: [&Rule; 4] = [&POLICY_FORBID, &POLICY_REQUIRE, &POLICY_COVER, &POLICY_ALLOW];

/// Every rule, in the order of the catalogue: from the bytes of a file to what its hooks do.
pub(crate) static RULES: &[&Rule] = &[
    &unreadable_file::RULE,
    &broken_link::RULE,
    &missing_hooks_file::RULE,
    &unread_hooks_file::RULE,
    &misplaced_hooks_file::RULE,
    &invalid_utf8::RULE,
    &byte_order_mark::RULE,
    &hidden_character::RULE,
    &invalid_json::RULE,
    &duplicate_key::RULE,
    &missing_version::RULE,
    &bad_version::RULE,
    &hooks_shape::RULE,
    &empty_hooks::RULE,
    &unknown_top_level_key::RULE,
    &deprecated_key::RULE,
    &foreign_schema::RULE,
    &unknown_event::RULE,
    &claude_event_name::RULE,
    &unsupported_claude_event::RULE,
    &event_value_shape::RULE,
    &claude_nested_shape::RULE,
    &type_mismatch::RULE,
    &missing_command::RULE,
    &empty_command::RULE,
    &missing_prompt::RULE,
    &bad_type::RULE,
    &bad_timeout::RULE,
    &timeout_milliseconds::RULE,
    &bad_loop_limit::RULE,
    &bad_model::RULE,
    &unknown_entry_key::RULE,
    &args_ignored::RULE,
    &event_key_disagrees::RULE,
    &inert_option::RULE,
    &inert_prompt_hook::RULE,
    &prompt_arguments::RULE,
    &prompt_is_an_order::RULE,
    &duplicate_entry::RULE,
    &double_run::RULE,
    &shadowed_entry::RULE,
    &matcher_syntax::RULE,
    &matcher_vocabulary::RULE,
    &matcher_wrong_subject::RULE,
    &matcher_dialect::RULE,
    &matcher_backtracking::RULE,
    &matcher_mcp_blank::RULE,
    &matcher_undocumented_subject::RULE,
    &matcher_catches_more::RULE,
    &guard_too_broad::RULE,
    &missing_script::RULE,
    &wrong_cwd_path::RULE,
    &plugin_relative_path::RULE,
    &unknown_root_variable::RULE,
    &unquoted_path::RULE,
    &machine_specific_path::RULE,
    &home_path_in_project::RULE,
    &untracked_script::RULE,
    &not_executable::RULE,
    &crlf_script::RULE,
    &gui_path::RULE,
    &bare_python::RULE,
    &slow_hook::RULE,
    &failclosed_lockout::RULE,
    &unpinned_package::RULE,
    &unexpanded_placeholder::RULE,
    &swallowed_failure::RULE,
    &prose_command::RULE,
    &config_self_modification::RULE,
    &pipe_to_shell::RULE,
    &malicious_hook::RULE,
    &cloud_unsupported::RULE,
    &windows_posix_script::RULE,
    &windows_quoting::RULE,
    &windows_variable_syntax::RULE,
    &payload_field::RULE,
    &script_assumes_cwd::RULE,
    &stdin_hang::RULE,
    &stdin_bom::RULE,
    &stdin_encoding::RULE,
    &windows_path_form::RULE,
    &wrong_output_key::RULE,
    &wrong_output_for_event::RULE,
    &claude_output_shape::RULE,
    &contradictory_output::RULE,
    &stdout_not_json::RULE,
    &stdout_polluted::RULE,
    &json_by_hand::RULE,
    &gate_empty_stdout::RULE,
    &ask_not_enforced::RULE,
    &exit_code::RULE,
    &wrong_interpreter::RULE,
    &missing_module::RULE,
    &missing_dependency::RULE,
    &guard_without_failclosed::RULE,
    &fail_open_guard::RULE,
    &stop_loop::RULE,
    &payload_injection::RULE,
    &secret_logging::RULE,
    &windows_interpreter::RULE,
    &windows_only_command::RULE,
    &semantics_differ::RULE,
    &policy_forbid::RULE,
    &policy_require::RULE,
    &policy_cover::RULE,
    &policy_allow::RULE,
    &policy_weakened::RULE,
    &invalid_configuration::RULE,
    &suppression_expired::RULE,
    &suppression_unused::RULE,
];
