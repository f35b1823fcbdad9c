//! Organisation policies: that `cover` is decided right, that packs say what they are for, and that nothing above is weakened from below.

#![expect(clippy::unwrap_used, reason = "a broken fixture fails the test")]

#[path = "matcher_generator/mod.rs"]
#[expect(dead_code, reason = "only patterns are generated here")]
mod matcher_generator;

use std::fmt::Write as _;

use hookc_compiler::analysis::Request;
use hookc_compiler::diagnostic::{Diagnostic, Level};
use hookc_compiler::matcher::{Coverage, Pattern, coverage, parse_str};
use hookc_compiler::system::MemorySystem;
use hookc_policies::Report;
use hookc_policies::config::{Choice, Date, Known, Options};
use hookc_policies::policy::{PACKS, Pack};
use matcher_generator::{Generator, Random};

const WORKSPACE: &str = "/w";
const SYSTEM_ROOT: &str = "/system";
const HOME: &str = "/home/me";
/// 2026-10-01.
const TODAY: u32 = 20_727;

/// Files to check, and what is asked for.
struct Check {
    system: MemorySystem,
    request: Request,
    packs: Vec<&'static Pack>,
}

impl Check {
    fn new() -> Self {
        let request = Request { workspaces: vec![WORKSPACE.into()], ..Request::default() };
        Self { system: MemorySystem::new().folder(WORKSPACE), request, packs: Vec::new() }
    }

    /// Adds a file: of the workspace, or by a whole path.
    fn file(mut self, path: &str, text: impl Into<String>) -> Self {
        let place = if path.starts_with('/') { path.to_owned() } else { format!("{WORKSPACE}/{path}") };
        self.system = if std::path::Path::new(path).extension().is_some_and(|extension| extension == "sh") {
            self.system.script(place, text.into())
        } else {
            self.system.file(place, text.into())
        };
        self
    }

    /// The hooks of the project, and a guard for them.
    fn hooks(self, hooks: &str) -> Self {
        self.file(".cursor/hooks.json", format!("{{ \"version\": 1, \"hooks\": {{ {hooks} }} }}"))
            .file(".cursor/hooks/guard.sh", "#!/bin/sh\ncat >/dev/null\necho '{\"permission\":\"allow\"}'\n")
    }

    fn config(self, text: &str) -> Self {
        self.file("hookc.toml", text)
    }

    fn with_enterprise(mut self) -> Self {
        self.request.system_root = Some(SYSTEM_ROOT.into());
        self
    }

    fn with_home(mut self) -> Self {
        self.request.home = Some(HOME.into());
        self
    }

    fn pack(mut self, name: &str) -> Self {
        self.packs.push(Pack::named(name).unwrap());
        self
    }

    fn report(&self) -> Report {
        let options = Options {
            config: Choice::Nearest,
            targets: None,
            platforms: None,
            pedantic: false,
            packs: self.packs.clone(),
            known: Known::AsConfigured,
            today: Date::from_days_since_1970(TODAY),
        };
        hookc_policies::check_with(&self.system, &self.request, &options)
    }

    /// The findings about policies and configurations, each with its place and what belongs to it.
    fn said(&self) -> String {
        let report = self.report();
        let mut text = String::new();
        let is_told = |finding: &&Diagnostic| {
            finding.policy.is_some()
                || finding.rule == "policy-weakened"
                || finding.rule == "invalid-configuration"
        };
        for finding in report.diagnostics.iter().filter(is_told) {
            tell(&report, finding, &mut text);
        }
        text
    }

    /// The rules that have findings of these levels, with the level.
    fn rules(&self) -> Vec<String> {
        let report = self.report();
        let grave = report.diagnostics.iter().filter(|finding| finding.level > Level::Info);
        grave.map(|finding| format!("{}[{}]", finding.level.name(), finding.rule)).collect()
    }
}

fn tell(report: &Report, finding: &Diagnostic, text: &mut String) {
    let place = |file: hookc_compiler::diagnostic::FileId, span: hookc_compiler::span::Span| {
        let file = &report.files[file.0 as usize];
        format!("{} `{}`", file.shown, &file.text[span.range()])
    };
    let at = place(finding.file, finding.span);
    writeln!(text, "{}[{}] {at}\n  {}", finding.level.name(), finding.rule, finding.message).unwrap();
    if !finding.help.is_empty() {
        writeln!(text, "  help: {}", finding.help).unwrap();
    }
    for related in &finding.related {
        writeln!(text, "  see: {}: {}", place(related.file, related.span), related.message).unwrap();
    }
}

const GUARD: &str = r#""command": ".cursor/hooks/guard.sh""#;

/// `cover` against an enumeration.
mod cover {
    use super::*;

    /// Pieces of matchers over names.
    const PIECES: [&str; 22] = [
        "Shell",
        "Write",
        "Delete",
        "Web",
        "Fetch",
        "MCP:",
        "MCP:a",
        "MCP:.*",
        "^",
        "$",
        ".",
        ".*",
        "[ab]",
        "[^a]",
        "a+",
        "b?",
        "(a|b)",
        "^MCP:a",
        "(?!Shell)",
        "(?=MCP)",
        "\\w+",
        ":",
    ];
    /// Pieces that no automaton decides.
    const IRREGULAR: [&str; 3] = ["(?<=:)a", "(a|b)\\1", "(?<!M)CP"];
    const SETS: [&str; 10] =
        ["Shell", "Write", "Delete", "WebFetch", "Web*", "MCP:*", "MCP:a*", "*", "MCP:*b", "MCP:a"];
    const LETTERS: [char; 6] = ['a', 'b', ':', '_', '-', 'S'];

    fn matcher(random: &mut Random) -> String {
        if random.one_in(12) {
            return ["", "*", ".*"][random.below(3)].to_owned();
        }
        let mut text = String::new();
        for branch in 0..=random.below(3) {
            if branch > 0 {
                text.push('|');
            }
            for _ in 0..=random.below(3) {
                let irregular = random.one_in(40);
                text.push_str(if irregular {
                    IRREGULAR[random.below(3)]
                } else {
                    PIECES[random.below(PIECES.len())]
                });
            }
        }
        text
    }

