//! What a line as a whole means: guards, folders, swallowed failures, and that nothing makes the reader fail.

use proptest::prelude::*;

use super::*;

fn only_script(line: &str) -> ScriptUse {
    let scripts = parse(line).scripts().to_vec();
    assert_eq!(scripts.len(), 1, "{line}: {scripts:?}");
    scripts.into_iter().next().unwrap()
}

fn paths(line: &str) -> Vec<PathForm> {
    parse(line).scripts().iter().map(|script| script.path.clone()).collect()
}

fn relative(path: &str) -> PathForm {
    PathForm::Relative(path.to_owned())
}

#[test]
fn only_the_executed_file_is_a_script() {
    for line in [
        "a/x.sh b/y.sh",
        "bash a/x.sh b/y.sh",
        "env -i A=b timeout 5 nice -n 3 a/x.sh",
        "A=b a/x.sh",
        "echo hi; a/x.sh",
        "cat b.json | a/x.sh",
        "a/x.sh >log.txt 2>&1",
        "exec a/x.sh # managed-by:x/y.sh",
        ". a/x.sh",
        "uv run --script a/x.sh",
        "npx tsx a/x.sh",
        "sh -c 'a/x.sh \"$1\"' x y/z.sh",
        "bash -c \"a/x.sh\"",
        "f() { a/x.sh; }; f",
        "while read -r l; do a/x.sh; done",
        "case $1 in a) a/x.sh;; esac",
        "cat <<END | a/x.sh\nb/y.sh\nEND",
        "sudo -u x bash a/x.sh",
        "`a/x.sh`",
        "echo \"$(a/x.sh)\"",
        "\"$(command -v bash || command -v sh)\" a/x.sh",
        "%SystemRoot%\\System32\\WindowsPowerShell\\v1.0\\powershell.exe -File a/x.sh",
    ] {
        let found = paths(line);
        let found: Vec<_> = found.into_iter().filter(|path| *path != PathForm::Dynamic).collect();
        assert_eq!(found, [relative("a/x.sh")], "{line}");
    }
}

#[test]
fn words_that_only_look_like_scripts_are_none() {
    for line in [
        "rtk hook cursor",
        "node -e \"require('./a/x.js')\"",
        "python3 -c 'open(\"a/x.py\")'",
        "jq -r .file_path | { read -r f; case \"$f\" in *.ts) prettier \"$f\";; esac; }",
        "npm run x -- a/x.sh",
        "cargo run --manifest-path a/Cargo.toml -- hook",
        "go run ./cmd/x",
        "python3 -m a.b",
        "echo a/x.sh",
        "command -v a/x.sh",
        "[ -f a/x.sh ]",
        "exit 0; a/x.sh",
        "deno run -A https://example.com/x.ts",
    ] {
        assert_eq!(paths(line), [], "{line}");
    }
}

#[test]
fn a_file_that_is_asked_for_first_may_be_absent() {
    for line in [
        "[ ! -f \"a/x.js\" ] || node \"a/x.js\"",
        "[ -f a/x.sh ] && a/x.sh",
        "test -x a/x.sh && a/x.sh || true",
        "if [ -f a/x.sh ]; then a/x.sh; fi",
        "if [ ! -e a/x.sh ]; then exit 0; fi; a/x.sh",
        "[ -f a/x.sh ] || exit 0; a/x.sh",
        "[[ -x a/x.sh ]] && exec a/x.sh",
        "command -v node >/dev/null && node a/x.js",
        "a/x.sh || b y",
        "sh -c '[ -f a/x.sh ] && a/x.sh'",
        "[ -f a/x.sh ] && cd b && ./x.sh",
    ] {
        assert!(only_script(line).guarded, "{line}");
    }
}

#[test]
fn other_conditions_guard_nothing() {
    for line in [
        "a/x.sh || true",
        "a/x.sh || exit 0",
        "[ -n \"$X\" ] && a/x.sh",
        "if [ \"$X\" = y ]; then a/x.sh; fi",
        "git diff --quiet && a/x.sh",
        "if a/x.sh; then echo y; fi",
        "a/x.sh; [ -f b ]",
        "a/x.sh || echo '{}'",
    ] {
        assert!(!only_script(line).guarded, "{line}");
    }
}

