//! Examples in Markdown: fenced blocks are files, and a check says what is wrong with them.
//!
//! A block is a file when its info string names one: a language, a path, and perhaps options.
//!
//! | path | where the file lies |
//! |---|---|
//! | `.cursor/hooks.json` | in the workspace |
//! | `~/.cursor/hooks.json` | in the home folder |
//! | `/etc/cursor/hooks.json` | below the system root |
//! | `plugin:hooks/hooks.json` | in a plugin's root |
//!
//! | option | means |
//! |---|---|
//! | `+x` | the file is executable |
//! | `escaped` | `\u{…}` stands for a character and `\x..` for a byte |
//! | `crlf` | lines end with CR and LF |
//! | `unended` | no line break ends the file |
//! | `utf-16le`, `utf-16be` | the encoding |
//! | `link=TARGET` | the file is a symbolic link |
//! | `pipe`, `unreadable` | the file is a named pipe; it cannot be opened |
//! | `fixed` | the text of a file of the example after the first fix of every finding |
//!
//! An example with a `hookc.toml` is checked as that file says, on 2026-10-01.
//!
//! A heading may end in options of its own, in parentheses: `platform NAME` (or `platform all`), `target NAME`, `pedantic`, `named PATH` (checks that path alone) and `also RULE`
//! (the example may show a finding of that rule as well).

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use hookc_compiler::analysis::{Platform, Request, Settings, Target};
use hookc_compiler::diagnostic::{Diagnostic, Edit};
use hookc_compiler::system::MemorySystem;
use hookc_policies::Report;
use hookc_policies::config::{self, FILE_NAME};

use crate::Tree;

const WORKSPACE: &str = "/projects/shop";
const HOME: &str = "/home/me";
const SYSTEM_ROOT: &str = "/system";
const PLUGIN: &str = "/plugins/review";
/// The day of every example with a configuration: 2026-10-01.
const TODAY: u32 = 20_727;

/// A part of a Markdown text: a heading and what stands below it, up to the next one of its level.
#[derive(Debug)]
pub struct Section {
    /// The heading without its options.
    pub title: String,
    /// The options of the heading.
    pub options: Options,
    /// The line of the heading, from 1.
    pub line: usize,
    /// The fenced blocks.
    pub blocks: Vec<Block>,
    /// Whether it holds anything at all.
    pub is_empty: bool,
}

/// What the parentheses of a heading ask for.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// Where the hooks are meant to run; the default without an option.
    pub settings: Settings,
    /// The paths to check, instead of everything.
    pub named: Vec<String>,
    /// Other rules that may have findings.
    pub also: Vec<String>,
}

/// A fenced block.
#[derive(Debug)]
pub struct Block {
    /// The first word of the info string.
    pub language: String,
    /// What stands in it.
    pub text: String,
    /// The path that the info string names; empty for a block that is no file.
    path: String,
    options: Vec<String>,
}

/// Files that are checked together.
#[derive(Debug, Clone, Default)]
pub struct Example {
    /// The files, by their paths in the example.
    files: BTreeMap<String, File>,
    first: String,
    /// The texts that the fixes should lead to.
    pub wanted: BTreeMap<String, String>,
    options: Options,
}

#[derive(Debug, Clone)]
enum File {
    Text { bytes: Vec<u8>, executable: bool, readable: bool },
    Link(String),
    Pipe,
}

/// A finding, with the file and the text that it points at.
#[derive(Debug)]
pub struct Finding<'r> {
    /// What is said.
    pub diagnostic: &'r Diagnostic,
    /// The file, as the example calls it.
    pub path: String,
    /// The text that is underlined.
    pub underlined: &'r str,
    /// The text behind that.
    pub rest: &'r str,
}

