//! `hookc.toml`: what it changes, what it says of itself, and how far it reaches.

use hookc_compiler::analysis::{Platform, Request, Target};
use hookc_compiler::system::MemorySystem;
use hookc_policies::Report;
use hookc_policies::config::{self, Baseline, Choice, Date, Known, Options};
use hookc_tests::{Hookc, Ran, Tree};

/// Two findings: an error at the script that is missing, and one at the matcher.
const HOOKS: &str = r#"{
  "version": 1,
  "hooks": {
    "stop": [{ "command": ".cursor/hooks/summary.sh" }],
    "preToolUse": [{ "command": "guard", "matcher": "Bash" }]
  }
}
"#;
const PATH: &str = ".cursor/hooks.json";
/// 2026-10-01.
const TODAY: u32 = 20_727;

fn options() -> Options {
    Options {
        config: Choice::Nearest,
        targets: None,
        platforms: None,
        pedantic: false,
        packs: Vec::new(),
        known: Known::AsConfigured,
        today: Date::from_days_since_1970(TODAY),
    }
}

fn system(files: &[(&str, &str)]) -> MemorySystem {
    let system = MemorySystem::new().current("/elsewhere");
    files.iter().fold(system, |system, (path, text)| {
        let path = if path.starts_with('/') { (*path).to_owned() } else { format!("/w/{path}") };
        system.file(path, *text)
    })
}

fn report_with(files: &[(&str, &str)], options: &Options) -> Report {
    let request = Request { workspaces: vec!["/w".into()], ..Request::default() };
    hookc_policies::check_with(&system(files), &request, options)
}

fn report(files: &[(&str, &str)]) -> Report {
    report_with(files, &options())
}

/// Each finding as `file: level[rule] text`.
fn findings(report: &Report) -> Vec<String> {
    let one = |finding: &hookc_compiler::diagnostic::Diagnostic| {
        let file = &report.files[finding.file.0 as usize];
        format!(
            "{}: {}[{}] {}",
            file.shown,
            finding.level.name(),
            finding.rule,
            &file.text[finding.span.range()]
        )
    };
    report.diagnostics.iter().map(one).collect()
}

/// What is found in the hooks of this file, with a configuration beside them.
fn with(configuration: &str) -> Vec<String> {
    findings(&report(&[(PATH, HOOKS), ("hookc.toml", configuration)]))
}

const SCRIPT: &str = ".cursor/hooks.json: error[missing-script] .cursor/hooks/summary.sh";
const MATCHER: &str = ".cursor/hooks.json: error[matcher-vocabulary] Bash";

#[test]
fn without_a_configuration_everything_is_as_it_comes() {
    assert_eq!(findings(&report(&[(PATH, HOOKS)])), [SCRIPT, MATCHER]);
    assert_eq!(with(""), [SCRIPT, MATCHER]);
}

mod levels {
    use super::*;

    #[test]
    fn a_rule_is_as_loud_as_it_is_told_to_be() {
        let info = SCRIPT.replace("error", "info");
        assert_eq!(with("[rules]\nmissing-script = \"info\"\n"), [info.as_str(), MATCHER]);
        assert_eq!(with("[rules]\nmissing-script = \"off\"\n"), [MATCHER]);
    }

    #[test]
    fn select_and_ignore_say_which_rules_report() {
        assert_eq!(with("select = [\"missing-script\"]"), [SCRIPT]);
        assert_eq!(with("ignore = [\"missing-script\"]"), [MATCHER]);
        assert_eq!(with("select = []"), [""; 0]);
    }

    #[test]
    fn an_override_wins_for_its_paths_and_the_last_one_wins() {
        let text = |first: &str, second: &str| {
            format!(
                "[rules]\nmissing-script = \"info\"\n\
                 [[override]]\npaths = [\"{first}\"]\nrules = {{ missing-script = \"warning\" }}\n\
                 [[override]]\npaths = [\"{second}\"]\nrules = {{ missing-script = \"off\" }}\n"
            )
        };
        assert_eq!(with(&text(".cursor", "other")), [&SCRIPT.replace("error", "warning"), MATCHER]);
        assert_eq!(with(&text(".cursor", "**/*.json")), [MATCHER]);
        assert_eq!(with(&text("other", "another")), [&SCRIPT.replace("error", "info"), MATCHER]);
    }

