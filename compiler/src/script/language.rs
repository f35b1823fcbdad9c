//! Which language a script is written in.

use std::path::Path;

use crate::command::{Head, Via};

/// A language whose scripts are understood.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Language {
    /// POSIX `sh` and `bash`.
    Shell,
    /// Python 3.
    Python,
    /// JavaScript, as a module or a script.
    JavaScript,
    /// TypeScript, as Node, Deno, Bun and `tsx` run it.
    TypeScript,
    /// PowerShell.
    PowerShell,
}

/// The language of a script: what the command starts it with says more than its first line, and that more than its name.
pub fn language(path: &Path, via: &Via, head: Option<&Head>) -> Option<Language> {
    let of_name = path.extension().and_then(|extension| of_extension(extension.to_str()?));
    let started_by = match via {
        Via::Interpreter(name) => Some(name.as_str()),
        Via::Direct => head.and_then(|head| head.shebang.as_ref()).map(|shebang| shebang.program.as_str()),
        Via::Source => Some("sh"),
        Via::Windows(name) => Some(*name),
    };
    match started_by {
        // A JavaScript engine may run either language; the name tells.
        Some(program) => match of_program(program) {
            Some(Language::JavaScript) => {
                of_name.filter(|language| *language == Language::TypeScript).or(Some(Language::JavaScript))
            }
            // A runner of packages: `npx tsx`.
            None if matches!(program, "npx" | "bunx" | "pnpm" | "pnpx" | "yarn") => of_name,
            other => other,
        },
        None => of_name,
    }
}

fn of_program(program: &str) -> Option<Language> {
    let name = program.strip_suffix(".exe").unwrap_or(program);
    match name.trim_end_matches(|letter: char| letter.is_ascii_digit() || letter == '.') {
        "sh" | "bash" | "dash" | "zsh" | "ksh" => Some(Language::Shell),
        "python" | "pypy" | "py" | "uv" => Some(Language::Python),
        "node" | "bun" | "deno" => Some(Language::JavaScript),
        "tsx" | "ts-node" => Some(Language::TypeScript),
        "pwsh" | "powershell" => Some(Language::PowerShell),
        _ => None,
    }
}

fn of_extension(extension: &str) -> Option<Language> {
    match extension.to_ascii_lowercase().as_str() {
        "sh" | "bash" => Some(Language::Shell),
        "py" => Some(Language::Python),
        "js" | "mjs" | "cjs" => Some(Language::JavaScript),
        "ts" | "mts" | "cts" => Some(Language::TypeScript),
        "ps1" => Some(Language::PowerShell),
        _ => None,
    }
}