/// The sections of a Markdown text whose headings are of level 2.
///
/// # Panics
///
/// When a heading has options that nobody knows, or a block is not closed.
pub fn sections(markdown: &str) -> Vec<Section> {
    let mut sections: Vec<Section> = Vec::new();
    let mut lines = markdown.lines().enumerate();
    while let Some((number, line)) = lines.next() {
        if let Some(heading) = line.strip_prefix("## ") {
            let (title, options) = split_options(heading);
            sections.push(Section { title, options, line: number + 1, blocks: Vec::new(), is_empty: true });
            continue;
        }
        let Some(section) = sections.last_mut() else { continue };
        section.is_empty &= line.trim().is_empty();
        let Some(info) = line.strip_prefix("```") else { continue };
        let mut text = String::new();
        loop {
            let (_, line) =
                lines.next().unwrap_or_else(|| panic!("the block of line {} is open", number + 1));
            if line == "```" {
                break;
            }
            text.push_str(line);
            text.push('\n');
        }
        section.blocks.push(Block::new(info, text));
    }
    sections
}

fn split_options(heading: &str) -> (String, Options) {
    let mut options = Options::default();
    let Some((title, list)) = heading.strip_suffix(')').and_then(|heading| heading.rsplit_once(" (")) else {
        return (heading.trim().to_owned(), options);
    };
    for option in list.split(", ") {
        match option.split_once(' ').unwrap_or((option, "")) {
            ("platform", "linux") => options.settings.platforms = vec![Platform::Linux],
            ("platform", "macos") => options.settings.platforms = vec![Platform::Macos],
            ("platform", "windows") => options.settings.platforms = vec![Platform::Windows],
            ("platform", "all") => {
                options.settings.platforms = vec![Platform::Linux, Platform::Macos, Platform::Windows];
            }
            ("target", "editor") => options.settings.targets = vec![Target::Editor],
            ("target", "cli") => options.settings.targets = vec![Target::Cli],
            ("target", "cloud") => options.settings.targets = vec![Target::Cloud],
            ("pedantic", "") => options.settings.pedantic = true,
            ("named", path) => options.named.push(path.to_owned()),
            ("also", rule) => options.also.push(rule.to_owned()),
            _ => panic!("`{option}` is no option of a heading"),
        }
    }
    (title.trim().to_owned(), options)
}

impl Section {
    /// The examples of the section. A file that the example has already starts the next one; blocks without a path are left out.
    pub fn examples(&self) -> Vec<Example> {
        let mut examples = vec![Example { options: self.options.clone(), ..Example::default() }];
        for block in self.blocks.iter().filter(|block| !block.path.is_empty()) {
            let is_fixed = block.has("fixed");
            let has_it = |example: &Example| {
                if is_fixed {
                    example.wanted.contains_key(&block.path)
                } else {
                    example.files.contains_key(&block.path)
                }
            };
            if examples.last().is_none_or(has_it) {
                examples.push(Example { options: self.options.clone(), ..Example::default() });
            }
            let Some(example) = examples.last_mut() else { continue };
            if is_fixed {
                let text = String::from_utf8_lossy(&block.bytes()).into_owned();
                example.wanted.insert(block.path.clone(), text);
            } else {
                if example.files.is_empty() {
                    example.first.clone_from(&block.path);
                }
                example.files.insert(block.path.clone(), block.file());
            }
        }
        examples.retain(|example| !example.files.is_empty());
        examples
    }

    /// The text of the block of this language, if there is one.
    pub fn text_in(&self, language: &str) -> Option<&str> {
        self.blocks.iter().find(|block| block.language == language).map(|block| block.text.as_str())
    }
}

impl Block {
    fn new(info: &str, text: String) -> Self {
        let mut words: Vec<&str> = info.split_whitespace().collect();
        let mut options = Vec::new();
        while let Some(word) = words.pop_if(|word| is_option(word)) {
            options.push(word.to_owned());
        }
        let language = words.first().copied().unwrap_or_default().to_owned();
        let path = words.get(1..).unwrap_or_default().join(" ");
        Self { language, text, path, options }
    }

    fn has(&self, option: &str) -> bool {
        self.options.iter().any(|own| own == option)
    }

