//! A plan as one page: `hookc compile --html`.
//!
//! The page needs nothing else and asks for nothing: its style and its script stand in it, and its content security policy names their digests
//! and forbids everything beside them. It holds the plan's own text, what the event table knows, and what the sources say of each step.
//! `matcher.js` decides the plan's matcher programs, `model.js` puts together what there is to see, `view.js` shows it.

mod facts;

use std::borrow::Cow;

use hookc_compiler::plan::Compiled;
use hookc_runtime::plan::Digest;
use hookc_schema::event::Event;

use crate::format::escape::visible_json;

const TEMPLATE: &str = include_str!("page.html");
const STYLE: &str = include_str!("page.css");
/// One script: a later part may use what an earlier one names.
const SCRIPTS: [&str; 3] = [include_str!("matcher.js"), include_str!("model.js"), include_str!("view.js")];

/// The page, the same for the same plan wherever and whenever it is written.
pub(crate) fn write(compiled: &Compiled) -> String {
    let style = unix(STYLE);
    let script = script();
    let policy = policy(&style, &script);
    let plan = data(&compiled.plan.to_json());
    let facts = data(&facts::of(compiled, &Event::ALL).to_string());
    fill(
        &unix(TEMPLATE),
        &[
            ("@POLICY@", &policy),
            ("@STYLE@", &style),
            ("@PLAN@", &plan),
            ("@FACTS@", &facts),
            ("@SCRIPT@", &script),
        ],
    )
}

/// The text with the ends of lines that a browser counts in a digest, however this repository was checked out.
fn unix(text: &str) -> Cow<'_, str> {
    if text.contains('\r') { text.replace("\r\n", "\n").into() } else { text.into() }
}

fn script() -> String {
    let parts = SCRIPTS.map(unix).join("\n");
    format!("\"use strict\";\n(() => {{\n{parts}}})();\n")
}

/// What the page may do: run this script and use this style, and nothing else; not even its own script may make markup of text.
fn policy(style: &str, script: &str) -> String {
    let digest = |text: &str| Digest::of(text.as_bytes()).to_base64();
    format!(
        "default-src 'none'; script-src 'sha256-{}'; style-src 'sha256-{}'; base-uri 'none'; form-action 'none'; \
         require-trusted-types-for 'script'; trusted-types 'none'",
        digest(script),
        digest(style),
    )
}

/// A JSON text that can stand in a `script` element: no markup, no end of the element, no character that hides or reorders others.
fn data(json: &str) -> String {
    visible_json(json).replace('<', "\\u003c").replace('>', "\\u003e").replace('&', "\\u0026")
}

/// Puts each value in the place of its mark. The marks come in this order, and no value is looked at for marks.
fn fill(template: &str, values: &[(&str, &str)]) -> String {
    let mut page =
        String::with_capacity(template.len() + values.iter().map(|(_, value)| value.len()).sum::<usize>());
    let mut rest = template;
    for (mark, value) in values {
        if let Some((before, after)) = rest.split_once(mark) {
            page.push_str(before);
            page.push_str(value);
            rest = after;
        }
    }
    page.push_str(rest);
    page
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_mark_of_the_template_has_its_place_and_its_turn() {
        let values = ["@POLICY@", "@STYLE@", "@PLAN@", "@FACTS@", "@SCRIPT@"];
        let places: Vec<usize> = values.iter().map(|mark| TEMPLATE.find(mark).unwrap()).collect();
        assert!(places.is_sorted());
        assert!(values.iter().all(|mark| TEMPLATE.matches(mark).count() == 1));
    }

    #[test]
    fn what_is_filled_in_is_not_filled_itself() {
        assert_eq!(fill("a @X@ b @Y@ c", &[("@X@", "@Y@"), ("@Y@", "@X@")]), "a @Y@ b @X@ c");
    }

    #[test]
    fn data_holds_no_markup_and_means_the_same() {
        let value = serde_json::json!({ "command": "</script><!-- & \u{202e}\u{2028} é 😀 -->" });
        let text = data(&value.to_string());
        assert!(!text.contains(['<', '>', '&', '\u{202e}', '\u{2028}']), "{text}");
        assert_eq!(serde_json::from_str::<serde_json::Value>(&text).unwrap(), value);
    }

    #[test]
    fn neither_script_nor_style_can_end_its_element() {
        for text in SCRIPTS.into_iter().chain([STYLE]) {
            let text = text.to_lowercase();
            assert!(!text.contains("</") && !text.contains("<!--") && !text.contains("<script"));
        }
    }

    #[test]
    fn the_page_asks_for_nothing() {
        let own = [TEMPLATE, STYLE].into_iter().chain(SCRIPTS);
        for text in own {
            for way_out in
                ["http:", "https:", "url(", "@import", "import(", "fetch(", "XMLHttpRequest", "innerHTML"]
            {
                assert!(!text.contains(way_out), "{way_out}");
            }
        }
    }
}
