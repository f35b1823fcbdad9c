//! Every path form against a tree on the disk.

use std::fs;

use tempfile::TempDir;

use super::*;
use crate::command::{GitState, LineEnds, parse};
use crate::system::OsSystem;

/// A home folder with a project in it, and the place of one source.
struct Tree {
    folder: TempDir,
}

impl Tree {
    fn new(files: &[&str]) -> Self {
        let tree = Self { folder: TempDir::new().unwrap() };
        for file in files {
            tree.write(file, "#!/bin/sh\n");
        }
        tree
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn write(&self, name: &str, text: &str) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    fn place(&self, kind: SourceKind) -> Place {
        let root = self.folder.path().to_path_buf();
        let working_directory = match kind {
            SourceKind::User => root.join(".cursor"),
            SourceKind::Enterprise => root.join("etc/cursor"),
            _ => root.clone(),
        };
        let home = (kind == SourceKind::User).then(|| root.clone());
        let shown_from = Some(root.clone());
        Place {
            root: Some(root),
            working_directory: Some(working_directory),
            shown_from,
            home,
            ..Place::default()
        }
    }

    fn resolve_on(&self, line: &str, kind: SourceKind, event: Event) -> Resolution {
        let scripts = parse(line).scripts().to_vec();
        assert_eq!(scripts.len(), 1, "{line}");
        resolve(&scripts[0], &self.place(kind), event, kind, &OsSystem, &mut Lookups::default())
    }

    fn resolve(&self, line: &str, kind: SourceKind) -> Resolution {
        self.resolve_on(line, kind, Event::SessionStart)
    }

    fn found(&self, line: &str, kind: SourceKind) -> String {
        match self.resolve(line, kind) {
            Resolution::Found(file) => {
                file.path.strip_prefix(self.folder.path()).unwrap().to_str().unwrap().to_owned()
            }
            other => panic!("{line}: {other:?}"),
        }
    }

    fn missing(&self, line: &str, kind: SourceKind) -> Missing {
        match self.resolve(line, kind) {
            Resolution::Missing(missing) => missing,
            other => panic!("{line}: {other:?}"),
        }
    }

    fn unknown(&self, line: &str, kind: SourceKind) -> Unknowable {
        match self.resolve(line, kind) {
            Resolution::Unknown(reason) => reason,
            other => panic!("{line}: {other:?}"),
        }
    }

    fn elsewhere(&self, line: &str, kind: SourceKind) -> Option<String> {
        self.missing(line, kind).exists_elsewhere.map(|elsewhere| elsewhere.text)
    }
}

#[test]
fn a_relative_path_is_found_from_the_folder_of_its_source() {
    let tree = Tree::new(&[".cursor/hooks/x.sh", "tools/y.sh", "etc/cursor/hooks/z.sh"]);
    assert_eq!(tree.found(".cursor/hooks/x.sh", SourceKind::Project), ".cursor/hooks/x.sh");
    assert_eq!(tree.found("bash ./tools/y.sh", SourceKind::ClaudeProject), "tools/y.sh");
    assert_eq!(tree.found("./hooks/x.sh", SourceKind::User), ".cursor/hooks/x.sh");
    assert_eq!(tree.found("hooks/z.sh", SourceKind::Enterprise), "etc/cursor/hooks/z.sh");
    assert_eq!(tree.found("cd tools && ./y.sh", SourceKind::Project), "tools/y.sh");
    assert_eq!(tree.found("cd .cursor && ../tools/y.sh", SourceKind::Project), "tools/y.sh");
}

#[test]
fn the_hosts_variables_are_folders_where_the_host_sets_them() {
    let tree = Tree::new(&["hooks/x.sh"]);
    assert_eq!(tree.found("\"$CURSOR_PROJECT_DIR\"/hooks/x.sh", SourceKind::Project), "hooks/x.sh");
    assert_eq!(tree.found("\"$CLAUDE_PROJECT_DIR\"/hooks/x.sh", SourceKind::ClaudeLocal), "hooks/x.sh");
    assert_eq!(tree.found("\"${CURSOR_PLUGIN_ROOT}/hooks/x.sh\"", SourceKind::Plugin), "hooks/x.sh");
    assert_eq!(
        tree.found("sh \"$(git rev-parse --show-toplevel)/hooks/x.sh\"", SourceKind::Project),
        "hooks/x.sh"
    );
    assert_eq!(tree.found("~/hooks/x.sh", SourceKind::User), "hooks/x.sh");
    for line in ["\"$CURSOR_PROJECT_DIR\"/hooks/x.sh", "\"${CURSOR_PLUGIN_ROOT}/hooks/x.sh\""] {
        assert_eq!(tree.unknown(line, SourceKind::User), Unknowable::Dynamic, "{line}");
    }
    assert_eq!(tree.unknown("~/hooks/x.sh", SourceKind::Project), Unknowable::Dynamic);
}

#[test]
fn what_cannot_be_known_is_not_missing() {
    let tree = Tree::new(&["a/x.sh"]);
    for (line, reason) in [
        ("\"$X/x.sh\"", Unknowable::Dynamic),
        ("${X:-a}/y.sh", Unknowable::Dynamic),
        ("bash \"$(find_it)/x.sh\"", Unknowable::Dynamic),
        ("bash a/*.sh", Unknowable::Dynamic),
        ("/opt/nowhere/x.sh", Unknowable::Outside),
        ("node C:\\Users\\x\\y.js", Unknowable::Outside),
        ("../x.sh", Unknowable::Outside),
        ("cd \"$X\" && ./x.sh", Unknowable::WorkingDirectory),
        ("bash run-me", Unknowable::Lookup),
        ("bash a", Unknowable::Folder),
        ("node \"%USERPROFILE%/x.js\"", Unknowable::Dynamic),
        ("/path/to/x.sh", Unknowable::Dynamic),
    ] {
        assert_eq!(tree.unknown(line, SourceKind::Project), reason, "{line}");
    }
}

#[test]
fn a_plugins_stop_hook_runs_in_some_workspace() {
    let tree = Tree::new(&["hooks/x.sh"]);
    let unknown = Resolution::Unknown(Unknowable::WorkingDirectory);
    assert_eq!(tree.resolve_on("./hooks/x.sh", SourceKind::Plugin, Event::Stop), unknown);
    assert_eq!(tree.resolve_on("./hooks/x.sh", SourceKind::Plugin, Event::SubagentStop), unknown);
    assert_eq!(tree.found("./hooks/x.sh", SourceKind::Plugin), "hooks/x.sh");
    let anchored = tree.resolve_on("\"${CURSOR_PLUGIN_ROOT}/hooks/x.sh\"", SourceKind::Plugin, Event::Stop);
    assert!(matches!(anchored, Resolution::Found(_)));
}

#[test]
fn interpreters_find_what_they_complete() {
    let tree = Tree::new(&["a/x.js", "b/index.js", "c/package.json", "d/__main__.py"]);
    assert_eq!(tree.found("node a/x", SourceKind::Project), "a/x.js");
    assert_eq!(tree.found("node ./b", SourceKind::Project), "b/index.js");
    assert_eq!(tree.unknown("node ./c", SourceKind::Project), Unknowable::Folder);
    assert_eq!(tree.found("python3 d", SourceKind::Project), "d/__main__.py");
    tree.missing("a/x", SourceKind::Project);
}

#[test]
fn windows_paths_are_found_by_their_backslashes() {
    let tree = Tree::new(&[".cursor/hooks/x.cmd", ".cursor/hooks/x.ps1"]);
    assert_eq!(tree.found("cmd /c .cursor\\hooks\\x.cmd", SourceKind::Project), ".cursor/hooks/x.cmd");
    assert_eq!(
        tree.found("powershell -File .cursor\\hooks\\x.ps1", SourceKind::Project),
        ".cursor/hooks/x.ps1"
    );
    assert_eq!(tree.found("pwsh -f .\\.cursor\\hooks\\x.ps1", SourceKind::Project), ".cursor/hooks/x.ps1");
}

#[test]
fn a_missing_script_names_the_one_that_may_be_meant() {
    let tree =
        Tree::new(&[".cursor/hooks/session_init.sh", ".cursor/hooks/guard.py", ".cursor/hooks/other.sh"]);
    let near = |line: &str| tree.missing(line, SourceKind::Project).near;
    assert_eq!(near(".cursor/hooks/session-init.sh").as_deref(), Some("session_init.sh"));
    assert_eq!(near(".cursor/hooks/guard.sh").as_deref(), Some("guard.py"));
    assert_eq!(near(".cursor/hooks/sesion_init.sh").as_deref(), Some("session_init.sh"));
    assert_eq!(near(".cursor/hooks/summary.sh"), None);
    assert_eq!(near("nowhere/guard.sh"), None);
}

#[test]
fn a_path_for_another_folder_gets_the_right_spelling() {
    let tree = Tree::new(&[".cursor/hooks/x.sh", ".cursor/hooks/a b.sh", "etc/cursor/hooks/x.sh"]);
    for (line, kind, text) in [
        ("./hooks/x.sh", SourceKind::Project, ".cursor/hooks/x.sh"),
        ("bash hooks/x.sh", SourceKind::Project, ".cursor/hooks/x.sh"),
        ("bash x.sh", SourceKind::Project, ".cursor/hooks/x.sh"),
        ("\"./hooks/a b.sh\"", SourceKind::Project, "\".cursor/hooks/a b.sh\""),
        (".cursor/hooks/x.sh", SourceKind::User, "./hooks/x.sh"),
        (".cursor/hooks/x.sh", SourceKind::Enterprise, "./hooks/x.sh"),
        ("./x.sh", SourceKind::Enterprise, "./hooks/x.sh"),
    ] {
        assert_eq!(tree.elsewhere(line, kind).as_deref(), Some(text), "{line}");
    }
    let plugin = Tree::new(&["hooks/x.sh"]);
    let anchored = Some("\"${CURSOR_PLUGIN_ROOT}/hooks/x.sh\"");
    assert_eq!(plugin.elsewhere("./x.sh", SourceKind::Plugin).as_deref(), anchored);
    assert_eq!(plugin.elsewhere("\"${CURSOR_PLUGIN_ROOT}/x.sh\"", SourceKind::Plugin).as_deref(), anchored);
    assert_eq!(tree.elsewhere("./hooks/unknown.sh", SourceKind::Project), None);
}

#[cfg(unix)]
#[test]
fn links_are_followed_inside_the_tree_only() {
    use std::os::unix::fs::symlink;
    let outside = Tree::new(&["x.sh"]);
    let tree = Tree::new(&["real/x.sh", ".cursor/hooks/y.sh"]);
    symlink("../../real/x.sh", tree.path(".cursor/hooks/inner.sh")).unwrap();
    symlink(tree.path("real"), tree.path("absolute")).unwrap();
    symlink(outside.path("x.sh"), tree.path(".cursor/hooks/outer.sh")).unwrap();
    symlink(outside.folder.path(), tree.path("away")).unwrap();
    symlink("nowhere.sh", tree.path("dangling.sh")).unwrap();
    symlink("loop.sh", tree.path("loop.sh")).unwrap();
    assert_eq!(tree.found(".cursor/hooks/inner.sh", SourceKind::Project), "real/x.sh");
    assert_eq!(tree.found("absolute/x.sh", SourceKind::Project), "real/x.sh");
    assert_eq!(tree.unknown(".cursor/hooks/outer.sh", SourceKind::Project), Unknowable::Outside);
    assert_eq!(tree.unknown("away/x.sh", SourceKind::Project), Unknowable::Outside);
    assert_eq!(tree.unknown("away/missing.sh", SourceKind::Project), Unknowable::Outside);
    assert_eq!(tree.unknown("./loop.sh", SourceKind::Project), Unknowable::Unreadable);
    tree.missing("./dangling.sh", SourceKind::Project);
}

#[cfg(unix)]
#[test]
fn the_facts_of_a_script_come_with_it() {
    use std::os::unix::fs::PermissionsExt as _;
    let tree = Tree::new(&[]);
    tree.write("x.sh", "#!/usr/bin/env bash\r\necho\r\n");
    fs::set_permissions(tree.path("x.sh"), fs::Permissions::from_mode(0o755)).unwrap();
    tree.write(".gitignore", "*.log\nx.sh\n");
    let Resolution::Found(file) = tree.resolve("./x.sh", SourceKind::Project) else { panic!("not found") };
    let head = file.head.as_ref().unwrap();
    assert_eq!(head.shebang.as_ref().unwrap().program, "bash");
    assert_eq!(head.line_ends, LineEnds::CrlfFirst);
    assert_eq!((file.executable, file.executable_on_disk), (Some(true), Some(true)));
    assert_eq!(file.git.ignored_by().map(|rule| rule.line), Some(2));
    assert!(matches!(file.git, GitState::NoIndex { .. }));
}

#[test]
fn a_blank_in_a_path_is_confirmed_by_the_file() {
    let tree = Tree::new(&["my tools/run.sh"]);
    let place = tree.place(SourceKind::Project);
    let is_there = |line: &str| {
        let parsed = parse(line);
        let path = &parsed.unquoted_paths()[0];
        resolve_blank(path, &place, Event::SessionStart, SourceKind::Project, &OsSystem)
    };
    assert_eq!(is_there("./my tools/run.sh"), Some(true));
    assert_eq!(is_there("./my tools/other.sh"), Some(false));
    assert_eq!(is_there("python3 /Users/Ann Lee/x.py"), None);
}

#[test]
fn the_projects_part_of_a_machines_path_is_found() {
    let tree = Tree::new(&["tools/x.sh", ".cursor/hooks/y.sh"]);
    let place = tree.place(SourceKind::Project);
    let tail = |line: &str| project_tail(&parse(line).machine_paths()[0], &place, &OsSystem);
    assert_eq!(tail("/Users/ann/code/app/tools/x.sh").as_deref(), Some("tools/x.sh"));
    assert_eq!(tail("/Users/ann/.cursor/hooks/y.sh").as_deref(), Some(".cursor/hooks/y.sh"));
    assert_eq!(tail("/Users/ann/code/app/tools/z.sh"), None);
}