    fn file(&self) -> File {
        if let Some(target) = self.options.iter().find_map(|option| option.strip_prefix("link=")) {
            File::Link(target.to_owned())
        } else if self.has("pipe") {
            File::Pipe
        } else {
            File::Text { bytes: self.bytes(), executable: self.has("+x"), readable: !self.has("unreadable") }
        }
    }

    fn bytes(&self) -> Vec<u8> {
        let mut text = self.text.clone();
        if self.has("unended") {
            text.pop();
        }
        if self.has("crlf") {
            text = text.replace('\n', "\r\n");
        }
        if self.has("utf-16le") {
            return text.encode_utf16().flat_map(u16::to_le_bytes).collect();
        }
        if self.has("utf-16be") {
            return text.encode_utf16().flat_map(u16::to_be_bytes).collect();
        }
        if self.has("escaped") { unescape(&text) } else { text.into_bytes() }
    }
}

impl File {
    fn add_to(&self, system: MemorySystem, path: &Path) -> MemorySystem {
        match self {
            Self::Link(target) => system.link(path, target),
            Self::Pipe => system.pipe(path),
            Self::Text { bytes, executable: true, .. } => system.script(path, bytes.clone()),
            Self::Text { bytes, readable: true, .. } => system.file(path, bytes.clone()),
            Self::Text { bytes, .. } => system.file(path, bytes.clone()).unreadable(path),
        }
    }
}

fn is_option(word: &str) -> bool {
    const FLAGS: [&str; 9] =
        ["+x", "escaped", "crlf", "unended", "utf-16le", "utf-16be", "pipe", "unreadable", "fixed"];
    FLAGS.contains(&word) || word.starts_with("link=")
}

/// The bytes of a text in which `\u{…}` stands for a character and `\x..` for a byte; other backslashes are backslashes.
///
/// # Panics
///
/// When an escape names no character.
pub fn unescape(text: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find('\\') {
        bytes.extend_from_slice(&rest.as_bytes()[..at]);
        rest = &rest[at..];
        if let Some((digits, after)) = rest.strip_prefix("\\u{").and_then(|rest| rest.split_once('}')) {
            let character = u32::from_str_radix(digits, 16).ok().and_then(char::from_u32);
            let character = character.unwrap_or_else(|| panic!("`{digits}` is no character"));
            bytes.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
            rest = after;
        } else if let Some(digits) = rest.strip_prefix("\\x").and_then(|rest| rest.get(..2)) {
            bytes.push(u8::from_str_radix(digits, 16).unwrap_or_else(|_| panic!("`{digits}` is no byte")));
            rest = &rest[4..];
        } else {
            bytes.push(b'\\');
            rest = &rest[1..];
        }
    }
    bytes.extend_from_slice(rest.as_bytes());
    bytes
}

/// Where a file of an example lies.
fn place(path: &str) -> PathBuf {
    if let Some(path) = path.strip_prefix("~/") {
        Path::new(HOME).join(path)
    } else if let Some(path) = path.strip_prefix('/') {
        Path::new(SYSTEM_ROOT).join(path)
    } else if let Some(path) = path.strip_prefix("plugin:") {
        Path::new(PLUGIN).join(path)
    } else {
        Path::new(WORKSPACE).join(path)
    }
}

/// How an example calls the file that lies there.
fn unplace(path: &Path) -> String {
    let below = |root: &str| path.strip_prefix(root).ok().map(|path| path.display().to_string());
    below(WORKSPACE)
        .or_else(|| Some(format!("~/{}", below(HOME)?)))
        .or_else(|| Some(format!("/{}", below(SYSTEM_ROOT)?)))
        .or_else(|| Some(format!("plugin:{}", below(PLUGIN)?)))
        .unwrap_or_else(|| path.display().to_string())
}

impl Example {
    /// The path of its first file.
    pub fn first_path(&self) -> &str {
        &self.first
    }

