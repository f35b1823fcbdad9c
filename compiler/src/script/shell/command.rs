//! Simple commands: builtins, and programs of which something is known.

use std::rc::Rc;

use tree_sitter::Node;

use super::super::facts::{
    AnswerForm, Exit, Import, Loudness, Place, ProgramUse, Sink, SinkKind, StdinUse, UnknownKind,
};
use super::super::program::{Block, Statement, StatementKind};
use super::io::{Input, Target};
use super::lower::{Failing, Reader, Status};
use super::origin::{Origin, is_tainted, one, path};
use super::programs::{
    Talk, answers_nothing, filter_operands, is_everywhere, is_interpreter, is_plain, is_shell, subcommand,
    talk,
};
use super::redirect::is_redirection;
use super::word::Word;

/// How many programs may stand before the one that does the work: `timeout 5 env A=b jq`.
const MAX_WRAPPERS: usize = 8;

impl Reader<'_, '_> {
    /// A simple command with its own redirections.
    pub(super) fn command(&mut self, node: Node<'_>, block: &mut Block) -> Status {
        let mut cursor = node.walk();
        let children: Vec<_> = node.named_children(&mut cursor).collect();
        let io = self.state.io.clone();
        let mut words = Vec::new();
        for child in children {
            match child.kind() {
                // It holds for this command alone.
                "variable_assignment" => {
                    if let Some(value) = child.child_by_field_name("value") {
                        self.word(value);
                    }
                }
                "comment" | "subshell" => {}
                _ if is_redirection(child) => self.redirect(child),
                _ => words.push(self.word(child)),
            }
        }
        let deadline = self.state.deadline;
        let place = self.place(node);
        let status = self.run(&words, &place, block, 0);
        self.state.deadline = deadline;
        // `exec 3>&1` keeps what it redirects.
        if !matches!(words.as_slice(), [only] if only.constant() == Some("exec")) {
            self.state.io = io;
        }
        status
    }

    /// Runs words as a command.
    fn run(&mut self, words: &[Word], place: &Place, block: &mut Block, wrappers: usize) -> Status {
        let Some((first, arguments)) = words.split_first() else { return Status::new(Failing::Never) };
        let Some(name) = first.constant().map(str::to_owned) else {
            return self.unknown_program(first, arguments, place, block);
        };
        if self.functions.contains_key(&name) {
            return self.call(&name, arguments, place, block);
        }
        let name = name.rsplit('/').next().unwrap_or_default().to_owned();
        if wrappers < MAX_WRAPPERS
            && let Some(skipped) = self.wrapper(&name, arguments)
        {
            let at = block.len();
            let status = self.run(&arguments[skipped..], place, block, wrappers + 1);
            if name == "exec" && !self.state.ended {
                let answers = block[at..].iter().any(|statement| statement.kind == StatementKind::Unknown);
                if answers {
                    self.unknown(place.clone(), UnknownKind::OtherProgram);
                }
                self.exit(if answers { Exit::Unknown } else { Exit::Code(0) }, place, block);
            }
            return status;
        }
        self.builtin(&name, arguments, place, block)
            .unwrap_or_else(|| self.external(&name, first, arguments, place, block))
    }

    /// How many arguments stand between a wrapper and the command that it runs.
    fn wrapper(&mut self, name: &str, arguments: &[Word]) -> Option<usize> {
        let texts: Vec<_> = arguments.iter().map(Word::constant).collect();
        let options = texts.iter().take_while(|text| text.is_some_and(|text| text.starts_with('-'))).count();
        let operands = match name {
            "command" if matches!(texts.first(), Some(Some("-v" | "-V"))) => return None,
            "command" | "builtin" | "exec" | "nohup" | "time" | "setsid" | "stdbuf" => options,
            "env" => {
                let is_assignment = |text: &str| text.contains('=');
                options + texts[options..].iter().take_while(|text| text.is_none_or(is_assignment)).count()
            }
            "timeout" | "gtimeout" => {
                self.state.deadline = true;
                let value = usize::from(matches!(texts.first(), Some(Some("-k" | "-s"))));
                options + value + 1
            }
            "nice" | "ionice" if options == 0 => 0,
            "nice" | "ionice" => options + 1,
            _ => return None,
        };
        (operands < arguments.len()).then_some(operands)
    }

