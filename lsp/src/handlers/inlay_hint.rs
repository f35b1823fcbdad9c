//! What holds for a hook although it is not written.

use gen_lsp_types::{InlayHint, InlayHintParams, Label};
use hookc_compiler::command::{PathForm, Resolution};
use hookc_compiler::typecheck::{Dialect, Hook};
use hookc_schema::config::DEFAULT_TIMEOUT_SECONDS;
use hookc_schema::event::FailClosed;

use crate::session::{Session, View};

/// The hints of a part of a text.
pub(crate) fn answer(session: &Session<'_>, params: &InlayHintParams) -> Option<Vec<InlayHint>> {
    let view = session.view(&params.text_document.uri)?;
    let asked = view.span(params.range);
    let hooks = view.source.config.iter().flat_map(|config| &config.hooks);
    let touched = hooks.filter(|hook| hook.span.start <= asked.end && asked.start <= hook.span.end);
    Some(touched.flat_map(|hook| of_hook(&view, hook)).collect())
}

fn of_hook(view: &View<'_>, hook: &Hook) -> Vec<InlayHint> {
    let mut hints: Vec<InlayHint> = paths(view, hook);
    let unwritten = unwritten(view, hook);
    if !unwritten.is_empty() {
        hints.push(hint(view, hook.span.end as usize, unwritten.join(", ")));
    }
    hints
}

fn hint(view: &View<'_>, offset: usize, label: String) -> InlayHint {
    InlayHint {
        position: view.position(offset),
        label: Label::String(label),
        kind: None,
        text_edits: None,
        tooltip: None,
        padding_left: Some(true),
        padding_right: None,
        data: None,
    }
}

/// What a failure comes to, and how long the hook may take.
fn unwritten(view: &View<'_>, hook: &Hook) -> Vec<String> {
    let is_native = view.source.config.as_ref().is_some_and(|config| config.dialect == Dialect::Native);
    let mut unwritten = Vec::new();
    if !is_native {
        return unwritten;
    }
    if hook.timeout.is_none() {
        unwritten.push(format!("timeout {DEFAULT_TIMEOUT_SECONDS} s"));
    }
    let is_gate = hook.event.facts().fail_closed.value != FailClosed::NoEffect;
    if is_gate && !hook.fails_closed() {
        unwritten.push("fails open".to_owned());
    }
    unwritten
}

/// Where each script is, unless its own text says it.
fn paths(view: &View<'_>, hook: &Hook) -> Vec<InlayHint> {
    let Some(command) = hook.command() else { return Vec::new() };
    let hints = command.scripts.iter().filter_map(|script| {
        let Resolution::Found(found) = &script.resolution else { return None };
        let shown = view.source.place.show(&view.session.editor_path(&found.path));
        let is_evident = matches!(&script.used.path, PathForm::Relative(path)
            if path.trim_start_matches("./") == shown);
        let end = command.text.span_of(&view.source.tree, script.used.range.clone()).end;
        (!is_evident).then(|| hint(view, end as usize, format!("→ {shown}")))
    });
    hints.collect()
}
