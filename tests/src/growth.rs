//! Examples made larger, each time in one direction, so that what a check costs can be held against the size of what it is given.

use hookc_compiler::command;
use hookc_compiler::script;
use hookc_compiler::syntax::{self, Member, Node, Tree};

use crate::example::Example;

/// A direction in which an example grows. None of them makes a file longer than what is read of its kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Way {
    /// The members of the file's object stand there over and over.
    Members,
    /// The events stand there over and over.
    Events,
    /// The hooks of each event stand there over and over.
    Hooks,
    /// The same, each copy with a command, a matcher and a script of its own.
    OwnHooks,
    /// The options of each hook stand there over and over.
    Options,
    /// Every command, matcher and prompt says the same over and over.
    Strings,
    /// The same, with blanks between.
    Words,
    /// The whole text of the file of hooks stands there over and over.
    Text,
    /// Every script does the same over and over.
    Scripts,
    /// The same, in branches beside each other.
    Branches,
    /// Every script says its last line over and over.
    Lines,
    /// The configuration says the same over and over.
    Configuration,
    /// Many repositories hold the same.
    Repositories,
    /// The same, and each of them is named.
    Named,
}

impl Way {
    /// Every direction.
    pub const ALL: [Self; 14] = [
        Self::Members,
        Self::Events,
        Self::Hooks,
        Self::OwnHooks,
        Self::Options,
        Self::Strings,
        Self::Words,
        Self::Text,
        Self::Scripts,
        Self::Branches,
        Self::Lines,
        Self::Configuration,
        Self::Repositories,
        Self::Named,
    ];

    /// Its name in reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Members => "members",
            Self::Events => "events",
            Self::Hooks => "hooks",
            Self::OwnHooks => "own-hooks",
            Self::Options => "options",
            Self::Strings => "strings",
            Self::Words => "words",
            Self::Text => "text",
            Self::Scripts => "scripts",
            Self::Branches => "branches",
            Self::Lines => "lines",
            Self::Configuration => "configuration",
            Self::Repositories => "repositories",
            Self::Named => "named",
        }
    }

    /// How often the example can be repeated in this direction; `None` when there is nothing of the kind in it.
    pub fn most(self, example: &Example) -> Option<usize> {
        const MANY: usize = 1_000;
        let once = self.grow(example, 1);
        if format!("{:?}", self.grow(example, 2)) == format!("{once:?}") {
            return None;
        }
        let longest = |limit: usize, length: usize| MANY.min(limit / length.max(1));
        let of_script = |path: &str| once.bytes(path).map_or(0, |bytes| bytes.len() + 40);
        let script = scripts(example).iter().map(|path| of_script(path)).max();
        Some(match self {
            Self::Strings | Self::Words => longest(command::MAX_LINE - 64, longest_string(example) + 4),
            Self::Scripts | Self::Branches | Self::Lines => longest(script::MAX_TEXT, script?),
            _ => MANY,
        })
    }

    /// The example, so many times as large in this direction.
    #[must_use]
    pub fn grow(self, example: &Example, times: usize) -> Example {
        match self {
            Self::Members => in_hooks(example, |text| repeated(text, 0, times, |copy, _| copy)),
            Self::Events => in_hooks(example, |text| repeated(text, 1, times, |copy, _| copy)),
            Self::Hooks => in_hooks(example, |text| repeated(text, 2, times, |copy, _| copy)),
            Self::OwnHooks => own_hooks(example, times),
            Self::Options => in_hooks(example, |text| repeated(text, 3, times, |copy, _| copy)),
            Self::Strings => in_hooks(example, |text| longer_strings(text, times, " && ")),
            Self::Words => in_hooks(example, |text| longer_strings(text, times, " ")),
            Self::Text => each(example, is_hooks, |_, bytes| bytes.repeat(times)),
            Self::Scripts => each(example, is_script, |_, bytes| bytes.repeat(times)),
            Self::Branches => each(example, is_script, |path, bytes| branches(path, bytes, times)),
            Self::Lines => each(example, is_script, |_, bytes| {
                let body = bytes.strip_suffix(b"\n").unwrap_or(bytes);
                let last = body.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
                [&bytes[..last], &bytes[last..].repeat(times)].concat()
            }),
            Self::Configuration => {
                each(example, is_configuration, |_, bytes| configuration(bytes, times).into_bytes())
            }
            Self::Repositories => repositories(example, times),
            Self::Named if example.names_paths() => example.clone(),
            Self::Named => {
                repositories(example, times).naming((0..times).map(|number| format!("r{number}")).collect())
            }
        }
    }
}

fn is_hooks(path: &str) -> bool {
    ends_in(path, &["json"])
}

fn is_configuration(path: &str) -> bool {
    path.ends_with("hookc.toml")
}

fn is_script(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or_default();
    let is_text = ends_in(name, &["json", "toml", "md"]);
    !is_text && !path.contains(".git/") && !name.starts_with(".git")
}

fn scripts(example: &Example) -> Vec<String> {
    example.paths().filter(|path| is_script(path)).map(str::to_owned).collect()
}

