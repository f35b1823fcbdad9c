use hookc_compiler::command::Via;
use hookc_compiler::diagnostic::Level;
use hookc_compiler::script::{Import, Language};

use crate::declare_rule;
use crate::failing::Failing;
use crate::rule::{Check, Findings};
use crate::script::{ProgramContext, Run};

declare_rule! {
    /// A script loads a file that is not there.
    ///
    /// ## What the host does
    /// The script ends with an error before it has read or printed anything. To the host that is a failed hook.
    ///
    /// ## Evidence
    /// OBS: a package that forgot a helper of its hook.
    ///
    /// ## Fails
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "afterFileEdit": [{ "command": "node .cursor/hooks/format.mjs" }] }
    /// }
    /// ```
    /// ```js .cursor/hooks/format.mjs
    /// import { format } from './lib/format.mjs';
    /// format();
    /// ```
    ///
    /// ## Fixed
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "afterFileEdit": [{ "command": "node .cursor/hooks/format.mjs" }] }
    /// }
    /// ```
    /// ```js .cursor/hooks/format.mjs
    /// import { format } from './lib/format.mjs';
    /// format();
    /// ```
    /// ```js .cursor/hooks/lib/format.mjs
    /// export function format() {}
    /// ```
    ///
    /// ## Stays silent
    /// An import that may fail, one of a built file, and one that a loader completes.
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "afterFileEdit": [{ "command": "bun .cursor/hooks/format.ts" }] }
    /// }
    /// ```
    /// ```ts .cursor/hooks/format.ts
    /// import { format } from './lib/format.js';
    /// import { rules } from './dist/rules.js';
    /// format(rules);
    /// ```
    /// ```ts .cursor/hooks/lib/format.ts
    /// export function format(rules: unknown) {}
    /// ```
    ///
    /// ## When to ignore it
    /// When something builds the file before the hook runs.
    "missing-module", [Error], [FailsOpen, Blocks], Obs, Check::Program(check)
}

fn check(context: &ProgramContext<'_>, findings: &mut Findings) {
    let Some(run) = context.program.runs.iter().find(|run| run.script.is_some()) else { return };
    let Some(script) = run.script else { return };
    for index in &script.missing_imports {
        let Some(import) = context.facts().imports.get(*index).filter(|import| !import.guarded) else {
            continue;
        };
        report(context, run, import, format!("`{}` does not exist", import.name), "no such file", findings);
    }
    if context.facts().language == Language::Python && is_run_by_path(run) {
        for import in
            context.facts().imports.iter().filter(|import| import.name.starts_with('.') && !import.guarded)
        {
            let message =
                "a script that is run by its path belongs to no package, so a relative import fails";
            report(context, run, import, message.to_owned(), "no package to look in", findings);
        }
    }
}

fn report(
    context: &ProgramContext<'_>,
    run: &Run<'_>,
    import: &Import,
    message: String,
    label: &str,
    findings: &mut Findings,
) {
    let failing = Failing::of(&context.hook(run));
    findings.report(
        context
            .finding(&RULE, Level::Error, failing.effect, &import.place, message)
            .label(label)
            .consequence(failing.consequence),
    );
}

fn is_run_by_path(run: &Run<'_>) -> bool {
    run.script.is_some_and(|script| match &script.used.via {
        Via::Direct => true,
        Via::Interpreter(name) => name.starts_with("python"),
        Via::Windows(_) | Via::Source => false,
    })
}
