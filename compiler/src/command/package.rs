//! Programs that fetch a package and run it: `npx x`, `uvx x`, `go run module@version`.

use std::ops::Range;

use super::CommandLine;
use super::word::Word;
use super::wrapper::{program_name, unwrap};

/// How firmly a package's version is given.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Pinning {
    /// Not at all: whatever is newest.
    None,
    /// A tag that moves: `latest`, `next`.
    Tag(String),
    /// A range: `^1`, `1.x`, `1`.
    Range(String),
    /// One version, or one commit of a repository.
    Exact(String),
    /// A folder or file of this machine, or a repository without a commit.
    Address,
}

/// A package that is fetched and run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PackageRun {
    /// The runner as it is called: `npx`, `pnpm dlx`.
    pub runner: &'static str,
    /// The package with its version, as written.
    pub range: Range<usize>,
    /// The package without its version.
    pub name: String,
    /// How firmly its version is given.
    pub pinning: Pinning,
    /// Whether the runner is told not to fetch anything: `npx --no-install x`.
    pub local_only: bool,
    /// Whether a package of this name that the project depends on is preferred, as `npx` and `bunx` do.
    pub prefers_local: bool,
    /// The command, as an index into [`CommandLine::commands`].
    pub command: usize,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Registry {
    Npm,
    Python,
    Go,
    Deno,
}

#[derive(Clone, Copy)]
struct Runner {
    name: &'static str,
    program: &'static str,
    subcommand: &'static [&'static str],
    with_value: &'static [&'static str],
    /// Flags that name the package, if it is not that of the program.
    package: &'static [&'static str],
    /// Flags after which nothing is fetched.
    local: &'static [&'static str],
    registry: Registry,
    prefers_local: bool,
}

const NPX_LOCAL: &[&str] = &["--no-install", "--no", "--offline"];
const NPX_VALUES: &[&str] = &["-c", "--call", "-w", "--workspace", "--prefix", "--cache"];

const fn npm(name: &'static str, program: &'static str, subcommand: &'static [&'static str]) -> Runner {
    Runner {
        name,
        program,
        subcommand,
        with_value: NPX_VALUES,
        package: &["-p", "--package"],
        local: NPX_LOCAL,
        registry: Registry::Npm,
        prefers_local: true,
    }
}

const fn always_fetches(runner: Runner) -> Runner {
    Runner { prefers_local: false, ..runner }
}

const fn python(
    name: &'static str,
    program: &'static str,
    subcommand: &'static [&'static str],
    package: &'static [&'static str],
) -> Runner {
    Runner {
        name,
        program,
        subcommand,
        with_value: &[
            "--with",
            "--with-editable",
            "--with-requirements",
            "-p",
            "--python",
            "--index-url",
            "--index",
            "--pip-args",
            "--env-file",
        ],
        package,
        local: &["--offline"],
        registry: Registry::Python,
        prefers_local: false,
    }
}

const RUNNERS: &[Runner] = &[
    npm("npx", "npx", &[]),
    npm("npm exec", "npm", &["exec"]),
    npm("npm x", "npm", &["x"]),
    npm("bunx", "bunx", &[]),
    npm("bun x", "bun", &["x"]),
    npm("pnpx", "pnpx", &[]),
    always_fetches(npm("pnpm dlx", "pnpm", &["dlx"])),
    always_fetches(npm("yarn dlx", "yarn", &["dlx"])),
    python("uvx", "uvx", &[], &["--from"]),
    python("uv tool run", "uv", &["tool", "run"], &["--from"]),
    python("pipx run", "pipx", &["run"], &["--spec"]),
    Runner {
        name: "go run",
        program: "go",
        subcommand: &["run"],
        with_value: &["-C", "-exec", "-tags", "-mod", "-ldflags", "-gcflags"],
        package: &[],
        local: &[],
        registry: Registry::Go,
        prefers_local: false,
    },
    Runner {
        name: "deno run",
        program: "deno",
        subcommand: &["run"],
        with_value: &["-c", "--config", "--import-map"],
        package: &[],
        local: &["--cached-only"],
        registry: Registry::Deno,
        prefers_local: false,
    },
];

/// A runner's call in one command: the package's word, and the word of the program that it runs.
pub(super) struct Call {
    runner: &'static Runner,
    package: usize,
    /// The package stands in this word behind `=`, from this byte on.
    package_start: usize,
    pub(super) program: usize,
    local_only: bool,
}

