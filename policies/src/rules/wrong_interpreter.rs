use std::ops::Range;
use std::path::Path;

use hookc_compiler::command::{Resolution, Via};
use hookc_compiler::diagnostic::Level;
use hookc_compiler::script::Import;

use crate::declare_rule;
use crate::failing::Failing;
use crate::rule::{Check, Findings};
use crate::script::{ProgramContext, Run};

declare_rule! {
    /// A command starts a script with a program that cannot run it.
    ///
    /// ## What the host does
    /// It runs the line as it is. Node knows no `bun:` modules and reads no `import` in a `.cjs` file, and a shell makes nothing of a Python script: the hook
    /// fails before it has read anything.
    ///
    /// ## Evidence
    /// OBS: one report of a script for Bun that was started with Node.
    ///
    /// ## Fails
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "afterFileEdit": [{ "command": "node .cursor/hooks/log.mjs" }] }
    /// }
    /// ```
    /// ```js .cursor/hooks/log.mjs
    /// import { Database } from 'bun:sqlite';
    /// new Database('edits.sqlite').run('insert into edits values (1)');
    /// ```
    ///
    /// ## Fixed
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "afterFileEdit": [{ "command": "bun .cursor/hooks/log.mjs" }] }
    /// }
    /// ```
    /// ```js .cursor/hooks/log.mjs
    /// import { Database } from 'bun:sqlite';
    /// new Database('edits.sqlite').run('insert into edits values (1)');
    /// ```
    ///
    /// ## Stays silent
    /// TypeScript under Node, which takes the types off itself.
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "afterFileEdit": [{ "command": "node .cursor/hooks/log.ts" }] }
    /// }
    /// ```
    /// ```ts .cursor/hooks/log.ts
    /// const edits: number = 1;
    /// console.error(edits);
    /// ```
    ///
    /// ## When to ignore it
    /// When the name of the program stands for another one on every machine.
    "wrong-interpreter", [Error], [FailsOpen, Blocks], Obs, Check::Program(check)
}

fn check(context: &ProgramContext<'_>, findings: &mut Findings) {
    for run in &context.program.runs {
        if let Some((place, message)) = foreign_import(context, run) {
            let failing = Failing::of(&context.hook(run));
            findings.report(
                context
                    .finding(&RULE, Level::Error, failing.effect, &place, message)
                    .label("fails to load")
                    .consequence(failing.consequence),
            );
            return;
        }
    }
    for run in &context.program.runs {
        let Some((program, language)) = other_language(context, run) else { continue };
        let failing = Failing::of(&context.hook(run));
        let mut finding = RULE.with(
            Level::Error,
            failing.effect,
            run.source.file,
            run.span(),
            format!("`{program}` is started with a script that is written in {language}"),
        );
        finding.consequence = failing.consequence;
        findings.report(finding.label(format!("a {language} script")));
        return;
    }
}

/// What the engine that is started cannot load: an import, or syntax that it does not know.
fn foreign_import(context: &ProgramContext<'_>, run: &Run<'_>) -> Option<(Range<usize>, String)> {
    let (name, arguments) = reader(run)?;
    if name != "node" {
        return None;
    }
    let path = found(run)?;
    let extension = path.extension()?.to_str()?;
    let all = &context.facts().imports;
    let makes_require = all.iter().any(|import| matches!(import.name.as_str(), "module" | "node:module"));
    for import in all.iter().filter(|import| !import.guarded) {
        let message = if let Some(owner) = owner(import) {
            format!("`{}` is a module of {owner}, and the script is run by Node", import.name)
        } else if extension == "cjs" && import.is_esm {
            "Node reads no `import` in a `.cjs` file".to_owned()
        } else if extension == "mjs" && !import.is_esm && !makes_require {
            "Node has no `require` in a `.mjs` file".to_owned()
        } else {
            continue;
        };
        return Some((import.place.clone(), message));
    }
    let transforms = arguments.iter().any(|argument| argument.contains("transform-types"))
        || run.command.line.text().contains("transform-types");
    match extension {
        "js" | "mjs" | "cjs" => declaration(context.text(), &["interface", "type", "enum"]).map(|place| {
            (place, "this is TypeScript, which Node does not read in a file of this name".to_owned())
        }),
        "ts" | "mts" | "cts" if !transforms => declaration(context.text(), &["enum"])
            .map(|place| (place, "Node takes types off and does not know `enum`, which is code".to_owned())),
        _ => None,
    }
}