    /// A command of which the name is a value.
    fn unknown_program(
        &mut self,
        name: &Word,
        arguments: &[Word],
        place: &Place,
        block: &mut Block,
    ) -> Status {
        if let Some(hole) = name.only_hole()
            && is_tainted(&hole.origins)
        {
            self.sink(SinkKind::Word, &hole.place.clone(), &hole.origins.clone());
        }
        self.words_as_arguments(arguments);
        self.hand_over(place, block);
        Status::new(Failing::Error)
    }

    /// Another program gets the payload or standard output.
    fn hand_over(&mut self, place: &Place, block: &mut Block) {
        let gets_payload = match &self.state.io.input {
            Input::Script => self.facts.stdin.used == StdinUse::Never,
            Input::Value(origins) => origins.contains(&Origin::Payload),
        };
        let answers = *self.state.io.output(1) == Target::Answer;
        if gets_payload && answers {
            self.unknown(place.clone(), UnknownKind::OtherProgram);
            if self.facts.stdin.used == StdinUse::Never {
                self.facts.stdin.used = StdinUse::Unknown;
            }
        }
        self.output_of_program(place, &one(Origin::Unknown), block);
    }

    /// What a program that is not known writes.
    fn output_of_program(&mut self, place: &Place, value: &Rc<[Origin]>, block: &mut Block) {
        let target = self.state.io.output(1).clone();
        match target {
            Target::Answer => block.push(Statement { place: place.clone(), kind: StatementKind::Unknown }),
            // A program's messages are no complaint of the script.
            Target::Error => {}
            target => self.write_to(place, &target, value, block),
        }
    }

    fn builtin(&mut self, name: &str, words: &[Word], place: &Place, block: &mut Block) -> Option<Status> {
        let first = words.first().and_then(Word::constant);
        let silent = Status::new(Failing::Never);
        match name {
            "echo" => self.echo(words, place, block),
            "printf" => self.printf(words, place, block),
            "jq" | "gojq" | "jaq" => {
                self.use_program(name, place);
                return Some(self.query(words, place, block));
            }
            "cat" => return Some(self.cat(words, place, block)),
            "tee" => self.tee(words, place, block),
            "read" => return Some(self.read_variable(words, place)),
            "mapfile" | "readarray" => {
                let value = self.take_all(place.clone());
                let name = words.last().and_then(Word::constant).unwrap_or("MAPFILE");
                let value = if is_tainted(&value) { one(Origin::Derived) } else { one(Origin::Unknown) };
                self.set(name, value);
            }
            "exit" => self.exit_command(words, place, block),
            "return" => {
                self.returns += 1;
                self.state.ended = true;
                block.push(Statement { place: place.clone(), kind: StatementKind::Return });
            }
            "break" | "continue" => {
                self.state.ended = true;
                let kind = if name == "break" { StatementKind::Break } else { StatementKind::Continue };
                block.push(Statement { place: place.clone(), kind });
            }
            "set" => self.set_options(words),
            "trap" => self.trap(words),
            "eval" => self.eval(words, place, block),
            "source" | "." => {
                self.unknown(place.clone(), UnknownKind::OtherFile);
                self.note_sourced(words);
                block.push(Statement { place: place.clone(), kind: StatementKind::Unknown });
            }
            "command" | "type" | "which" | "hash" => {
                return Some(self.look_up_program(name, words, place, block));
            }
            "test" => return Some(self.test_words(words, place)),
            "[" => {
                let words = words.strip_suffix(words.last().map(std::slice::from_ref)?).unwrap_or(words);
                return Some(self.test_words(words, place));
            }
            "true" | ":" => {}
            "false" => return Some(Status { yes: None, ..Status::new(Failing::Test) }),
            "umask" => self.state.private |= first.is_some_and(|mask| mask.ends_with("77")),
            "pwd" => self.output(place, &one(Origin::Cwd), block),
            "mktemp" => {
                self.use_program(name, place);
                self.output(place, &one(Origin::Temporary), block);
                return Some(Status::new(Failing::Error));
            }
            "shift" => {
                if let Some(arguments) = self.state.arguments.take() {
                    let count = first.and_then(|count| count.parse().ok()).unwrap_or(1);
                    self.state.arguments = Some(arguments.iter().skip(count).cloned().collect());
                }
            }
            _ => return None,
        }
        Some(silent)
    }

    /// The output of a program that talks.
    fn output(&mut self, place: &Place, value: &Rc<[Origin]>, block: &mut Block) {
        if *self.state.io.output(1) == Target::Answer {
            let answer = self.answer(place, AnswerForm::Text(Loudness::Leaked));
            block.push(Statement { place: place.clone(), kind: StatementKind::Write(answer) });
        } else {
            self.output_of_program(place, value, block);
        }
    }