#[test]
fn the_folder_follows_cd() {
    let in_folder = |line: &str| only_script(line).directory;
    assert_eq!(in_folder("./x.sh"), Directory::Start);
    assert_eq!(in_folder("cd a && ./x.sh"), Directory::Changed(relative("a")));
    assert_eq!(in_folder("cd a; cd b; ./x.sh"), Directory::Changed(relative("a/b")));
    assert_eq!(in_folder("(cd a && make); ./x.sh"), Directory::Start);
    assert_eq!(in_folder("cd a | ./x.sh"), Directory::Start);
    assert_eq!(in_folder("cd \"$(dirname \"$0\")\" && ./x.sh"), Directory::Unknown);
    assert_eq!(in_folder("env -C a ./x.sh"), Directory::Unknown);
    let top = Directory::Changed(PathForm::GitTopLevel(String::new()));
    assert_eq!(in_folder("cd \"$(git rev-parse --show-toplevel)\" && ./x.sh"), top);
    assert_eq!(in_folder("cd ~ && ./x.sh"), Directory::Changed(PathForm::Home(String::new())));
}

#[test]
fn a_variable_that_the_line_sets_once_has_its_value() {
    let expected = PathForm::GitTopLevel("hooks/x.sh".to_owned());
    assert_eq!(only_script("r=$(git rev-parse --show-toplevel) && bash \"$r/hooks/x.sh\"").path, expected);
    assert_eq!(only_script("d=.cursor/hooks; \"$d\"/x.sh").path, relative(".cursor/hooks/x.sh"));
    let unknown =
        |line: &str| matches!(only_script(line).path, PathForm::Variable { .. } | PathForm::Dynamic);
    assert!(unknown("[ -n \"$A\" ] && d=a; \"$d\"/x.sh"));
    assert!(unknown("d=a; d=b; \"$d\"/x.sh"));
    assert!(unknown("d=a \"$d\"/x.sh"));
}

#[test]
fn the_end_of_a_line_may_hide_a_failure() {
    let swallow = |line: &str| parse(line).swallow().map(|swallow| line[swallow.range.clone()].to_owned());
    for (line, end) in [
        ("a/x.sh || true", "|| true"),
        ("a/x.sh 2>/dev/null || :", "|| :"),
        ("a/x.sh || exit 0", "|| exit 0"),
        ("a/x.sh; exit 0", "exit 0"),
        ("a/x.sh\ntrue\n", "true"),
        ("{ a/x.sh; } >/dev/null || true", "|| true"),
        ("a/x.sh &", "&"),
        ("a/x.sh | tee log", "tee log"),
        ("if a; then b; fi || true", "|| true"),
    ] {
        assert_eq!(swallow(line).as_deref(), Some(end), "{line}");
    }
    for line in [
        "a/x.sh",
        "a || true; b",
        "a || echo '{\"permission\":\"deny\"}'",
        "a || exit 2",
        "grep -q rm && exit 2 || exit 0",
        "set -o pipefail; a/x.sh | tee log",
        "a; exit",
        "a || exit",
        "true",
        "a && true",
        "cat | a",
        "a/x.sh '|| true'",
    ] {
        assert_eq!(swallow(line), None, "{line}");
    }
}

#[test]
fn what_the_line_prepares_is_no_matter_of_the_tree() {
    let last = |line: &str| parse(line).scripts().last().unwrap().clone();
    for line in [
        "ls tools/x.sh >/dev/null 2>&1 && bash tools/x.sh",
        "curl -fsSLo tools/x.sh https://example.com/x && bash ./tools/x.sh",
        "go build -o bin/x ./cmd/x && bin/x",
        "make bin/x && ./bin/x",
        "gcc -o=bin/x x.c && ./bin/x",
        "generate > tools/x.sh; sh tools/x.sh",
    ] {
        assert!(last(line).guarded, "{line}");
    }
    for line in
        ["bash tools/x.sh; bash tools/x.sh", "echo tools/x.sh; tools/x.sh", "tools/x.sh", "a/x && ls a/x"]
    {
        assert!(!last(line).guarded, "{line}");
    }
    assert!(last("tsc -p . && node out/x.js").generated);
    assert!(last("npm run build && node out/x.js").generated);
    assert!(!last("npm run lint && node out/x.js").generated);
    assert!(last("chmod +x tools/x.sh; tools/x.sh").made_executable);
    assert!(!last("chmod +x tools/x.sh; tools/x.sh").guarded);
}

