//! Small pieces of Markdown.

use hookc_schema::Evidence;

/// A term and what is said about it. Lists read well on narrow screens, where tables do not.
pub(super) fn definition(term: &str, said: &str) -> String {
    let mut text = format!("{term}\n");
    for (number, line) in said.trim().lines().enumerate() {
        let indent = if number == 0 { ":   " } else { "    " };
        text.push_str(format!("{indent}{line}").trim_end());
        text.push('\n');
    }
    text.push('\n');
    text
}

/// `DOC`, as a link to what it means; `up` leads from the page to the site's root: `../`.
pub(super) fn tag(evidence: Evidence, up: &str) -> String {
    let tag = evidence.tag();
    let anchor = tag.to_ascii_lowercase();
    format!("[{tag}]({up}how-sure.md#{anchor}){{ .tag .tag-{anchor} }}")
}

/// `` `a`, `b` and `c` ``.
pub(super) fn code_list<'t>(words: impl IntoIterator<Item = &'t str>, last: &str) -> String {
    list(words.into_iter().map(|word| format!("`{word}`")), last)
}

/// `a, b and c`, with `last` before the last one.
pub(super) fn list(words: impl IntoIterator<Item = String>, last: &str) -> String {
    let mut words: Vec<String> = words.into_iter().collect();
    match words.pop() {
        None => String::new(),
        Some(only) if words.is_empty() => only,
        Some(end) => format!("{} {last} {end}", words.join(", ")),
    }
}

/// A row of a table.
pub(super) fn row<'t>(cells: impl IntoIterator<Item = &'t str>) -> String {
    let cells: Vec<String> = cells.into_iter().map(|cell| cell.replace('|', "\\|")).collect();
    format!("| {} |\n", cells.join(" | "))
}

/// A fenced block.
pub(super) fn fenced(language: &str, text: &str) -> String {
    format!("```{language}\n{}\n```\n\n", text.trim_end())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_said_of_a_term_stays_with_it() {
        assert_eq!(definition("`a`", "First.\n\n- one\n"), "`a`\n:   First.\n\n    - one\n\n");
    }

    #[test]
    fn a_list_reads_as_a_sentence() {
        assert_eq!(code_list([], "and"), "");
        assert_eq!(code_list(["a"], "and"), "`a`");
        assert_eq!(code_list(["a", "b", "c"], "or"), "`a`, `b` or `c`");
    }

    #[test]
    fn a_bar_does_not_end_a_cell() {
        assert_eq!(row(["a|b", "c"]), "| a\\|b | c |\n");
    }
}