    /// A program that is no builtin.
    fn external(
        &mut self,
        name: &str,
        first: &Word,
        words: &[Word],
        place: &Place,
        block: &mut Block,
    ) -> Status {
        if is_shell(name) {
            self.use_program(name, &first.place);
            return self.shell(words, place, block);
        }
        if !is_everywhere(name) {
            self.use_program(name, &first.place);
        }
        self.words_as_arguments(words);
        let texts: Vec<_> = words.iter().map(Word::constant).collect();
        if name == "chmod"
            && texts.first().is_some_and(|mode| matches!(mode, Some("600" | "700" | "0600" | "go=")))
        {
            self.private_from_here(&words[1..]);
        }
        if let Some(operands) = filter_operands(name) {
            return self.filter(name, operands, &texts, place, block);
        }
        if is_interpreter(name) {
            return self.interpreter(&texts, place, block);
        }
        let value = if is_plain(name, &texts) {
            one(Origin::Plain)
        } else if words.iter().any(|word| word.holes.iter().any(|hole| is_tainted(&hole.origins))) {
            one(Origin::Derived)
        } else {
            one(Origin::Unknown)
        };
        match talk(name, &texts) {
            Talk::Silent => {}
            Talk::Loud => self.output(place, &value, block),
            Talk::Unknown if answers_nothing(name) => self.output_of_program(place, &value, block),
            Talk::Unknown => self.hand_over_value(place, value, block),
        }
        let fails = match name {
            "diff" | "cmp" | "pgrep" | "pidof" => Failing::Test,
            "git"
                if matches!(
                    subcommand(&texts),
                    Some("diff" | "check-ignore" | "ls-files" | "diff-index")
                ) =>
            {
                Failing::Test
            }
            _ if is_everywhere(name) && name != "cd" => Failing::Never,
            _ => Failing::Error,
        };
        Status::new(fails)
    }

    fn hand_over_value(&mut self, place: &Place, value: Rc<[Origin]>, block: &mut Block) {
        if *self.state.io.output(1) == Target::Answer {
            self.hand_over(place, block);
        } else {
            let gets_payload = matches!(&self.state.io.input, Input::Value(origins) if is_tainted(origins));
            let value = if gets_payload { one(Origin::Derived) } else { value };
            self.output_of_program(place, &value, block);
        }
    }

    /// `grep`, `sed`, `head` and the like.
    fn filter(
        &mut self,
        name: &str,
        operands: usize,
        texts: &[Option<&str>],
        place: &Place,
        block: &mut Block,
    ) -> Status {
        let is_operand = |text: &str| !text.starts_with('-') || text == "-";
        let has_pattern_option = texts.iter().any(|text| matches!(text, Some("-e" | "-f")));
        let wanted = if has_pattern_option { 1 } else { operands };
        let count = texts.iter().filter(|text| text.is_none_or(is_operand)).count();
        // An option's value counts as an operand; a number is one for certain.
        let numbers =
            texts.iter().filter(|text| text.is_some_and(|text| text.parse::<u32>().is_ok())).count();
        let has_files = count.saturating_sub(numbers) > wanted;
        let given = if has_files { one(Origin::Unknown) } else { self.take_all(place.clone()) };
        let value = if is_plain(name, texts) {
            one(Origin::Plain)
        } else if is_tainted(&given) {
            one(Origin::Derived)
        } else {
            one(Origin::Unknown)
        };
        let is_grep = name.ends_with("grep") || name == "rg";
        let is_quiet = is_grep
            && texts.iter().flatten().any(|text| {
                matches!(*text, "--quiet" | "--silent")
                    || text.starts_with('-') && !text.starts_with("--") && text.contains('q')
            });
        if !is_quiet {
            self.output_of_program(place, &value, block);
        }
        Status::new(if is_grep { Failing::Test } else { Failing::Error })
    }

