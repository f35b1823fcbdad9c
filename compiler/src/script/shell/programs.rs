//! What is known of programs that hooks start: which are silent, which talk, which read standard input.

/// What a program does to standard output.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::script) enum Talk {
    /// Nothing, as far as it succeeds.
    Silent,
    /// It always says something for people.
    Loud,
    /// Only a run tells.
    Unknown,
}

/// Builtins and programs that write nothing to standard output.
const SILENT: &[&str] = &[
    ":",
    "true",
    "false",
    "test",
    "[",
    "mkdir",
    "rmdir",
    "cd",
    "rm",
    "touch",
    "sleep",
    "mv",
    "cp",
    "ln",
    "chmod",
    "chown",
    "chgrp",
    "kill",
    "pkill",
    "killall",
    "wait",
    "umask",
    "set",
    "shopt",
    "shift",
    "unset",
    "export",
    "local",
    "declare",
    "readonly",
    "typeset",
    "let",
    "ulimit",
    "disown",
    "notify-send",
    "osascript",
    "afplay",
    "paplay",
    "say",
    "logger",
    "open",
    "xdg-open",
    "install",
    "truncate",
    "sync",
    "alias",
    "unalias",
    "hash",
    "enable",
    "bind",
    "logsave",
    "getopts",
    "rsync",
    "gofmt",
    "rustfmt",
    "flock",
    "setopt",
    "emulate",
    "renice",
    "mkfifo",
    "unlink",
];

/// Programs that write something for people whenever they run without an option that silences them.
const LOUD: &[&str] = &[
    "ls", "date", "pwd", "whoami", "hostname", "uname", "uptime", "df", "du", "ps", "tree", "env", "figlet",
    "id", "cal",
];

/// Subcommands that talk on standard output, by program.
const LOUD_SUBCOMMANDS: &[(&str, &[&str])] = &[
    ("npm", &["install", "i", "ci", "run", "test", "t", "update", "audit", "run-script"]),
    ("pnpm", &["install", "i", "run", "test", "update", "add"]),
    ("yarn", &["install", "run", "test", "add"]),
    ("bun", &["install", "test", "add"]),
    ("pip", &["install", "list", "freeze"]),
    ("pip3", &["install", "list", "freeze"]),
    ("git", &["pull", "status", "log", "commit", "merge", "show"]),
    ("brew", &["install", "update", "upgrade"]),
    ("apt-get", &["install", "update"]),
    ("composer", &["install"]),
    ("bundle", &["install"]),
];

/// Subcommands that are silent, by program.
const SILENT_SUBCOMMANDS: &[(&str, &[&str])] = &[
    ("git", &["add", "fetch", "push", "init", "clone", "update-index"]),
    ("cargo", &["fmt", "fetch"]),
    ("tmux", &["set-option", "send-keys", "set"]),
];

/// What a program does to standard output with these arguments; a `None` is a word that only a run knows.
pub(in crate::script) fn talk(name: &str, arguments: &[Option<&str>]) -> Talk {
    let is_quiet = arguments.iter().any(|argument| {
        matches!(argument, Some("-q" | "--quiet" | "--silent" | "-s" | "-qq" | "--log-level" | "--loglevel"))
            || argument.is_some_and(|argument| argument.starts_with("--log"))
    });
    let subcommand = subcommand(arguments);
    let listed = |table: &[(&str, &[&str])]| {
        table
            .iter()
            .any(|(program, names)| *program == name && subcommand.is_some_and(|sub| names.contains(&sub)))
    };
    if SILENT.contains(&name) || listed(SILENT_SUBCOMMANDS) {
        // `set`, `export` and the like alone list what there is.
        return if arguments.is_empty() && matches!(name, "set" | "export" | "declare" | "alias" | "umask") {
            Talk::Unknown
        } else {
            Talk::Silent
        };
    }
    let writes_file =
        |options: &[&str]| arguments.iter().flatten().any(|argument| options.contains(argument));
    if name == "curl" && writes_file(&["-o", "--output", "-O", "--remote-name"])
        || name == "wget" && writes_file(&["-O", "--output-document"]) && !arguments.contains(&Some("-"))
    {
        return Talk::Silent;
    }
    if is_quiet {
        return Talk::Unknown;
    }
    let writes_names =
        name == "prettier" && arguments.iter().any(|argument| matches!(argument, Some("--write" | "-w")));
    let names_program =
        matches!(name, "env" | "date" | "id") && arguments.iter().any(Option::is_some) && name == "env";
    if (LOUD.contains(&name) && !names_program) || listed(LOUD_SUBCOMMANDS) || writes_names {
        return Talk::Loud;
    }
    Talk::Unknown
}

