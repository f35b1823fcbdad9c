//! The order of the pages, and the settings of the site that depend on it.

use std::fmt::Write as _;
use std::path::Path;

use super::Pages;

/// The written pages and the reference, by section. A page of `docs/` that stands nowhere here joins the guides under its own heading.
const SECTIONS: [(&str, &[&str]); 3] = [
    ("Start", &["index.md", "concepts.md", "how-sure.md"]),
    (
        GUIDES,
        &[
            "configuration.md",
            "policies.md",
            "setup.md",
            "ci.md",
            "editors.md",
            "plans.md",
            "plan-page.md",
            "embedding.md",
            "json-format.md",
            "security.md",
            "dependencies.md",
        ],
    ),
    (
        "Reference",
        &[
            "reference/commands.md",
            "reference/configuration.md",
            "reference/hooks-file.md",
            "reference/evidence.md",
        ],
    ),
];
const GUIDES: &str = "Guides";

/// The settings: those that people write, with the pages in their order.
pub(super) fn settings(assets: &Path, pages: &Pages) -> String {
    let base = assets.join("mkdocs.yml");
    let mut text = format!(
        "INHERIT: {}\ndocs_dir: pages\nsite_dir: html\nnav:\n",
        serde_json::Value::from(base.to_string_lossy())
    );
    for (section, named) in SECTIONS {
        let mut paths: Vec<&str> = named.iter().copied().filter(|path| pages.contains_key(*path)).collect();
        if section == GUIDES {
            paths.extend(unnamed(pages));
        }
        push_section(&mut text, section, &paths, pages);
    }
    for (section, folder) in [("Events", "events/"), ("Rules", "rules/")] {
        let index = format!("{folder}index.md");
        let below = pages.keys().filter(|path| path.starts_with(folder) && **path != index);
        let paths: Vec<&str> = std::iter::once(&index).chain(below).map(String::as_str).collect();
        push_section(&mut text, section, &paths, pages);
    }
    text
}

fn unnamed(pages: &Pages) -> impl Iterator<Item = &str> {
    let named = |path: &str| SECTIONS.iter().any(|(_, paths)| paths.contains(&path));
    pages.keys().map(String::as_str).filter(move |path| !path.contains('/') && !named(path))
}

fn push_section(text: &mut String, section: &str, paths: &[&str], pages: &Pages) {
    // Writing to a string cannot fail.
    let _ = writeln!(text, "  - {section}:");
    for path in paths {
        let title = pages.get(*path).map_or("", |page| heading(page));
        let _ = if path.ends_with("/index.md") {
            writeln!(text, "    - {path}")
        } else {
            writeln!(text, "    - {}: {path}", serde_json::Value::from(title))
        };
    }
}

/// The text of a page's first heading.
fn heading(page: &str) -> &str {
    let line = page.lines().find_map(|line| line.strip_prefix("# ")).unwrap_or_default();
    line.trim().trim_matches('`')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_page_has_its_place_and_an_unnamed_one_joins_the_guides() {
        let page = |path: &str| (path.to_owned(), format!("# About {path}\n"));
        let pages: Pages = ["index.md", "ci.md", "new.md", "rules/index.md", "rules/a.md", "events/index.md"]
            .map(page)
            .into();
        let text = settings(Path::new("/r"), &pages);
        assert_eq!(
            text,
            "INHERIT: \"/r/mkdocs.yml\"\ndocs_dir: pages\nsite_dir: html\nnav:\n  - Start:\n    - \"About index.md\": index.md\n  \
             - Guides:\n    - \"About ci.md\": ci.md\n    - \"About new.md\": new.md\n  - Reference:\n  - Events:\n    \
             - events/index.md\n  - Rules:\n    - rules/index.md\n    - \"About rules/a.md\": rules/a.md\n"
        );
    }
}