    /// A program in another language, by its text or its file.
    fn interpreter(&mut self, texts: &[Option<&str>], place: &Place, block: &mut Block) -> Status {
        let asks_version = matches!(texts, [Some("--version" | "-V" | "-v")]);
        let tainted = matches!(&self.state.io.input, Input::Value(origins) if is_tainted(origins));
        let gets_payload =
            tainted || self.state.io.input == Input::Script && self.facts.stdin.used == StdinUse::Never;
        let answers = *self.state.io.output(1) == Target::Answer;
        if !asks_version && (gets_payload || answers) {
            self.unknown(place.clone(), UnknownKind::OtherProgram);
            if gets_payload && !tainted {
                self.facts.stdin.used = StdinUse::Unknown;
                self.facts.stdin.place = Some(place.clone());
            }
        }
        let value = if gets_payload { Origin::Derived } else { Origin::Unknown };
        self.output_of_program(place, &one(value), block);
        Status::new(Failing::Error)
    }

    /// `sh -c …`, `bash <<EOF`, `bash file`
    fn shell(&mut self, words: &[Word], place: &Place, block: &mut Block) -> Status {
        let is_code_option = |word: &Word| {
            word.constant()
                .is_some_and(|text| text.starts_with('-') && !text.starts_with("--") && text.ends_with('c'))
        };
        let code = words.iter().position(is_code_option).and_then(|at| words.get(at + 1)).cloned();
        if let Some(code) = code {
            return self.code(&code, SinkKind::Shell, place, block);
        }
        let has_file = words.iter().any(|word| word.constant().is_none_or(|text| !text.starts_with('-')));
        if has_file {
            self.words_as_arguments(words);
            return self.interpreter(&[], place, block);
        }
        if let Input::Value(origins) = self.state.io.input.clone() {
            let code = match &*origins {
                [Origin::Text(word)] => (**word).clone(),
                _ => Word::of(place.clone(), origins),
            };
            return self.code(&code, SinkKind::Shell, place, block);
        }
        self.interpreter(&[], place, block)
    }

    /// Text that is run as code.
    fn code(&mut self, code: &Word, kind: SinkKind, place: &Place, block: &mut Block) -> Status {
        for hole in code.holes.clone() {
            if is_tainted(&hole.origins) {
                self.sink(kind, &hole.place, &hole.origins);
            }
        }
        if let Some(text) = code.contiguous() {
            return self.subshell(place.clone(), block, |reader, block| {
                reader.nested(text, block).unwrap_or_else(|| Status::new(Failing::Test))
            });
        }
        self.unknown(place.clone(), UnknownKind::DynamicCode);
        self.output_of_program(place, &one(Origin::Unknown), block);
        Status::new(Failing::Error)
    }

    /// `eval …`
    fn eval(&mut self, words: &[Word], place: &Place, block: &mut Block) {
        for word in words {
            for hole in word.holes.clone() {
                if is_tainted(&hole.origins) {
                    self.sink(SinkKind::Eval, &hole.place, &hole.origins);
                }
            }
        }
        self.unknown(place.clone(), UnknownKind::DynamicCode);
        block.push(Statement { place: place.clone(), kind: StatementKind::Unknown });
    }

    fn sink(&mut self, kind: SinkKind, place: &Place, origins: &[Origin]) {
        let path = path(origins).unwrap_or_default().to_vec();
        let sink = Sink { kind, place: place.clone(), path };
        if !self.facts.sinks.contains(&sink) {
            self.facts.sinks.push(sink);
        }
    }

    /// Unquoted values of the payload among the words of a program.
    fn words_as_arguments(&mut self, words: &[Word]) {
        for word in words {
            for hole in &word.holes.clone() {
                let is_field = hole.origins.iter().any(|origin| matches!(origin, Origin::Field(..)));
                if !hole.quoted && is_field {
                    self.sink(SinkKind::Word, &hole.place, &hole.origins);
                }
            }
        }
    }

    /// Notes the use of a program.
    pub(super) fn use_program(&mut self, name: &str, place: &Place) {
        let checked = self.state.provided || self.checked.iter().any(|known| known == name);
        let place = place.start..(place.start + name.len()).min(place.end);
        let place =
            if self.text.get(place.clone()) == Some(name) { place } else { self.program_place(name, place) };
        let optional = self.state.optional;
        self.facts.programs.push(ProgramUse { name: name.to_owned(), place, checked, optional });
    }

    /// The name inside a command that something else begins: `timeout 5 jq`, `/usr/bin/jq`.
    fn program_place(&self, name: &str, place: Place) -> Place {
        let rest = &self.text[place.start..];
        let line = rest.split(['\n', ';', '|']).next().unwrap_or_default();
        match line.find(name) {
            Some(at) => place.start + at..place.start + at + name.len(),
            None => place.start..place.start,
        }
    }

