//! Nothing outside of what was given is read: every path that reaches the system is looked at. Of a link in the place of hooks it is asked whether its target is there,
//! and nothing else.

use std::path::{Path, PathBuf};
use std::process::Command;

use super::*;

/// What every program of the system needs to start, and where it asks how many threads it may have.
const OF_THE_SYSTEM: [&str; 9] = [
    "/lib",
    "/lib64",
    "/usr/lib",
    "/usr/lib64",
    "/etc/ld.so",
    "/proc/",
    "/etc/localtime",
    "/sys/fs/cgroup",
    "/dev/null",
];

/// A repository of which every part tries to lead out.
fn tempting(outside: &Path) -> Tree {
    let place = |name: &str| outside.join(name).display().to_string();
    let up = format!("../{}", outside.file_name().expect("a name").to_string_lossy());
    let commands = [
        place("x.sh"),
        format!("{up}/x.sh"),
        format!(".cursor/../{up}/x.sh"),
        "linked.sh".to_owned(),
        "folder/x.sh".to_owned(),
        "hop/x.sh".to_owned(),
        format!("cd {} && ./x.sh", place("")),
        format!("cd folder && node ../{up}/x.js"),
        "~/x.sh".to_owned(),
        "$HOME/x.sh".to_owned(),
        "/etc/passwd".to_owned(),
        "node linked.js".to_owned(),
        "python3 inside.py".to_owned(),
        "node inside.js".to_owned(),
        "npm run guard".to_owned(),
        "npx guard".to_owned(),
        format!("bash -c '. {}'", place("x.sh")),
        format!("//host/share/x.sh {}", place("x.sh")),
    ];
    let hooks = entries(commands.len(), |n| {
        format!("{{ \"command\": {}, \"failClosed\": true }}", quoted(&commands[n]))
    });
    let hooks = hooks_file(&[("stop", hooks)]);
    Tree::new()
        .file(".cursor/hooks.json", &hooks)
        .file("home/.cursor/hooks.json", one_command(&format!("{up}/x.sh ../../../../../etc/hostname")))
        .file("home/.bashrc", "")
        .file(
            "hookc.toml",
            format!("extend = {}\nbaseline = \"folder/baseline.json\"\n", quoted(&format!("{up}/base.toml"))),
        )
        .file("sub/hookc.toml", "extend = \"../linked.toml\"\nbaseline = \"../linked.json\"\n")
        .file("sub/.cursor/hooks.json", one_command("a"))
        .file(
            "plugin/.cursor-plugin/plugin.json",
            format!(
                "{{ \"name\": \"x\", \"hooks\": [\"folder/hooks.json\", {}, \"linked.json\"] }}",
                quoted(&format!("../{up}/hooks.json"))
            ),
        )
        .file("package.json", "{ \"scripts\": { \"guard\": \"node linked.js\" } }")
        .file(
            "inside.js",
            format!("require({}); require('./folder/x'); import('./linked.js')", quoted(&place("x.js"))),
        )
        .file(
            "inside.py",
            format!(
                "import sys\nsys.path.append({})\nimport x\nopen({}).read()\n",
                quoted(&place("")),
                quoted(&place("x.sh"))
            ),
        )
        .file("other/.git", format!("gitdir: {}\n", place("repository")))
        .file("other/.cursor/hooks.json", one_command("./x.sh"))
        .script("other/x.sh", "#!/bin/sh\n")
        .script("x.sh", "#!/bin/sh\n")
        .file(".git/HEAD", "ref: refs/heads/main\n")
        .link(".git/info", outside)
        .link(".gitignore", outside.join("exclude"))
        .link("linked.sh", outside.join("x.sh"))
        .link("linked.js", outside.join("x.js"))
        .link("linked.json", outside.join("baseline.json"))
        .link("linked.toml", outside.join("base.toml"))
        .link("folder", outside)
        .link("plugin/folder", outside)
        .link("plugin/linked.json", outside.join("hooks.json"))
        .link("hop", "hop2")
        .link("hop2", outside)
        .link("a/.cursor", outside)
        .link("b/.cursor/hooks.json", outside.join("hooks.json"))
        .link("c/.claude", outside)
        .link("d/.cursor-plugin", outside)
        .link("e/hookc.toml", outside.join("base.toml"))
        .file("e/.cursor/hooks.json", "{}")
        .link("f/.cursor/hooks.json", outside.join("nothing.json"))
        .link("g/.cursor/hooks.json", "../../folder/hooks.json")
}

fn outside() -> Tree {
    let hooks = one_command("secret-of-another");
    [
        "x.sh",
        "x.js",
        "base.toml",
        "baseline.json",
        "hooks.json",
        "exclude",
        "settings.json",
        "plugin.json",
        "repository/HEAD",
        "repository/index",
        "index",
    ]
    .into_iter()
    .fold(Tree::new(), |tree, name| tree.file(name, &hooks))
}

/// The paths in a line of the trace: the texts in quotes, and what the system says that descriptors lead to.
fn paths(line: &str) -> impl Iterator<Item = &str> {
    // What a link says is an answer, not a question.
    let most = if line.contains("readlink") { 1 } else { usize::MAX };
    let quoted = line.split('"').skip(1).step_by(2).take(most);
    let descriptors = line.split('<').skip(1).filter_map(|rest| Some(rest.split_once('>')?.0));
    quoted.chain(descriptors.filter(|path| path.starts_with('/')))
}

