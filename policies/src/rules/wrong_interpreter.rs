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

/// An import that the engine which the command starts cannot load.
fn foreign_import(context: &ProgramContext<'_>, run: &Run<'_>) -> Option<(Range<usize>, String)> {
    let name = program(run)?;
    if name != "node" {
        return None;
    }
    let path = found(run)?;
    let is_cjs = path.extension().is_some_and(|extension| extension == "cjs");
    let imports = context.facts().imports.iter().filter(|import| !import.guarded);
    for import in imports {
        if let Some(owner) = owner(import) {
            return Some((
                import.place.clone(),
                format!("`{}` is a module of {owner}, and the script is run by Node", import.name),
            ));
        }
        if is_cjs && import.is_esm {
            return Some((import.place.clone(), "Node reads no `import` in a `.cjs` file".to_owned()));
        }
    }
    None
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