    /// The paths of its files that hold a text.
    pub fn texts(&self) -> impl Iterator<Item = &str> {
        let is_text = |file: &File| matches!(file, File::Text { .. });
        self.files.iter().filter(move |(_, file)| is_text(file)).map(|(path, _)| path.as_str())
    }

    /// The same example with another text in one of its files.
    #[must_use]
    pub fn with_text(&self, path: &str, text: &str) -> Self {
        let mut changed = self.clone();
        if let Some(File::Text { bytes, .. }) = changed.files.get_mut(path) {
            *bytes = text.as_bytes().to_vec();
        }
        changed
    }

    /// Its texts and links on the disk, and the options that name their places to `hookc check`.
    pub fn on_disk(&self) -> (Tree, Vec<&'static str>) {
        const PLACES: [(&str, &str); 4] = [
            ("--workspace=workspace", "workspace"),
            ("--home=home", "home"),
            ("--system-root=system", "system"),
            ("--plugin=plugin", "plugin"),
        ];
        let mut used = [true, false, false, false];
        let mut tree = Tree::new().folder("workspace");
        for (path, file) in &self.files {
            let (place, path) = if let Some(path) = path.strip_prefix("~/") {
                (1, path)
            } else if let Some(path) = path.strip_prefix('/') {
                (2, path)
            } else if let Some(path) = path.strip_prefix("plugin:") {
                (3, path)
            } else {
                (0, path.as_str())
            };
            used[place] = true;
            let path = format!("{}/{path}", PLACES[place].1);
            tree = match file {
                File::Text { bytes, executable: true, .. } => tree.script(&path, bytes),
                File::Text { bytes, .. } => tree.file(&path, bytes),
                #[cfg(unix)]
                File::Link(target) => tree.link(&path, target),
                _ => tree,
            };
        }
        let options = PLACES.into_iter().zip(used).filter(|(_, used)| *used).map(|((option, _), _)| option);
        (tree, options.collect())
    }

    /// What is said of it.
    pub fn check(&self) -> Report {
        let system = self.files.iter().fold(MemorySystem::new().folder(WORKSPACE), |system, (path, file)| {
            file.add_to(system, &place(path))
        });
        let settings = &self.options.settings;
        if !self.files.keys().any(|path| path.ends_with(FILE_NAME)) {
            return hookc_policies::check(&system, &self.request(), settings);
        }
        let options = config::Options {
            config: config::Choice::Nearest,
            targets: None,
            platforms: None,
            pedantic: settings.pedantic,
            packs: Vec::new(),
            known: config::Known::AsConfigured,
            today: config::Date::from_days_since_1970(TODAY),
        };
        hookc_policies::check_with(&system, &self.request(), &options)
    }

    fn request(&self) -> Request {
        if !self.options.named.is_empty() {
            let paths = self.options.named.iter().map(|path| place(path)).collect();
            return Request { paths, ..Request::default() };
        }
        let below = |root: &str| -> Option<PathBuf> {
            self.files.keys().any(|path| place(path).starts_with(root)).then(|| root.into())
        };
        Request {
            workspaces: below(WORKSPACE).into_iter().collect(),
            home: below(HOME),
            system_root: below(SYSTEM_ROOT),
            plugins: below(PLUGIN).into_iter().collect(),
            ..Request::default()
        }
    }

    /// The findings that a user sees: all, without those that are shown on request only.
    pub fn findings<'r>(&self, report: &'r Report) -> Vec<Finding<'r>> {
        let seen =
            report.diagnostics.iter().filter(|finding| self.options.settings.pedantic || !finding.pedantic);
        seen.map(|diagnostic| Finding::new(report, diagnostic)).collect()
    }

    /// The example after the first fix of each of these findings. A fix that reaches into an earlier one is left out.
    #[must_use]
    pub fn fixed(&self, findings: &[Finding<'_>]) -> Self {
        let mut fixed = self.clone();
        for (path, file) in &mut fixed.files {
            let own = findings.iter().filter(|finding| finding.path == *path);
            let edits: Vec<&Edit> = own
                .filter_map(|finding| finding.diagnostic.fixes.first())
                .flat_map(|fix| &fix.edits)
                .collect();
            if let File::Text { bytes, .. } = file {
                *bytes = apply(&String::from_utf8_lossy(bytes), edits).into_bytes();
            }
        }
        fixed
    }

    /// The text of a file.
    pub fn text(&self, path: &str) -> String {
        match self.files.get(path) {
            Some(File::Text { bytes, .. }) => String::from_utf8_lossy(bytes).into_owned(),
            _ => String::new(),
        }
    }
}

