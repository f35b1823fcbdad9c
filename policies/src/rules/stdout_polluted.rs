use hookc_compiler::diagnostic::{Effect, Level};
use hookc_compiler::script::{Answer, AnswerForm, Exit, Language, Loudness};

use crate::declare_rule;
use crate::rule::{Check, Findings};
use crate::script::{self, ProgramContext};
use crate::types;

declare_rule! {
    /// Messages and the answer go to standard output together.
    ///
    /// ## What the host does
    /// It parses all that the hook has written as one JSON value, so a line of a log or the output of another program makes the answer invalid. Some
    /// builds take the last object when text stands before it; no build takes text behind it.
    ///
    /// ## Evidence
    /// DOC for the one object; BND for the builds that look for the last object.
    ///
    /// ## Fails
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "sessionStart": [{ "command": "node .cursor/hooks/bridge.js" }] }
    /// }
    /// ```
    /// ```js .cursor/hooks/bridge.js
    /// const { readFileSync } = require('fs');
    /// const input = JSON.parse(readFileSync(0, 'utf8').replace(/^\uFEFF/, ''));
    /// console.debug('session', input.session_id);
    /// console.log(JSON.stringify({ additional_context: 'ready' }));
    /// ```
    ///
    /// ## Fixed
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "sessionStart": [{ "command": "node .cursor/hooks/bridge.js" }] }
    /// }
    /// ```
    /// ```js .cursor/hooks/bridge.js
    /// const { readFileSync } = require('fs');
    /// const input = JSON.parse(readFileSync(0, 'utf8').replace(/^\uFEFF/, ''));
    /// console.error('session', input.session_id);
    /// console.log(JSON.stringify({ additional_context: 'ready' }));
    /// ```
    ///
    /// ## Stays silent
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "sessionStart": [{ "command": "bash .cursor/hooks/start.sh" }] }
    /// }
    /// ```
    /// ```sh .cursor/hooks/start.sh
    /// cat >/dev/null
    /// npm install >&2
    /// echo '{"additional_context":"installed"}'
    /// ```
    ///
    /// ## When to ignore it
    /// When every build in use takes the last object, and nothing is written behind the answer.
    "stdout-polluted", [Warning], [FailsOpen, Ignored], Doc, Check::Program(check)
}

fn check(context: &ProgramContext<'_>, findings: &mut Findings) {
    let facts = context.facts();
    let is_noise = |answer: &&Answer| matches!(answer.form, AnswerForm::Text(_));
    if !facts.answers.iter().any(|answer| is_noise(&answer)) {
        return;
    }
    let mut told: Vec<std::ops::Range<usize>> = Vec::new();
    for way in facts.ways_out.iter().filter(|way| matches!(way.exit, Exit::Code(0))) {
        let events = script::reached(context.answering(), &way.scope);
        let Some(event) = events.iter().find(|event| types::answer_fields(**event).next().is_some()) else {
            continue;
        };
        let written: Vec<&Answer> = context.written(way, *event).collect();
        let Some(answer) = written.iter().find(|answer| script::json(answer).is_some()) else { continue };
        let effect =
            if event.facts().blocking.value.can_block() { Effect::FailsOpen } else { Effect::Ignored };
        for noise in written.iter().copied().filter(is_noise) {
            if told.contains(&noise.place) {
                continue;
            }
            told.push(noise.place.clone());
            let what = match noise.form {
                AnswerForm::Text(Loudness::Leaked) => {
                    "the output of this program goes to standard output, too"
                }
                AnswerForm::Text(Loudness::Logged) => "this logs to standard output, where the answer is",
                _ => "this text goes to standard output, where the answer is",
            };
            findings.report(
                context
                    .finding(&RULE, Level::Warning, effect, &noise.place, what)
                    .label("in the answer")
                    .consequence("text and JSON together are no JSON, so the answer may be lost")
                    .help(remedy(facts.language))
                    .related(context.program.file, context.span(&answer.place), "the answer"),
            );
        }
    }
}

const fn remedy(language: Language) -> &'static str {
    match language {
        Language::Shell => "send it to standard error: `>&2`",
        Language::Python => "send it to standard error: `file=sys.stderr`",
        Language::JavaScript | Language::TypeScript => "use `console.error`",
        Language::PowerShell => "use `[Console]::Error.WriteLine`",
    }
}
