//! The arguments of `jq`.

use std::rc::Rc;

use super::word::Word;

/// How `jq` is called.
#[derive(Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of the program")]
pub(super) struct JqCall {
    /// `-r`, `-j`
    pub(super) raw: bool,
    /// `-n`
    pub(super) null_input: bool,
    /// `-R`
    pub(super) raw_input: bool,
    /// `-s`
    pub(super) slurp: bool,
    /// `-e`
    pub(super) exit_status: bool,
    /// `-f`
    pub(super) from_file: bool,
    pub(super) filter: Option<Word>,
    pub(super) files: Vec<Word>,
    /// Names and values of `--arg`; whether the value is JSON.
    pub(super) variables: Vec<(String, Rc<Word>, bool)>,
    /// Names of `--slurpfile`, `--rawfile`.
    pub(super) from_files: Vec<String>,
}

impl JqCall {
    /// Reads the words behind `jq`.
    pub(super) fn new(words: &[Word]) -> Self {
        let mut call = Self::default();
        let (mut words, mut is_over, mut rest_is_data) = (words.iter(), false, false);
        while let Some(word) = words.next() {
            let option = word.constant().filter(|text| !is_over && text.len() > 1 && text.starts_with('-'));
            match option {
                Some("--") => is_over = true,
                Some("--arg" | "--argjson") => {
                    let is_json = option == Some("--argjson");
                    if let (Some(name), Some(value)) = (words.next(), words.next()) {
                        call.variables.push((name.text.clone(), Rc::new(value.clone()), is_json));
                    }
                }
                Some("--slurpfile" | "--rawfile") => {
                    if let (Some(name), Some(_)) = (words.next(), words.next()) {
                        call.from_files.push(name.text.clone());
                    }
                }
                Some("--indent" | "-L" | "--library-path") => {
                    words.next();
                }
                Some("--args" | "--jsonargs") => rest_is_data = true,
                Some(long) if long.starts_with("--") => call.long(long),
                Some(short) => short.chars().skip(1).for_each(|letter| call.short(letter)),
                None if call.filter.is_none() && !call.from_file => call.filter = Some(word.clone()),
                None if !rest_is_data => call.files.push(word.clone()),
                None => {}
            }
        }
        call
    }

    fn long(&mut self, option: &str) {
        match option {
            "--raw-output" | "--join-output" | "--raw-output0" => self.raw = true,
            "--null-input" => self.null_input = true,
            "--raw-input" => self.raw_input = true,
            "--slurp" => self.slurp = true,
            "--exit-status" => self.exit_status = true,
            "--from-file" => self.from_file = true,
            _ => {}
        }
    }

    fn short(&mut self, letter: char) {
        match letter {
            'r' | 'j' => self.raw = true,
            'n' => self.null_input = true,
            'R' => self.raw_input = true,
            's' => self.slurp = true,
            'e' => self.exit_status = true,
            'f' => self.from_file = true,
            _ => {}
        }
    }
}