/// The call of a runner whose program is the word at `first`.
pub(super) fn call(line: &str, words: &[Word], first: usize) -> Option<Call> {
    let name = program_name(line, &words[first]);
    let name = name.trim_end_matches(".cmd");
    let runner = RUNNERS.iter().find(|runner| {
        runner.program == name
            && runner.subcommand.iter().enumerate().all(|(at, subcommand)| {
                words.get(first + 1 + at).is_some_and(|word| word.raw(line) == *subcommand)
            })
    })?;
    let mut at = first + 1 + runner.subcommand.len();
    let mut named = None;
    let mut local_only = false;
    while let Some(word) = words.get(at) {
        let text = word.text(line);
        if text == "--" {
            at += 1;
            continue;
        }
        if !text.starts_with('-') {
            let (package, package_start) = named.unwrap_or((at, word.range.start));
            if !runner.registry.is_package(&text) {
                return None;
            }
            return Some(Call { runner, package, package_start, program: at, local_only });
        }
        let flag = text.split('=').next().unwrap_or_default();
        let glued = flag.len() < text.len();
        local_only |= runner.local.contains(&flag);
        if runner.package.contains(&flag) {
            named = if glued {
                Some((at, word.range.start + word.raw(line).find('=').map_or(0, |equals| equals + 1)))
            } else {
                words.get(at + 1).map(|word| (at + 1, word.range.start))
            };
        }
        let has_value = runner.with_value.contains(&flag) || runner.package.contains(&flag);
        at += if has_value && !glued { 2 } else { 1 };
    }
    None
}

/// See [`CommandLine::packages`].
pub(super) fn packages(command_line: &CommandLine) -> Vec<PackageRun> {
    let line = command_line.text();
    let mut packages = Vec::new();
    for (index, command) in command_line.commands().iter().enumerate() {
        let Some(invocation) = unwrap(line, &command.words).filter(|_| command.reachable) else { continue };
        let Some(call) = call(line, &command.words, invocation.program) else { continue };
        let word = &command.words[call.package];
        if word.is_dynamic() {
            continue;
        }
        let whole = word.text(line);
        let spec = if call.package_start > word.range.start {
            whole.split_once('=').map_or("", |(_, spec)| spec)
        } else {
            &whole
        };
        let Some((name, pinning)) = call.runner.registry.read(spec) else { continue };
        packages.push(PackageRun {
            runner: call.runner.name,
            range: call.package_start..word.range.end,
            name,
            pinning,
            local_only: call.local_only,
            prefers_local: call.runner.prefers_local,
            command: index,
        });
    }
    packages
}

impl Registry {
    /// Whether an operand is a package at all: `go run ./x` and `deno run x.ts` run files.
    fn is_package(self, text: &str) -> bool {
        match self {
            Self::Npm | Self::Python => true,
            Self::Go => text.contains('@'),
            Self::Deno => text.starts_with("npm:") || text.starts_with("jsr:"),
        }
    }

    /// Name and version of a package as it is written for this registry; `None` when it is no package of it.
    fn read(self, spec: &str) -> Option<(String, Pinning)> {
        match self {
            Self::Npm => Some(npm_spec(spec)),
            Self::Python => Some(python_spec(spec)),
            Self::Go => {
                let (module, version) = spec.split_once('@')?;
                Some((module.to_owned(), version_of(version.trim_start_matches('v'))))
            }
            Self::Deno => {
                let spec = spec.strip_prefix("npm:").or_else(|| spec.strip_prefix("jsr:"))?;
                Some(npm_spec(spec))
            }
        }
    }
}

fn npm_spec(spec: &str) -> (String, Pinning) {
    if let Some(address) = address(spec) {
        return address;
    }
    // A scope begins with `@` itself.
    match spec.char_indices().skip(1).find(|(_, sign)| *sign == '@') {
        Some((at, _)) => (spec[..at].to_owned(), version_of(&spec[at + 1..])),
        None => (spec.to_owned(), Pinning::None),
    }
}

fn python_spec(spec: &str) -> (String, Pinning) {
    let spec = spec.split_once(" @ ").map_or(spec, |(_, address)| address);
    if let Some(address) = address(spec) {
        return address;
    }
    let end = spec.find(['=', '<', '>', '~', '!', '@', '[']).unwrap_or(spec.len());
    let (name, rest) = spec.split_at(end);
    let rest = match (rest.starts_with('['), rest.find(']')) {
        (true, Some(close)) => &rest[close + 1..],
        _ => rest,
    };
    let version = rest.trim_start_matches(['=', '@']);
    let pinning = match rest.as_bytes() {
        [] => Pinning::None,
        [b'=', b'=', ..] if !version.contains('*') => Pinning::Exact(version.to_owned()),
        [b'@', ..] => version_of(version),
        _ => Pinning::Range(rest.to_owned()),
    };
    (name.trim().to_owned(), pinning)
}

