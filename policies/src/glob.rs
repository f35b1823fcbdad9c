//! One glob pattern as an automaton. `*` and `?` stand for parts of one name, `**` for any folders.

use std::borrow::Cow;
use std::path::Path;

use globset::GlobBuilder;
use regex_automata::dfa::{Automaton, StartKind, dense};
use regex_automata::nfa::thompson::{self, NFA, pikevm::PikeVM};
use regex_automata::{Anchored, Input};
use regex_syntax::ParserBuilder;

/// An automaton that would be larger is run as the non-deterministic one that it is made from, in bytes.
const MAX_AUTOMATON: usize = 64 * 1024;

/// A pattern that needs more than this is refused, in bytes.
const MAX_PATTERN: usize = 10 << 20;

/// A pattern of whole paths.
///
/// The crate for globs reads the pattern and puts it into a regular expression; its own matchers would bring a second engine along.
#[derive(Debug, Clone)]
pub(crate) enum Glob {
    Table(Box<dense::DFA<Vec<u32>>>),
    Steps(Box<PikeVM>),
}

impl Glob {
    /// Reads a pattern; the error says what is wrong with it.
    pub(crate) fn new(pattern: &str) -> Result<Self, String> {
        let glob = GlobBuilder::new(pattern).literal_separator(true).build();
        let glob = glob.map_err(|error| error.kind().to_string())?;
        let mut parser = ParserBuilder::new().utf8(false).dot_matches_new_line(true).build();
        let expression = parser.parse(glob.regex()).map_err(|error| error.to_string())?;
        let config = thompson::Config::new().utf8(false).nfa_size_limit(Some(MAX_PATTERN));
        let nfa = thompson::Compiler::new().configure(config).build_from_hir(&expression);
        Self::of(&nfa.map_err(|error| error.to_string())?)
    }

    fn of(nfa: &NFA) -> Result<Self, String> {
        let config = dense::Config::new()
            .start_kind(StartKind::Anchored)
            .dfa_size_limit(Some(MAX_AUTOMATON))
            .determinize_size_limit(Some(MAX_AUTOMATON));
        if let Ok(table) = dense::Builder::new().configure(config).build_from_nfa(nfa) {
            return Ok(Self::Table(Box::new(table)));
        }
        let steps = PikeVM::new_from_nfa(nfa.clone()).map_err(|error| error.to_string())?;
        Ok(Self::Steps(Box::new(steps)))
    }

    /// Whether it fits a whole path.
    pub(crate) fn fits(&self, path: &Path) -> bool {
        let bytes = bytes(path);
        let input = Input::new(bytes.as_ref()).anchored(Anchored::Yes);
        match self {
            Self::Table(table) => table.try_search_fwd(&input).is_ok_and(|found| found.is_some()),
            Self::Steps(steps) => steps.is_match(&mut steps.create_cache(), input),
        }
    }
}

/// A path with `/` between its names.
fn bytes(path: &Path) -> Cow<'_, [u8]> {
    if std::path::MAIN_SEPARATOR == '/' {
        return Cow::Borrowed(path.as_os_str().as_encoded_bytes());
    }
    let text = path.to_string_lossy().replace(std::path::MAIN_SEPARATOR, "/");
    Cow::Owned(text.into_bytes())
}

#[cfg(test)]
mod tests {
    use globset::GlobBuilder;

    use super::*;

    /// Both automata and the crate's own matcher.
    fn fits(pattern: &str, path: &str) -> [bool; 3] {
        let glob = Glob::new(pattern).unwrap();
        let theirs = GlobBuilder::new(pattern).literal_separator(true).build().unwrap();
        let mut parser = ParserBuilder::new().utf8(false).dot_matches_new_line(true).build();
        let expression = parser.parse(theirs.regex()).unwrap();
        let config = thompson::Config::new().utf8(false);
        let nfa = thompson::Compiler::new().configure(config).build_from_hir(&expression).unwrap();
        let steps = Glob::Steps(Box::new(PikeVM::new_from_nfa(nfa).unwrap()));
        let path = Path::new(path);
        [glob.fits(path), steps.fits(path), theirs.compile_matcher().is_match(path)]
    }

    #[test]
    fn a_pattern_means_what_the_crate_makes_of_it() {
        let patterns = [
            "*",
            "**",
            "a",
            "a/b",
            "a/*",
            "a/**",
            "**/a",
            "**/a/**",
            "a/**/b",
            "*.sh",
            "**/*.sh",
            "?",
            "a?",
            "[a-c]",
            "[!a]",
            "[^a]*",
            "{a,b}",
            "{a,b}/*.{sh,py}",
            "a\\*",
            "*a*b*",
            ".cursor/**/*.{json,toml}",
            "é*",
            "[é-ü]",
            "**/{x,y}/z",
            "a**",
            "a/",
            "*/",
            "**/",
            "/**",
        ];
        let paths = [
            "",
            "a",
            "b",
            "a/b",
            "a/b/c",
            "a/x/b",
            "x/a",
            "x/a/b",
            "x.sh",
            "a/x.sh",
            "a/b/x.sh",
            "ab",
            "aab",
            "a*",
            "a\nb",
            "é",
            "éa",
            ".cursor/hooks.json",
            ".cursor/a/b/c.toml",
            "x/z",
            "q/x/z",
            "a/",
            "/a",
            "b.py",
        ];
        for (pattern, path) in
            patterns.iter().flat_map(|pattern| paths.iter().map(move |path| (pattern, path)))
        {
            let [table, steps, theirs] = fits(pattern, path);
            assert_eq!((table, steps), (theirs, theirs), "{pattern} on {path:?}");
        }
    }

    #[test]
    fn a_pattern_whose_table_would_be_large_is_matched_all_the_same() {
        let pattern = format!("**/*a{}", "?".repeat(40));
        let path = format!("x/a{}", "b".repeat(40));
        assert!(matches!(Glob::new(&pattern).unwrap(), Glob::Steps(_)));
        assert_eq!(fits(&pattern, &path), [true; 3]);
        assert_eq!(fits(&pattern, &path[1..path.len() - 1]), [false; 3]);
    }

    #[cfg(unix)]
    #[test]
    fn names_are_bytes() {
        use std::ffi::OsStr;
        use std::os::unix::ffi::OsStrExt as _;

        let name = Path::new(OsStr::from_bytes(b"a\xff.sh"));
        assert!(Glob::new("a?.sh").unwrap().fits(name));
        assert!(Glob::new("*.sh").unwrap().fits(name));
    }
}
