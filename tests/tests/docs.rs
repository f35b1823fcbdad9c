//! What the README and the documentation show is true: every command line in them runs, and every example is what it says.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

use hookc_compiler::system::{OsSystem, System as _};
use hookc_tests::{Hookc, Tree};
use serde_json::Value;

/// Commands that wait for people and so never end here: their help is asked for instead.
const ENDLESS: [&str; 1] = ["--watch"];
/// Languages of blocks that may hold command lines of `hookc`.
const COMMANDS_IN: [&str; 4] = ["console", "sh", "yaml", "groovy"];
/// What is printed for every mistake in a command line, and for nothing else.
const WRONG_USAGE: &str = "For more information, try '--help'";

fn repository() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the tests stand in the repository")
}

fn read(path: &Path) -> String {
    let bytes = OsSystem.read(path).unwrap_or_else(|error| panic!("{}: {error:?}", path.display()));
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
static BLOCKS: LazyLock<Vec<Block>> = LazyLock::new(|| {
    let docs = repository().join("docs");
    let entries = OsSystem.read_dir(&docs).expect("the documentation is there");
    let mut pages: Vec<PathBuf> = entries.into_iter().map(|entry| docs.join(entry.name)).collect();
    pages.retain(|path| path.extension().is_some_and(|extension| extension == "md"));
    pages.sort();
    pages.insert(0, repository().join("README.md"));
    pages.iter().flat_map(|path| blocks(path)).collect()
});

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
        if is_console { line.strip_prefix("$ ").filter(|line| line.starts_with("hookc ")) } else { inside(line) }
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

/// The example workspace without its fault, and what else the pages speak of. The home folder is in it as `home`.
fn workspace() -> Tree {
    let example = repository().join("examples/workspace");
    let hooks = read(&example.join(".cursor/hooks.json"));
    let fault = ",\n    \"notification\": [{ \"command\": \".cursor/hooks/notify.sh\" }]";
    assert!(hooks.contains(fault), "the example has another fault now");
    let hooks = hooks.replace(fault, "");
    let small = "{ \"version\": 1, \"hooks\": {} }\n";
    let manifest = "{ \"name\": \"my-plugin\" }\n";
    let mut tree = Tree::new()
        .file(".cursor/hooks.json", &hooks)
        .file("hooks.json", &hooks)
        .file("services/api/.cursor/hooks.json", small)
        .file("home/.cursor/hooks.json", small)
        .file("home/src/my-plugin/.cursor-plugin/plugin.json", manifest)
        .file("home/src/my-plugin/hooks/hooks.json", small);
    let scripts = example.join(".cursor/hooks");
    for entry in OsSystem.read_dir(&scripts).expect("the example has scripts") {
        let name = entry.name.to_string_lossy().into_owned();
        tree = tree.script(&format!(".cursor/hooks/{name}"), read(&scripts.join(&name)));
    }
    tree
}

/// Runs the line in the folder, as its reader would. `None` where there is no shell.
fn run(line: &Line, folder: &Path) -> Option<std::process::Output> {
    let hookc = Hookc::new().into_command();
    let program = PathBuf::from(hookc.get_program());
    let mut path = vec![program.parent()?.to_owned()];
    path.extend(std::env::split_paths(&std::env::var_os("PATH")?));
    let mut command = Command::new("sh");
    command.arg("-c").arg(format!("{} </dev/null", line.script)).current_dir(folder).env_clear();
    if line.script.contains(['|', '<']) {
        command.args([] as [&str; 0]);
    }
    command.env("PATH", std::env::join_paths(path).ok()?);
    command.env("HOME", folder.join("home")).env("GITHUB_STEP_SUMMARY", folder.join("summary.md"));
    command.output().ok()
}

#[test]
fn every_command_line_runs() {
    let mut seen = 0;
    for block in BLOCKS.iter() {
        let tree = workspace();
        for line in lines(block) {
            seen += 1;
            assert_runs(&line, block, &tree);
        }
    }
    assert!(seen > 30, "only {seen} command lines were found: is the way they are written a new one?");
}

#[track_caller]
fn assert_runs(line: &Line, block: &Block, tree: &Tree) {
    let Some(output) = run(line, tree.path()) else { return };
    let errors = String::from_utf8_lossy(&output.stderr);
    let place = block.place();
    assert!(!errors.contains(WRONG_USAGE), "{place}: {}\n{errors}", line.script);
    let code = output.status.code();
    let is_right = match line.code {
        Some(expected) => code == Some(expected),
        None => code == Some(0) || code == Some(1),
    };
    assert!(is_right, "{place}: {} ends with {code:?}\n{errors}", line.script);
}
