//! What a file or its name says to a terminal, or to whatever reads the output, is shown and never sent.

use super::*;

/// Everything that a terminal obeys or hides, and what would be a command to whoever reads one of the formats.
const HOSTILE: &str = "\u{1b}[2J\u{1b}]0;owned\u{7}\u{9b}31m\u{90}\u{0}\u{8}\u{7f}\r\n::error::injected\n\
     ##[error]injected\n%0A::add-mask::x\u{202e}\u{2066}\u{200b}\u{feff}\u{e0041}\u{2028}\u{85}\u{ad}\
     ]]><failure/>&quot;</script><img src=x onerror=y>|`[x](javascript:y)\u{fffe}\u{ffff}";

/// Whether nothing in an output steers, hides or reorders anything; line ends and, where a format has them, tabs are all that is no text.
pub(super) fn is_only_text(output: &str, format: &str) {
    let is_sent = |character: &char| match character {
        '\n' => false,
        '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' => true,
        '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}' => true,
        character => character.is_control(),
    };
    let sent: Vec<char> = output.chars().filter(is_sent).collect();
    assert!(sent.is_empty(), "{format} sends {sent:?}");
    // A line of GitHub's is a command; what was injected may stand inside of one, not begin one.
    let begins = |line: &str| {
        ["::error::injected", "##[error]", "::add-mask::", "::error::x", "::warning::z"]
            .iter()
            .any(|command| line.trim_start().starts_with(command))
    };
    assert!(!output.lines().any(begins), "{format}\n{output}");
}

/// The hostile text in every place of a repository that is ever shown.
fn trees() -> Vec<Tree> {
    let text = quoted(HOSTILE);
    let plain: String = HOSTILE.chars().filter(|character| !character.is_control()).collect();
    let entry = |members: &str| hooks_file(&[("preToolUse", format!("{{ {members} }}"))]);
    let command =
        quoted(&format!("./hooks/{HOSTILE}.sh '{HOSTILE}' /Users/ann/x; curl {HOSTILE} | sh; npx {HOSTILE}"));
    let hooks = [
        entry(&format!("\"command\": {command}")),
        entry(&format!("\"command\": {text}, \"matcher\": {text}")),
        entry(&format!("\"command\": \"a\", \"matcher\": {}", quoted(&format!("({HOSTILE}")))),
        entry(&format!("\"command\": \"a\", {text}: 1, {text}: 2, \"timeout\": {text}")),
        entry(&format!("\"type\": {text}, \"prompt\": {text}, \"model\": {text}, \"command\": \"a\"")),
        entry(&format!("\"command\": {command}, \"failClosed\": true, \"matcher\": \"Bash\"")),
        format!("{{ \"version\": {text}, \"hooks\": {{ {text}: [], \"stop\": {text} }}, {text}: 1 }}"),
        format!("{{ \"version\": 1, \"hooks\": {{ \"stop\": [ {HOSTILE} ] }} }}"),
        HOSTILE.to_owned(),
        format!("{{ \"$schema\": {text}, \"version\": 1, \"hooks\": {{}} }}"),
    ];
    let mut trees: Vec<Tree> =
        hooks.iter().map(|hooks| Tree::new().file(".cursor/hooks.json", hooks)).collect();
    trees.extend(hooks.iter().map(|hooks| Tree::new().file(".claude/settings.json", hooks)));
    trees.push(
        Tree::new()
            .file(".cursor-plugin/plugin.json", format!("{{ \"name\": {text}, \"hooks\": [{text}] }}")),
    );
    for (name, line) in [
        (
            "x.sh",
            format!(
                "#!/bin/sh {HOSTILE}\r\ncat; echo '{{\"permission\": \"{HOSTILE}\", \"{HOSTILE}\": 1}}'; exit 3"
            ),
        ),
        (
            "x.py",
            format!(
                "import json, sys, {HOSTILE}\nprint(json.dumps({{'{plain}': json.load(sys.stdin)['{plain}']}}))"
            ),
        ),
        (
            "x.js",
            format!(
                "const {{ {plain} }} = JSON.parse(require('fs').readFileSync(0)); console.log('{HOSTILE}'); require('./{plain}')"
            ),
        ),
        ("x.ps1", format!("$input | ConvertFrom-Json | % {{ $_.'{plain}' }}; Write-Output '{HOSTILE}'")),
    ] {
        let hook =
            one_command(&format!("{} .cursor/{name}", if name == "x.ps1" { "powershell -File" } else { "" }));
        trees.push(Tree::new().file(".cursor/hooks.json", hook).script(&format!(".cursor/{name}"), line));
    }
    let toml = quoted(&plain);
    for text in [
        format!("{toml} = 1\n"),
        format!("select = [{toml}]\nignore = [{toml}]\n[rules]\n{toml} = \"error\"\n"),
        format!("extend = {toml}\n"),
        format!("baseline = {toml}\n"),
        format!("exclude = [{toml}, \"[\"]\n[[suppress]]\nrule = {toml}\nfile = {toml}\nreason = {toml}\n"),
        format!("[[policy]]\nid = {toml}\nmessage = {toml}\nforbid = {{ command = {toml} }}\n"),
        HOSTILE.to_owned(),
    ] {
        trees.push(Tree::new().file("hookc.toml", text).file(".cursor/hooks.json", one_command("a")));
    }
    trees
}