    #[test]
    fn what_is_excluded_is_not_checked() {
        let report = report(&[
            (PATH, HOOKS),
            ("old/.cursor/hooks.json", HOOKS),
            ("hookc.toml", "exclude = [\"old\"]"),
        ]);
        assert_eq!(findings(&report), [SCRIPT, MATCHER]);
        assert_eq!((report.checked, report.hooks), (1, 2));
    }
}

mod names {
    use super::*;

    #[test]
    fn a_tool_that_the_project_knows_is_no_mistake() {
        let hooks = HOOKS.replace("Bash", "DeployPreview|Shell");
        let unknown = findings(&report(&[(PATH, &hooks), ("hookc.toml", "")]));
        assert_eq!(unknown.len(), 2, "{unknown:?}");
        let known = findings(&report(&[(PATH, &hooks), ("hookc.toml", "tool-names = [\"DeployPreview\"]")]));
        assert_eq!(known, [SCRIPT]);
    }

    #[test]
    fn an_event_is_known_from_its_day_on() {
        let hooks = r#"{ "version": 1, "hooks": { "beforeDeploy": [{ "command": "guard" }] } }"#;
        let with = |since: &str| {
            let configuration = format!("[[event]]\nname = \"beforeDeploy\"\nsince = {since}\n");
            findings(&report(&[(PATH, hooks), ("hookc.toml", &configuration)])).len()
        };
        assert_eq!((with("2026-10-01"), with("2026-10-02")), (0, 1));
    }

    #[test]
    fn targets_and_platforms_are_those_of_the_configuration_unless_the_caller_has_some() {
        let hooks =
            r#"{ "version": 1, "hooks": { "stop": [{ "command": "bash .cursor/hooks/format.sh" }] } }"#;
        let script = (".cursor/hooks/format.sh", "#!/bin/sh\necho '{}'\n");
        let files = [(PATH, hooks), script, ("hookc.toml", "platforms = [\"windows\"]\ntargets = [\"cli\"]")];
        assert!(!findings(&report(&files)).is_empty());
        let linux = Options {
            platforms: Some(vec![Platform::Linux]),
            targets: Some(vec![Target::Editor]),
            ..options()
        };
        assert_eq!(findings(&report_with(&files, &linux)), [""; 0]);
    }
}

mod suppressions {
    use super::*;

    fn suppress(lines: &str) -> String {
        format!(
            "[[suppress]]\nrule = \"missing-script\"\nfile = \".cursor/hooks.json\"\nreason = \"built\"\n{lines}"
        )
    }

    #[test]
    fn a_place_holds_what_is_inside_of_it() {
        for pointer in ["", "/hooks", "/hooks/stop", "/hooks/stop/0", "/hooks/stop/0/command"] {
            assert_eq!(with(&suppress(&format!("pointer = \"{pointer}\""))), [MATCHER], "{pointer}");
        }
        assert_eq!(with(&suppress("")), [MATCHER]);
    }

    #[test]
    fn another_place_or_another_rule_is_not_meant() {
        let elsewhere = with(&suppress("pointer = \"/hooks/preToolUse/0\""));
        assert_eq!(elsewhere[..2], [SCRIPT, MATCHER]);
        assert!(elsewhere[2].starts_with("hookc.toml: info[suppression-unused]"), "{elsewhere:?}");
    }

    #[test]
    fn one_that_has_ended_does_not_stand_in_the_way_of_one_that_has_not() {
        let found = with(&format!("{}\n{}", suppress("expires = 2026-01-01"), suppress("")));
        assert_eq!(found, [MATCHER, "hookc.toml: warning[suppression-expired] 2026-01-01"]);
    }

    #[test]
    fn an_excluded_file_is_not_judged_either() {
        let configuration = format!("exclude = [\".cursor\"]\n{}", suppress(""));
        assert_eq!(with(&configuration), [""; 0]);
    }

