//! What must hold of every report.

use std::path::PathBuf;

use hookc_compiler::analysis::Request;
use hookc_compiler::system::System;
use hookc_policies::Report;
use hookc_policies::config::{Choice, Date, Known, Options};

use crate::places;

/// Day 20,727 since 1970: 2026-10-01.
pub const TODAY: u32 = 20_727;

/// How everything is checked.
pub fn options() -> Options {
    Options {
        packs: Vec::new(),
        config: Choice::Nearest,
        targets: None,
        platforms: None,
        pedantic: false,
        known: Known::AsConfigured,
        today: Date::from_days_since_1970(TODAY),
    }
}

/// The workspace `/w`, the home folder `/home/me`, the system's `/system` and the plugin `/plugin`.
pub fn request() -> Request {
    Request {
        workspaces: vec![PathBuf::from("/w")],
        home: Some(PathBuf::from("/home/me")),
        system_root: Some(PathBuf::from("/system")),
        plugins: vec![PathBuf::from("/plugin")],
        ..Request::default()
    }
}

/// A check of everything.
pub fn check(system: &dyn System) -> Report {
    hookc_policies::check_with(system, &request(), &options())
}

/// Every finding points into its texts, says something, and has fixes that can be applied.
pub fn examine(report: &Report) {
    for finding in &report.diagnostics {
        let text = &report.files[finding.file.0 as usize].text;
        places::at(text, finding.span);
        assert!(!finding.message.is_empty());
        for related in &finding.related {
            places::at(&report.files[related.file.0 as usize].text, related.span);
        }
        for fix in &finding.fixes {
            assert!(!fix.title.is_empty());
            places::fixed(text, fix);
        }
        assert!(!finding.full_text().is_empty());
    }
}
