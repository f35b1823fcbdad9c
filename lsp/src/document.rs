//! A text that the client has open.

use std::sync::Arc;

use gen_lsp_types::{TextDocumentContentChangeEvent as Change, Uri};

use crate::convert::{Encoding, span_in};

/// An open text.
#[derive(Debug)]
pub(crate) struct Document {
    /// As the client calls it.
    pub(crate) uri: Uri,
    /// The client's number for this state of the text.
    pub(crate) version: i32,
    /// The text, saved or not.
    pub(crate) text: Arc<str>,
}

impl Document {
    /// Makes the changes, each on what the one before left.
    pub(crate) fn change(&mut self, version: i32, changes: Vec<Change>, encoding: Encoding) {
        let mut text = String::from(&*self.text);
        for change in changes {
            match change {
                Change::TextDocumentContentChangePartial(part) => {
                    text.replace_range(span_in(&text, part.range, encoding).range(), &part.text);
                }
                Change::TextDocumentContentChangeWholeDocument(whole) => text = whole.text,
            }
        }
        self.version = version;
        self.text = text.into();
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn changed(text: &str, changes: &[Value]) -> String {
        let uri = Uri::parse("file:///w/hooks.json").unwrap();
        let mut document = Document { uri, version: 1, text: text.into() };
        let changes = changes.iter().map(|change| serde_json::from_value(change.clone()).unwrap()).collect();
        document.change(2, changes, Encoding::Utf16);
        assert_eq!(document.version, 2);
        document.text.to_string()
    }

    fn part(line: u32, start: u32, end: u32, text: &str) -> Value {
        json!({
            "range": { "start": { "line": line, "character": start }, "end": { "line": line, "character": end } },
            "text": text,
        })
    }

    #[test]
    fn changes_build_on_each_other() {
        assert_eq!(changed("ab\ncd", &[part(0, 1, 1, "X"), part(0, 2, 3, "Y")]), "aXY\ncd");
    }

    #[test]
    fn an_astral_character_counts_twice() {
        assert_eq!(changed("😀x", &[part(0, 2, 3, "y")]), "😀y");
    }

    #[test]
    fn a_change_without_a_range_is_the_whole_text() {
        assert_eq!(changed("ab", &[json!({ "text": "new" }), part(0, 0, 1, "f")]), "few");
    }

    #[test]
    fn a_range_outside_of_the_text_changes_its_end() {
        assert_eq!(changed("ab", &[part(7, 0, 9, "!")]), "ab!");
    }
}