    /// All texts of up to three letters.
    fn short_texts() -> Vec<String> {
        let mut texts = vec![String::new()];
        let mut last = texts.clone();
        for _ in 0..3 {
            last = last.iter().flat_map(|text| LETTERS.map(|letter| format!("{text}{letter}"))).collect();
            texts.extend_from_slice(&last);
        }
        texts
    }

    /// The subjects of a set, as far as short texts show them: what stands for a `*` is one of them that is not empty.
    fn members(set: &str, short: &[String]) -> Vec<String> {
        match set.split_once('*') {
            None => vec![set.to_owned()],
            Some((before, behind)) => short
                .iter()
                .filter(|text| !text.is_empty())
                .map(|text| format!("{before}{text}{behind}"))
                .collect(),
        }
    }

    fn is_member(set: &str, subject: &str) -> bool {
        match set.split_once('*') {
            None => set == subject,
            Some((before, behind)) => {
                subject.len() > before.len() + behind.len()
                    && subject.starts_with(before)
                    && subject.ends_with(behind)
            }
        }
    }

    /// A hook of the generated file, with what a reader of the file would know of it.
    struct Hook {
        matcher: String,
        /// What the matcher means; `None` for one that takes everything, or does not compile.
        pattern: Option<Pattern>,
        closed: bool,
        event: &'static str,
    }

    impl Hook {
        fn new(random: &mut Random) -> Self {
            let matcher = matcher(random);
            Self {
                pattern: parse_str(&matcher).ok().filter(|_| !matches!(matcher.as_str(), "" | "*")),
                matcher,
                closed: !random.one_in(4),
                event: if random.one_in(6) { "postToolUse" } else { "preToolUse" },
            }
        }

        fn json(&self) -> String {
            let matcher = serde_json::to_string(&self.matcher).unwrap();
            format!(r#"{{ {GUARD}, "matcher": {matcher}, "failClosed": {} }}"#, self.closed)
        }

        fn takes(&self, subject: &str) -> bool {
            self.pattern.as_ref().is_none_or(|pattern| pattern.matches(subject) == Some(true))
        }

        fn is_regular(&self) -> bool {
            self.pattern.as_ref().is_none_or(|pattern| pattern.table().is_ok())
        }
    }

    /// Hooks whose matchers compile: with another one the file is refused.
    fn hooks(random: &mut Random) -> Vec<Hook> {
        let hooks = (0..random.below(5)).map(|_| Hook::new(random));
        hooks.filter(|hook| hook.pattern.is_some() || matches!(hook.matcher.as_str(), "" | "*")).collect()
    }

    fn file(hooks: &[Hook]) -> String {
        let of = |event: &str| {
            hooks.iter().filter(|hook| hook.event == event).map(Hook::json).collect::<Vec<_>>().join(", ")
        };
        format!(r#""preToolUse": [{}], "postToolUse": [{}]"#, of("preToolUse"), of("postToolUse"))
    }

    #[test]
    fn a_verdict_agrees_with_an_enumeration_of_hooks_and_subjects() {
        let short = short_texts();
        let mut random = Random(0x00c0_ffee);
        let (mut covered, mut passing, mut undecided) = (0, 0, 0);
        for _ in 0..2_500 {
            let hooks = hooks(&mut random);
            let set = SETS[random.below(SETS.len())];
            let wants_closed = !random.one_in(3);
            let closed = if wants_closed { ", fail-closed = true" } else { "" };
            let policy = format!(
                "[[cover]]\nid = \"x\"\ntools = [\"{set}\"]\nby = {{ events = [\"preToolUse\"]{closed} }}\n"
            );
            let report = Check::new().hooks(&file(&hooks)).config(&policy).report();
            let found: Vec<&Diagnostic> =
                report.diagnostics.iter().filter(|finding| finding.rule == "policy-cover").collect();
            let gates: Vec<&Hook> = hooks
                .iter()
                .filter(|hook| hook.event == "preToolUse" && (hook.closed || !wants_closed))
                .collect();
            let passes = |subject: &str| gates.iter().all(|gate| !gate.takes(subject));
            let context = || {
                format!(
                    "{set} by {:?}: {found:?}",
                    gates.iter().map(|gate| &gate.matcher).collect::<Vec<_>>()
                )
            };
            let uncovered = members(set, &short).into_iter().find(|subject| passes(subject));
            match found.as_slice() {
                [] => {
                    assert_eq!(uncovered, None, "{}", context());
                    covered += 1;
                }
                [finding] if finding.level == Level::Error => {
                    let subject = finding.message.split('`').nth(1).unwrap();
                    assert!(is_member(set, subject) && passes(subject), "{subject}: {}", context());
                    passing += 1;
                }
                [finding] => {
                    assert!(finding.message.contains("cannot be decided"), "{}", context());
                    assert!(gates.iter().any(|gate| !gate.is_regular()), "{}", context());
                    undecided += 1;
                }
                _ => panic!("{}", context()),
            }
        }
        assert!(
            covered > 300 && passing > 300 && undecided > 10,
            "{covered} covered, {passing} passing, {undecided} undecided"
        );
    }

    #[test]
    fn languages_agree_with_an_enumeration_of_texts() {
        let short = short_texts();
        let mut random = Random(7);
        let (mut whole, mut gaps) = (0, 0);
        for _ in 0..4_000 {
            let subjects =
                if random.one_in(3) { Generator::pattern(&mut random) } else { matcher(&mut random) };
            let patterns: Vec<String> = (0..random.below(4)).map(|_| matcher(&mut random)).collect();
            let parse = |text: &String| parse_str(text).ok();
            let Some(set) = parse(&subjects) else { continue };
            let parsed: Vec<Pattern> = patterns.iter().filter_map(parse).collect();
            let takes = |text: &str| parsed.iter().any(|pattern| pattern.matches(text) == Some(true));
            let uncovered =
                short.iter().find(|text| set.matches(text) == Some(true) && !takes(text.as_str()));
            match coverage(&set, &parsed.iter().collect::<Vec<_>>()) {
                Coverage::Whole => {
                    assert_eq!(uncovered, None, "{subjects} by {patterns:?}");
                    whole += 1;
                }
                Coverage::Gap(text) => {
                    assert!(
                        set.matches(&text) == Some(true) && !takes(&text),
                        "{text:?}: {subjects} by {patterns:?}"
                    );
                    gaps += 1;
                }
                Coverage::Undecided => {
                    let is_regular = |pattern: &Pattern| pattern.table().is_ok();
                    assert!(
                        !(is_regular(&set) && parsed.iter().all(is_regular)),
                        "{subjects} by {patterns:?}"
                    );
                }
            }
        }
        assert!(whole > 200 && gaps > 1_000, "{whole} whole, {gaps} gaps");
    }
}

/// What policies say.
mod messages {
    use super::*;