#[test]
fn a_pattern_is_no_file() {
    assert_eq!(only_script("bash tools/x.{sh,bak}").path, PathForm::Dynamic);
    assert_eq!(only_script("bash tools/x.sh").path, PathForm::Relative("tools/x.sh".into()));
}

#[test]
fn the_launcher_of_python_reads_backslashes() {
    assert_eq!(only_script("py -3.12 tools\\x.py").path, PathForm::Relative("tools/x.py".into()));
}

#[test]
fn a_second_cursor_folder_is_ruled_out_beside_the_file() {
    use hookc_schema::SourceKind::{Enterprise, Plugin, Project, User};
    let script = only_script("python3 .cursor/hooks/x.py");
    assert_eq!(script.form_ruled_out(User).as_deref(), Some("./hooks/x.py"));
    assert_eq!(script.form_ruled_out(Enterprise).as_deref(), Some("./hooks/x.py"));
    assert_eq!(script.form_ruled_out(Project), None);
    assert_eq!(script.form_ruled_out(Plugin), None);
    assert_eq!(only_script("./hooks/x.py").form_ruled_out(User), None);
    assert_eq!(only_script("cd ~ && .cursor/x.py").form_ruled_out(User), None);
}

#[test]
fn an_escaped_or_quoted_word_keeps_its_place() {
    let line = "  bash \"a b/x.sh\" y";
    let script = only_script(line);
    assert_eq!(&line[script.range.clone()], "\"a b/x.sh\"");
    assert_eq!((script.text.as_str(), script.quoted), ("a b/x.sh", true));
    let line = "sh -c 'cd a && ./x.sh'";
    let script = only_script(line);
    assert_eq!(&line[script.range.clone()], "./x.sh");
    assert_eq!(script.level, Level::Inline);
}

#[test]
fn both_ways_of_reading_agree() {
    for line in [
        "a b 'c d' \"e $F ${G:-h}\" i\\ j",
        "A=b C=$(d e) f | g 2>&1 >h || i && j; k & l",
        "\"$(git rev-parse --show-toplevel)\"/x.sh y",
        "a >b <c 2>>d",
        "[ -f a ] && b || c",
        "cd a\nb c",
        "~/a $HOME/b *.c",
    ] {
        let mut plain = Vec::new();
        let node = split::split(line, 0..line.len(), Level::Line, 0, &mut plain);
        structure::settle(line, &node.unwrap(), &mut plain);
        let mut by_grammar = Vec::new();
        let (node, understanding) = shell::parse(line, 0..line.len(), Level::Line, &mut by_grammar);
        structure::settle(line, &node.unwrap(), &mut by_grammar);
        assert_eq!(understanding, Understanding::Whole, "{line}");
        let simplified = |commands: Vec<Command>| {
            let mut commands: Vec<_> = commands
                .into_iter()
                .map(|command| (command.words, command.assignments, command.guarded, command.directory))
                .collect();
            commands.sort_by_key(|(words, ..)| words.first().map(|word| word.range.start));
            commands
        };
        assert_eq!(simplified(plain), simplified(by_grammar), "{line}");
    }
}

/// Every fact, so that none of them fails.
fn all_facts(line: &str) {
    let parsed = parse(line);
    let mut ranges: Vec<Range<usize>> = Vec::new();
    ranges.extend(parsed.scripts().to_vec().into_iter().map(|found| found.range));
    ranges.extend(parsed.programs().to_vec().into_iter().map(|found| found.range));
    ranges.extend(parsed.variables().to_vec().into_iter().flat_map(|found| [found.range, found.name_range]));
    ranges.extend(parsed.packages().to_vec().into_iter().map(|found| found.range));
    ranges.extend(parsed.machine_paths().to_vec().into_iter().flat_map(|found| [found.range, found.person]));
    ranges.extend(parsed.home_paths().into_iter().map(|found| found.range));
    ranges.extend(parsed.placeholders().to_vec().into_iter().map(|found| found.range));
    ranges.extend(parsed.unquoted_paths().to_vec().into_iter().map(|found| found.range));
    ranges.extend(parsed.windows_variables().to_vec().into_iter().map(|found| found.range));
    ranges.extend(parsed.windows_quoting().into_iter().map(|found| found.range));
    ranges.extend(parsed.posix_only().into_iter().map(|found| found.range));
    ranges.extend(parsed.swallow().map(|found| found.range.clone()));
    for range in ranges {
        assert!(line.get(range.clone()).is_some(), "{range:?} of {line:?}");
    }
    let _ = (parsed.is_prose(), parsed.is_windows_only());
}

