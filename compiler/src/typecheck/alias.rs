//! Keys that people write in an entry, and what they mean by them (FIELD.md 1, rows 10 and 24).

/// What the author of an unknown key has in mind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Meaning {
    /// Another spelling of an option.
    Option(&'static str),
    /// `timeout`, in milliseconds.
    TimeoutMilliseconds,
    /// `failClosed`, the other way round.
    FailOpen,
    /// A wish that the host does not grant; the text says what happens instead.
    Wish(&'static str),
    /// A note or a mark of a tool.
    Note,
}

/// The options of an entry (HOOKS.md 1.2).
pub const OPTIONS: [&str; 8] =
    ["command", "type", "timeout", "loop_limit", "failClosed", "matcher", "prompt", "model"];

/// Spellings by their letters alone: lower case, without `_` and `-`.
const SPELLINGS: &[(&str, Meaning)] = &[
    ("pattern", Meaning::Option("matcher")),
    ("matchers", Meaning::Option("matcher")),
    ("match", Meaning::Option("matcher")),
    ("regex", Meaning::Option("matcher")),
    ("regexp", Meaning::Option("matcher")),
    ("filter", Meaning::Option("matcher")),
    ("filters", Meaning::Option("matcher")),
    ("toolnames", Meaning::Option("matcher")),
    ("toolname", Meaning::Option("matcher")),
    ("tools", Meaning::Option("matcher")),
    ("tool", Meaning::Option("matcher")),
    ("condition", Meaning::Option("matcher")),
    ("timeoutsec", Meaning::Option("timeout")),
    ("timeoutsecs", Meaning::Option("timeout")),
    ("timeoutsecond", Meaning::Option("timeout")),
    ("timeoutseconds", Meaning::Option("timeout")),
    ("timeouts", Meaning::Option("timeout")),
    ("timeoutms", Meaning::TimeoutMilliseconds),
    ("timeoutmsec", Meaning::TimeoutMilliseconds),
    ("timeoutmillis", Meaning::TimeoutMilliseconds),
    ("timeoutmilliseconds", Meaning::TimeoutMilliseconds),
    ("failclosed", Meaning::Option("failClosed")),
    ("failclose", Meaning::Option("failClosed")),
    ("closed", Meaning::Option("failClosed")),
    ("failopen", Meaning::FailOpen),
    ("script", Meaning::Option("command")),
    ("scripts", Meaning::Option("command")),
    ("scriptpath", Meaning::Option("command")),
    ("action", Meaning::Option("command")),
    ("run", Meaning::Option("command")),
    ("cmd", Meaning::Option("command")),
    ("exec", Meaning::Option("command")),
    ("shellcommand", Meaning::Option("command")),
    ("commands", Meaning::Option("command")),
    ("looplimit", Meaning::Option("loop_limit")),
    ("maxloops", Meaning::Option("loop_limit")),
    ("maxloop", Meaning::Option("loop_limit")),
    ("hooktype", Meaning::Option("type")),
    ("enabled", Meaning::Wish("the hook runs all the same; delete the entry to switch it off")),
    ("disabled", Meaning::Wish("the hook runs all the same; delete the entry to switch it off")),
    ("async", Meaning::Wish("the host waits for the hook all the same")),
    ("background", Meaning::Wish("the host waits for the hook all the same")),
    ("asyncrewake", Meaning::Wish("the host waits for the hook all the same")),
    ("blocking", Meaning::Wish("whether a hook can block depends on its event and its answer")),
    ("once", Meaning::Wish("the hook runs every time")),
    ("if", Meaning::Wish("the hook runs without asking; use `matcher`, or test in the script")),
    ("when", Meaning::Wish("the hook runs without asking; use `matcher`, or test in the script")),
    ("runifavailable", Meaning::Wish("the hook runs all the same; test for the program in the command")),
    ("statusmessage", Meaning::Wish("nothing is shown")),
    ("cwd", Meaning::Wish("the working directory follows from the file that registers the hook")),
    ("workingdirectory", Meaning::Wish("the working directory follows from the file that registers the hook")),
    ("env", Meaning::Wish("no variable is set; set it in the command or the script")),
    ("shell", Meaning::Wish("the host chooses the shell")),
    ("platform", Meaning::Wish("the hook runs on every system")),
    ("platforms", Meaning::Wish("the hook runs on every system")),
    ("os", Meaning::Wish("the hook runs on every system")),
    ("windows", Meaning::Wish("`command` runs on every system")),
    ("bash", Meaning::Wish("`command` runs on every system")),
    ("powershell", Meaning::Wish("`command` runs on every system")),
    ("retries", Meaning::Wish("a failed hook is not run again")),
    ("retry", Meaning::Wish("a failed hook is not run again")),
    ("order", Meaning::Wish("all hooks of an event start together")),
    ("priority", Meaning::Wish("all hooks of an event start together")),
];

/// Keys that are plainly notes.
const NOTES: &[&str] = &["description", "name", "note", "notes", "id", "title", "comment", "event", "label", "version"];

/// Whether a key at any level is a comment by convention: `$schema`, `//`, `_note`, `x-owner`, `__mark__`.
pub fn is_convention(key: &str) -> bool {
    key.is_empty() || key.starts_with(['$', '_', '/', '#']) || key.starts_with("x-")
}

/// What the author of this unknown entry key has in mind.
pub fn meaning(key: &str) -> Meaning {
    let letters = letters(key);
    if is_convention(key) || NOTES.contains(&letters.as_str()) {
        return Meaning::Note;
    }
    if let Some((_, meaning)) = SPELLINGS.iter().find(|(spelling, _)| *spelling == letters) {
        return *meaning;
    }
    match OPTIONS.into_iter().find(|option| crate::nearest::is_misspelling(key, option)) {
        Some(option) => Meaning::Option(option),
        None => Meaning::Note,
    }
}

fn letters(key: &str) -> String {
    key.chars().filter(|letter| !matches!(letter, '_' | '-' | ' ')).flat_map(char::to_lowercase).collect()
}