    #[test]
    fn a_forbidden_hook_is_pointed_at_where_the_policy_concerns_it() {
        let check = Check::new().hooks(&format!(
            r#""stop": [{{ "command": "curl -d @- https://example.invalid" }}, {{ "command": "echo curl" }}],
               "preToolUse": [{{ {GUARD}, "timeout": 900, "failClosed": true }}, {{ "type": "prompt", "prompt": "Is it safe?" }}]"#
        ));
        let config = r#"
            [[forbid]]
            id = "no-network"
            message = "hooks send nothing"
            link = "https://example.invalid/policies/no-network"
            hooks = { programs = ["curl", "wget"] }

            [[forbid]]
            id = "patience"
            level = "warning"
            hooks = { gate = true, timeout = { min = 600 } }

            [[forbid]]
            id = "no-models"
            hooks = { type = "prompt" }
            unless = { events = ["stop"] }
        "#;
        insta::assert_snapshot!(check.config(config).said(), @r#"
        error[policy-forbid] .cursor/hooks.json `curl`
          hooks send nothing (policy `no-network`)
          help: see https://example.invalid/policies/no-network
          see: hookc.toml `"no-network"`: the policy is declared here
        warning[policy-forbid] .cursor/hooks.json `900`
          no blocking hook with a timeout of 600 or more seconds is allowed (policy `patience`)
          see: hookc.toml `"patience"`: the policy is declared here
        error[policy-forbid] .cursor/hooks.json `"Is it safe?"`
          no prompt hook is allowed (policy `no-models`)
          see: hookc.toml `"no-models"`: the policy is declared here
        "#);
    }

    #[test]
    fn each_hook_that_is_not_what_it_must_be_is_pointed_at() {
        let check = Check::new().hooks(&format!(
            r#""beforeShellExecution": [{{ {GUARD} }}, {{ {GUARD}, "matcher": "git", "failClosed": false }}], "stop": [{{ {GUARD} }}]"#
        ));
        let config = r#"
            [[require]]
            id = "closed"
            each = { gate = true }
            must = { fail-closed = true }
        "#;
        insta::assert_snapshot!(check.config(config).said(), @r#"
        error[policy-require] .cursor/hooks.json `".cursor/hooks/guard.sh"`
          every blocking hook must be a fail-closed hook (policy `closed`)
          see: hookc.toml `"closed"`: the policy is declared here
        error[policy-require] .cursor/hooks.json `false`
          every blocking hook must be a fail-closed hook (policy `closed`)
          see: hookc.toml `"closed"`: the policy is declared here
        "#);
    }

    #[test]
    fn what_is_required_and_absent_is_missed_at_the_list_of_the_event_or_the_hooks_or_the_policy() {
        let config = r#"
            [[require]]
            id = "audit"
            hooks = { events = ["preToolUse"], scripts = [".cursor/hooks/audit.*"] }

            [[require]]
            id = "prompts"
            hooks = { events = ["beforeSubmitPrompt"] }
        "#;
        let with = Check::new().hooks(&format!(r#""preToolUse": [{{ {GUARD} }}]"#)).config(config);
        insta::assert_snapshot!(with.said(), @r#"
        error[policy-require] .cursor/hooks.json `"hooks"`
          no `beforeSubmitPrompt` hook is registered (policy `prompts`)
          see: hookc.toml `"prompts"`: the policy is declared here
        error[policy-require] .cursor/hooks.json `"preToolUse"`
          no `preToolUse` hook that runs `.cursor/hooks/audit.*` is registered (policy `audit`)
          see: hookc.toml `"audit"`: the policy is declared here
        "#);
        insta::assert_snapshot!(Check::new().config(config).said(), @r#"
        error[policy-require] hookc.toml `"audit"`
          no `preToolUse` hook that runs `.cursor/hooks/audit.*` is registered (policy `audit`)
        error[policy-require] hookc.toml `"prompts"`
          no `beforeSubmitPrompt` hook is registered (policy `prompts`)
        "#);
    }

    #[test]
    fn a_source_that_was_not_looked_at_may_have_what_is_missed() {
        let config = r#"
            [[require]]
            id = "managed"
            hooks = { events = ["preToolUse"], sources = ["enterprise"] }

            [[cover]]
            id = "shell"
            tools = ["Shell"]
            by = { sources = ["enterprise", "project"] }
        "#;
        let hooks = format!(r#""preToolUse": [{{ {GUARD}, "matcher": "Write" }}]"#);
        let check = || Check::new().hooks(&hooks).config(config);
        insta::assert_snapshot!(check().said(), @r#"
        info[policy-cover] .cursor/hooks.json `"preToolUse"`
          `Shell` reaches no `preToolUse` hook of `enterprise` or `project` (policy `shell`)
          help: `enterprise` may have it and was not looked at; `--all-sources` looks at the sources of this machine
          see: hookc.toml `"shell"`: the policy is declared here
        info[policy-require] hookc.toml `"managed"`
          no `preToolUse` hook of `enterprise` is registered (policy `managed`)
          help: `enterprise` may have it and was not looked at; `--all-sources` looks at the sources of this machine
        "#);
        let managed = r#"{ "version": 1, "hooks": { "preToolUse": [{ "command": "true" }] } }"#;
        assert_eq!(check().with_enterprise().file("/system/etc/cursor/hooks.json", managed).said(), "");
        assert!(check().with_enterprise().said().starts_with("error[policy-cover]"));
    }

    #[test]
    fn every_file_and_every_source_can_be_asked_for_a_hook() {
        let config = r#"
            [[require]]
            id = "files"
            hooks = { events = ["stop"] }
            per = "file"

            [[require]]
            id = "sources"
            hooks = { events = ["stop"], sources = ["project", "user"] }
            per = "source"
        "#;
        let other = format!(r#"{{ "version": 1, "hooks": {{ "preToolUse": [{{ {GUARD} }}] }} }}"#);
        let check = Check::new().hooks(&format!(r#""stop": [{{ {GUARD} }}]"#)).config(config).with_home();
        let check = check.file("/home/me/.cursor/hooks.json", other).file(
            ".claude/settings.json",
            r#"{ "hooks": { "PreToolUse": [{ "hooks": [{ "type": "command", "command": "true" }] }] } }"#,
        );
        insta::assert_snapshot!(check.said(), @r#"
        error[policy-require] .claude/settings.json `"hooks"`
          this file registers no `stop` hook (policy `files`)
          see: hookc.toml `"files"`: the policy is declared here
        error[policy-require] ~/.cursor/hooks.json `"hooks"`
          the source `user` registers no `stop` hook (policy `sources`)
          see: hookc.toml `"sources"`: the policy is declared here
        "#);
    }

    #[test]
    fn a_subject_that_passes_no_gate_is_named_with_the_hooks_that_nearly_are_gates() {
        let config = r#"
            [[cover]]
            id = "gated"
            message = "changes are gated"
            tools = ["Shell", "Write", "Delete", "MCP:*"]
            by = { events = ["preToolUse"], sources = ["enterprise", "project"], fail-closed = true }
        "#;
        let user =
            r#"{ "version": 1, "hooks": { "preToolUse": [{ "command": "true", "failClosed": true }] } }"#;
        let check = Check::new()
            .hooks(&format!(
                r#""preToolUse": [{{ {GUARD}, "matcher": "Write", "failClosed": true }}, {{ {GUARD}, "matcher": "Shell|MCP:" }}]"#
            ))
            .config(config)
            .with_enterprise()
            .with_home()
            .file("/home/me/.cursor/hooks.json", user);
        insta::assert_snapshot!(check.said(), @r#"
        error[policy-cover] .cursor/hooks.json `"preToolUse"`
          changes are gated: `Shell`, `Delete` and `MCP:deploy` reach no fail-closed `preToolUse` hook of `enterprise` or `project` (policy `gated`)
          see: .cursor/hooks.json `".cursor/hooks/guard.sh"`: sees it, but does not fail closed
          see: ~/.cursor/hooks.json `"true"`: sees it, but belongs to `user`
          see: hookc.toml `"gated"`: the policy is declared here
        "#);
    }

    #[test]
    fn commands_and_agents_are_covered_like_tools() {
        let config = r#"
            [[cover]]
            id = "pushes"
            commands = ["^git push\\b", "\\brm -rf\\b"]

            [[cover]]
            id = "agents"
            agents = ["explore", "my-*"]
        "#;
        let check = Check::new().hooks(&format!(
            r#""beforeShellExecution": [{{ {GUARD}, "matcher": "^git (push|pull)" }}, {{ {GUARD}, "matcher": "rm\\s+-rf?$" }}],
               "subagentStart": [{{ {GUARD}, "matcher": "^(explore|my-[a-z]+)$" }}]"#
        ));
        insta::assert_snapshot!(check.config(config).said(), @r#"
        error[policy-cover] .cursor/hooks.json `"beforeShellExecution"`
          `rm -rf ` reaches no `beforeShellExecution` hook (policy `pushes`)
          see: hookc.toml `"pushes"`: the policy is declared here
        error[policy-cover] .cursor/hooks.json `"subagentStart"`
          `my-A` reaches no `subagentStart` hook (policy `agents`)
          see: hookc.toml `"agents"`: the policy is declared here
        "#);
    }

    #[test]
    fn names_of_the_project_are_the_first_examples() {
        let config = r#"
            tool-names = ["MCP:release_train"]

            [[cover]]
            id = "mcp"
            tools = ["MCP:*"]
        "#;
        let said = Check::new().hooks(r#""stop": []"#).config(config).said();
        assert!(said.contains("`MCP:release_train` reaches no `preToolUse` hook"), "{said}");
    }

    #[test]
    fn what_cannot_be_decided_is_said_and_no_verdict_is_given() {
        let config = "[[cover]]\nid = \"x\"\ntools = [\"MCP:*\"]\n";
        let check = |matcher: &str| {
            Check::new()
                .hooks(&format!(r#""preToolUse": [{{ {GUARD}, "matcher": "{matcher}" }}]"#))
                .config(config)
        };
        insta::assert_snapshot!(check("(?<=MCP:)[a-z]").said(), @r#"
        info[policy-cover] .cursor/hooks.json `"preToolUse"`
          whether all of `MCP:*` reach a `preToolUse` hook cannot be decided (policy `x`)
          help: a matcher without look-behind and back-references can be decided
          see: hookc.toml `"x"`: the policy is declared here
        "#);
        assert_eq!(check("(?<=MCP:)[a-z]|MCP").said(), "");
        assert!(check("(?<=MCP:)[x-z]").said().contains("`MCP:deploy`"));
    }

    #[test]
    fn hooks_of_a_refused_file_and_those_that_the_target_leaves_out_are_no_gates() {
        let config = "[[cover]]\nid = \"x\"\ntools = [\"Shell\"]\n";
        let refused = Check::new()
            .file(
                ".cursor/hooks.json",
                format!(r#"{{ "version": 1, "hooks": {{ "preToolUse": [{{ {GUARD} }}], "before": [] }} }}"#),
            )
            .config(config);
        insta::assert_snapshot!(refused.said(), @r#"
        error[policy-cover] .cursor/hooks.json `"preToolUse"`
          `Shell` reaches no `preToolUse` hook (policy `x`)
          see: .cursor/hooks.json `".cursor/hooks/guard.sh"`: sees it, but its file is refused
          see: hookc.toml `"x"`: the policy is declared here
        "#);
        let prompt = r#""preToolUse": [{ "type": "prompt", "prompt": "Is it safe?" }]"#;
        assert_eq!(Check::new().hooks(prompt).config(config).said(), "");
        let cloud =
            Check::new().hooks(prompt).config(&format!("targets = [\"editor\", \"cloud\"]\n{config}"));
        insta::assert_snapshot!(cloud.said(), @r#"
        error[policy-cover] .cursor/hooks.json `"preToolUse"`
          `Shell` reaches no `preToolUse` hook in cloud agents (policy `x`)
          see: .cursor/hooks.json `"Is it safe?"`: sees it, but does not run there
          see: hookc.toml `"x"`: the policy is declared here
        "#);
    }

    #[test]
    fn claudes_hooks_are_gates_with_the_matchers_that_the_host_makes_of_them() {
        let settings = |matcher: &str| {
            format!(
                r#"{{ "hooks": {{ "PreToolUse": [{{ "matcher": "{matcher}", "hooks": [{{ "type": "command", "command": "guard" }}] }}] }} }}"#
            )
        };
        let config = "[[cover]]\nid = \"x\"\ntools = [\"Shell\"]\n";
        let check =
            |matcher: &str| Check::new().file(".claude/settings.json", settings(matcher)).config(config);
        assert_eq!(check("Bash").said(), "");
        assert!(check("Edit").said().contains("`Shell` reaches no"));
        // The host runs the native one of two with the same command, and its matcher is another.
        let shadowed = check("Bash").hooks(r#""preToolUse": [{ "command": "guard", "matcher": "Write" }]"#);
        assert!(shadowed.said().contains("`Shell` reaches no"), "{}", shadowed.said());
    }

    #[test]
    fn programs_and_scripts_that_are_on_no_list_are_pointed_at() {
        let digest =
            hookc_compiler::Digest::of(b"#!/bin/sh\ncat >/dev/null\necho '{\"permission\":\"allow\"}'\n");
        let config = format!(
            r#"
            [allow]
            message = "ask security before a hook runs something new"
            programs = ["sh", "node", "/opt/tools/scan"]
            digests = ["sha256:{digest}"]
            "#
        );
        let check = Check::new().file("tools/other.sh", "#!/bin/sh\n").hooks(&format!(
            r#""preToolUse": [{{ {GUARD} }}, {{ "command": "env A=1 ruby x.rb" }}, {{ "command": "/usr/bin/node -e 1" }}],
               "stop": [{{ "command": "sh tools/other.sh && /opt/tools/scan" }}, {{ "command": "$TOOL --now" }}, {{ "command": "/opt/tools/other" }}]"#
        ));
        insta::assert_snapshot!(check.config(&config).said(), @"
        error[policy-allow] .cursor/hooks.json `ruby`
          ask security before a hook runs something new: `ruby` is not on the list of programs (policy `allow`)
          see: hookc.toml `[allow]`: the policy is declared here
        error[policy-allow] .cursor/hooks.json `tools/other.sh`
          ask security before a hook runs something new: the digest of `tools/other.sh` is not on the list; it is `a8076d3d28d21e02012b20eaf7dbf75409a6277134439025f282e368e3305abf` (policy `allow`)
          see: hookc.toml `[allow]`: the policy is declared here
        error[policy-allow] .cursor/hooks.json `$TOOL`
          ask security before a hook runs something new: only a run tells what this starts, so no list can allow it (policy `allow`)
          see: hookc.toml `[allow]`: the policy is declared here
        error[policy-allow] .cursor/hooks.json `/opt/tools/other`
          ask security before a hook runs something new: `/opt/tools/other` is not on the list of programs (policy `allow`)
          see: hookc.toml `[allow]`: the policy is declared here
        ");
    }
}

/// Faults in policies, at their places.
mod faults {
    use super::*;

    fn faults(config: &str) -> String {
        Check::new().hooks(r#""stop": []"#).config(config).said()
    }

    #[test]
    fn a_pattern_is_underlined_inside_of_its_string() {
        insta::assert_snapshot!(faults(
            "[[forbid]]\nid = \"a\"\nhooks = { command = \"\\\\bcurl (x\" }\n\n[[cover]]\nid = \"b\"\ncommands = ['git [z-a]']\n"
        ), @r#"
        error[invalid-configuration] hookc.toml `(`
          this is no ECMAScript pattern: `(` is never closed: JavaScript wants a `)`, or `\(` for the character itself
        error[invalid-configuration] hookc.toml `z-a`
          this is no ECMAScript pattern: `z-a` runs backwards: the smaller character comes first, or `\-` for a hyphen
        "#);
    }

    #[test]
    fn a_policy_that_demands_nothing_or_too_much_is_refused() {
        insta::assert_snapshot!(faults(
            r#"
            [[require]]
            id = "neither"

            [[require]]
            id = "both"
            hooks = {}
            each = {}
            must = {}

            [[require]]
            id = "which"
            hooks = { events = ["stop"] }
            per = "source"

            [[cover]]
            id = "nothing"

            [[cover]]
            id = "elsewhere"
            tools = ["Shell"]
            by = { events = ["preToolUse", "stop"] }

            [[forbid]]
            id = "empty"
            hooks = { programs = [], timeout = { min = 9, max = 3 }, scripts = ["a/{b"] }

            [[forbid]]
            id = " "
            hooks = { type = "prompt" }

            [allow]
            digests = ["abc"]
            "#
        ), @r#"
        error[invalid-configuration] hookc.toml `"neither"`
          a requirement has either `hooks`, of which there must be one, or both `each` and `must`
        error[invalid-configuration] hookc.toml `"both"`
          a requirement has either `hooks`, of which there must be one, or both `each` and `must`
        error[invalid-configuration] hookc.toml `"source"`
          `per = "source"` needs the `sources` that must each have such a hook
        error[invalid-configuration] hookc.toml `"nothing"`
          what is to be covered is one of `tools`, `commands` and `agents`
        error[invalid-configuration] hookc.toml `"stop"`
          `stop` is not about the names of tools, so none of its hooks is a gate for them
        error[invalid-configuration] hookc.toml `[]`
          with an empty `programs` no hook is selected
        error[invalid-configuration] hookc.toml `{ min = 9, max = 3 }`
          no number is in this range
        error[invalid-configuration] hookc.toml `"a/{b"`
          unclosed alternate group; missing '}' (maybe escape '{' with '[{]'?)
        error[invalid-configuration] hookc.toml `" "`
          a policy needs a name, by which it is reported and suppressed
        error[invalid-configuration] hookc.toml `"abc"`
          a SHA-256 digest has 64 hexadecimal digits
        "#);
    }

    #[test]
    fn a_word_that_is_not_known_is_answered_with_the_right_one() {
        insta::assert_snapshot!(faults("[[forbid]]\nid = \"a\"\nhooks = { event = [\"stop\"] }\n"), @"
        error[invalid-configuration] hookc.toml `event`
          `event` is not known here
          help: did you mean `events`?
        ");
        insta::assert_snapshot!(faults("[[forbid]]\nid = \"a\"\nhooks = { events = [\"preTooluse\"] }\n"), @r#"
        error[invalid-configuration] hookc.toml `"preTooluse"`
          `preTooluse` is not known here
          help: did you mean `preToolUse`?
        "#);
        insta::assert_snapshot!(faults("packs = [\"basline\", \"security\"]\n"), @r#"
        error[invalid-configuration] hookc.toml `"basline"`
          no pack is called `basline`
          help: did you mean `baseline`?
        error[invalid-configuration] hookc.toml `"security"`
          no pack is called `security`
          help: the packs are baseline, cloud, enterprise, strict
        "#);
    }

    #[test]
    fn a_name_stands_for_one_policy() {
        insta::assert_snapshot!(faults(
            "[[forbid]]\nid = \"a\"\nhooks = { type = \"prompt\" }\n\n[[require]]\nid = \"a\"\nhooks = { events = [\"stop\"] }\n"
        ), @r#"
        error[policy-require] .cursor/hooks.json `"stop"`
          no `stop` hook is registered (policy `a`)
          see: hookc.toml `"a"`: the policy is declared here
        error[invalid-configuration] hookc.toml `"a"`
          `hookc.toml` has a policy of the name `a`, and a policy replaces no other
          help: give it a name of its own: both are judged
        "#);
    }
}

/// What stands above is not weakened from below.
mod weakening {
    use super::*;

    const BASE: &str = r#"
        enforce = ["unpinned-package", "missing-script"]

        [rules]
        unpinned-package = "warning"

        [[forbid]]
        id = "no-perl"
        hooks = { programs = ["perl"] }
    "#;
    const HOOKS: &str = r#""stop": [{ "command": "perl -e 1" }], "sessionEnd": [{ "command": "npx -y tidy" }, { "command": "./gone.sh" }]"#;
    const ALL: [&str; 3] = ["error[missing-script]", "error[policy-forbid]", "warning[unpinned-package]"];

    fn below(config: &str) -> Check {
        Check::new()
            .hooks(HOOKS)
            .file("policies/base.toml", BASE)
            .config(&format!("extend = \"policies/base.toml\"\n{config}"))
    }

    /// The findings but for those about attempts, and how many attempts there are.
    fn outcome(check: &Check) -> (Vec<String>, usize) {
        let mut rules = check.rules();
        let all = rules.len();
        rules.retain(|rule| rule != "error[policy-weakened]");
        rules.sort();
        let attempts = all - rules.len();
        (rules, attempts)
    }

    #[test]
    fn what_extends_a_file_keeps_its_policies_and_enforced_levels() {
        assert_eq!(outcome(&below("")), (ALL.map(str::to_owned).to_vec(), 0));
    }

    #[test]
    fn every_way_to_weaken_is_reported_and_not_heeded() {
        let ways = [
            "[rules]\nunpinned-package = \"off\"\n",
            "[rules]\nmissing-script = \"info\"\n",
            "ignore = [\"missing-script\"]\n",
            "select = [\"unknown-event\"]\n",
            "[[override]]\npaths = [\"**\"]\nrules = { unpinned-package = \"info\" }\n",
            "exclude = [\".cursor\"]\n",
            "[rules]\npolicy-forbid = \"off\"\n",
            "ignore = [\"policy-weakened\"]\n",
            "[[suppress]]\nrule = \"policy-forbid\"\nfile = \".cursor/hooks.json\"\nreason = \"ours\"\n",
            "[[suppress]]\nrule = \"missing-script\"\nfile = \".cursor/hooks.json\"\nreason = \"ours\"\n",
        ];
        for way in ways {
            assert_eq!(outcome(&below(way)), (ALL.map(str::to_owned).to_vec(), 1), "{way}");
        }
    }

    #[test]
    fn attempts_are_reported_at_their_places() {
        let config = r#"
            ignore = ["missing-script"]
            exclude = [".cursor"]

            [rules]
            unpinned-package = "off"
            policy-forbid = "info"

            [[suppress]]
            rule = "policy-forbid"
            policy = "no-perl"
            file = ".cursor/hooks.json"
            reason = "we like it"
        "#;
        insta::assert_snapshot!(below(config).said(), @r#"
        error[policy-forbid] .cursor/hooks.json `perl`
          no hook that starts `perl` is allowed (policy `no-perl`)
          see: policies/base.toml `"no-perl"`: the policy is declared here
        error[policy-weakened] hookc.toml `"missing-script"`
          `policies/base.toml` keeps `missing-script` at its own level at least, so this is not heeded
          help: what stands above can be added to and tightened; what is not wanted is taken back there
        error[policy-weakened] hookc.toml `".cursor"`
          policies above this file bind `.cursor/hooks.json`, so it is checked all the same
          help: what stands above can be added to and tightened; what is not wanted is taken back there
        error[policy-weakened] hookc.toml `unpinned-package = "off"`
          `policies/base.toml` keeps `unpinned-package` at the level warning at least, so this is not heeded
          help: what stands above can be added to and tightened; what is not wanted is taken back there
        error[policy-weakened] hookc.toml `policy-forbid`
          this cannot be set for all policies together: the level of a policy stands in the policy
          help: what stands above can be added to and tightened; what is not wanted is taken back there
        error[policy-weakened] hookc.toml `[[suppress]]`
          the policy `no-perl` is declared above this file, so the finding is not suppressed here
          help: what stands above can be added to and tightened; what is not wanted is taken back there
        "#);
    }

    #[test]
    fn what_is_declared_above_can_be_tightened_and_added_to() {
        let config = "[rules]\nunpinned-package = \"error\"\n\n[[forbid]]\nid = \"no-npx\"\nhooks = { programs = [\"npx\"] }\n";
        let (rules, attempts) = outcome(&below(config));
        assert_eq!(attempts, 0);
        assert_eq!(
            rules,
            [
                "error[missing-script]",
                "error[policy-forbid]",
                "error[policy-forbid]",
                "error[unpinned-package]"
            ]
        );
    }

    #[test]
    fn the_file_that_declares_something_takes_it_back() {
        let base = format!(
            "{BASE}\n[[suppress]]\nrule = \"policy-forbid\"\npolicy = \"no-perl\"\nfile = \".cursor/hooks.json\"\nreason = \"agreed\"\n"
        );
        let own = Check::new().hooks(HOOKS).config(&base);
        assert_eq!(outcome(&own), (vec![ALL[0].to_owned(), ALL[2].to_owned()], 0));
    }

    #[test]
    fn an_allow_list_below_narrows_and_does_not_widen() {
        let base = "[allow]\nid = \"org\"\nprograms = [\"node\", \"perl\"]\n";
        let check = |own: &str| {
            Check::new()
                .hooks(r#""stop": [{ "command": "perl -e 1" }, { "command": "ruby -e 1" }]"#)
                .file("base.toml", base)
                .config(&format!("extend = \"base.toml\"\n[allow]\nid = \"own\"\nprograms = {own}\n"))
                .said()
        };
        let count = |said: &str| said.matches("not on the list").count();
        assert_eq!(count(&check("[\"ruby\", \"perl\"]")), 1);
        assert_eq!(count(&check("[\"ruby\"]")), 2);
    }

    #[test]
    fn a_configuration_in_a_folder_above_binds_and_sets_nothing_else() {
        let nested = |own: &str| {
            Check::new()
                .file(
                    "services/api/.cursor/hooks.json",
                    format!("{{ \"version\": 1, \"hooks\": {{ {HOOKS} }} }}"),
                )
                .file("hookc.toml", format!("ignore = [\"slow-hook\"]\n{BASE}"))
                .file("services/api/hookc.toml", own)
        };
        assert_eq!(outcome(&nested("")).0, ALL.map(str::to_owned));
        assert_eq!(
            outcome(&nested("[rules]\nmissing-script = \"off\"\n")),
            (ALL.map(str::to_owned).to_vec(), 1)
        );
    }

    #[test]
    fn a_configuration_beside_the_enterprise_hooks_binds_every_project() {
        let check = |own: &str| {
            Check::new()
                .hooks(HOOKS)
                .config(own)
                .file("/system/etc/cursor/hookc.toml", BASE)
                .with_enterprise()
        };
        assert_eq!(outcome(&check("")).0, ALL.map(str::to_owned));
        assert_eq!(outcome(&check("ignore = [\"missing-script\"]\n")), (ALL.map(str::to_owned).to_vec(), 1));
        let without = Check::new().hooks(HOOKS).file("/system/etc/cursor/hookc.toml", BASE).with_enterprise();
        assert_eq!(outcome(&without).0, ALL.map(str::to_owned));
    }

    #[test]
    fn a_pack_binds_the_file_that_names_it_but_for_suppressions() {
        let hooks = r#""stop": [{ "command": "./gone.sh" }]"#;
        let config =
            |rest: &str| Check::new().hooks(hooks).config(&format!("packs = [\"baseline\"]\n{rest}"));
        let missing = vec!["error[missing-script]".to_owned()];
        assert_eq!(outcome(&config("[rules]\nmissing-script = \"off\"\n")), (missing.clone(), 1));
        let suppress =
            "[[suppress]]\nrule = \"missing-script\"\nfile = \".cursor/hooks.json\"\nreason = \"built\"\n";
        assert_eq!(outcome(&config(suppress)), (Vec::new(), 0));
        assert_eq!(outcome(&config(suppress).pack("baseline")), (missing, 1));
    }
}

/// The packs, each on clean and on faulty hooks.
mod packs {
    use super::*;

    /// Hooks that no pack has anything against.
    fn clean() -> Check {
        Check::new().hooks(&format!(
            r#""preToolUse": [{{ {GUARD}, "failClosed": true, "timeout": 10 }}], "stop": [{{ "command": "echo '{{}}'" }}]"#
        ))
    }

    #[test]
    fn clean_hooks_have_no_findings_in_any_pack() {
        for pack in &PACKS {
            let check = clean().pack(pack.name);
            assert_eq!((check.rules(), check.said()), (Vec::new(), String::new()), "{}", pack.name);
        }
    }

    #[test]
    fn every_pack_is_a_sound_configuration_with_policies_of_its_own_names() {
        for pack in &PACKS {
            let said = clean().config(&format!("packs = [\"{}\"]\n", pack.name)).said();
            assert_eq!(said, "", "{}", pack.name);
            let names = pack.text.lines().filter_map(|line| line.strip_prefix("id = \""));
            assert!(
                names.into_iter().all(|name| name.starts_with(&format!("{}/", pack.name))),
                "{}",
                pack.name
            );
        }
    }

    #[test]
    fn the_baseline_wants_gates_of_fixed_versions_that_answer() {
        let hooks = r#""beforeShellExecution": [{ "command": "npx -y guard", "timeout": 900 }], "stop": [{ "command": "npx -y tidy" }]"#;
        insta::assert_snapshot!(Check::new().hooks(hooks).pack("baseline").said(), @r#"
        error[policy-forbid] .cursor/hooks.json `guard`
          a gate must name the version of the package that it runs (policy `baseline/pinned-gates`)
          see: <pack baseline> `"baseline/pinned-gates"`: the policy is declared here
        warning[policy-forbid] .cursor/hooks.json `900`
          a gate must answer within ten minutes: somebody waits for it (policy `baseline/instant-gates`)
          see: <pack baseline> `"baseline/instant-gates"`: the policy is declared here
        "#);
    }

    #[test]
    fn enterprise_wants_every_change_gated_by_the_organisation_or_the_project() {
        let managed = r#"{ "version": 1, "hooks": { "preToolUse": [{ "command": "true", "matcher": "Shell" }, { "type": "prompt", "prompt": "Is it safe?", "failClosed": true, "matcher": "Grep" }] } }"#;
        let check = Check::new()
            .hooks(&format!(
                r#""preToolUse": [{{ {GUARD}, "matcher": "Write|Delete", "failClosed": true }}]"#
            ))
            .pack("enterprise")
            .with_enterprise()
            .with_home()
            .file("/system/etc/cursor/hooks.json", managed);
        insta::assert_snapshot!(check.said(), @r#"
        error[policy-cover] .cursor/hooks.json `"preToolUse"`
          every change and every call of a server must pass a gate of the organisation or the project: `Shell` and `MCP:deploy` reach no fail-closed `preToolUse` hook of `enterprise`, `team` or `project` (policy `enterprise/gated-tools`)
          see: etc/cursor/hooks.json `"true"`: sees it, but does not fail closed
          see: <pack enterprise> `"enterprise/gated-tools"`: the policy is declared here
        error[policy-require] etc/cursor/hooks.json `"true"`
          a gate of the organisation must fail closed (policy `enterprise/closed-gates`)
          see: <pack enterprise> `"enterprise/closed-gates"`: the policy is declared here
        error[policy-forbid] etc/cursor/hooks.json `"Is it safe?"`
          a gate of the organisation must not ask a model (policy `enterprise/no-prompt-gates`)
          see: <pack enterprise> `"enterprise/no-prompt-gates"`: the policy is declared here
        "#);
    }

    #[test]
    fn cloud_wants_gates_that_run_there() {
        let check = Check::new()
            .hooks(r#""preToolUse": [{ "type": "prompt", "prompt": "Is it safe?" }]"#)
            .pack("cloud");
        insta::assert_snapshot!(check.said(), @r#"
        error[policy-forbid] .cursor/hooks.json `"Is it safe?"`
          a gate must not ask a model: cloud agents ask none, so nothing would be gated there (policy `cloud/no-prompt-gates`)
          see: <pack cloud> `"cloud/no-prompt-gates"`: the policy is declared here
        "#);
        assert_eq!(check.rules(), ["error[policy-forbid]", "warning[cloud-unsupported]"]);
    }

    #[test]
    fn strict_wants_closed_gates_that_ask_no_model_and_silences_nothing() {
        let hooks = format!(
            r#""preToolUse": [{{ {GUARD} }}, {{ "type": "prompt", "prompt": "Is it safe?", "failClosed": true, "timeout": 90 }}]"#
        );
        let check = Check::new().hooks(&hooks).config("packs = [\"strict\"]\nignore = [\"inert-option\"]\n");
        insta::assert_snapshot!(check.said(), @r#"
        error[policy-require] .cursor/hooks.json `".cursor/hooks/guard.sh"`
          a gate must fail closed (policy `strict/closed-gates`)
          see: <pack strict> `"strict/closed-gates"`: the policy is declared here
        error[policy-forbid] .cursor/hooks.json `"Is it safe?"`
          a gate must not ask a model (policy `strict/no-prompt-gates`)
          see: <pack strict> `"strict/no-prompt-gates"`: the policy is declared here
        warning[policy-forbid] .cursor/hooks.json `90`
          a gate must answer within a minute (policy `strict/quick-gates`)
          see: <pack strict> `"strict/quick-gates"`: the policy is declared here
        error[policy-weakened] hookc.toml `"inert-option"`
          `<pack strict>` keeps `inert-option` at the level warning at least, so this is not heeded
          help: what stands above can be added to and tightened; what is not wanted is taken back there
        "#);
    }
}

#[test]
fn the_examples_of_the_manual_are_sound() {
    let page = include_str!("../../docs/policies.md");
    let examples: Vec<&str> =
        page.split("```toml\n").skip(1).filter_map(|rest| Some(rest.split_once("```")?.0)).collect();
    assert!(examples.len() > 2);
    for example in examples {
        let said = Check::new().hooks(r#""stop": []"#).config(example).said();
        assert!(!said.contains("invalid-configuration"), "{example}\n{said}");
    }
}