    #[test]
    fn how_many_there_are_is_counted() {
        assert_eq!(report(&[(PATH, HOOKS), ("hookc.toml", &suppress(""))]).aside.suppressed, 1);
    }

    #[test]
    fn from_its_last_day_on_the_finding_is_reported_again() {
        assert_eq!(with(&suppress("expires = 2026-10-02")), [MATCHER]);
        let ended = with(&suppress("expires = 2026-10-01"));
        assert_eq!(ended, [SCRIPT, MATCHER, "hookc.toml: warning[suppression-expired] 2026-10-01"]);
    }

    #[test]
    fn a_place_or_file_that_does_not_exist_is_told() {
        let lost = with(&suppress("pointer = \"/hooks/stop/9\""));
        assert_eq!(lost[2], "hookc.toml: warning[suppression-unused] \"/hooks/stop/9\"");
        let gone = with(&suppress("").replace("hooks.json", "gone.json"));
        assert_eq!(gone[2], "hookc.toml: warning[suppression-unused] \".cursor/gone.json\"");
    }

    #[test]
    fn a_file_that_was_not_checked_is_not_judged() {
        let files = [
            (PATH, HOOKS),
            ("hookc.toml", &suppress("")),
            ("b/.cursor/hooks.json", "{ \"version\": 1, \"hooks\": {} }"),
        ];
        let request = Request { workspaces: vec!["/w/b".into()], ..Request::default() };
        let report = hookc_policies::check_with(&system(&files), &request, &options());
        assert!(findings(&report).iter().all(|finding| !finding.contains("suppression")), "{report:?}");
    }
}

mod faults {
    use super::*;

    /// The faults of a configuration, each as its text and its message.
    fn faults(configuration: &str) -> Vec<String> {
        let report = report(&[("hookc.toml", configuration), (PATH, "{ \"version\": 1, \"hooks\": {} }")]);
        let faults = report.diagnostics.iter().filter(|finding| finding.rule == config::INVALID);
        let text = |finding: &hookc_compiler::diagnostic::Diagnostic| {
            let file = &report.files[finding.file.0 as usize];
            format!("`{}` {} ({})", &file.text[finding.span.range()], finding.message, finding.help)
        };
        faults.map(text).collect()
    }

    #[test]
    fn each_is_told_at_its_place_with_what_was_meant() {
        insta::assert_snapshot!(
            [
                "tragets = [\"cli\"]",
                "targets = [\"clli\"]",
                "[rules]\nunknown-evnt = \"off\"",
                "[rules]\nunknown-event = \"of\"",
                "ignore = [\"no-such-thing\"]",
                "exclude = [\"../x\", \"[\"]",
                "[[suppress]]\nrule = \"unknown-event\"\nfile = \"a\"\nreason = \" \"\npointer = \"hooks\"",
                "[[suppress]]\nrule = \"unknown-event\"\nfile = \"../a\"\nreason = \"b\"",
                "[[suppress]]\nrule = \"unknown-event\"\nfile = \"a\"",
                "[[suppress]]\nrule = \"unknown-event\"\nfile = \"a\"\nreason = \"b\"\nexpires = \"soon\"",
                "[[suppress]]\nrule = \"unknown-event\"\nfile = \"a\"\nreason = \"b\"\nexpires = 2026-10-01T00:00:00Z",
                "[[event]]\nname = \"x\"",
                "ignore = \"all\"",
                "a = = b",
                "[rules]\ninvalid-configuration = \"off\"",
                "baseline = \"none.json\"",
                "extend = \"none.toml\"",
                "extend = \"hookc.toml\"",
                "[[forbid]]\nevent = \"stop\"",
            ]
            .map(|text| faults(text).join("\n"))
            .join("\n"),
            @r#"
            `tragets` `tragets` is not known here (did you mean `targets`?)
            `"clli"` `clli` is not known here (did you mean `cli`?)
            `unknown-evnt` no rule is called `unknown-evnt` (did you mean `unknown-event`?)
            `"of"` `of` is not known here (did you mean `off`?)
            `"no-such-thing"` no rule is called `no-such-thing` (`hookc rule` lists them)
            `"../x"` a pattern starts at the folder of this file and stays below it ()
            `"["` unclosed character class; missing ']' ()
            `" "` a suppression needs a reason: say why ()
            `"hooks"` this is not a JSON pointer (it names each key and number on the way: `/hooks/stop/0`)
            `"../a"` this path does not lead below the folder of this file ()
            `[[suppress]]` missing field `reason` ()
            `"soon"` invalid type: string "soon", expected a TOML datetime ()
            `2026-10-01T00:00:00Z` a day is wanted here, without a time: 2027-01-31 ()
            `[[event]]` missing field `since` ()
            `"all"` invalid type: string "all", expected a sequence ()
            `=` extra `=`, expected nothing ()
            `invalid-configuration` `invalid-configuration` cannot be set: a check with a faulty configuration has failed ()
            `"none.json"` the baseline does not exist (`hookc check --write-baseline none.json` writes it)
            `"none.toml"` cannot read `none.toml`: no such file ()
            `"hookc.toml"` `hookc.toml` extends itself ()
            `event` `event` is not known here (what may stand here: id, message, link, level, hooks, unless)
            "#
        );
    }

