//! From paths of this machine to paths of a plan.

use std::path::{Component, Path};

use hookc_runtime::plan::{PlanPath, Root, Roots};

use super::part::Part;

/// Where the roots of these parts lie here.
pub(super) fn bindings(parts: &[Part<'_>], project: Option<&Path>) -> Roots {
    let roots = match project {
        Some(project) => Roots::default().bind(Root::Project, project),
        None => Roots::default(),
    };
    // The enterprise file of another system does not take part, so its folder is not what the root stands for.
    let bound =
        parts.iter().filter(|part| part.kind != hookc_schema::SourceKind::Enterprise || part.os.is_none());
    bound.fold(roots, |roots, part| roots.bind(part.root.clone(), part.base.clone()))
}

/// The path as the plan calls it: from the part's own root where it lies below that, else from the innermost root.
pub(super) fn symbolic(path: &Path, own: &Part<'_>, parts: &[Part<'_>]) -> Option<PlanPath> {
    let below = |part: &Part<'_>| {
        let inside = path.strip_prefix(&part.base).ok()?;
        inside.to_str()?;
        PlanPath::new(part.root.clone(), slashes(inside)).ok()
    };
    below(own).or_else(|| {
        let holding = parts.iter().filter(|part| path.starts_with(&part.base));
        holding
            .max_by_key(|part| (part.base.components().count(), std::cmp::Reverse(part.kind)))
            .and_then(below)
    })
}

/// A relative path with `/`.
pub(super) fn slashes(path: &Path) -> String {
    let names = path.components().filter_map(|component| match component {
        Component::Normal(name) => Some(name.to_string_lossy()),
        _ => None,
    });
    names.collect::<Vec<_>>().join("/")
}
