//! Texts with places to fill in, for clients that know them and for those that do not.

/// A text in which the cursor goes from stop to stop.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Snippet(Vec<Piece>);

#[derive(Debug, Clone, PartialEq, Eq)]
enum Piece {
    Text(String),
    /// A stop, with what stands there until it is filled in.
    Stop(String),
}

impl Snippet {
    pub(crate) fn text(mut self, text: impl Into<String>) -> Self {
        self.0.push(Piece::Text(text.into()));
        self
    }

    pub(crate) fn stop(mut self, proposal: impl Into<String>) -> Self {
        self.0.push(Piece::Stop(proposal.into()));
        self
    }

    /// Adds everything of another one.
    pub(crate) fn then(mut self, mut other: Self) -> Self {
        self.0.append(&mut other.0);
        self
    }

    /// As the protocol writes it.
    pub(crate) fn marked(&self) -> String {
        let mut number = 0;
        let mut marked = String::new();
        for piece in &self.0 {
            match piece {
                Piece::Text(text) => marked.push_str(&escaped(text)),
                Piece::Stop(proposal) => {
                    number += 1;
                    marked.extend(["${", &number.to_string(), ":", &escaped(proposal), "}"]);
                }
            }
        }
        marked
    }

    /// Without stops.
    pub(crate) fn plain(&self) -> String {
        let texts = self.0.iter().map(|piece| match piece {
            Piece::Text(text) | Piece::Stop(text) => text.as_str(),
        });
        texts.collect()
    }
}

fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace('$', "\\$").replace('}', "\\}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_with_a_meaning_are_escaped_and_stops_are_numbered() {
        let snippet = Snippet::default().text("{ \"a\": \"").stop("$x").text("\", ").stop("").text(" }");
        assert_eq!(snippet.marked(), r#"{ "a": "${1:\$x}", ${2:} \}"#);
        assert_eq!(snippet.plain(), r#"{ "a": "$x",  }"#);
    }
}