    #[test]
    fn the_rest_of_the_file_is_heeded() {
        let findings = with("ignore = [\"missing-script\", \"nothing\"]");
        assert_eq!(findings, [MATCHER, "hookc.toml: error[invalid-configuration] \"nothing\""]);
    }

    /// What is said of the hooks file when these lines stand beside a line that is heeded.
    fn beside_a_good_line(faulty: &str) -> Vec<String> {
        let mut findings = with(&format!("ignore = [\"missing-script\"]\n{faulty}\n"));
        findings.retain(|finding| finding.starts_with(PATH));
        findings
    }

    #[test]
    fn a_faulty_setting_does_not_take_the_others_down() {
        for faulty in [
            "tragets = [\"cli\"]",
            "targets = [\"clli\"]",
            "exclude = 1",
            "[rules]\nmatcher-vocabulary = \"of\"",
            "[[suppress]]\nrule = \"matcher-vocabulary\"\nfile = \".cursor/hooks.json\"",
            "[allow]\nprogramms = []",
        ] {
            assert_eq!(beside_a_good_line(faulty), [MATCHER], "{faulty}");
        }
    }

    #[test]
    fn the_levels_beside_a_faulty_one_hold() {
        let levels = "[rules]\nmatcher-vocabulary = \"info\"\nunknown-event = \"of\"";
        assert_eq!(beside_a_good_line(levels), [MATCHER.replace("error", "info")]);
    }

    #[test]
    fn a_policy_with_a_faulty_condition_is_not_widened() {
        let policy = |condition: &str| format!("[[forbid]]\nid = \"p\"\nhooks = {{ {condition} }}");
        assert_eq!(beside_a_good_line(&policy("program = [\"docker\"]")), [MATCHER]);
        let both = format!("{}\n{}", policy("program = [\"docker\"]"), policy("programs = [\"guard\"]"));
        assert_eq!(beside_a_good_line(&both).len(), 2);
    }

    #[test]
    fn several_are_told_at_once() {
        let told =
            faults("selct = []\ntargets = [\"clli\"]\n[[event]]\nname = \"x\"\n[[event]]\nnam = \"x\"");
        assert_eq!(told.len(), 4, "{told:?}");
    }

    #[test]
    fn a_file_of_nothing_but_faults_is_given_up() {
        let keys = (0..1_000).map(|number| format!("key-{number} = 1\n")).collect::<Vec<_>>().concat();
        assert_eq!(faults(&keys).len(), 16);
        assert_eq!(with(&keys).len(), 18);
    }

    #[test]
    fn no_text_brings_it_down() {
        let text = include_str!("../../docs/configuration.md");
        let toml: String = toml_blocks(text).concat();
        let ends: Vec<usize> =
            (0..toml.len()).filter(|end| toml.is_char_boundary(*end)).step_by(11).collect();
        for end in ends {
            with(&toml[..end]);
            with(&toml[end..]);
        }
    }
}

mod reach {
    use super::*;

    const OFF: &str = "[rules]\nmissing-script = \"off\"\nmatcher-vocabulary = \"off\"\n";

