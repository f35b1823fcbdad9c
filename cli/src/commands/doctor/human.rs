//! The answer for people.

use std::fmt::{self, Write as _};

use hookc_runtime::plan::{FORMAT, Semantics};
use hookc_schema::SourceKind;

use super::{Health, Program, State, Told};
use crate::format::count;
use crate::format::escape::{line_start, visible};

pub(super) fn write(health: &Health) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = all(health, &mut text);
    text
}

fn all(health: &Health, out: &mut String) -> fmt::Result {
    writeln!(
        out,
        "hookc {} (plan format {FORMAT}, {} semantics by default, {} events, {} rules)",
        env!("CARGO_PKG_VERSION"),
        Semantics::default(),
        hookc_schema::Event::ALL.len(),
        hookc_policies::rules().len()
    )?;
    writeln!(out, "\nsources, the highest priority first:")?;
    let width = health.sources.iter().map(|told| visible(&told.shown).chars().count()).max().unwrap_or(0);
    for told in &health.sources {
        source(told, width, out)?;
    }
    if !health.unreadable.is_empty() {
        writeln!(out, "\ncannot be read:")?;
    }
    for (shown, reason) in &health.unreadable {
        writeln!(out, "  {}: {}", line_start(&visible(shown)), visible(reason))?;
    }
    let no_file = format!("no {}; the defaults hold", hookc_policies::config::FILE_NAME);
    let file = health.configuration.file.as_ref().unwrap_or(&no_file);
    writeln!(out, "\nconfiguration:\n  {}", line_start(&visible(file)))?;
    for fault in &health.configuration.faults {
        writeln!(out, "  error: {}", visible(fault))?;
    }
    if !health.programs.is_empty() {
        writeln!(out, "\nprograms that hooks start by name:")?;
    }
    let width =
        health.programs.iter().map(|program| visible(&program.name).chars().count()).max().unwrap_or(0);
    for told in &health.programs {
        program(told, width, out)?;
    }
    writeln!(
        out,
        "\nPATH of an editor that a desktop starts ({}):\n  {}",
        health.desktop.origin,
        visible(&health.desktop.joined())
    )?;
    let beyond = health.shell.beyond(&health.desktop);
    if !beyond.is_empty() {
        writeln!(out, "\nfolders on the PATH of this shell only:")?;
    }
    for folder in beyond {
        writeln!(out, "  {}", line_start(&visible(&folder.display().to_string())))?;
    }
    Ok(())
}

fn source(told: &Told, width: usize, out: &mut String) -> fmt::Result {
    let state = match &told.state {
        State::Loads { hooks, left_out: 0 } => format!("loads {}", count(*hooks, "hook")),
        State::Loads { hooks, left_out } => {
            format!("loads {}, {left_out} left out: `hookc why EVENT` says why", count(*hooks, "hook"))
        }
        State::Refused(reason) => format!("refused: {}", visible(reason)),
        State::OtherProject => "belongs to a project of its own".to_owned(),
        State::Absent if told.kind == SourceKind::Plugin => "none named".to_owned(),
        State::Absent => "not there".to_owned(),
    };
    writeln!(out, "  {:14}  {:width$}  {state}", told.kind.name(), visible(&told.shown))
}

fn program(told: &Program, width: usize, out: &mut String) -> fmt::Result {
    let place = match (&told.on_desktop, &told.in_shell) {
        (Some(place), _) => visible(&place.display().to_string()).into_owned(),
        (None, Some(place)) => format!(
            "{}, which an editor that a desktop starts may not find",
            visible(&place.display().to_string())
        ),
        (None, None) => "nowhere on the PATH".to_owned(),
    };
    let first = told.hooks.first().map_or("", String::as_str);
    let others = told.hooks.len().saturating_sub(1);
    let others = if others > 0 { format!(" and {others} more") } else { String::new() };
    let name = visible(&told.name);
    writeln!(out, "  {:width$}  {place} ({}{others})", line_start(&name), visible(first))
}
