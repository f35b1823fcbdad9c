//! THE table of interpreters: which of their arguments is the file they execute.

use super::word::Word;

/// How an interpreter reads its own flags.
#[derive(Debug)]
pub(super) struct Interpreter {
    /// The name in reports.
    pub(super) name: &'static str,
    /// What it is called, without a version behind it and without `.exe`.
    pub(super) names: &'static [&'static str],
    /// Flags after which a program stands as text.
    inline: &'static [&'static str],
    /// Flags after which no file is executed: a module, a version, a check.
    without_file: &'static [&'static str],
    /// Flags with a value in the next word.
    with_value: &'static [&'static str],
    /// First arguments that are stepped over: `run` of `deno run`.
    run: &'static [&'static str],
    /// First arguments that make it another program altogether.
    other: &'static [&'static str],
    /// Endings that are tried when the file itself is not there; `/x` stands for a file in the folder of that name.
    pub(super) tries: &'static [&'static str],
    /// Whether a name without a slash that is not in the folder is looked up elsewhere, or names something else than a file.
    pub(super) bare_names_elsewhere: bool,
}

const PLAIN: Interpreter = Interpreter {
    name: "",
    names: &[],
    inline: &[],
    without_file: &["--version", "--help"],
    with_value: &[],
    run: &[],
    other: &[],
    tries: &[],
    bare_names_elsewhere: false,
};

const NODE_TRIES: &[&str] =
    &[".js", ".json", ".node", ".mjs", ".cjs", ".ts", "/index.js", "/index.json", "/package.json"];

/// Every interpreter that is known.
pub(super) const INTERPRETERS: &[Interpreter] = &[
    shell("bash"),
    shell("sh"),
    shell("zsh"),
    shell("dash"),
    shell("ksh"),
    shell("fish"),
    shell("ash"),
    Interpreter {
        name: "python",
        names: &["python", "python3", "python2", "pypy", "pypy3", "py", "pythonw"],
        inline: &["-c"],
        without_file: &["-m", "--version", "--help", "-V", "-h"],
        with_value: &["-W", "-X", "-Q", "--check-hash-based-pycs"],
        tries: &["/__main__.py"],
        ..PLAIN
    },
    Interpreter {
        name: "node",
        names: &["node", "nodejs"],
        inline: &["-e", "--eval", "-p", "--print", "-pe"],
        without_file: &["--version", "--help", "-v", "-h", "--run", "--test", "-i"],
        with_value: &[
            "-r",
            "--require",
            "--import",
            "--loader",
            "--experimental-loader",
            "-C",
            "--conditions",
            "--env-file",
            "--env-file-if-exists",
            "--input-type",
            "--max-old-space-size",
            "--stack-size",
            "--title",
            "--watch-path",
        ],
        tries: NODE_TRIES,
        ..PLAIN
    },
    Interpreter {
        name: "deno",
        names: &["deno"],
        inline: &["eval"],
        with_value: &["-c", "--config", "--import-map", "--lock", "--cert", "--seed", "-L", "--log-level"],
        run: &["run", "serve"],
        other: &[
            "task", "test", "fmt", "lint", "check", "bench", "compile", "install", "add", "x", "doc", "info",
            "cache", "eval", "repl", "upgrade", "jupyter", "init", "publish",
        ],
        bare_names_elsewhere: true,
        ..PLAIN
    },
    Interpreter {
        name: "bun",
        names: &["bun"],
        inline: &["-e", "--eval", "-p", "--print"],
        with_value: &[
            "-r",
            "--preload",
            "--cwd",
            "-c",
            "--config",
            "--env-file",
            "-F",
            "--filter",
            "-d",
            "--define",
            "-l",
            "--loader",
        ],
        run: &["run"],
        other: &[
            "x", "test", "install", "i", "add", "remove", "create", "init", "build", "pm", "link", "unlink",
            "update", "outdated", "publish", "upgrade", "exec", "repl",
        ],
        tries: &[".ts", ".tsx", ".js", ".jsx", ".mjs", ".cjs", "/index.ts", "/index.js", "/package.json"],
        bare_names_elsewhere: true,
        ..PLAIN
    },
    Interpreter {
        name: "tsx",
        names: &["tsx", "ts-node", "ts-node-esm", "esno", "jiti", "swc-node", "vite-node", "babel-node"],
        inline: &["-e", "--eval", "-p", "--print"],
        with_value: &["--tsconfig", "-P", "--project", "-r", "--require", "--import", "--conditions", "-O"],
        run: &["watch"],
        tries: NODE_TRIES,
        ..PLAIN
    },
    Interpreter {
        name: "ruby",
        names: &["ruby", "jruby"],
        inline: &["-e"],
        without_file: &["--version", "--help", "-v", "-h", "-S"],
        with_value: &["-r", "-I", "-C", "-E"],
        ..PLAIN
    },
    Interpreter {
        name: "perl",
        names: &["perl"],
        inline: &["-e", "-E"],
        without_file: &["--version", "--help", "-v", "-h", "-S"],
        with_value: &["-I"],
        ..PLAIN
    },
    Interpreter {
        name: "php",
        names: &["php"],
        inline: &["-r"],
        without_file: &["--version", "--help", "-v", "-h", "-i", "-S", "-a"],
        with_value: &["-d", "-c"],
        ..PLAIN
    },
    Interpreter { name: "lua", names: &["lua", "luajit"], inline: &["-e"], with_value: &["-l"], ..PLAIN },
    Interpreter {
        name: "osascript",
        names: &["osascript"],
        inline: &["-e"],
        with_value: &["-l", "-s"],
        ..PLAIN
    },
    Interpreter { name: "Rscript", names: &["Rscript"], inline: &["-e"], ..PLAIN },
    Interpreter { name: "cscript", names: &["cscript", "wscript"], ..PLAIN },
];