/// The first word that is no option; `git -C DIR` takes a value.
pub(super) fn subcommand<'a>(arguments: &[Option<&'a str>]) -> Option<&'a str> {
    let mut arguments = arguments.iter();
    while let Some(argument) = arguments.next() {
        match (*argument)? {
            "-C" | "-c" | "--prefix" | "--dir" => {
                arguments.next();
            }
            argument if argument.starts_with('-') => {}
            argument => return Some(argument),
        }
    }
    None
}

/// Programs that pass on what they read, changed or searched, and how many operands come before the first file.
pub(super) fn filter_operands(name: &str) -> Option<usize> {
    Some(match name {
        "cat" | "head" | "tail" | "sort" | "uniq" | "wc" | "tac" | "rev" | "fold" | "xxd" | "od" | "nl"
        | "paste" | "column" | "base64" | "sha256sum" | "sha1sum" | "md5sum" | "shasum" | "md5" | "cut"
        | "strings" | "fmt" | "expand" | "iconv" | "dos2unix" | "cksum" | "yq" | "less" | "more" => 0,
        "grep" | "egrep" | "fgrep" | "rg" | "sed" | "gsed" | "awk" | "gawk" | "mawk" => 1,
        // These read no files at all.
        "tr" | "xargs" | "dd" | "openssl" => usize::MAX,
        _ => return None,
    })
}

/// Whether the output of a program holds nothing that needs an escape in JSON.
pub(super) fn is_plain(name: &str, arguments: &[Option<&str>]) -> bool {
    match name {
        "date" | "wc" | "uuidgen" | "nproc" | "uname" | "hostname" | "whoami" | "id" | "sha256sum"
        | "shasum" | "sha1sum" | "md5sum" | "cksum" | "expr" | "seq" | "arch" | "tty" => true,
        "git" => {
            subcommand(arguments) == Some("rev-parse") && !arguments.contains(&Some("--abbrev-ref"))
                || subcommand(arguments) == Some("rev-list") && arguments.contains(&Some("--count"))
        }
        "grep" | "egrep" => arguments.iter().any(|argument| matches!(argument, Some("-c" | "--count"))),
        _ => false,
    }
}

/// Programs that run other programs' text, and so may read the payload and answer in the script's place.
pub(super) fn is_interpreter(name: &str) -> bool {
    matches!(
        name,
        "node"
            | "bun"
            | "deno"
            | "perl"
            | "ruby"
            | "php"
            | "osascript"
            | "npx"
            | "uv"
            | "uvx"
            | "tsx"
            | "bunx"
    ) || name.starts_with("python")
}

/// Shells, which run a text behind `-c`, standard input or a file.
pub(super) fn is_shell(name: &str) -> bool {
    matches!(name, "sh" | "bash" | "zsh" | "dash" | "ksh" | "ash")
}

/// Builtins and programs that every system has, so that a use of them needs no check.
pub(super) fn is_everywhere(name: &str) -> bool {
    SILENT.contains(&name)
        && !matches!(
            name,
            "notify-send"
                | "osascript"
                | "afplay"
                | "paplay"
                | "say"
                | "xdg-open"
                | "open"
                | "gofmt"
                | "rustfmt"
                | "rsync"
                | "flock"
        )
        || matches!(
            name,
            "echo"
                | "printf"
                | "read"
                | "mapfile"
                | "readarray"
                | "eval"
                | "exec"
                | "exit"
                | "return"
                | "source"
                | "."
                | "command"
                | "type"
                | "trap"
                | "break"
                | "continue"
                | "builtin"
                | "pwd"
                | "pushd"
                | "popd"
                | "compgen"
                | "caller"
                | "jobs"
                | "fg"
                | "bg"
                | "times"
                | "[["
        )
}

/// Programs that read no standard input and are nobody's guard, although they talk at times.
pub(super) fn answers_nothing(name: &str) -> bool {
    matches!(
        name,
        "git"
            | "npm"
            | "npx"
            | "pnpm"
            | "yarn"
            | "cargo"
            | "make"
            | "eslint"
            | "prettier"
            | "black"
            | "ruff"
            | "tsc"
            | "go"
            | "gh"
            | "curl"
            | "wget"
            | "find"
            | "basename"
            | "dirname"
            | "realpath"
            | "readlink"
            | "stat"
            | "seq"
            | "diff"
            | "cmp"
            | "file"
            | "docker"
            | "pytest"
            | "shellcheck"
            | "shfmt"
            | "date"
            | "pgrep"
            | "expr"
            | "tput"
            | "uname"
            | "id"
            | "whoami"
            | "hostname"
            | "ls"
            | "env"
            | "printenv"
            | "tmux"
            | "terraform"
            | "kubectl"
            | "pip"
            | "pip3"
            | "uuidgen"
            | "pushd"
            | "popd"
            | "ps"
            | "pidof"
            | "lsof"
            | "nproc"
            | "du"
            | "df"
            | "biome"
            | "set"
            | "export"
            | "declare"
    )
}