#[test]
fn nesting_and_length_are_bounded() {
    for (opening, closing) in [
        ("$(", ")"),
        ("(", ")"),
        ("{ ", "; }"),
        ("\"$(", ")\""),
        ("`", "`"),
        ("${a:-", "}"),
        ("if ", "; then a; fi"),
        ("((", "))"),
        ("[[ ", " ]]"),
    ] {
        for depth in [40, 400, 8_000] {
            all_facts(&format!("{}a{}", opening.repeat(depth), closing.repeat(depth)));
            all_facts(&opening.repeat(depth));
            all_facts(&closing.repeat(depth));
        }
    }
    for unit in [
        "a && ",
        "a | ",
        "a; ",
        "<<a ",
        "'",
        "\"",
        "\\",
        "$",
        "{",
        "a/b c/d ",
        "%a",
        "é",
        "x=$(",
        "case x in ",
        "<a> ",
        "{{",
        "/home/",
    ] {
        all_facts(&unit.repeat(60_000 / unit.len()));
    }
    let long = "a ".repeat(600_000);
    assert_eq!(parse(&long).understanding(), Understanding::Not);
    assert_eq!(parse(&long).scripts(), []);
}

#[test]
fn no_character_leads_the_grammar_out_of_its_tables() {
    for line in ["echo {\u{10ffff} | x", "echo {1..\u{2ffff}} && y", "{\u{ffff}1; }"] {
        parse(line);
    }
    let line = "cat <<E | grüße 'ä' {é,x}\nE\n";
    assert!(parse(line).commands().iter().any(|command| command.words[0].text(line) == "grüße"));
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_text_makes_the_reader_fail(line in "\\PC{0,80}") {
        all_facts(&line);
    }

    #[test]
    fn no_shell_signs_make_the_reader_fail(
        pieces in prop::collection::vec(prop::sample::select(vec![
            "a", "./x.sh", " ", " ", "'", "\"", "$", "$(", ")", "(", "{", "}", "`", "\\", "|", "||", "&", "&&", ";", "\n",
            ">", "<", "<<E", "E", "=", "X=", "${X:-", "if ", "then ", "fi", "bash -c ", "é", "~", "%X%", "npx ", "@", "env ",
            "powershell -File ", "cmd /c ", "C:\\", "cd ", "[ -f ", "]", "exit 0", "\u{feff}", "\r\n", "#", "& ", "$x=",
            "Get-X ", "{{file}}", "/Users/a b/", "case x in ", "esac", "for f in ", "do ", "done", "!", "*", "<a>",
        ]), 0..24)
    ) {
        all_facts(&pieces.concat());
    }
}

/// The words of the first command, by the reader without a grammar or, inside of braces, by the grammar.
fn first_words(line: &str) -> Vec<String> {
    parse(line).commands()[0].words.iter().map(|word| word.text(line)).collect()
}

#[test]
fn form_feeds_and_vertical_tabs_are_parts_of_words() {
    for word in ["./a\u{b}b.sh", "./a\u{c}b.sh", "\u{b}"] {
        assert_eq!(first_words(&format!("run {word}")), ["run", word]);
        assert_eq!(first_words(&format!("{{ run {word}; }}")), ["run", word]);
        assert_eq!(first_words(&format!("{{ [ -f {word} ]; }}")), ["[", "-f", word, "]"]);
    }
}

#[test]
fn words_behind_a_redirection_belong_to_the_command() {
    for line in ["run >/dev/null a.sh -x", "run a.sh 2>&1 -x", ">out run a.sh -x", "run a.sh <in -x >out"] {
        let expected = ["run", "a.sh", "-x"];
        assert_eq!(first_words(line), expected, "{line}");
        assert_eq!(first_words(&format!("{{ {line}; }}")), expected, "{line}");
    }
    let parsed = parse("{ run 2>/dev/null a.sh; }");
    let [redirection] = parsed.commands()[0].redirections.as_slice() else { panic!() };
    assert_eq!(&parsed.text()[redirection.range.clone()], "2>/dev/null");
}