    #[test]
    fn the_nearest_file_counts_alone() {
        let files =
            [("a/.cursor/hooks.json", HOOKS), (PATH, HOOKS), ("hookc.toml", OFF), ("a/hookc.toml", "")];
        let found = findings(&report(&files));
        assert_eq!(found, [SCRIPT, MATCHER].map(|finding| format!("a/{finding}")));
    }

    #[test]
    fn nothing_above_the_tree_is_read() {
        assert_eq!(findings(&report(&[(PATH, HOOKS), ("/hookc.toml", OFF)])), [SCRIPT, MATCHER]);
    }

    #[test]
    fn a_path_below_the_current_folder_is_in_its_tree() {
        let system =
            system(&[(PATH, HOOKS), ("a/.cursor/hooks.json", HOOKS), ("hookc.toml", OFF)]).current("/w");
        for path in ["a", "a/.cursor/hooks.json", "/w/a"] {
            let request = Request { paths: vec![path.into()], ..Request::default() };
            let report = hookc_policies::check_with(&system, &request, &options());
            assert_eq!(findings(&report), [""; 0], "{path}");
            assert_eq!(report.checked, 1);
        }
    }

    #[test]
    fn a_link_out_of_the_tree_is_not_followed() {
        let system = system(&[(PATH, HOOKS), ("/secret.toml", OFF)]).link("/w/hookc.toml", "/secret.toml");
        let request = Request { workspaces: vec!["/w".into()], ..Request::default() };
        let report = hookc_policies::check_with(&system, &request, &options());
        assert_eq!(report.diagnostics.len(), 3);
        assert!(report.diagnostics.iter().any(|finding| finding.rule == config::INVALID));
        assert!(report.files.iter().all(|file| !file.text.contains("off")));
    }

    #[test]
    fn a_file_that_is_named_counts_for_all_and_no_configuration_for_none() {
        let files = [(PATH, HOOKS), ("hookc.toml", OFF), ("/etc/ours.toml", "ignore = [\"missing-script\"]")];
        let with = |config| findings(&report_with(&files, &Options { config, ..options() }));
        assert_eq!(with(Choice::File("/etc/ours.toml".into())), [MATCHER]);
        assert_eq!(with(Choice::Nothing), [SCRIPT, MATCHER]);
    }

    #[test]
    fn what_is_extended_holds_where_nothing_else_is_said() {
        let base = "ignore = [\"matcher-vocabulary\"]\n[rules]\nmissing-script = \"off\"\n";
        let nearer = "extend = \"../base.toml\"\n[rules]\nmissing-script = \"info\"\n";
        let files = [("a/.cursor/hooks.json", HOOKS), ("base.toml", base), ("a/hookc.toml", nearer)];
        assert_eq!(findings(&report(&files)), [format!("a/{}", SCRIPT.replace("error", "info"))]);
    }

    #[test]
    fn a_circle_and_a_way_out_of_the_tree_are_faults() {
        let circle = report(&[
            (PATH, HOOKS),
            ("hookc.toml", "extend = \"b.toml\""),
            ("b.toml", "extend = \"hookc.toml\""),
        ]);
        assert_eq!(findings(&circle)[2..], ["b.toml: error[invalid-configuration] \"hookc.toml\""]);
        let out = report(&[(PATH, HOOKS), ("hookc.toml", "extend = \"../base.toml\""), ("/base.toml", OFF)]);
        assert_eq!(findings(&out)[2..], ["hookc.toml: error[invalid-configuration] \"../base.toml\""]);
    }
}

mod baseline {
    use super::*;

    fn written(files: &[(&str, &str)]) -> String {
        let report = report_with(files, &Options { known: Known::Nothing, ..options() });
        Baseline::write(&system(files), "/w/baseline.json".as_ref(), &report)
    }

    fn known(hooks: &str) -> Report {
        let baseline = written(&[(PATH, HOOKS)]);
        report(&[(PATH, hooks), ("baseline.json", &baseline), ("hookc.toml", "baseline = \"baseline.json\"")])
    }

    #[test]
    fn what_is_known_is_not_reported() {
        let report = known(HOOKS);
        assert_eq!((findings(&report), report.aside.known, report.aside.stale), (vec![], 2, 0));
    }