fn apply(text: &str, mut edits: Vec<&Edit>) -> String {
    edits.sort_by_key(|edit| (edit.span.start, edit.span.end));
    let mut changed = String::new();
    let mut done = 0;
    for edit in edits {
        let range = edit.span.range();
        if range.start >= done {
            changed.push_str(&text[done..range.start]);
            changed.push_str(&edit.text);
            done = range.end;
        }
    }
    changed + &text[done..]
}

impl<'r> Finding<'r> {
    fn new(report: &'r Report, diagnostic: &'r Diagnostic) -> Self {
        let file = &report.files[diagnostic.file.0 as usize];
        let range = diagnostic.span.range();
        Self {
            diagnostic,
            path: unplace(&file.path),
            underlined: &file.text[range.clone()],
            rest: &file.text[range.end..],
        }
    }
}

impl std::fmt::Display for Finding<'_> {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Diagnostic { level, rule, message, .. } = self.diagnostic;
        let at = if self.underlined.is_empty() {
            let next: String = self.rest.chars().take(12).collect();
            format!("before {}", quote(&next))
        } else {
            quote(self.underlined)
        };
        write!(out, "{}: {}[{rule}] {at} {message}", self.path, level.name())
    }
}

/// The text in backticks, as an expectation writes it.
fn quote(text: &str) -> String {
    let fence = if text.contains('`') { "``" } else { "`" };
    let is_plain = |character: char| !character.is_control() && character.escape_debug().len() <= 2;
    let shown: String = text
        .chars()
        .map(|character| {
            if is_plain(character) {
                character.to_string()
            } else {
                format!("\\u{{{:x}}}", u32::from(character))
            }
        })
        .collect();
    format!("{fence}{shown}{fence}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_block_is_a_file_when_it_names_one() {
        let sections = sections("## A case\n\n```json a b.json +x crlf\n{}\n```\n\n```expect\nx\n```\n");
        let [section] = sections.as_slice() else { panic!("one section") };
        assert_eq!(section.text_in("expect"), Some("x\n"));
        let [example] = section.examples().try_into().unwrap();
        assert_eq!((example.first_path(), example.text("a b.json").as_str()), ("a b.json", "{}\r\n"));
    }

    #[test]
    fn a_path_that_comes_again_starts_the_next_example() {
        let block = |path: &str| format!("```json {path}\n{{}}\n```\n");
        let text = format!("## A case\n{}{}{}", block("a"), block("b"), block("a"));
        let [section] = sections(&text).try_into().unwrap();
        let files: Vec<usize> = section.examples().iter().map(|example| example.files.len()).collect();
        assert_eq!(files, [2, 1]);
    }

    #[test]
    fn parentheses_behind_a_heading_are_options() {
        let (title, options) = split_options("Fails (pedantic, target cloud, also missing-script)");
        assert_eq!((title.as_str(), options.settings.pedantic), ("Fails", true));
        assert_eq!(
            (options.settings.targets, options.also),
            (vec![Target::Cloud], vec!["missing-script".to_owned()])
        );
    }

    #[test]
    fn escapes_name_characters_and_bytes_and_leave_other_backslashes_alone() {
        assert_eq!(unescape(r"\u{e9}\xff\u00e9\n"), b"\xc3\xa9\xff\\u00e9\\n");
    }
}