/// Runs a command and returns the paths that it asks the system about; `None` where that cannot be traced.
fn asked(tree: &Tree, arguments: &[&str]) -> Option<Vec<(bool, PathBuf)>> {
    let log = tempfile::NamedTempFile::new().expect("a temporary file");
    let inner = Hookc::new().in_folder(tree.path()).args(arguments).into_command();
    let mut traced = Command::new("strace");
    traced.args(["-f", "-y", "-s", "4096", "-e", "trace=%file,getdents64", "-o"]).arg(log.path());
    traced.arg(inner.get_program()).args(inner.get_args()).current_dir(tree.path());
    traced.env_clear().env("HOME", "/nonexistent/home").env("PATH", "/nonexistent/bin");
    let search = std::env::var_os("PATH").unwrap_or_default();
    let strace =
        std::env::split_paths(&search).map(|folder| folder.join("strace")).find(|path| path.is_file());
    let Some(strace) = strace else {
        println!("skipped: strace is missing");
        return None;
    };
    let mut found = Command::new(strace);
    found.args(traced.get_args()).current_dir(tree.path());
    found.env_clear().env("HOME", "/nonexistent/home").env("PATH", "/nonexistent/bin");
    let output = found.output().expect("strace starts");
    let mut text = String::new();
    std::io::Read::read_to_string(&mut log.reopen().expect("the trace"), &mut text)
        .expect("the trace is text");
    if !text.contains("execve") || text.contains("PTRACE_TRACEME") {
        println!("skipped: nothing can be traced here: {}", String::from_utf8_lossy(&output.stderr));
        return None;
    }
    let below = |path: &str| if path.is_empty() { tree.path().to_path_buf() } else { tree.path().join(path) };
    // The first line starts the program itself.
    let lines = text.lines().skip_while(|line| !line.contains("execve")).skip(1);
    let opens = |line: &str| line.contains("open") || line.contains("getdents");
    let lines = lines.filter(|line| !line.contains("execve"));
    Some(lines.flat_map(|line| paths(line).map(move |path| (opens(line), below(path)))).collect())
}

/// Holds a command to what it was given: the tree, and nothing behind its links.
fn stays_inside(arguments: &[&str]) {
    let outside = outside();
    let tree = tempting(outside.path());
    let Some(asked) = asked(&tree, arguments) else { return };
    assert!(asked.len() > 20, "{asked:?}");
    let targets = ["", "hooks.json", "nothing.json"]
        .map(|name| hookc_compiler::system::normalize(&outside.path().join(name)));
    let leading_out = [
        "folder",
        "hop",
        "hop2",
        "linked.sh",
        "linked.js",
        "linked.json",
        "linked.toml",
        ".git/info",
        "plugin/folder",
        "plugin/linked.json",
        "a/.cursor",
        "b/.cursor/hooks.json",
        "c/.claude",
        "d/.cursor-plugin",
        "e/hookc.toml",
        "f/.cursor/hooks.json",
    ];
    for (opens, path) in asked {
        let path = hookc_compiler::system::normalize(&path);
        if !opens && targets.contains(&path) {
            continue;
        }
        let is_of_the_system = OF_THE_SYSTEM.iter().any(|known| path.to_string_lossy().starts_with(known));
        // The folders above are asked about to make the path of the tree absolute.
        let is_inside = path.starts_with(tree.path()) || tree.path().starts_with(&path);
        assert!(is_inside || is_of_the_system, "{arguments:?} asks about {}", path.display());
        for link in leading_out {
            let behind = path.strip_prefix(tree.path().join(link)).ok();
            assert!(
                behind.is_none_or(|rest| rest.as_os_str().is_empty()),
                "{arguments:?} goes through a link to {}",
                path.display()
            );
        }
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_check_stays_inside() {
    stays_inside(&EVERYTHING);
}

#[cfg(target_os = "linux")]
#[test]
fn a_check_of_one_file_stays_inside() {
    stays_inside(&["check", "--pedantic", "--workspace", ".", ".cursor/hooks.json"]);
}

#[cfg(target_os = "linux")]
#[test]
fn a_fix_stays_inside() {
    stays_inside(&["check", "--fix", "--unsafe-fixes"]);
}

#[cfg(target_os = "linux")]
#[test]
fn a_plan_and_a_question_stay_inside() {
    stays_inside(&["compile", "--allow-voided"]);
    stays_inside(&["why", "stop", "--workspace", "."]);
}

#[test]
fn nothing_of_what_lies_outside_is_ever_told() {
    let outside = outside();
    let tree = tempting(outside.path());
    for arguments in [
        EVERYTHING.as_slice(),
        &["check", "--changed"],
        &["check", "--staged"],
        &["check", "--diff"],
        &["check", "--format", "json"],
        &["compile", "--allow-voided"],
        &["why", "stop", "--workspace", "."],
        &["doctor", "--workspace", "."],
    ] {
        let ran = run(&tree, arguments.iter().copied(), Limits::SMALL);
        assert!(!ran.transcript().contains("secret-of-another"), "{arguments:?} {}", ran.transcript());
    }
}
