//! Trees that are deep, wide, or full of names that no one types.

use super::*;

/// How many files a wide tree holds; fewer where each is made and checked slowly.
const FILES: usize = if cfg!(debug_assertions) { 20_000 } else { 200_000 };

#[test]
fn a_folder_of_very_many_files() {
    let tree = (0..FILES).fold(Tree::new(), |tree, n| tree.file(&format!("files/{n}.txt"), ""));
    let tree = tree.file(".cursor/hooks.json", one_command("files/none.sh"));
    assert_eq!(check_within(&tree, "concise", Limits::MEDIUM).code, Some(1));
}

#[test]
fn very_many_folders() {
    let tree = (0..FILES / 4).fold(Tree::new(), |tree, n| tree.folder(&format!("{}/{n}", n % 100)));
    let tree = tree.file(".cursor/hooks.json", one_command("a"));
    assert_eq!(check_within(&tree, "concise", Limits::MEDIUM).code, Some(0));
}

#[test]
fn a_hooks_file_in_each_of_very_many_folders() {
    let count = FILES / 20;
    let add = |tree: Tree, n: usize| tree.file(&format!("p{n}/.cursor/hooks.json"), one_command("./x.sh"));
    let ran = check_within(&(0..count).fold(Tree::new(), add), "concise", Limits::MEDIUM);
    assert_eq!(told(&ran, "missing-script"), count);
}

#[test]
fn one_large_script_is_run_from_very_many_files() {
    let count = FILES / 20;
    let add =
        |tree: Tree, n: usize| tree.file(&format!("p{n}/.cursor/hooks.json"), one_command("../large.sh"));
    let text = format!("#!/bin/sh\n{}", "case $x in a) jq .tool_input;; esac\n".repeat(7_000));
    let tree = (0..count).fold(Tree::new().script("large.sh", text), add);
    check_within(&tree, "concise", Limits::MEDIUM);
}

#[test]
fn a_configuration_in_each_of_very_deep_folders() {
    let mut folder = String::new();
    let mut tree = Tree::new();
    let text = format!("select = [\"all\"]\n# {}\n", "x".repeat(100_000));
    for _ in 0..120 {
        tree = tree
            .file(&format!("{folder}hookc.toml"), &text)
            .file(&format!("{folder}.cursor/hooks.json"), one_command("a"));
        folder.push_str("d/");
    }
    check_within(&tree, "concise", Limits::MEDIUM);
}

#[cfg(unix)]
#[test]
fn folders_below_folders_without_end() {
    let tree = Tree::new().file(".cursor/hooks.json", one_command("a"));
    // Deeper than any path is long: each time what is there moves to the bottom of another chain.
    let script = "set -e; deep() { printf \"$1/%.0s\" $(seq 900); }; mkdir -p $(deep d); \
         for n in e f g; do mkdir -p $(deep $n); mv d $(deep $n)d; mv $n d; done";
    let shell = |script: &str| {
        let made =
            std::process::Command::new("/bin/sh").args(["-c", script]).current_dir(tree.path()).status();
        assert!(made.is_ok_and(|status| status.success()), "{script}");
    };
    shell(script);
    let ran = check_within(&tree, "concise", Limits::SMALL);
    assert_eq!(ran.code, Some(0), "{}", ran.transcript());
    // What removes folders one inside of the other may not come to the bottom.
    shell("rm -rf d");
}

#[cfg(target_os = "linux")]
mod names {
    use std::ffi::OsStr;
    use std::fs;
    use std::os::unix::ffi::OsStrExt as _;

    use super::*;

    fn names() -> Vec<Vec<u8>> {
        let mut names: Vec<Vec<u8>> = [
            "a\nb",
            "\r\n::error::x",
            "::error::x",
            "##[error]x",
            "\u{1b}[31mred",
            "\u{202e}live",
            "\u{9b}31m",
            "\u{7}",
            "-rf",
            "--fix",
            "a:1:2: error[x] y",
            "%0A::warning::z",
            "]]><x a=\"&",
            "|a|`b`](c)",
            " ",
            "~",
            "$(touch x)",
            "C:\\x",
            "..\\..",
        ]
        .map(|name| name.as_bytes().to_vec())
        .into();
        names.push(vec![0xff, 0xfe, b'a']);
        names.push(vec![b'n'; 255]);
        names
    }

    /// A project in a folder of each name, and a script of each name.
    fn tree() -> Tree {
        let tree = Tree::new();
        for name in names() {
            let folder = tree.path().join(OsStr::from_bytes(&name));
            fs::create_dir_all(folder.join(".cursor")).expect("the disk takes the name");
            fs::write(folder.join(".cursor/hooks.json"), "[]").expect("the disk takes the file");
            fs::write(folder.join(OsStr::from_bytes(&name)), "#!/bin/sh\r\n")
                .expect("the disk takes the file");
        }
        tree
    }

    #[test]
    fn every_format_tells_of_every_name_and_sends_none() {
        let tree = tree();
        for format in FORMATS {
            let ran = check_within(&tree, format, Limits::SMALL);
            escapes::is_only_text(&ran.stdout, format);
            if format == "concise" {
                assert_eq!(ran.stdout.matches("[hooks-shape]").count(), names().len(), "{}", ran.stdout);
            }
        }
    }

    #[test]
    fn a_name_is_no_option_and_no_second_path() {
        for name in names() {
            let tree = Tree::new();
            let file = tree.path().join(OsStr::from_bytes(&name));
            fs::write(&file, "[]").expect("the disk takes the file");
            let hookc = Hookc::new().in_folder(tree.path()).args(["check"]).args([&file]);
            let ran = ended(hookc.within(Limits::SMALL).run_within(PATIENCE));
            escapes::is_only_text(&ran.stdout, "concise");
            escapes::is_only_text(&ran.stderr, "concise");
        }
    }
}
