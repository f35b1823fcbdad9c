//! One page a rule, from the rule's own file, and the list of all.

use hookc_policies::rule::Rule;
use hookc_policies::rules;

use super::Pages;
use super::markdown::{code_list, definition, list, tag};

pub(super) fn pages() -> Pages {
    let mut pages: Pages =
        rules().iter().map(|rule| (format!("rules/{}.md", rule.name), page(rule))).collect();
    pages.insert("rules/index.md".to_owned(), index());
    pages
}

fn index() -> String {
    let mut text = "# Rules\n\nIn the order in which a file is read: from its bytes to what its hooks do. `hookc rule NAME` prints a page in the terminal.\n\n"
        .to_owned();
    for rule in rules() {
        let levels = list(rule.levels.iter().map(|level| badge(level.name())), "or");
        let term = format!("[`{0}`]({0}.md) {levels}", rule.name);
        text.push_str(&definition(&term, rule.summary()));
    }
    text
}

fn badge(level: &str) -> String {
    format!("[{level}](../concepts.md#levels){{ .level .level-{level} }}")
}

fn page(rule: &Rule) -> String {
    let levels = list(rule.levels.iter().map(|level| badge(level.name())), "or");
    let effects = code_list(rule.effects.iter().map(|effect| effect.name()), "or");
    let summary = rule.summary();
    let evidence = tag(rule.evidence, "../");
    let mut text = format!(
        "# {}\n\n{summary}\n\n{levels} · [effect](../concepts.md#effects) {effects} · evidence {evidence}\n{{ .facts }}\n\n",
        rule.name
    );
    for line in rule.body().lines() {
        text.push_str(&line_for_the_site(line));
        text.push('\n');
    }
    text
}

/// Info strings name a file, which becomes the title of the block; the numbers of sections that only the code knows are left out.
fn line_for_the_site(line: &str) -> String {
    if let Some(info) = line.strip_prefix("```").filter(|info| !info.is_empty()) {
        return opening(info);
    }
    without_sections(line)
}

fn opening(info: &str) -> String {
    let mut words = info.split(' ');
    let language = words.next().unwrap_or_default();
    let language = if language == "ps1" { "powershell" } else { language };
    let title: Vec<&str> = words.collect();
    if title.is_empty() {
        return format!("```{language}");
    }
    let title = title.join(" ").replace(" +x", " (executable)").replace('"', "&quot;");
    format!("```{language} title=\"{title}\"")
}

fn without_sections(line: &str) -> String {
    let mut text = line.to_owned();
    while let Some(start) = text.find(" (HOOKS.md ") {
        let Some(length) = text[start..].find(')') else { break };
        text.replace_range(start..=start + length, "");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_block_shows_the_file_that_it_is() {
        assert_eq!(opening("json .cursor/hooks.json"), "```json title=\".cursor/hooks.json\"");
        assert_eq!(opening("sh tools/a.sh +x"), "```sh title=\"tools/a.sh (executable)\"");
        assert_eq!(opening("text"), "```text");
    }

    #[test]
    fn numbers_of_sections_are_left_out() {
        assert_eq!(without_sections("DOC (HOOKS.md 0.3, 0.9), OBS (HOOKS.md 1)."), "DOC, OBS.");
        assert_eq!(without_sections("DOC (really)."), "DOC (really).");
    }

    #[test]
    fn no_page_refers_to_what_its_reader_does_not_have() {
        for (path, page) in pages() {
            assert!(!page.contains("HOOKS.md"), "{path}");
        }
    }
}