const fn shell(name: &'static str) -> Interpreter {
    Interpreter {
        name,
        names: &[],
        inline: &["-c", "--command"],
        without_file: &["--version", "--help", "-s"],
        with_value: &["-o", "+o", "-O", "+O", "--rcfile", "--init-file", "--init-command", "-C"],
        bare_names_elsewhere: true,
        ..PLAIN
    }
}

/// What the arguments of an interpreter make it execute. Numbers are indices into the words it was given.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Executes {
    /// The file that this word names.
    File(usize),
    /// The program whose text this word is.
    Inline(usize),
    /// No file that could be named: standard input, a module, a package.
    Nothing,
}

impl Interpreter {
    /// The interpreter of this name, which is the last part of a path, without `.exe`.
    pub(super) fn named(name: &str) -> Option<&'static Self> {
        let unversioned = name.trim_end_matches(|sign: char| sign.is_ascii_digit() || sign == '.');
        INTERPRETERS.iter().find(|interpreter| {
            interpreter.is_called(name) || !unversioned.is_empty() && interpreter.is_called(unversioned)
        })
    }

    fn is_called(&self, name: &str) -> bool {
        if self.names.is_empty() { self.name == name } else { self.names.contains(&name) }
    }

    /// Whether it is a POSIX-like shell.
    pub(super) fn is_shell(&self) -> bool {
        self.names.is_empty()
    }

    /// Which of its arguments it executes.
    pub(super) fn executes(&self, line: &str, arguments: &[Word]) -> Executes {
        let mut at = 0;
        let mut operands = 0;
        let mut after_unknown_flag = false;
        while let Some(word) = arguments.get(at) {
            let text = word.text(line);
            if text == "--" {
                return self.file(line, arguments, at + 1);
            }
            if text == "-" {
                return Executes::Nothing;
            }
            let is_flag = text.starts_with('-') || self.is_shell() && text.starts_with('+');
            if is_flag && text.len() > 1 {
                after_unknown_flag = false;
                match self.flag(&text) {
                    Flag::Inline => return self.inline(line, arguments, at + 1),
                    Flag::WithoutFile => return Executes::Nothing,
                    Flag::WithValue => at += 2,
                    Flag::Alone => at += 1,
                    Flag::Unknown => {
                        after_unknown_flag = true;
                        at += 1;
                    }
                }
                continue;
            }
            // It may be the value of that flag; only what looks like a file is taken for one.
            if after_unknown_flag && !text.contains(['/', '\\', '.']) {
                after_unknown_flag = false;
                at += 1;
                continue;
            }
            if operands == 0 && self.other.contains(&text.as_str()) {
                return Executes::Nothing;
            }
            if operands == 0 && self.run.contains(&text.as_str()) {
                operands += 1;
                at += 1;
                continue;
            }
            return self.file(line, arguments, at);
        }
        Executes::Nothing
    }

    fn file(&self, line: &str, arguments: &[Word], at: usize) -> Executes {
        let Some(word) = arguments.get(at) else { return Executes::Nothing };
        let text = word.text(line);
        let is_package = ["jsr:", "npm:", "http:", "https:"].iter().any(|scheme| text.starts_with(scheme));
        // `bun run lint` names a task of package.json.
        let is_task = self.bare_names_elsewhere && !self.run.is_empty() && !text.contains(['/', '\\', '.']);
        if is_package || is_task { Executes::Nothing } else { Executes::File(at) }
    }

    /// The program text behind an inline flag; a shell takes further flags before it.
    fn inline(&self, line: &str, arguments: &[Word], mut at: usize) -> Executes {
        while self.is_shell() && arguments.get(at).is_some_and(|word| word.raw(line).starts_with('-')) {
            at += 1;
        }
        if at < arguments.len() { Executes::Inline(at) } else { Executes::Nothing }
    }

    fn flag(&self, text: &str) -> Flag {
        if let Some((name, _)) = text.split_once('=') {
            // `--eval=…` holds the program itself.
            return if self.inline.contains(&name) { Flag::WithoutFile } else { Flag::Alone };
        }
        if self.inline.contains(&text) {
            return Flag::Inline;
        }
        if self.without_file.contains(&text) {
            return Flag::WithoutFile;
        }
        if self.with_value.contains(&text) {
            return Flag::WithValue;
        }
        if text.starts_with("--") { Flag::Unknown } else { self.cluster(text) }
    }

    /// `-uc`, `-eo`, `-ne`: single letters together. A value may be glued to its letter.
    fn cluster(&self, text: &str) -> Flag {
        let sign = &text[..1];
        for (at, letter) in text.char_indices().skip(1) {
            let last = at + letter.len_utf8() == text.len();
            let flag = format!("{sign}{letter}");
            let flag = flag.as_str();
            if self.inline.contains(&flag) {
                return if last || self.is_shell() { Flag::Inline } else { Flag::WithoutFile };
            }
            if self.without_file.contains(&flag) && flag != "-v" && flag != "-h" && flag != "-S" {
                return Flag::WithoutFile;
            }
            if self.with_value.contains(&flag) {
                return if last { Flag::WithValue } else { Flag::Alone };
            }
        }
        Flag::Alone
    }
}

