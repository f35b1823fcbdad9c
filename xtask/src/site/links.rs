//! Links: what is written for readers of the repository, turned into what the site needs.

use std::io;
use std::path::{Component, Path, PathBuf};

use hookc_policies::rule;

use super::Pages;

const RULE_SOURCES: &str = "policies/src/rules/";

/// Turns the links of all pages into links between pages, or to the repository on the web.
///
/// # Errors
///
/// A link to a file that the repository does not have.
pub(super) fn settle(root: &Path, pages: &mut Pages) -> io::Result<()> {
    for (page, text) in pages {
        *text = rewrite(text, |target| settled(root, page, target))
            .map_err(|target| io::Error::other(format!("{page}: `{target}` leads nowhere")))?;
    }
    Ok(())
}

/// The link's target on the site; an error for a file that does not exist.
fn settled(root: &Path, page: &str, target: &str) -> Result<String, String> {
    if let Some(path) = target.strip_prefix(rule::SITE) {
        return Ok(format!("{}{}", up(page), source_of_page(path)));
    }
    let Some(rest) = target.strip_prefix("../").filter(|_| !page.contains('/')) else {
        return Ok(target.to_owned());
    };
    let (path, anchor) = rest.split_once('#').map_or((rest, None), |(path, anchor)| (path, Some(anchor)));
    if let Some(name) = path.strip_prefix(RULE_SOURCES).and_then(|file| file.strip_suffix(".rs")) {
        return Ok(format!("rules/{}.md", name.replace('_', "-")));
    }
    if !stays_inside(path) || !root.join(path).exists() {
        return Err(target.to_owned());
    }
    let anchor = anchor.map(|anchor| format!("#{anchor}")).unwrap_or_default();
    Ok(format!("{}/blob/main/{path}{anchor}", env!("CARGO_PKG_REPOSITORY")))
}

/// The file behind a page's address: `rules/unknown-event.md` for `/rules/unknown-event/`.
fn source_of_page(address: &str) -> String {
    let (path, anchor) = address.split_once('#').unwrap_or((address, ""));
    let path = path.trim_matches('/');
    let index = path.is_empty() || ["rules", "events"].contains(&path);
    let file = if index { PathBuf::from(path).join("index.md") } else { PathBuf::from(format!("{path}.md")) };
    let anchor = if anchor.is_empty() { String::new() } else { format!("#{anchor}") };
    format!("{}{anchor}", file.to_string_lossy().replace('\\', "/"))
}

/// The way from a page to the folder of all pages.
fn up(page: &str) -> String {
    "../".repeat(page.matches('/').count())
}

fn stays_inside(path: &str) -> bool {
    Path::new(path).components().all(|part| matches!(part, Component::Normal(_)))
}

/// Rewrites the target of each Markdown link outside of fenced blocks.
fn rewrite(text: &str, target_of: impl Fn(&str) -> Result<String, String>) -> Result<String, String> {
    let mut out = String::with_capacity(text.len());
    let mut fence = false;
    for line in text.split_inclusive('\n') {
        let is_fence = line.trim_start().starts_with("```");
        fence ^= is_fence;
        if fence || is_fence {
            out.push_str(line);
        } else {
            rewrite_line(line, &target_of, &mut out)?;
        }
    }
    Ok(out)
}

fn rewrite_line(
    line: &str,
    target_of: impl Fn(&str) -> Result<String, String>,
    out: &mut String,
) -> Result<(), String> {
    // Every second part is a target.
    for (number, part) in split_links(line).into_iter().enumerate() {
        if number % 2 == 0 { out.push_str(part) } else { out.push_str(&target_of(part)?) }
    }
    Ok(())
}

/// The line cut before and after each target: text, target, text, target, text.
fn split_links(line: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut rest = line;
    while let Some(start) = rest.find("](").map(|at| at + 2) {
        let Some(length) = rest[start..].find([')', ' ', '\n']) else { break };
        parts.push(&rest[..start]);
        parts.push(&rest[start..start + length]);
        rest = &rest[start + length..];
    }
    parts.push(rest);
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    fn root() -> PathBuf {
        crate::repository_root()
    }

    fn settled_in(page: &str, target: &str) -> Result<String, String> {
        settled(&root(), page, target)
    }

    #[test]
    fn a_rule_is_its_page_and_any_other_file_stands_in_the_repository() {
        assert_eq!(
            settled_in("ci.md", "../policies/src/rules/unknown_event.rs").unwrap(),
            "rules/unknown-event.md"
        );
        let file = settled_in("ci.md", "../action.yml").unwrap();
        assert!(file.starts_with("https://") && file.ends_with("/blob/main/action.yml"), "{file}");
        assert_eq!(settled_in("ci.md", "concepts.md#gate").unwrap(), "concepts.md#gate");
    }

    #[test]
    fn an_address_of_the_site_is_a_page() {
        let at = |path: &str| format!("{}{path}", rule::SITE);
        assert_eq!(settled_in("ci.md", &at("/rules/")).unwrap(), "rules/index.md");
        assert_eq!(settled_in("ci.md", &at("/")).unwrap(), "index.md");
        assert_eq!(settled_in("rules/a.md", &at("/events/stop/#facts")).unwrap(), "../events/stop.md#facts");
    }

    #[test]
    fn a_file_that_is_not_there_is_an_error() {
        assert!(settled_in("ci.md", "../nothing.md").is_err());
        assert!(settled_in("ci.md", "../../nothing.md").is_err());
    }

    #[test]
    fn blocks_are_left_alone() {
        let shout = |target: &str| Ok::<_, String>(target.to_uppercase());
        let text = "[a](b) and [c](d)\n```\n[a](b)\n```\n";
        assert_eq!(rewrite(text, shout).unwrap(), "[a](B) and [c](D)\n```\n[a](b)\n```\n");
    }
}
