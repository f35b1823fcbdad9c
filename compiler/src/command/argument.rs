//! What programs make of their arguments: a path to look at here is one thing, a text, a template or a path of another machine another.

use super::wrapper::{program_name, unwrap};
use super::{Command, CommandLine};

use crate::order;

/// What the arguments of a program are, apart from files of this machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Arguments {
    /// Texts and patterns: `grep`, `echo`, a test.
    Text,
    /// Templates with fields in braces, and filters: `jq '{file}'`, `docker ps --format '{{json}}'`.
    Template,
    /// Paths and commands of another machine or container.
    Elsewhere,
    /// Parts of a web address.
    Address,
    /// Anything.
    Files,
}

impl Arguments {
    /// Of the program of a command, wrappers such as `env` removed.
    pub(super) fn of(line: &str, command: &Command) -> Self {
        let Some(invocation) = unwrap(line, &command.words) else { return Self::Files };
        match program_name(line, &command.words[invocation.program]).as_ref() {
            "echo" | "printf" | "say" | "grep" | "egrep" | "fgrep" | "rg" | "ag" | "sed" | "gsed" | "awk"
            | "gawk" | "mawk" | "[" | "[[" | "test" | "case" | ":" | "expr" | "logger" | "notify-send"
            | "terminal-notifier" => Self::Text,
            "jq" | "gojq" | "jaq" | "yq" | "mlr" | "git" | "hg" | "jj" | "gh" | "glab" | "helm" | "just"
            | "task" | "chezmoi" | "gomplate" | "envsubst" | "mustache" | "watchexec" | "entr" | "fzf"
            | "sk" | "gum" | "hyperfine" | "parallel" | "fd" | "find" | "xargs"
                if !Self::is_address(line, command, invocation.program) =>
            {
                Self::Template
            }
            "docker" | "podman" | "nerdctl" | "docker-compose" | "kubectl" | "oc" | "ssh" | "scp"
            | "sftp" | "rsync" | "devcontainer" | "vagrant" | "limactl" | "lima" | "multipass" | "orb"
            | "adb" | "flyctl" | "fly" | "heroku" => Self::Elsewhere,
            "curl" | "wget" | "http" | "https" | "xh" | "gh" | "glab" => Self::Address,
            _ => Self::Files,
        }
    }

    /// Whether braces in an argument are a field of a template, or nothing at all.
    pub(super) fn keeps_braces(self) -> bool {
        matches!(self, Self::Text | Self::Template | Self::Elsewhere | Self::Address)
    }

    /// Whether an argument that looks like a path of this machine may be none.
    pub(super) fn may_be_no_path(self) -> bool {
        matches!(self, Self::Text | Self::Elsewhere | Self::Address)
    }

    /// `gh api /users/…`.
    fn is_address(line: &str, command: &Command, program: usize) -> bool {
        command.words.get(program + 1).is_some_and(|word| word.raw(line) == "api")
    }
}

/// Tells what places of a line are arguments of, place by place from the start on: the innermost command around each decides.
pub(super) struct ArgumentFinder<'a> {
    line: &'a str,
    /// The commands by where they start, outer ones first.
    commands: Vec<&'a Command>,
    /// How many of them start before the last place.
    passed: usize,
    /// Those of them that the last place may still be in, the innermost last.
    open: Vec<&'a Command>,
}

impl<'a> ArgumentFinder<'a> {
    pub(super) fn of(command_line: &'a CommandLine) -> Self {
        let mut commands: Vec<&Command> = command_line.commands().iter().collect();
        order::by_place(&mut commands, |command| (command.range.start, usize::MAX - command.range.end));
        Self { line: command_line.text(), commands, passed: 0, open: Vec::new() }
    }

    /// Of the command around `at`, which is not before the place that was asked for last.
    pub(super) fn at(&mut self, at: usize) -> Arguments {
        while let Some(&command) = self.commands.get(self.passed).filter(|command| command.range.start <= at)
        {
            self.close(command.range.start);
            self.open.push(command);
            self.passed += 1;
        }
        self.close(at);
        let Some(command) = self.open.last() else { return Arguments::Files };
        let before = command.words.partition_point(|word| word.range.end <= at);
        let in_word = command.words.get(before).is_some_and(|word| word.range.contains(&at));
        if in_word { Arguments::of(self.line, command) } else { Arguments::Files }
    }

    fn close(&mut self, at: usize) {
        while self.open.last().is_some_and(|command| command.range.end <= at) {
            self.open.pop();
        }
    }
}