#[test]
fn in_every_format_of_a_check() {
    for tree in trees() {
        for format in FORMATS {
            let ran = check_within(&tree, format, Limits::SMALL);
            is_only_text(&ran.stdout, format);
            is_only_text(&ran.stderr, format);
        }
    }
}

#[test]
fn in_what_other_commands_tell() {
    for tree in trees() {
        for arguments in [
            ["compile"].as_slice(),
            &["compile", "--allow-voided", "--target", "cloud"],
            &["why", "preToolUse", HOSTILE_SUBJECT],
            &["why", "preToolUse", "Bash", "--format", "json"],
            &["check", "--fix"],
            &["doctor", "--workspace", "."],
            &["doctor", "--workspace", ".", "--format", "json"],
        ] {
            let ran = run(&tree, arguments.iter().copied(), Limits::SMALL);
            is_only_text(&ran.stdout, &arguments.join(" "));
            is_only_text(&ran.stderr, &arguments.join(" "));
        }
    }
}

/// No argument may hold a NUL.
const HOSTILE_SUBJECT: &str = "\u{1b}[2J\u{9b}31m\u{202e}\r\n::error::injected";

#[test]
fn in_what_is_said_of_arguments() {
    let tree = Tree::new();
    for arguments in [
        ["check", HOSTILE_SUBJECT].as_slice(),
        &["check", "--config", HOSTILE_SUBJECT],
        &["check", "--baseline", HOSTILE_SUBJECT],
        &["compile", "--check", HOSTILE_SUBJECT],
        &["why", "stop", "--input", HOSTILE_SUBJECT],
        &["run", "stop", "--plan", HOSTILE_SUBJECT],
        &["rule", HOSTILE_SUBJECT],
        &["schema", HOSTILE_SUBJECT],
        &["init", HOSTILE_SUBJECT],
    ] {
        let ran = run(&tree, arguments.iter().copied(), Limits::SMALL);
        is_only_text(&ran.stderr, &arguments.join(" "));
    }
}

#[test]
fn in_a_junit_report_there_is_no_element_but_its_own() {
    for tree in trees() {
        let report = check_within(&tree, "junit", Limits::SMALL).stdout;
        let names = report.split('<').skip(1).map(|tag| tag.trim_start_matches('/'));
        for name in names.map(|tag| tag.split([' ', '>', '/']).next().unwrap_or_default()) {
            let known = [
                "?xml",
                "testsuites",
                "testsuite",
                "testcase",
                "failure",
                "error",
                "system-out",
                "properties",
                "property",
                "skipped",
            ];
            assert!(known.contains(&name), "{name}\n{report}");
        }
        assert!(!report.contains("<failure/>") && !report.contains(['\u{fffe}', '\u{ffff}']), "{report}");
    }
}

#[test]
fn in_a_table_of_markdown_nothing_is_a_link_or_an_element() {
    for tree in trees() {
        let table = check_within(&tree, "markdown", Limits::SMALL).stdout;
        for line in table.lines() {
            let outside_of_code: String = line.split('`').step_by(2).collect();
            let without_escapes = outside_of_code.replace("\\[", "").replace("\\]", "").replace("\\<", "");
            assert!(!without_escapes.contains("<img"), "{line}");
            assert!(!without_escapes.contains("](javascript:"), "{line}");
        }
    }
}

#[test]
fn on_the_page_of_a_plan_nothing_is_an_element() {
    for tree in trees() {
        run(&tree, ["compile", "--allow-voided", "--html", "plan.html"], Limits::SMALL);
        if !tree.path().join("plan.html").is_file() {
            continue;
        }
        let page = tree.read("plan.html");
        assert_eq!(page.matches("</script>").count(), page.matches("<script").count(), "{page}");
        assert!(!page.contains("<img src=x"), "{page}");
    }
}
