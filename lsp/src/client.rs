//! What the client can do, as far as it matters here, and what it wants.

use hookc_compiler::analysis::{Platform, Target};
use hookc_policies::config::Options;
use serde_json::Value;

use crate::convert::Encoding;

/// What the client said of itself. Whatever it did not say, it cannot do.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is something of its own that a client can or cannot do"
)]
pub(crate) struct Client {
    /// What positions count.
    pub(crate) encoding: Encoding,
    /// It fills in the stops of snippets.
    pub(crate) snippets: bool,
    /// It asks for diagnostics, and asks again when told to, so that none are sent unasked.
    pub(crate) pulls: bool,
    /// It lets the server choose which files are watched.
    pub(crate) watches: bool,
    /// It answers questions about settings.
    pub(crate) configures: bool,
    /// It shows places that belong to a finding.
    pub(crate) related: bool,
    /// It knows edits of one version of a text.
    pub(crate) versions: bool,
    /// It makes files in an edit.
    pub(crate) creates: bool,
    /// It asks again for inlay hints, code lenses and semantic tokens when told to.
    pub(crate) refreshes: Refreshes,
}

/// What the client asks for again when told to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Refreshes {
    /// Inlay hints.
    pub(crate) hints: bool,
    /// Code lenses.
    pub(crate) lenses: bool,
}

impl Client {
    /// Reads the `capabilities` of `initialize`. What has another form than expected counts as not said, since clients differ.
    pub(crate) fn new(capabilities: &Value) -> Self {
        let says = |pointer: &str| capabilities.pointer(pointer).and_then(Value::as_bool).unwrap_or(false);
        let lists = |pointer: &str, wanted: &str| {
            let list = capabilities.pointer(pointer).and_then(Value::as_array);
            list.is_some_and(|list| list.iter().any(|one| one == wanted))
        };
        let utf8 = lists("/general/positionEncodings", "utf-8");
        Self {
            encoding: if utf8 { Encoding::Utf8 } else { Encoding::Utf16 },
            snippets: says("/textDocument/completion/completionItem/snippetSupport"),
            pulls: capabilities.pointer("/textDocument/diagnostic").is_some_and(Value::is_object)
                && says("/workspace/diagnostics/refreshSupport"),
            watches: says("/workspace/didChangeWatchedFiles/dynamicRegistration"),
            configures: says("/workspace/configuration"),
            related: says("/textDocument/publishDiagnostics/relatedInformation")
                || says("/textDocument/diagnostic/relatedInformation"),
            versions: says("/workspace/workspaceEdit/documentChanges"),
            creates: says("/workspace/workspaceEdit/documentChanges")
                && lists("/workspace/workspaceEdit/resourceOperations", "create"),
            refreshes: Refreshes {
                hints: says("/workspace/inlayHint/refreshSupport"),
                lenses: says("/workspace/codeLens/refreshSupport"),
            },
        }
    }
}

/// What can be set in the client, under `hookc`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Wishes {
    /// The systems that hooks are meant to run on.
    pub(crate) platforms: Option<Vec<Platform>>,
    /// The hosts that hooks are meant to run in.
    pub(crate) targets: Option<Vec<Target>>,
    /// Whether matters of taste are shown.
    pub(crate) pedantic: Option<bool>,
    /// Whether the user's, the enterprise's and the team's hooks are read along.
    pub(crate) all_sources: Option<bool>,
}

impl Wishes {
    /// Reads a client's settings; what has another form than expected counts as not set.
    pub(crate) fn new(settings: &Value) -> Self {
        let flag = |name: &str| settings.get(name).and_then(Value::as_bool);
        Self {
            platforms: chosen(settings.get("platforms"), platform),
            targets: chosen(settings.get("targets"), target),
            pedantic: flag("pedantic"),
            all_sources: flag("allSources"),
        }
    }

    /// The options of a check. A wish wins over what was set before, and both over a configuration.
    pub(crate) fn over(&self, options: &Options) -> Options {
        Options {
            platforms: self.platforms.clone().or_else(|| options.platforms.clone()),
            targets: self.targets.clone().or_else(|| options.targets.clone()),
            pedantic: self.pedantic.unwrap_or(options.pedantic),
            ..options.clone()
        }
    }
}

/// The values of a list that are known by name; an empty list chooses nothing.
fn chosen<T>(list: Option<&Value>, by_name: fn(&str) -> Option<T>) -> Option<Vec<T>> {
    let named: Vec<T> = list?.as_array()?.iter().filter_map(|name| by_name(name.as_str()?)).collect();
    (!named.is_empty()).then_some(named)
}

fn platform(name: &str) -> Option<Platform> {
    Some(match name {
        "linux" => Platform::Linux,
        "macos" => Platform::Macos,
        "windows" => Platform::Windows,
        _ => return None,
    })
}

fn target(name: &str) -> Option<Target> {
    Some(match name {
        "editor" => Target::Editor,
        "cli" => Target::Cli,
        "cloud" => Target::Cloud,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_client_that_says_nothing_can_nothing() {
        let client = Client::new(&json!({}));
        assert_eq!(client.encoding, Encoding::Utf16);
        assert!(!client.snippets && !client.pulls && !client.watches && !client.creates);
        assert_eq!(Client::new(&json!({ "general": 7, "textDocument": [] })), client);
    }

    #[test]
    fn utf_8_is_taken_where_it_is_offered() {
        let offered = json!({ "general": { "positionEncodings": ["utf-16", "utf-8"] } });
        assert_eq!(Client::new(&offered).encoding, Encoding::Utf8);
    }

    #[test]
    fn a_client_pulls_only_if_it_can_be_told_to_pull_again() {
        let mut capabilities = json!({ "textDocument": { "diagnostic": {} } });
        assert!(!Client::new(&capabilities).pulls);
        capabilities["workspace"] = json!({ "diagnostics": { "refreshSupport": true } });
        assert!(Client::new(&capabilities).pulls);
    }

    #[test]
    fn nonsense_wishes_nothing() {
        let wishes = Wishes::new(&json!({ "platforms": ["windows", "beos"], "pedantic": true }));
        let windows = Some(vec![Platform::Windows]);
        assert_eq!(wishes, Wishes { platforms: windows, pedantic: Some(true), ..Wishes::default() });
        let nonsense = json!({ "platforms": "windows", "targets": [], "pedantic": "yes", "allSources": 1 });
        assert_eq!(Wishes::new(&nonsense), Wishes::default());
        assert_eq!(Wishes::new(&Value::Null), Wishes::default());
    }
}