/// Paths, archives and repositories.
fn address(spec: &str) -> Option<(String, Pinning)> {
    let is_path = spec.starts_with(['.', '/', '~']) || spec.starts_with("file:");
    let is_url = spec.contains("://") || spec.starts_with("github:") || spec.starts_with("git+");
    let is_repository = !spec.starts_with('@') && spec.contains('/');
    if !(is_path || is_url || is_repository) {
        return None;
    }
    let after_path = spec.rsplit('/').next().unwrap_or(spec);
    let commit = after_path.split_once(['#', '@']).map(|(_, commit)| commit.trim_start_matches("semver:"));
    let is_commit = |text: &&str| text.len() >= 7 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
    let pinning = match commit {
        Some(commit) if is_commit(&commit) => Pinning::Exact(commit.to_owned()),
        Some(commit) if !is_path => version_of(commit.trim_start_matches('v')),
        _ => Pinning::Address,
    };
    Some((spec.to_owned(), pinning))
}

fn version_of(version: &str) -> Pinning {
    let starts_with_digit = version.starts_with(|sign: char| sign.is_ascii_digit());
    let numbers = version.split(['-', '+']).next().unwrap_or(version);
    let is_full = numbers.split('.').count() >= 3
        && numbers
            .split('.')
            .all(|number| !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()));
    if starts_with_digit && is_full {
        Pinning::Exact(version.to_owned())
    } else if starts_with_digit || version.starts_with(['^', '~', '>', '<', '=', '*']) {
        Pinning::Range(version.to_owned())
    } else {
        Pinning::Tag(version.to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command::parse;

    fn package(line: &str) -> (String, Pinning) {
        let packages = parse(line).packages().to_vec();
        assert_eq!(packages.len(), 1, "{line}: {packages:?}");
        (packages[0].name.clone(), packages[0].pinning.clone())
    }

    #[test]
    fn a_package_without_a_version_is_unpinned() {
        for (line, name) in [
            ("npx x", "x"),
            ("npx -y @scope/x --flag", "@scope/x"),
            ("pnpm dlx x y", "x"),
            ("bunx --bun x", "x"),
            ("uvx x", "x"),
            ("uv tool run x", "x"),
            ("pipx run x", "x"),
            ("npx --package=x y", "x"),
            ("timeout 5 npx -p x -- y", "x"),
        ] {
            assert_eq!(package(line), (name.to_owned(), Pinning::None), "{line}");
        }
    }

    #[test]
    fn a_version_is_a_version() {
        let exact = |version: &str| Pinning::Exact(version.to_owned());
        assert_eq!(package("npx x@1.2.3"), ("x".to_owned(), exact("1.2.3")));
        assert_eq!(package("npx @s/x@1.2.3-rc.1"), ("@s/x".to_owned(), exact("1.2.3-rc.1")));
        assert_eq!(package("uvx --from 'x[a]==1.2' y"), ("x".to_owned(), exact("1.2")));
        assert_eq!(package("uvx x@1.2.3").1, exact("1.2.3"));
        assert_eq!(package("go run example.com/x@v1.2.3").1, exact("1.2.3"));
        assert_eq!(package("npx github:a/b#0123456789abcdef").1, exact("0123456789abcdef"));
        assert_eq!(package("npx x@latest").1, Pinning::Tag("latest".to_owned()));
        assert_eq!(package("npx x@^1").1, Pinning::Range("^1".to_owned()));
        assert_eq!(package("npx ./tool").1, Pinning::Address);
    }

    #[test]
    fn nothing_is_fetched_when_the_runner_is_told_so() {
        assert!(parse("npx --no-install x").packages()[0].local_only);
        assert!(parse("npx --no x").packages()[0].local_only);
        assert!(!parse("npx x --no").packages()[0].local_only);
    }

    #[test]
    fn running_what_is_installed_is_not_fetching() {
        for line in
            ["pnpm exec x", "npm run x", "yarn x", "uv run --script x.py", "go run ./cmd/x", "echo npx x"]
        {
            assert_eq!(parse(line).packages(), [], "{line}");
        }
    }
}