/// Where a declaration that only TypeScript has begins a line of a script, outside comments and templates.
fn declaration(text: &str, words: &[&str]) -> Option<Range<usize>> {
    let (mut start, mut templates, mut comments) = (0, 0_usize, 0_usize);
    for whole in text.split_inclusive('\n') {
        let place = start..start + whole.trim_end().len();
        let is_code = templates.is_multiple_of(2) && comments == 0;
        start += whole.len();
        templates += whole.matches('`').count();
        comments = (comments + whole.matches("/*").count()).saturating_sub(whole.matches("*/").count());
        let line = whole;
        let line = line.strip_prefix("export ").unwrap_or(line);
        let line = line.strip_prefix("const ").filter(|rest| rest.starts_with("enum ")).unwrap_or(line);
        let Some((word, rest)) = line.split_once(' ') else { continue };
        let name: String =
            rest.chars().take_while(|sign| sign.is_alphanumeric() || matches!(sign, '_' | '$')).collect();
        let behind = rest[name.len()..].trim_start();
        let opens = match word {
            "type" => behind.starts_with('=') && !behind.starts_with("=="),
            _ => behind.starts_with('{') || behind.starts_with("extends "),
        };
        if words.contains(&word) && !name.is_empty() && opens && is_code {
            return Some(place);
        }
    }
    None
}

/// The program that reads the script, and its arguments in the first line.
fn reader<'a>(run: &Run<'a>) -> Option<(&'a str, &'a [String])> {
    let script = run.script?;
    match (&script.used.via, &script.resolution) {
        (Via::Interpreter(name), _) => Some((name, &[])),
        (Via::Direct, Resolution::Found(file)) => {
            let shebang = file.head.as_ref()?.shebang.as_ref()?;
            Some((&shebang.program, &shebang.arguments))
        }
        _ => None,
    }
}

/// The engine that alone has the module.
fn owner(import: &Import) -> Option<&'static str> {
    let name = import.name.as_str();
    if name == "bun" || name.starts_with("bun:") {
        Some("Bun")
    } else if ["npm:", "jsr:", "https://", "http://"].iter().any(|scheme| name.starts_with(scheme)) {
        Some("Deno")
    } else {
        None
    }
}

/// The program that is started and the language that the script is written in, when these have nothing to do with one another.
fn other_language(context: &ProgramContext<'_>, run: &Run<'_>) -> Option<(&'static str, &'static str)> {
    let name = program(run)?;
    let written = match found(run)?.extension()?.to_str()? {
        "py" => "Python",
        "js" | "mjs" | "cjs" | "ts" | "mts" | "cts" => "JavaScript",
        "sh" | "bash" => "shell",
        "ps1" => "PowerShell",
        "rb" => "Ruby",
        _ => return None,
    };
    let (program, reads) = match name.trim_end_matches(|sign: char| sign.is_ascii_digit() || sign == '.') {
        "bash" => ("bash", "shell"),
        "sh" => ("sh", "shell"),
        "zsh" => ("zsh", "shell"),
        "node" => ("node", "JavaScript"),
        "python" => ("python", "Python"),
        _ => return None,
    };
    // A text that its reader understands is one of its language, whatever it is called.
    let is_understood = context.facts().is_sure() || says_so_itself(context.text(), reads);
    (reads != written && !is_understood).then_some((program, written))
}

/// Whether the first line of the script names a reader of this language.
fn says_so_itself(text: &str, language: &str) -> bool {
    let first = text.lines().next().filter(|line| line.starts_with("#!")).unwrap_or_default();
    match language {
        "shell" => first.ends_with("sh"),
        "Python" => first.contains("python"),
        _ => first.contains("node"),
    }
}

fn program<'a>(run: &Run<'a>) -> Option<&'a str> {
    match &run.script?.used.via {
        Via::Interpreter(name) => Some(name),
        _ => None,
    }
}

fn found<'a>(run: &Run<'a>) -> Option<&'a Path> {
    match &run.script?.resolution {
        Resolution::Found(file) => Some(&file.path),
        _ => None,
    }
}
