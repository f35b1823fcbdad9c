//! When a hook runs among the others, and the ways to find out more.

use std::path::{Path, PathBuf};

use gen_lsp_types::{CodeLens, CodeLensParams, Command};
use hookc_compiler::plan::Ordered;
use hookc_compiler::typecheck::Hook;
use serde_json::json;

use crate::session::{Session, View};

/// The client's command that tells why a hook runs or not.
const WHY: &str = "hookc.why";
/// The client's command that runs a hook, after it has asked.
const RUN: &str = "hookc.run";

/// The lenses of a text.
pub(crate) fn answer(session: &Session<'_>, params: &CodeLensParams) -> Option<Vec<CodeLens>> {
    let view = session.view(&params.text_document.uri)?;
    let Some(project) = project(&view) else { return Some(Vec::new()) };
    let Some(plan) = session.plans.of(&project, session.analysis(), session.system()) else {
        return Some(Vec::new());
    };
    let hooks = view.source.config.iter().flat_map(|config| &config.hooks).enumerate();
    let lenses = hooks.flat_map(|(place, hook)| of_hook(&view, &plan, &project, place, hook));
    Some(lenses.collect())
}

/// The project whose plan the file belongs to.
fn project(view: &View<'_>) -> Option<PathBuf> {
    let folders = view.session.folders();
    let own =
        view.source.place.root.as_ref().filter(|root| folders.iter().any(|folder| root.starts_with(folder)));
    let around = folders.iter().find(|folder| view.path.starts_with(folder));
    own.filter(|root| {
        view.path.starts_with(root.join(".cursor")) || view.path.starts_with(root.join(".claude"))
    })
    .or(around)
    .or_else(|| folders.first())
    .cloned()
}

fn of_hook(view: &View<'_>, plan: &Ordered, project: &Path, place: usize, hook: &Hook) -> Vec<CodeLens> {
    let is_it = |origin: &hookc_compiler::plan::Origin| origin.source == view.index && origin.hook == place;
    let id = plan.origins.iter().find(|(_, origin)| is_it(origin)).map(|(id, _)| id.as_str());
    let Some(id) = id else { return Vec::new() };
    let body = plan.plan.body();
    let steps = body.events.get(&hook.event).map(Vec::as_slice).unwrap_or_default();
    let order = match steps.iter().position(|step| step.id == id) {
        Some(0) if steps.len() == 1 => format!("the only hook of {}", hook.event),
        Some(at) => format!("runs {} of {} for {}", ordinal(at + 1), steps.len(), hook.event),
        None => {
            let left = body.left_out.iter().find(|left| left.id == id);
            format!("does not run: {}", left.map_or("it is left out", |left| &left.reason))
        }
    };
    let about =
        json!({ "uri": view.uri, "workspace": view.session.uri(project), "event": hook.event, "id": id });
    let lens = |title: String, command: &str| CodeLens {
        command: Some(Command {
            title,
            command: command.to_owned(),
            arguments: Some(vec![about.clone()]),
            ..Command::default()
        }),
        range: view.range(hook.span),
        data: None,
    };
    vec![lens(order, WHY), lens("why".to_owned(), WHY), lens("run with a sample payload".to_owned(), RUN)]
}

fn ordinal(number: usize) -> String {
    let ending = match (number % 10, number % 100) {
        (1, hundred) if hundred != 11 => "st",
        (2, hundred) if hundred != 12 => "nd",
        (3, hundred) if hundred != 13 => "rd",
        _ => "th",
    };
    format!("{number}{ending}")
}

#[cfg(test)]
mod tests {
    use super::ordinal;

    #[test]
    fn ordinals_are_those_of_english() {
        let some = [1, 2, 3, 4, 11, 12, 13, 21, 22, 101, 111].map(ordinal).join(" ");
        assert_eq!(some, "1st 2nd 3rd 4th 11th 12th 13th 21st 22nd 101st 111th");
    }
}
