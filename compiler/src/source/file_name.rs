//! What the name of a file in `.cursor` says.

/// What a name says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum FileName {
    /// `hooks.json`, the one name that is read.
    Hooks,
    /// A variant that its author keeps aside: `hooks.json.example`, `hooks.windows.json`.
    Template,
    /// Nothing but another spelling: `hook.json`, `Hooks.json`, `hooks.jsonc`, `hooks.yaml`.
    Odd,
    /// A name that has nothing to do with hooks files.
    Other,
}

const DATA: [&str; 5] = ["json", "jsonc", "json5", "yaml", "yml"];
const KEPT_ASIDE: [&str; 19] = [
    "example", "sample", "template", "tmpl", "tpl", "dist", "bak", "backup", "old", "orig", "disabled",
    "off", "default", "local", "j2", "hbs", "erb", "in", "new",
];

/// What the name says, whatever the folder.
pub(super) fn read(name: &str) -> FileName {
    if name == "hooks.json" {
        return FileName::Hooks;
    }
    let lower = name.to_lowercase();
    let words: Vec<&str> = lower.split(['.', '-', '_', ' ', '~']).filter(|word| !word.is_empty()).collect();
    let is_data = |word: &str| DATA.contains(&word);
    let is_hooks = |word: &str| word == "hooks" || word == "hook";
    let ends_well = words.last().is_some_and(|last| is_data(last) || KEPT_ASIDE.contains(last));
    if !ends_well || !words.iter().any(|word| is_data(word)) || !words.iter().any(|word| is_hooks(word)) {
        return FileName::Other;
    }
    let plain = words.iter().all(|word| is_data(word) || is_hooks(word)) && !name.ends_with('~');
    if plain { FileName::Odd } else { FileName::Template }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_one_name_is_read() {
        assert_eq!(read("hooks.json"), FileName::Hooks);
    }

    #[test]
    fn variants_kept_aside_are_templates() {
        for name in [
            "hooks.json.example",
            "hooks.example.json",
            "hooks.json.template",
            "hooks.json.bak",
            "hooks.json~",
            "hooks.local.json",
            "hooks.windows.json",
            "hooks-cursor.json",
            "cursor-hooks.json",
        ] {
            assert_eq!(read(name), FileName::Template, "{name}");
        }
    }

    #[test]
    fn other_spellings_are_odd() {
        for name in ["hook.json", "Hooks.json", "HOOKS.JSON", "hooks.jsonc", "hooks.yaml", "hooks.yml"] {
            assert_eq!(read(name), FileName::Odd, "{name}");
        }
    }

    #[test]
    fn other_files_are_none_of_these() {
        for name in ["mcp.json", "settings.json", "hooks", "hooks.md", "hooks_json.py", "webhooks.json", ""] {
            assert_eq!(read(name), FileName::Other, "{name}");
        }
    }
}
