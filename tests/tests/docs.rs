//! What the README and the documentation show is true: every command line in them runs, and every example is what it says.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::LazyLock;

use hookc_compiler::system::{OsSystem, System as _};
use hookc_tests::{Hookc, Tree};
use serde_json::Value;

/// What makes a command wait for people; such a line is not run.
const ENDLESS: &str = "--watch";
/// Languages of blocks that may hold command lines of `hookc`.
const COMMANDS_IN: [&str; 4] = ["console", "sh", "yaml", "groovy"];
/// What is printed for every mistake in a command line, and for nothing else.
const WRONG_USAGE: &str = "For more information, try '--help'";

fn repository() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the tests stand in the repository")
}

fn read(path: &Path) -> String {
    let bytes = OsSystem.read(path, u64::MAX).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    String::from_utf8(bytes).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// A fenced block and where it stands.
struct Block {
    page: String,
    line: usize,
    language: String,
    text: String,
}

impl Block {
    fn place(&self) -> String {
        format!("{}:{}", self.page, self.line)
    }
}

/// The blocks of the README and of every page in `docs/`.
static BLOCKS: LazyLock<Vec<Block>> =
    LazyLock::new(|| pages().iter().flat_map(|path| blocks(path)).collect());

fn pages() -> Vec<PathBuf> {
    let docs = repository().join("docs");
    let entries = OsSystem.read_dir(&docs).expect("the documentation is there");
    let mut pages: Vec<PathBuf> = entries.into_iter().map(|entry| docs.join(entry.name)).collect();
    pages.retain(|path| path.extension().is_some_and(|extension| extension == "md"));
    pages.sort();
    pages.insert(0, repository().join("README.md"));
    pages
}

fn blocks(path: &Path) -> Vec<Block> {
    let page = path.strip_prefix(repository()).unwrap_or(path).display().to_string();
    let mut blocks: Vec<Block> = Vec::new();
    let mut inside = false;
    for (number, line) in read(path).lines().enumerate() {
        match line.strip_prefix("```") {
            Some(_) if inside => inside = false,
            Some(info) => {
                inside = true;
                let language = info.split(' ').next().unwrap_or_default().to_owned();
                blocks.push(Block { page: page.clone(), line: number + 1, language, text: String::new() });
            }
            None if inside => {
                if let Some(block) = blocks.last_mut() {
                    block.text.push_str(line);
                    block.text.push('\n');
                }
            }
            None => {}
        }
    }
    assert!(!inside, "{page}: a block does not end");
    blocks
}

fn blocks_in(language: &str) -> impl Iterator<Item = &'static Block> {
    BLOCKS.iter().filter(move |block| block.language == language)
}

/// A command line of `hookc`, as a shell takes it, and the exit code that the comment behind it names.
#[derive(Debug, PartialEq, Eq)]
struct Line {
    script: String,
    code: Option<i32>,
}

fn lines(block: &Block) -> Vec<Line> {
    if !COMMANDS_IN.contains(&block.language.as_str()) {
        return Vec::new();
    }
    let is_console = block.language == "console";
    let lines = block.text.lines().filter_map(|line| {
        if is_console {
            line.strip_prefix("$ ").filter(|line| line.starts_with("hookc "))
        } else {
            inside(line)
        }
    });
    lines.map(line).collect()
}

/// The command in a line of a script or of a CI's configuration, without the quote that ends it there.
fn inside(line: &str) -> Option<&str> {
    let start = line.find("hookc check").or_else(|| line.find("hookc compile"))?;
    let before = line[..start].trim_start();
    let is_command = before.is_empty()
        || ["run: ", "script: ", "- ", "sh '", "/"].iter().any(|before_it| before.ends_with(before_it));
    let command = &line[start..];
    is_command.then(|| if before.contains('\'') { command.trim_end_matches('\'') } else { command })
}