    /// The file that `source` reads, as it is written.
    fn note_sourced(&mut self, words: &[Word]) {
        let Some(word) = words.first() else { return };
        let quoted = self.text.get(word.place.clone()).unwrap_or_default();
        let name = quoted.trim_matches('"');
        let start = word.place.start + quoted.find(name).unwrap_or(0);
        let import = Import {
            name: name.to_owned(),
            place: start..start + name.len(),
            guarded: self.state.in_condition || self.state.provided,
            is_esm: false,
        };
        if !name.is_empty() && self.facts.imports.len() < 64 {
            self.facts.imports.push(import);
        }
    }

    /// `command -v jq`
    fn look_up_program(&mut self, name: &str, words: &[Word], place: &Place, block: &mut Block) -> Status {
        for word in words {
            if let Some(text) = word.constant().filter(|text| !text.starts_with('-')) {
                self.checked.push(text.to_owned());
            }
        }
        if name != "hash" {
            match self.state.io.output(1) {
                Target::Capture => self.write(place, 1, &one(Origin::Unknown), block),
                Target::Answer => {
                    block.push(Statement { place: place.clone(), kind: StatementKind::Unknown });
                }
                _ => {}
            }
        }
        Status::new(Failing::Test)
    }

    /// `cat …`
    fn cat(&mut self, words: &[Word], place: &Place, block: &mut Block) -> Status {
        let files: Vec<_> = words
            .iter()
            .filter(|word| word.constant().is_none_or(|text| !text.starts_with('-') || text == "-"))
            .collect();
        let is_stdin = |word: &&Word| matches!(word.constant(), Some("-" | "/dev/stdin" | "/dev/fd/0"));
        if files.is_empty() || files.iter().all(is_stdin) {
            let is_program = matches!(self.state.io.input, Input::Script);
            let value = self.take_all(place.clone());
            let value = if is_program { value } else { without_line_end(&value) };
            self.write(place, 1, &value, block);
            return Status::new(Failing::Never);
        }
        self.output_of_program(place, &one(Origin::Unknown), block);
        Status::new(Failing::Error)
    }

    /// `tee …`
    fn tee(&mut self, words: &[Word], place: &Place, block: &mut Block) {
        let value = self.take_all(place.clone());
        for word in words {
            if word.constant().is_some_and(|text| text.starts_with('-')) {
                continue;
            }
            let target = self.file(word);
            self.write_to(place, &target, &value, block);
        }
        self.write(place, 1, &value, block);
    }

    /// `read …`
    fn read_variable(&mut self, words: &[Word], place: &Place) -> Status {
        let (mut names, mut is_whole, mut words) = (Vec::new(), false, words.iter());
        while let Some(word) = words.next() {
            let text = word.text.as_str();
            let Some(letters) = text.strip_prefix('-') else {
                names.push(text.to_owned());
                continue;
            };
            self.state.deadline |= letters.contains('t');
            // The last letter of a cluster may take the next word.
            match letters.chars().last() {
                Some('d') => is_whole = words.next().is_some_and(|delimiter| delimiter.text.is_empty()),
                Some('a') => names.extend(words.next().map(|word| word.text.clone())),
                Some('t' | 'p' | 'n' | 'N' | 'u' | 'i') => {
                    words.next();
                }
                _ => {}
            }
        }
        let used = if is_whole { StdinUse::Whole } else { StdinUse::Part };
        let value = self.take(place.clone(), used);
        let names = if names.is_empty() { vec!["REPLY".to_owned()] } else { names };
        let several = names.len() > 1;
        for (index, name) in names.into_iter().enumerate() {
            let value = match &*value {
                [Origin::Columns(columns)] => {
                    columns.get(index).cloned().unwrap_or_else(|| one(Origin::Unknown))
                }
                _ if !several => Rc::clone(&value),
                _ if is_tainted(&value) => one(Origin::Derived),
                _ => one(Origin::Unknown),
            };
            self.set(&name, value);
        }
        Status::new(Failing::Test)
    }

    fn exit_command(&mut self, words: &[Word], place: &Place, block: &mut Block) {
        let exit = match words.first() {
            None => match block.last().map(|statement| &statement.kind) {
                Some(StatementKind::Write(_) | StatementKind::Complain) => Exit::Code(0),
                _ => Exit::Unknown,
            },
            Some(code) => match code.constant().map(str::parse::<i32>) {
                Some(Ok(code)) => Exit::Code(code & 0xff),
                _ => Exit::Unknown,
            },
        };
        self.at_exit(block);
        self.exit(exit, place, block);
    }