enum Flag {
    Inline,
    WithoutFile,
    WithValue,
    Alone,
    Unknown,
}

/// What PowerShell's own command line executes: `-File x.ps1`, `-Command "…"`.
pub(super) fn powershell_executes(line: &str, arguments: &[Word], core: bool) -> Executes {
    const WITH_VALUE: [&str; 11] = [
        "executionpolicy",
        "ep",
        "windowstyle",
        "outputformat",
        "inputformat",
        "version",
        "configurationname",
        "psconsolefile",
        "workingdirectory",
        "wd",
        "settingsfile",
    ];
    let mut at = 0;
    while let Some(word) = arguments.get(at) {
        let text = word.text(line).to_ascii_lowercase();
        let Some(flag) = text.strip_prefix(['-', '/']).filter(|_| !text.contains(".ps1")) else {
            return if core { Executes::File(at) } else { positional_command(line, arguments, at) };
        };
        let flag = flag.trim_end_matches(':');
        let next = at + 1;
        if is_prefix(flag, "file", 1) {
            return if next < arguments.len() { Executes::File(next) } else { Executes::Nothing };
        }
        if is_prefix(flag, "encodedcommand", 1) || flag == "ec" {
            return Executes::Nothing;
        }
        if is_prefix(flag, "command", 1) {
            return positional_command(line, arguments, next);
        }
        let has_value = WITH_VALUE.iter().any(|name| is_prefix(flag, name, 2));
        at += if has_value { 2 } else { 1 };
    }
    Executes::Nothing
}

