//! Lines in PowerShell's own language.
//!
//! Only what is needed to stay quiet and to name the executed file is read: statements, words, quotes, the call
//! operators `&` and `.`. A grammar would tell more than any rule asks of a line.

use super::derived::Derived;
use super::word::{Part, PartKind, Quote, Word};
use super::{Command, CommandLine, Directory, Form, Level, Understanding};

/// Whether a line can only be PowerShell, by how it begins.
pub(super) fn starts_as_powershell(line: &str) -> bool {
    let line = line.trim_start();
    let first = line.split_whitespace().next().unwrap_or_default();
    let call = line
        .strip_prefix('&')
        .is_some_and(|rest| rest.starts_with([' ', '"', '\'']) && !rest.starts_with(" &"));
    let assigns = first.strip_prefix('$').is_some_and(|name| {
        !name.is_empty()
            && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b':'))
    }) && line[first.len()..].trim_start().starts_with('=');
    let control =
        ["if (", "if(", "try {", "try{", "param(", "foreach ("].iter().any(|word| line.starts_with(word));
    call || assigns || control && !line.starts_with("if ((") || is_cmdlet(first)
}

/// `Verb-Noun`, both with a capital.
pub(super) fn is_cmdlet(name: &str) -> bool {
    let Some((verb, noun)) = name.split_once('-') else { return false };
    let is_word = |word: &str| {
        word.len() > 1
            && word.starts_with(|sign: char| sign.is_ascii_uppercase())
            && word.bytes().all(|byte| byte.is_ascii_alphanumeric())
            && word.bytes().any(|byte| byte.is_ascii_lowercase())
    };
    is_word(verb) && is_word(noun)
}

/// Reads a line of PowerShell.
pub(super) fn parse(line: &str) -> CommandLine {
    let mut reader = Reader { line, at: 0, commands: Vec::new() };
    reader.statements();
    let asks = ["test-path", "get-command"].iter().any(|cmdlet| line.to_ascii_lowercase().contains(cmdlet));
    let moves =
        ["set-location", "push-location"].iter().any(|cmdlet| line.to_ascii_lowercase().contains(cmdlet));
    for command in &mut reader.commands {
        command.guarded = asks;
        if moves {
            command.directory = Directory::Unknown;
        }
    }
    CommandLine {
        text: line.to_owned(),
        form: Form::PowerShell,
        understanding: Understanding::Partial,
        commands: reader.commands,
        swallow: None,
        derived: Derived::default(),
    }
}

struct Reader<'l> {
    line: &'l str,
    at: usize,
    commands: Vec<Command>,
}