    #[test]
    fn edits_around_a_finding_leave_it_known() {
        let moved = HOOKS
            .replace("\"stop\": [", "\"stop\": [\n\n      { \"command\": \"first\" },\n")
            .replace("\"matcher\"", "\"timeout\": 5, \"matcher\"");
        assert_eq!(findings(&known(&moved)), [""; 0]);
    }

    #[test]
    fn a_new_finding_is_reported_even_beside_one_of_its_kind() {
        let twice = HOOKS.replace("}],\n", "}, { \"command\": \".cursor/hooks/other.sh\" }],\n");
        assert_eq!(findings(&known(&twice)), [SCRIPT.replace("summary", "other")]);
        let same = HOOKS.replace("[{ \"command\": \"guard\", \"matcher\": \"Bash\" }]", "[{ \"command\": \"guard\", \"matcher\": \"Bash\" }, { \"command\": \"guard\", \"matcher\": \"Bash\", \"timeout\": 9 }]");
        assert_eq!(
            findings(&known(&same)).iter().filter(|finding| finding.contains("vocabulary")).count(),
            1
        );
    }

    #[test]
    fn what_no_longer_occurs_is_counted() {
        let report = known(&HOOKS.replace("Bash", "Shell"));
        assert_eq!((report.aside.known, report.aside.stale), (1, 1));
    }

    #[test]
    fn it_is_the_same_on_every_machine_and_in_every_order() {
        insta::assert_snapshot!(written(&[(PATH, HOOKS)]), @r#"
        {
          "version": 1,
          "files": {
            ".cursor/hooks.json": {
              "matcher-vocabulary": {
                "7edc32e9f0b1cd556aceb01ccd6d6edb": 1
              },
              "missing-script": {
                "9845416808afb82a4c0aac08999c8975": 1
              }
            }
          }
        }
        "#);
    }

    #[test]
    fn a_text_that_is_no_baseline_is_a_fault() {
        for text in ["", "[]", "{\"version\": 9, \"files\": {}}", "{\"version\": 1, \"files\": {}, \"x\": 1}"]
        {
            let found = findings(&report(&[
                (PATH, HOOKS),
                ("b.json", text),
                ("hookc.toml", "baseline = \"b.json\""),
            ]));
            assert_eq!(found[2..], ["hookc.toml: error[invalid-configuration] \"b.json\""], "{text}");
        }
    }
}

mod command_line {
    use super::*;

    fn check(tree: &Tree, arguments: &[&str]) -> Ran {
        Hookc::new().in_folder(tree.path()).args(["check"]).args(arguments).run()
    }

    #[test]
    fn a_faulty_configuration_is_a_failure() {
        let tree = Tree::new().file(PATH, HOOKS).file("hookc.toml", "selct = []\n");
        let ran = check(&tree, &["--quiet"]);
        assert_eq!(ran.code, Some(2));
        assert!(
            ran.stdout.contains("hookc.toml:1:1: error[invalid-configuration] `selct` is not known here"),
            "{}",
            ran.stdout
        );
        assert_eq!(check(&tree, &["--no-config"]).code, Some(1));
        assert_eq!(check(&tree, &["--fix"]).code, Some(2));
    }

    #[test]
    fn the_findings_that_there_are_become_known() {
        let tree = Tree::new().file(PATH, HOOKS);
        let ran = check(&tree, &["--write-baseline", "known.json"]);
        assert_eq!(ran.code, Some(0));
        assert_eq!(
            ran.stdout,
            "no findings in 1 file with 2 hooks; 2 known from the baseline; the baseline is `known.json`\n"
        );
        assert_eq!(check(&tree, &["--baseline", "known.json"]).code, Some(0));
        assert_eq!(check(&tree, &[]).code, Some(1));
        let first = tree.read("known.json");
        check(&tree, &["--write-baseline", "known.json"]);
        assert_eq!(tree.read("known.json"), first);
    }