/// `powershell ./x.ps1` runs the words as a command; a path to a `.ps1` there is a file, all else is program text.
fn positional_command(line: &str, arguments: &[Word], at: usize) -> Executes {
    let Some(word) = arguments.get(at) else { return Executes::Nothing };
    let text = word.windows_text(line);
    let is_script = text.to_ascii_lowercase().ends_with(".ps1") && !text.contains([' ', '&', ';', '|']);
    if is_script { Executes::File(at) } else { Executes::Inline(at) }
}

/// PowerShell takes any beginning of a flag's name that is long enough.
fn is_prefix(flag: &str, name: &str, shortest: usize) -> bool {
    flag.len() >= shortest && name.starts_with(flag)
}

/// The word that `cmd /c` runs, as an index.
pub(super) fn cmd_executes(line: &str, arguments: &[Word]) -> Executes {
    let mut at = 0;
    while let Some(word) = arguments.get(at) {
        let text = word.text(line).to_ascii_lowercase();
        if text.starts_with("/c") || text.starts_with("/k") || text == "//c" {
            at += 1;
            while arguments.get(at).is_some_and(|word| word.raw(line).eq_ignore_ascii_case("call")) {
                at += 1;
            }
            return match arguments.get(at) {
                Some(word) if word.windows_text(line).contains(' ') => Executes::Inline(at),
                Some(_) => Executes::File(at),
                None => Executes::Nothing,
            };
        }
        if !text.starts_with('/') {
            return Executes::Nothing;
        }
        at += 1;
    }
    Executes::Nothing
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command::word::words;

    fn executes(line: &str) -> String {
        let words = words(line, 0..line.len());
        let interpreter = Interpreter::named(words[0].raw(line)).unwrap();
        match interpreter.executes(line, &words[1..]) {
            Executes::File(at) => format!("file {}", words[at + 1].text(line)),
            Executes::Inline(at) => format!("inline {}", words[at + 1].text(line)),
            Executes::Nothing => "nothing".to_owned(),
        }
    }

    #[test]
    fn flags_are_stepped_over_up_to_the_file() {
        for line in [
            "bash x",
            "bash -e x",
            "bash -eo pipefail x",
            "bash --norc -- x",
            "sh +x x",
            "python3 -u x",
            "python3 -W ignore x",
            "python3.12 x",
            "py -3 x",
            "node --require a x",
            "node --import=a x",
            "perl -w x",
            "ruby -I lib x",
            "tsx watch x",
        ] {
            assert_eq!(executes(line), "file x", "{line}");
        }
        assert_eq!(executes("deno run -A x.ts y"), "file x.ts");
        assert_eq!(executes("node --some-flag value x.js"), "file x.js");
        assert_eq!(executes("node --some-flag x.js"), "file x.js");
        assert_eq!(executes("bun run ./x"), "file ./x");
        assert_eq!(executes("bun x.ts"), "file x.ts");
    }

    #[test]
    fn program_text_is_no_file() {
        for line in ["bash -c x", "bash -lc x", "sh -ec x", "python3 -Ic x", "node -e x", "perl -ne x"] {
            assert_eq!(executes(line), "inline x", "{line}");
        }
    }

    #[test]
    fn modules_tasks_packages_and_standard_input_are_no_files() {
        for line in [
            "python3 -m x.y",
            "python3 -",
            "bash -s",
            "bun run lint",
            "bun test x.ts",
            "deno task x",
            "deno run -A npm:x",
            "node --eval=x",
            "python3 -cprint",
            "node --version",
        ] {
            assert_eq!(executes(line), "nothing", "{line}");
        }
    }
}
