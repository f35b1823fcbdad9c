//! Sentences where a command should be (FIELD.md, row 46).

/// Words that a sentence can hardly do without, and that are rarely arguments.
const FUNCTION_WORDS: [&str; 44] = [
    "the", "a", "an", "is", "are", "be", "was", "to", "of", "in", "on", "for", "with", "and", "or", "if",
    "when", "any", "all", "that", "this", "these", "those", "it", "its", "your", "you", "not", "must",
    "should", "will", "before", "after", "from", "by", "then", "them", "every", "each", "there", "has",
    "have", "what", "which",
];

/// Words that begin an order or a condition and are no programs.
const STARTERS: [&str; 16] = [
    "if",
    "when",
    "whenever",
    "please",
    "always",
    "never",
    "ensure",
    "verify",
    "you",
    "the",
    "this",
    "before",
    "after",
    "do",
    "remember",
    "summarize",
];

/// Whether a line is a sentence. It must begin like one, have the words of one, and have nothing of a command.
pub(super) fn is_prose(line: &str) -> bool {
    let line = line.trim();
    let mut words = line.split_whitespace();
    let Some(first) = words.next() else { return false };
    if line.contains(['$', '=', '|', '<', '>', '{', '}', '[', ']', '\\', '/', '~', '&', '@']) {
        return false;
    }
    let plain = |word: &str| {
        let word = word.trim_matches(['.', ',', ';', ':', '!', '?', '"', '\'', '(', ')', '`']);
        let inside = word.chars().all(|sign| sign.is_alphanumeric() || matches!(sign, '\'' | '’' | '-'));
        !word.is_empty() && !word.starts_with('-') && inside
    };
    let count = 1 + words.clone().count();
    let plain_count = line.split_whitespace().filter(|word| plain(word)).count();
    let function_count = words
        .filter(|word| {
            let word = word.trim_matches(['.', ',', ';', ':', '!', '?']).to_ascii_lowercase();
            FUNCTION_WORDS.contains(&word.as_str())
        })
        .count();
    let has_flag = line.split_whitespace().any(|word| word.starts_with('-'));
    let is_capitalised = first.len() > 1
        && first.starts_with(|sign: char| sign.is_ascii_uppercase())
        && first[1..].chars().all(|sign| sign.is_ascii_lowercase() || sign == ',' || sign == '\'');
    let is_starter = STARTERS.contains(&first.trim_end_matches([',', ':']).to_ascii_lowercase().as_str());
    let is_shell = line.contains("; then") || line.contains(";then") || line.contains("; do");
    let is_punctuated = line.ends_with(['.', '!', '?', ':']) || line.contains(", ") || line.contains(". ");
    (is_capitalised || is_starter)
        && !is_shell
        && !has_flag
        && count >= 5
        && plain_count * 10 >= count * 9
        && (is_punctuated && function_count >= 2 || function_count >= 3)
}

#[cfg(test)]
mod tests {
    use super::is_prose;

    #[test]
    fn sentences_are_recognised() {
        for line in [
            "If the file is TypeScript, call the lint tool.",
            "Run the tests and fix all the failures",
            "Always check that the code has tests before you commit.",
            "when the agent stops, summarize what it has done",
        ] {
            assert!(is_prose(line), "{line}");
        }
    }

    #[test]
    fn commands_of_plain_words_are_commands() {
        for line in [
            "npm run format",
            "but cursor after-edit",
            "say all the tests are done and it is over",
            "if test -f x; then echo y; fi",
            "make all for the win",
            "Write-Host the work is done.",
            "echo The build is done, and all is well.",
            "Rscript -e 'x'",
            "./run the tests in all of the folders",
            "do-it for all of the files in a folder",
        ] {
            assert!(!is_prose(line), "{line}");
        }
    }
}
