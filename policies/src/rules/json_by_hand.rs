use hookc_compiler::diagnostic::{Effect, Level};
use hookc_compiler::script::{AnswerForm, Language};

use crate::declare_rule;
use crate::rule::{Check, Findings};
use crate::script::{self, ProgramContext};
use crate::types;

declare_rule! {
    /// An answer is put together from strings, so that a quote in a value breaks it.
    ///
    /// ## What the host does
    /// It parses the output as JSON. A value with a quote, a backslash or a line break that nobody has escaped makes the whole answer invalid, and with it
    /// the denial or the context that it holds.
    ///
    /// ## Evidence
    /// DOC for the JSON object; OBS for four reports of answers that broke when it mattered.
    ///
    /// ## Fails
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "sessionStart": [{ "command": "bash .cursor/hooks/skills.sh" }] }
    /// }
    /// ```
    /// ```sh .cursor/hooks/skills.sh
    /// cat >/dev/null
    /// text=$(cat SKILL.md)
    /// cat <<EOF
    /// {"additional_context": "skills: $text"}
    /// EOF
    /// ```
    ///
    /// ## Fixed
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "sessionStart": [{ "command": "bash .cursor/hooks/skills.sh" }] }
    /// }
    /// ```
    /// ```sh .cursor/hooks/skills.sh
    /// cat >/dev/null
    /// text=$(cat SKILL.md)
    /// jq -n --arg text "$text" '{additional_context: "skills: \($text)"}'
    /// ```
    ///
    /// ## Stays silent
    /// A value that a JSON writer has made.
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "sessionStart": [{ "command": "bash .cursor/hooks/skills.sh" }] }
    /// }
    /// ```
    /// ```sh .cursor/hooks/skills.sh
    /// cat >/dev/null
    /// text=$(jq -Rs . SKILL.md)
    /// printf '{"additional_context": %s}\n' "$text"
    /// ```
    ///
    /// ## When to ignore it
    /// When the values can hold nothing but letters and digits.
    "json-by-hand", [Warning], [FailsOpen, Ignored], Doc, Check::Program(check)
}

fn check(context: &ProgramContext<'_>, findings: &mut Findings) {
    for answer in &context.facts().answers {
        let AnswerForm::ByHand { unescaped, .. } = &answer.form else { continue };
        let events = script::reached(context.answering(), &answer.scope);
        let read = events.iter().find(|event| types::answer_fields(**event).next().is_some());
        let (Some(event), Some(first)) = (read, unescaped.first()) else { continue };
        let effect =
            if event.facts().blocking.value.can_block() { Effect::FailsOpen } else { Effect::Ignored };
        let mut finding = context
            .finding(&RULE, Level::Warning, effect, first, "this value is put into a JSON string as it is")
            .label("not escaped")
            .consequence("a quote, a backslash or a line break in it makes the whole answer invalid")
            .help(remedy(context.facts().language));
        for other in unescaped.iter().skip(1).take(3) {
            finding.relate(context.program.file, context.span(other), "likewise");
        }
        findings.report(finding);
    }
}

const fn remedy(language: Language) -> &'static str {
    match language {
        Language::Shell => "let `jq -n --arg name \"$value\" '{key: $name}'` write the object",
        Language::Python => "let `json.dumps` write the object",
        Language::JavaScript | Language::TypeScript => "let `JSON.stringify` write the object",
        Language::PowerShell => "let `ConvertTo-Json` write the object",
    }
}