fn line(text: &str) -> Line {
    let (command, comment) = text.split_once(" # ").unwrap_or((text, ""));
    let code = comment.split_once("exit code ").map(|(_, code)| code);
    let code = code.and_then(|code| code.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok());
    Line { script: command.trim_end().to_owned(), code }
}

/// The example workspace without its fault, in `shop`, with what else the pages speak of; beside it a home folder, `home`.
fn workspace() -> Tree {
    let example = repository().join("examples/workspace");
    let hooks = read(&example.join(".cursor/hooks.json"));
    let fault = ",\n    \"notification\": [{ \"command\": \".cursor/hooks/notify.sh\" }]";
    assert!(hooks.contains(fault), "the example has another fault now");
    let hooks = hooks.replace(fault, "");
    let small = "{ \"version\": 1, \"hooks\": {} }\n";
    let manifest = "{ \"name\": \"my-plugin\" }\n";
    let mut tree = Tree::new()
        .file("shop/.cursor/hooks.json", &hooks)
        .file("shop/hooks.json", &hooks)
        .file("shop/services/api/.cursor/hooks.json", small)
        .file("home/.cursor/hooks.json", small)
        .file("home/src/my-plugin/.cursor-plugin/plugin.json", manifest)
        .file("home/src/my-plugin/hooks/hooks.json", small);
    let scripts = example.join(".cursor/hooks");
    for entry in OsSystem.read_dir(&scripts).expect("the example has scripts") {
        let name = entry.name.to_string_lossy().into_owned();
        tree = tree.script(&format!("shop/.cursor/hooks/{name}"), read(&scripts.join(&name)));
    }
    tree
}

/// Runs the line in the workspace, as its reader would; `None` where there is no shell.
fn run(line: &Line, tree: &Tree) -> Option<Output> {
    let folder = tree.path().join("shop");
    let hookc = PathBuf::from(Hookc::new().into_command().get_program());
    let mut path = vec![hookc.parent()?.to_owned()];
    path.extend(std::env::split_paths(&std::env::var_os("PATH")?));
    let mut command = Command::new("sh");
    command.arg("-c").arg(&line.script).current_dir(&folder).stdin(Stdio::null()).env_clear();
    command.env("PATH", std::env::join_paths(path).ok()?);
    command.env("HOME", tree.path().join("home")).env("GITHUB_STEP_SUMMARY", folder.join("summary.md"));
    command.output().ok()
}

#[test]
fn every_command_line_runs() {
    let mut seen = 0;
    for block in BLOCKS.iter() {
        let tree = workspace();
        for line in lines(block).iter().filter(|line| !line.script.contains(ENDLESS)) {
            seen += 1;
            assert_runs(line, block, &tree);
        }
    }
    assert!(seen > 30, "only {seen} command lines were found: are they written in another way now?");
}

fn assert_runs(line: &Line, block: &Block, tree: &Tree) {
    let Some(output) = run(line, tree) else { return };
    let errors = String::from_utf8_lossy(&output.stderr);
    let place = block.place();
    assert!(!errors.contains(WRONG_USAGE), "{place}: {}\n{errors}", line.script);
    let code = output.status.code();
    let is_right = line.code.map_or(matches!(code, Some(0 | 1)), |expected| code == Some(expected));
    assert!(is_right, "{place}: {} ends with {code:?}\n{errors}", line.script);
}

fn help(command: &[&str]) -> String {
    Hookc::new().args(command).args(["--help"]).run().stdout
}

/// The commands that the general help lists.
static HELPS: LazyLock<Vec<(String, String)>> = LazyLock::new(|| {
    let general = help(&[]);
    let list = general.lines().skip_while(|line| *line != "Commands:").skip(1);
    let list = list.take_while(|line| !line.is_empty()).filter(|line| !line.starts_with("   "));
    let names = list.filter_map(|line| line.split_whitespace().next()).filter(|name| *name != "help");
    let mut helps: Vec<_> = names.map(|name| (name.to_owned(), help(&[name]))).collect();
    helps.push((String::new(), general));
    helps
});