    /// The end of this shell.
    fn exit(&mut self, exit: Exit, place: &Place, block: &mut Block) {
        self.state.ended = true;
        let kind = if self.state.in_subshell {
            self.returns += 1;
            StatementKind::Return
        } else {
            StatementKind::Exit(exit)
        };
        block.push(Statement { place: place.clone(), kind });
    }

    /// `set -euo pipefail`
    fn set_options(&mut self, words: &[Word]) {
        let mut previous = "";
        for word in words {
            let text = word.text.as_str();
            match text.as_bytes() {
                [b'-', b'-', ..] => break,
                [b'-', letters @ ..] => self.state.errexit |= letters.contains(&b'e'),
                [b'+', letters @ ..] if letters.contains(&b'e') => self.state.errexit = false,
                _ if text == "errexit" => self.state.errexit = previous.starts_with('-'),
                _ => {}
            }
            previous = text;
        }
    }

    /// `trap 'code' EXIT`
    /// Whether a trap asks for a variable that the script changes later on, so that what it does is known only at the end.
    fn hangs_on_a_flag(&self, code: &Place, block: &Block) -> bool {
        let is_parted = block.iter().any(|inner| matches!(inner.kind, StatementKind::Branch { .. }));
        let is_known = |word: &str| {
            let name = word.trim_start_matches('{');
            let end = name.find(|sign: char| !(sign.is_ascii_alphanumeric() || sign == '_'));
            self.state.variables.contains_key(&name[..end.unwrap_or(name.len())])
        };
        is_parted && self.text[code.clone()].split('$').skip(1).any(is_known)
    }

    fn trap(&mut self, words: &[Word]) {
        let Some((code, signals)) = words.split_first() else { return };
        let is_for = |names: &[&str]| signals.iter().any(|signal| names.contains(&signal.text.as_str()));
        let (at_exit, on_error) = (is_for(&["EXIT", "0"]), is_for(&["ERR"]));
        if !(at_exit || on_error) {
            return;
        }
        if matches!(code.constant(), Some("-" | "")) {
            self.state.at_exit = self.state.at_exit.take().filter(|_| !at_exit);
            self.state.on_error = self.state.on_error.take().filter(|_| !on_error);
            return;
        }
        let Some(text) = code.contiguous() else {
            self.unknown(code.place.clone(), UnknownKind::DynamicCode);
            return;
        };
        let before = self.state.clone();
        let mut block = Block::new();
        self.state.in_condition = true;
        (self.state.at_exit, self.state.on_error) = (None, None);
        self.nested(text.clone(), &mut block);
        let ended = self.state.ended;
        self.state = before;
        // A trap that says and decides nothing, such as one that removes a file, changes nothing.
        if block.is_empty() {
            return;
        }
        if at_exit {
            let mut block = if self.hangs_on_a_flag(&text, &block) {
                vec![Statement { place: code.place.clone(), kind: StatementKind::Unknown }]
            } else {
                block.clone()
            };
            // `exit $code` at the end keeps the code.
            if matches!(block.last().map(|last| &last.kind), Some(StatementKind::Exit(Exit::Unknown))) {
                block.pop();
            }
            self.state.at_exit = (!block.is_empty()).then(|| Rc::new(block));
        }
        if !ended {
            let place = code.place.clone();
            let kind = if self.state.errexit || at_exit {
                StatementKind::Exit(Exit::Error)
            } else {
                StatementKind::Unknown
            };
            block.push(Statement { place, kind });
        }
        if on_error || self.state.errexit {
            self.state.on_error = Some((code.place.clone(), Rc::new(block)));
        }
    }

    /// Files whose mode is limited are private.
    fn private_from_here(&mut self, words: &[Word]) {
        let paths: Vec<_> = words.iter().map(Word::as_path).collect();
        for write in &mut self.facts.file_writes {
            write.private |= paths.contains(&write.target);
        }
    }
}

/// A line end behind a here-document does not change what it is.
fn without_line_end(value: &Rc<[Origin]>) -> Rc<[Origin]> {
    match &**value {
        [Origin::Text(word)] if word.text.ends_with('\n') => {
            let word = word.slice(0, word.text.trim_end_matches('\n').len());
            match word.only_hole() {
                Some(hole) => Rc::clone(&hole.origins),
                None => one(Origin::Text(Rc::new(word))),
            }
        }
        _ => Rc::clone(value),
    }
}