#[test]
fn a_redirection_behind_a_list_belongs_to_its_last_command() {
    for line in
        ["cd x && run a.sh 2>err -x", "{ cd x && run a.sh 2>err -x; }", "{ true | run a.sh 2>err -x; }"]
    {
        let parsed = parse(line);
        let [first, last] = parsed.commands() else { panic!("{line}") };
        assert!(first.redirections.is_empty(), "{line}");
        let redirected = last.redirections.iter().map(|redirection| &line[redirection.range.clone()]);
        assert_eq!(redirected.collect::<Vec<_>>(), ["2>err"], "{line}");
        assert_eq!(last.words.iter().map(|word| word.text(line)).collect::<Vec<_>>(), ["run", "a.sh", "-x"]);
    }
}

#[test]
fn a_redirection_behind_a_longer_list_belongs_to_its_last_command() {
    for line in [
        "{ a || b && c | run a.sh 2>err -x; }",
        "{ a; b && c | run a.sh 2>err -x; }",
        "a | b && c | run a.sh 2>err -x",
        "{ ! run a.sh 2>err -x; }",
        "{ a && ! run a.sh 2>err -x; }",
        "{ a || b && c| run a.sh <! -x; }",
        "{ p </a || b && npx i| run a.sh <! -x; }",
        "{ p </a || b & c && npx i| run a.sh <! -x; }",
    ] {
        let parsed = parse(line);
        let last = parsed.commands().last().unwrap();
        assert_eq!(last.redirections.len(), 1, "{line}");
        let words: Vec<_> = last.words.iter().map(|word| word.text(line)).collect();
        assert_eq!(words, ["run", "a.sh", "-x"], "{line}");
    }
}

#[test]
fn of_a_line_with_a_nul_nothing_is_said() {
    for line in ["a.sh\0", "{ a || b && c| run a.sh <!\0\0v -x; }"] {
        let parsed = parse(line);
        assert_eq!(parsed.understanding(), Understanding::Not, "{line:?}");
        assert!(parsed.scripts().is_empty(), "{line:?}");
    }
}

#[test]
fn what_no_blank_divides_is_one_word() {
    for (line, words) in [
        ("run a$\"b c\"d", ["run", "ab cd"].as_slice()),
        ("run x$@y", &["run", "x$@y"]),
        ("run >$\"a b\" c", &["run", "c"]),
        ("run a\\\nb \\\nc", &["run", "ab", "c"]),
    ] {
        assert_eq!(first_words(line), words, "{line}");
        assert_eq!(first_words(&format!("{{ {line}; }}")), words, "{line}");
    }
}

/// The value of a word by the shell of this system.
#[cfg(unix)]
fn by_the_shell(words: &str) -> Option<Vec<String>> {
    let script = format!("printf '%s\\0' {words}");
    let output = std::process::Command::new("sh").args(["-c", &script]).output().ok()?;
    let text = String::from_utf8(output.stdout).ok().filter(|_| output.status.success())?;
    Some(text.split_terminator('\0').map(str::to_owned).collect())
}

#[cfg(unix)]
proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn words_have_the_value_that_the_shell_gives_them(
        pieces in prop::collection::vec(prop::sample::select(vec![
            "a", "b/c.sh", " ", "'", "\"", "\\", "'x y'", "\"x y\"", "\\ ", "\\\\", "\\'", "é", "=", "%", "#", "{", "}", ",", "~x", "\t",
        ]), 1..10)
    ) {
        let text = format!("x{}", pieces.concat());
        let line = format!("cmd {text}");
        let mut commands = Vec::new();
        let node = split::split(&line, 0..line.len(), Level::Line, 0, &mut commands);
        if node.is_some() && !text.contains('\n') && let Some(expected) = by_the_shell(&text) {
            let found: Vec<String> = commands[0].words[1..].iter().map(|word| word.text(&line)).collect();
            prop_assert_eq!(found, expected, "{}", text);
        }
    }
}