impl Reader<'_> {
    fn byte(&self) -> Option<u8> {
        self.line.as_bytes().get(self.at).copied()
    }

    fn statements(&mut self) {
        let mut command = Command::new(0..0, Level::Line);
        while let Some(byte) = self.byte() {
            match byte {
                b' ' | b'\t' | b'\r' => self.at += 1,
                b';' | b'|' | b'\n' | b'{' | b'}' | b'(' | b')' | b',' | b'=' => {
                    self.finish(&mut command);
                    self.at += 1;
                }
                b'&' => {
                    self.finish(&mut command);
                    self.at += 1;
                }
                b'#' if command.words.is_empty() => {
                    self.at += self.line[self.at..].find('\n').unwrap_or(self.line.len() - self.at);
                }
                _ => {
                    let word = self.word();
                    command.words.push(word);
                }
            }
        }
        self.finish(&mut command);
    }

    fn finish(&mut self, command: &mut Command) {
        let mut done = std::mem::replace(command, Command::new(self.at..self.at, Level::Line));
        // `$x` and `-not` begin an expression; what follows them are its operands.
        let is_expression = done.words.first().is_some_and(|word| {
            let raw = word.raw(self.line);
            raw.starts_with(['$', '-', '[', '@']) && !raw.starts_with("$env:")
        });
        if let (Some(first), Some(last), false) = (done.words.first(), done.words.last(), is_expression) {
            done.range = first.range.start..last.range.end;
            done.conditional = !self.commands.is_empty();
            self.commands.push(done);
        }
    }

    fn word(&mut self) -> Word {
        let start = self.at;
        let mut parts = Vec::new();
        while let Some(byte) = self.byte() {
            match byte {
                b' ' | b'\t' | b'\r' | b'\n' | b';' | b'|' | b'{' | b'}' | b'(' | b')' | b',' | b'&' => break,
                b'\'' => parts.push(self.quoted(b'\'', Quote::Single)),
                b'"' => parts.push(self.quoted(b'"', Quote::Double)),
                b'$' => parts.push(self.variable()),
                _ => parts.push(self.plain()),
            }
        }
        Word { range: start..self.at, parts, glob: false, escaped: false }
    }

    fn plain(&mut self) -> Part {
        let start = self.at;
        self.at += 1;
        while self.byte().is_some_and(|byte| !byte.is_ascii_whitespace() && !b";|{}(),&'\"$".contains(&byte))
        {
            self.at += 1;
        }
        self.literal(start..self.at, Quote::None)
    }

    /// A quoted piece. One that reads a variable is like a substitution: only a run tells its text.
    fn quoted(&mut self, quote: u8, kind: Quote) -> Part {
        let start = self.at + 1;
        let bytes = self.line.as_bytes();
        let mut at = start;
        while at < bytes.len() {
            if bytes[at] == quote {
                if bytes.get(at + 1) != Some(&quote) {
                    break;
                }
                at += 1;
            } else if bytes[at] == b'`' && kind == Quote::Double {
                at += 1;
            }
            at += 1;
        }
        let end = at.min(bytes.len());
        self.at = (end + 1).min(bytes.len());
        let range = start.min(end)..self.floor(end);
        let text = &self.line[range.clone()];
        if kind == Quote::Double && text.contains('$') {
            return Part { kind: PartKind::Substitution(range.clone()), range, quote: kind };
        }
        self.literal(range, kind)
    }

    fn floor(&self, mut at: usize) -> usize {
        while !self.line.is_char_boundary(at) {
            at -= 1;
        }
        at
    }

    fn variable(&mut self) -> Part {
        let start = self.at;
        self.at += 1;
        while self.byte().is_some_and(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b':')) {
            self.at += 1;
        }
        let name = self.line[start + 1..self.at].to_owned();
        Part {
            range: start..self.at,
            quote: Quote::Double,
            kind: PartKind::Variable { name, operator: self.at..self.at },
        }
    }

    fn literal(&self, range: std::ops::Range<usize>, quote: Quote) -> Part {
        let text = self.line[range.clone()].to_owned();
        Part { range, quote, kind: PartKind::Literal(text) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command::{PathForm, parse};

    fn scripts(line: &str) -> Vec<PathForm> {
        parse(line).scripts().iter().map(|script| script.path.clone()).collect()
    }

    #[test]
    fn the_called_file_is_found() {
        let expected = [PathForm::Relative(".cursor/hooks/x.ps1".to_owned())];
        assert_eq!(scripts("& '.cursor/hooks/x.ps1' -Flag"), expected);
        assert_eq!(scripts("Set-StrictMode; & \".cursor/hooks/x.ps1\""), expected);
    }

    #[test]
    fn what_only_a_run_tells_is_not_claimed() {
        assert_eq!(scripts("& \"$PSScriptRoot/x.ps1\""), [PathForm::Dynamic]);
        assert!(parse("if (Test-Path a/x.ps1) { & a/x.ps1 }").scripts().iter().all(|script| script.guarded));
        assert_eq!(scripts("git diff | Select-String 'a/b.ts' | ForEach-Object { $_ }"), []);
    }

    #[test]
    fn a_posix_line_stays_posix() {
        for line in ["echo a-b", "if [ -f x ]; then y; fi", "Xvfb-run x", "$HOME/x.sh", "a && b"] {
            assert_eq!(parse(line).form(), Form::Posix, "{line}");
        }
    }
}
