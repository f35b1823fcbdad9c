//! Every kind of thing in the place of every file that is ever read: links out of the tree, loops, pipes, sockets, devices, and files without end.

use super::*;

/// The names that are looked at.
const NAMES: [&str; 22] = [
    ".cursor",
    ".cursor/hooks.json",
    ".cursor/hooks",
    ".cursor/hooks/run.sh",
    ".cursor/hooks/hooks.json",
    ".cursor/settings.json",
    ".claude/settings.json",
    ".claude/settings.local.json",
    ".cursor-plugin/plugin.json",
    ".claude-plugin/plugin.json",
    "hooks/hooks.json",
    "dot_cursor/hooks.json",
    "hookc.toml",
    "baseline.json",
    "package.json",
    ".gitignore",
    ".git",
    ".git/HEAD",
    ".git/index",
    ".git/info/exclude",
    ".git/objects/info/alternates",
    ".git/commondir",
];

/// What can stand there.
#[derive(Debug, Clone, Copy)]
enum Kind {
    Pipe,
    Socket,
    Folder,
    Sparse,
    Link(&'static str),
}

const KINDS: [Kind; 13] = [
    Kind::Pipe,
    Kind::Socket,
    Kind::Folder,
    Kind::Sparse,
    Kind::Link("/dev/zero"),
    Kind::Link("/dev/stdin"),
    Kind::Link("/dev/tty"),
    Kind::Link("/proc/self/mem"),
    Kind::Link("/proc/kmsg"),
    Kind::Link("/"),
    Kind::Link("../../../../../../etc/passwd"),
    Kind::Link("loop"),
    Kind::Link("."),
];

/// Eight gigabytes, of which the disk holds nothing.
const SPARSE: u64 = 8 << 30;

impl Kind {
    fn put(self, tree: Tree, name: &str) -> Tree {
        match self {
            Self::Pipe => tree.pipe(name),
            Self::Socket => tree.socket(name),
            Self::Folder => tree.folder(name),
            Self::Sparse => tree.sparse(name, SPARSE),
            // A link to its own name goes round in a circle.
            Self::Link("loop") => tree.link(name, name.rsplit('/').next().unwrap_or(name)),
            Self::Link(target) => tree.link(name, target),
        }
    }
}

/// A repository in which all of these names are files as they should be, but for one.
fn repository(odd: &str, kind: Kind) -> Tree {
    let hooks = ".cursor/hooks/run.sh;.cursor/hooks/up/x.sh;node hooks/x.js;npm run guard".split(';');
    let hooks: Vec<String> = hooks.map(|command| format!("{{ \"command\": {} }}", quoted(command))).collect();
    let hooks = hooks_file(&[("stop", hooks.join(", "))]);
    let text = |name: &str| match name {
        "hookc.toml" => "extend = \"base.toml\"\nbaseline = \"baseline.json\"\n".to_owned(),
        "baseline.json" => "{ \"version\": 1, \"files\": {} }\n".to_owned(),
        ".cursor-plugin/plugin.json" => "{ \"name\": \"x\", \"hooks\": \"./hooks/hooks.json\" }".to_owned(),
        ".git/HEAD" => "ref: refs/heads/main\n".to_owned(),
        name if name.ends_with(".json") => hooks.clone(),
        _ => "#!/bin/sh\n".to_owned(),
    };
    let is_around = |name: &str| odd.starts_with(&format!("{name}/")) || name.starts_with(&format!("{odd}/"));
    let is_folder = |name: &str| matches!(name, ".cursor" | ".cursor/hooks" | ".git");
    let others = NAMES.into_iter().filter(|name| *name != odd && !is_around(name) && !is_folder(name));
    // Only where it is the odd one, since it leads the rest away.
    let others = others.filter(|name| *name != ".git/commondir");
    kind.put(others.fold(Tree::new(), |tree, name| tree.file(name, text(name))), odd)
}

fn in_every_kind(arguments: &[&str]) {
    for name in NAMES {
        for kind in KINDS {
            let tree = repository(name, kind);
            let ran = run(&tree, arguments.iter().copied(), Limits::SMALL);
            assert!(!ran.stdout.contains("root:") && !ran.stderr.contains("root:"), "{name} {kind:?}");
        }
    }
}

#[test]
fn a_check_ends() {
    in_every_kind(&EVERYTHING);
}

#[test]
fn a_check_of_what_has_changed_ends() {
    in_every_kind(&["check", "--changed"]);
    in_every_kind(&["check", "--staged"]);
}

#[test]
fn a_fix_ends() {
    in_every_kind(&["check", "--fix", "--unsafe-fixes"]);
}

#[test]
fn a_plan_is_compiled_or_refused() {
    in_every_kind(&["compile"]);
    in_every_kind(&["why", "stop"]);
}

#[test]
fn a_start_ends() {
    in_every_kind(&["init"]);
}

#[test]
fn a_file_that_was_named_is_read_or_refused() {
    // Whoever names a link to the root asks for the whole machine, however large that is.
    for kind in KINDS.into_iter().filter(|kind| !matches!(kind, Kind::Link("/"))) {
        let tree = kind.put(Tree::new(), "odd.json");
        for arguments in [
            ["check", "odd.json"].as_slice(),
            &["check", "--source", "project", "odd.json"],
            &["check", "--config", "odd.json"],
            &["check", "--baseline", "odd.json"],
            &["compile", "--check", "odd.json"],
            &["run", "stop", "--plan", "odd.json"],
            &["why", "stop", "--input", "odd.json"],
        ] {
            run(&tree, arguments.iter().copied(), Limits::SMALL);
        }
    }
}

#[test]
fn a_chain_of_links_has_an_end() {
    let links = 200;
    let tree = (0..links).fold(Tree::new(), |tree, n| tree.link(&format!("{n}"), format!("{}", n + 1)));
    let tree = tree.file(&format!("{links}"), one_command("a")).link(".cursor/hooks.json", "../0");
    let ran = check_within(&tree, "concise", Limits::SMALL);
    assert!(ran.stdout.contains("hooks.json"), "{}", ran.transcript());
}

#[test]
fn links_that_branch_are_not_followed_in_every_way() {
    // Each folder holds two links to the next: as many ways as leaves of a tree of that height.
    let links = |tree: Tree, n: usize| {
        let next = format!("../d{}", n + 1);
        tree.folder(&format!("d{n}")).link(&format!("d{n}/a"), &next).link(&format!("d{n}/b"), &next)
    };
    let tree =
        (0..30).fold(Tree::new(), links).file(".cursor/hooks.json", one_command("d0/a/a/a/a/b/b/x.sh"));
    check_within(&tree, "concise", Limits::SMALL);
}