fn each(example: &Example, which: fn(&str) -> bool, grown: impl Fn(&str, &[u8]) -> Vec<u8>) -> Example {
    let paths: Vec<String> = example.paths().filter(|path| which(path)).map(str::to_owned).collect();
    paths.iter().fold(example.clone(), |example, path| {
        let Some(bytes) = example.bytes(path).map(|bytes| grown(path, bytes)) else { return example };
        example.with_bytes(path, bytes)
    })
}

fn in_hooks(example: &Example, grown: impl Fn(&str) -> String) -> Example {
    each(example, is_hooks, |_, bytes| match std::str::from_utf8(bytes) {
        Ok(text) => grown(text).into_bytes(),
        Err(_) => bytes.to_vec(),
    })
}

/// The objects and lists that are so many levels below the root.
fn containers(tree: &Tree, depth: usize) -> Vec<Node<'_>> {
    let mut level = vec![tree.root()];
    for _ in 0..depth {
        level = level.into_iter().flat_map(children).collect();
    }
    level
}

fn children(node: Node<'_>) -> Vec<Node<'_>> {
    if node.is_object() { node.members().map(Member::value).collect() } else { node.items().collect() }
}

/// From the first child to the last one, keys included.
fn content(node: Node<'_>) -> Option<std::ops::Range<usize>> {
    let spans: Vec<_> = if node.is_object() {
        node.members().map(|member| member.span().range()).collect()
    } else {
        node.items().map(|item| item.span().range()).collect()
    };
    Some(spans.first()?.start..spans.last()?.end)
}

/// The text with the content of every container of that depth repeated.
fn repeated(text: &str, depth: usize, times: usize, copy: impl Fn(String, usize) -> String) -> String {
    let tree = Tree::parse(text);
    let mut grown = String::new();
    let mut done = 0;
    for range in containers(&tree, depth).into_iter().filter_map(content) {
        grown.push_str(&tree.text()[done..range.start]);
        let copies: Vec<String> =
            (0..times).map(|number| copy(tree.text()[range.clone()].to_owned(), number)).collect();
        grown.push_str(&copies.join(",\n"));
        done = range.end;
    }
    grown + &tree.text()[done..]
}

/// The strings that hold what a hook runs, asks or listens to, with their keys.
fn strings(tree: &Tree) -> Vec<(&str, Node<'_>)> {
    let mut found = Vec::new();
    let mut open = vec![tree.root()];
    while let Some(node) = open.pop() {
        for member in node.members() {
            let key = member.key().as_str().unwrap_or_default();
            if member.value().is_string() && matches!(key, "command" | "matcher" | "prompt") {
                found.push((key, member.value()));
            }
        }
        open.extend(children(node));
    }
    found.sort_by_key(|(_, node)| node.span().start);
    found
}

fn longest_string(example: &Example) -> usize {
    let texts = example.paths().filter(|path| is_hooks(path)).map(|path| example.text(path));
    texts
        .flat_map(|text| {
            let tree = Tree::parse(text.as_str());
            strings(&tree).into_iter().map(|(_, node)| node.source().len()).collect::<Vec<_>>()
        })
        .max()
        .unwrap_or_default()
}

fn longer_strings(text: &str, times: usize, between: &str) -> String {
    with_strings(text, |key, inner| {
        let between = if key == "matcher" { "|" } else { between };
        vec![inner; times].join(between)
    })
}

/// The text with other strings in the quotes.
fn with_strings(text: &str, other: impl Fn(&str, &str) -> String) -> String {
    let tree = Tree::parse(text);
    let mut grown = String::new();
    let mut done = 0;
    for (key, node) in strings(&tree) {
        let quoted = node.span().range();
        let Some(inner) = node.source().strip_prefix('"').and_then(|source| source.strip_suffix('"')) else {
            continue;
        };
        grown.push_str(&tree.text()[done..=quoted.start]);
        grown.push_str(&other(key, inner));
        done = quoted.end - 1;
    }
    grown + &tree.text()[done..]
}

/// Hooks that say the same of things of their own: other arguments, another alternative, another script.
fn own_hooks(example: &Example, times: usize) -> Example {
    let scripts = scripts(example);
    let own_name = |name: &str, number: usize| match name.rsplit_once('.') {
        Some((stem, extension)) => format!("{stem}-{number}.{extension}"),
        None => format!("{name}-{number}"),
    };
    let names: Vec<&str> = scripts.iter().filter_map(|path| path.rsplit('/').next()).collect();
    let grown = in_hooks(example, |text| {
        repeated(text, 2, times, |copy, number| {
            let copy = names.iter().fold(copy, |copy, name| copy.replace(name, &own_name(name, number)));
            // A piece of a file is no file: the brackets make it one for as long as its strings are looked for.
            let bracketed = with_strings(&format!("[{copy}]"), |key, inner| match key {
                "matcher" => format!("{inner}|Own{number}"),
                _ => format!("{inner} {number}"),
            });
            bracketed[1..bracketed.len() - 1].to_owned()
        })
    });
    let copies = scripts.iter().flat_map(|path| (0..times).map(move |number| (path, number)));
    copies.fold(grown, |grown, (path, number)| {
        let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
        let slash = if folder.is_empty() { "" } else { "/" };
        grown.with_copy(path, format!("{folder}{slash}{}", own_name(name, number)))
    })
}

/// A script that does the same in each of so many branches. A text in no known language is repeated as it is.
fn branches(path: &str, bytes: &[u8], times: usize) -> Vec<u8> {
    let text = syntax::decode(bytes).text;
    let head_length = if text.starts_with("#!") { text.find('\n').map_or(0, |at| at + 1) } else { 0 };
    let (head, body) = text.split_at(head_length);
    let extension = path.rsplit('.').next().unwrap_or_default();
    let mut grown = head.to_owned();
    for number in 0..times {
        let branch = match extension {
            "py" => {
                let lines = body.lines().fold(String::new(), |lines, line| lines + "    " + line + "\n");
                format!("if mode == {number}:\n{lines}")
            }
            "js" | "mjs" | "cjs" | "ts" | "mts" | "cts" => format!("if (mode === {number}) {{\n{body}}}\n"),
            "ps1" => format!("if ($mode -eq {number}) {{\n{body}}}\n"),
            _ => format!("if [ \"$1\" = {number} ]; then\n{body}fi\n"),
        };
        grown.push_str(&branch);
    }
    grown.into_bytes()
}

/// Tables of a list again and again, each with an id of its own; otherwise the last line with keys of its own.
fn configuration(bytes: &[u8], times: usize) -> String {
    let text = String::from_utf8_lossy(bytes).into_owned();
    let (once, again) = match text.find("[[") {
        Some(at) => text.split_at(at),
        None => text.split_at(text.trim_end().rfind('\n').map_or(0, |at| at + 1)),
    };
    let copy = |number: usize| {
        let is_list = again.starts_with("[[");
        if number == 0 {
            again.to_owned()
        } else if is_list {
            again.replace("id = \"", &format!("id = \"n{number}-"))
        } else {
            format!("n{number}-{again}")
        }
    };
    once.to_owned() + &(0..times).map(copy).collect::<String>()
}

/// What lies in the workspace, in each of so many folders of it.
fn repositories(example: &Example, times: usize) -> Example {
    let is_inside = |path: &&str| !path.starts_with(['~', '/']) && !path.contains(':');
    let paths: Vec<String> = example.paths().filter(is_inside).map(str::to_owned).collect();
    if example.names_paths() {
        return example.clone();
    }
    paths.iter().fold(example.clone(), |grown, path| {
        let copies =
            (0..times).fold(grown, |grown, number| grown.with_copy(path, format!("r{number}/{path}")));
        copies.without(path)
    })
}

/// Whether a path has one of these extensions.
fn ends_in(path: &str, extensions: &[&str]) -> bool {
    let extension = std::path::Path::new(path).extension();
    extensions.iter().any(|wanted| extension.is_some_and(|extension| extension == *wanted))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::example::sections;

    fn example() -> Example {
        let page = "## Fails\n```json .cursor/hooks.json\n{ \"hooks\": { \"stop\": [{ \"command\": \"a.sh\" }] } }\n```\n```sh a.sh\n#!/bin/sh\nexit 0\n```\n";
        sections(page)[0].examples().remove(0)
    }

    fn grown(way: Way) -> Example {
        way.grow(&example(), 2)
    }

    #[test]
    fn hooks_are_repeated_where_they_stand() {
        let text = grown(Way::Hooks).text(".cursor/hooks.json");
        assert_eq!(
            text.trim(),
            "{ \"hooks\": { \"stop\": [{ \"command\": \"a.sh\" },\n{ \"command\": \"a.sh\" }] } }"
        );
    }

    #[test]
    fn hooks_of_their_own_run_scripts_of_their_own() {
        let grown = grown(Way::OwnHooks);
        assert!(grown.text(".cursor/hooks.json").contains("\"a-1.sh 1\""));
        assert_eq!(grown.text("a-1.sh"), "#!/bin/sh\nexit 0\n");
    }

    #[test]
    fn strings_grow_inside_of_their_quotes() {
        let text = grown(Way::Strings).text(".cursor/hooks.json");
        assert!(text.contains("\"a.sh && a.sh\""), "{text}");
    }

    #[test]
    fn scripts_grow_in_branches() {
        let text = grown(Way::Branches).text("a.sh");
        assert_eq!(
            text,
            "#!/bin/sh\nif [ \"$1\" = 0 ]; then\nexit 0\nfi\nif [ \"$1\" = 1 ]; then\nexit 0\nfi\n"
        );
    }

    #[test]
    fn a_direction_without_anything_to_repeat_is_none() {
        assert_eq!(Way::Configuration.most(&example()), None);
        assert_eq!(Way::Hooks.most(&example()), Some(1_000));
    }

    #[test]
    fn repositories_lie_beside_each_other() {
        let paths: Vec<String> = grown(Way::Repositories).paths().map(str::to_owned).collect();
        assert_eq!(paths, ["r0/.cursor/hooks.json", "r0/a.sh", "r1/.cursor/hooks.json", "r1/a.sh"]);
    }
}