#[test]
fn every_command_is_shown_at_work() {
    let scripts: Vec<String> = BLOCKS.iter().flat_map(lines).map(|line| line.script).collect();
    for (command, _) in HELPS.iter().filter(|(command, _)| !command.is_empty()) {
        let call = format!("hookc {command}");
        assert!(scripts.iter().any(|script| script.contains(&call)), "no page shows `{call}`");
    }
}

#[test]
fn every_option_says_what_it_does() {
    for (command, help) in HELPS.iter() {
        let mut lines = help.lines().peekable();
        while let Some(line) = lines.next() {
            let words = line.trim_start();
            if line.len() - words.len() > 6 || !words.starts_with('-') {
                continue;
            }
            let beside = words.contains("  ");
            let below =
                lines.peek().is_some_and(|next| next.starts_with("       ") && !next.trim().is_empty());
            assert!(beside || below, "`hookc {command} --help` does not say what `{words}` does");
        }
    }
}

#[test]
fn every_option_that_a_page_names_exists() {
    for page in pages() {
        let text = read(&page);
        for option in text.split('`').skip(1).step_by(2).filter(|span| span.starts_with("--")) {
            let name = option.split([' ', '=']).next().unwrap_or_default();
            let exists = HELPS.iter().any(|(_, help)| words_of(help).any(|word| word == name));
            assert!(exists, "{}: `{name}` is no option", page.display());
        }
    }
}

fn words_of(help: &str) -> impl Iterator<Item = &str> {
    help.split(|c: char| !c.is_ascii_alphanumeric() && c != '-')
}

#[test]
fn every_json_example_is_json_and_every_toml_example_is_toml() {
    for block in blocks_in("json") {
        serde_json::from_str::<Value>(&block.text)
            .unwrap_or_else(|error| panic!("{}: {error}", block.place()));
    }
    for block in blocks_in("toml") {
        toml::from_str::<toml::Table>(&block.text)
            .unwrap_or_else(|error| panic!("{}: {error}", block.place()));
    }
}

/// The finding that a page shows as it looks on a terminal.
fn shown(page: &str) -> &'static str {
    let mut blocks = BLOCKS.iter().filter(|block| block.page == page && block.language == "text");
    &blocks.next().expect("the page shows what a check prints").text
}

#[test]
fn the_readme_shows_what_a_check_of_the_example_prints() {
    let ran = Hookc::new().args(["check", "examples/workspace", "--format", "human"]).run();
    assert_eq!(shown("README.md"), ran.stdout);
}

#[test]
fn the_first_page_shows_what_its_example_gives() {
    let page = "docs/index.md";
    let hooks = BLOCKS.iter().find(|block| block.page == page && block.language == "json");
    let tree = Tree::new().file(".cursor/hooks.json", &hooks.expect("the page has an example").text);
    let ran = Hookc::new().in_folder(tree.path()).args(["check", "--format", "human"]).run();
    assert_eq!(shown(page), ran.stdout);
}

#[test]
fn command_lines_are_found_in_scripts_and_in_the_files_of_ci() {
    for (text, found) in [
        ("    - hookc check --format concise", Some("hookc check --format concise")),
        ("  - script: hookc check", Some("hookc check")),
        ("    sh '.venv/bin/hookc check --output junit=a.xml'", Some("hookc check --output junit=a.xml")),
        ("      - id: hookc-check", None),
        ("# the hookc check", None),
    ] {
        assert_eq!(inside(text), found, "{text}");
    }
}

#[test]
fn a_comment_may_name_the_exit_code() {
    let with_code = Line { script: "hookc run stop".to_owned(), code: Some(2) };
    assert_eq!(line("hookc run stop   # blocked: exit code 2, and no more"), with_code);
}