    #[test]
    fn a_baseline_that_is_not_there_is_a_failure() {
        let ran = check(&Tree::new().file(PATH, HOOKS), &["--baseline", "known.json"]);
        insta::assert_snapshot!(ran.transcript(), @"
        exit: 2
        --- stdout
        --- stderr
        error: `known.json`: the baseline does not exist
          help: `hookc check --write-baseline known.json` writes it
        ");
    }

    #[test]
    fn settings_are_shown_with_their_places() {
        let tree = Tree::new()
            .file(PATH, HOOKS)
            .file("base.toml", "ignore = [\"semantics-differ\"]\n\n[rules]\nmissing-script = \"info\"\nunquoted-path = \"off\"\n")
            .file("hookc.toml", "extend = \"base.toml\"\nplatforms = [\"windows\"]\n[rules]\nmissing-script = \"warning\"\n\n[[override]]\npaths = [\".cursor\"]\nrules = { missing-script = \"off\" }\n\n[[suppress]]\nrule = \"unknown-event\"\nfile = \".cursor/hooks.json\"\nreason = \"r\"\n");
        let ran = check(&tree, &["--show-settings", PATH, ".", "--target", "cloud"]);
        insta::assert_snapshot!(ran.transcript(), @r#"
        exit: 0
        --- stdout
        # .cursor/hooks.json: hookc.toml
        targets = ["cloud"]  # command line
        platforms = ["windows"]  # hookc.toml:2
        pedantic = false  # default
        select = all rules  # default
        ignore = "semantics-differ"  # base.toml:1
        rules.missing-script = "off"  # hookc.toml:8
        rules.unquoted-path = "off"  # base.toml:5
        suppress = { rule = "unknown-event" }  # hookc.toml:10

        # .: hookc.toml
        targets = ["cloud"]  # command line
        platforms = ["windows"]  # hookc.toml:2
        pedantic = false  # default
        select = all rules  # default
        ignore = "semantics-differ"  # base.toml:1
        rules.missing-script = "warning"  # hookc.toml:4
        rules.unquoted-path = "off"  # base.toml:5
        suppress = { rule = "unknown-event" }  # hookc.toml:10
        --- stderr
        "#);
    }

    #[test]
    fn without_a_configuration_the_defaults_are_shown() {
        let ran = check(&Tree::new().file(PATH, HOOKS), &["--show-settings"]);
        insta::assert_snapshot!(ran.transcript(), @r#"
        exit: 0
        --- stdout
        # @ROOT@: no hookc.toml
        targets = ["editor"]  # default
        platforms = ["linux", "macos"]  # default
        pedantic = false  # default
        select = all rules  # default
        --- stderr
        "#);
    }

    #[test]
    fn the_schema_is_printed() {
        let ran = Hookc::new().args(["schema", "config"]).run();
        assert_eq!((ran.code, ran.stdout.as_str()), (Some(0), config::SCHEMA));
    }
}

/// The TOML examples of a page.
fn toml_blocks(page: &str) -> Vec<&str> {
    page.split("```toml\n").skip(1).filter_map(|rest| rest.split("```").next()).collect()
}

#[test]
fn every_example_of_the_manual_is_a_configuration_without_faults() {
    let page = include_str!("../../docs/configuration.md");
    for example in toml_blocks(page) {
        let files = [
            ("a/.cursor/hooks.json", "{ \"version\": 1, \"hooks\": {} }"),
            ("base.toml", "ignore = []"),
            ("a/hooks-baseline.json", "{ \"version\": 1, \"files\": {} }"),
            ("a/hookc.toml", example),
        ];
        let report = report(&files);
        let faults: Vec<_> =
            report.diagnostics.iter().filter(|finding| finding.rule == config::INVALID).collect();
        assert!(faults.is_empty(), "{example}\n{faults:#?}");
    }
}

#[test]
fn the_manual_knows_every_key() {
    let page = include_str!("../../docs/configuration.md");
    let schema: serde_json::Value = serde_json::from_str(config::SCHEMA).unwrap();
    for (key, _) in schema["properties"].as_object().unwrap() {
        let forms = [format!("{key} = "), format!("[{key}]"), format!("[[{key}]]")];
        assert!(forms.iter().any(|form| page.contains(form)), "{key}");
    }
}
