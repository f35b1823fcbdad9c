//! Which of a set of names was probably meant.

pub use hookc_schema::spelling::distance;

/// The longest word that is compared; a longer one is no misspelling of anything here.
const LONGEST: usize = 64;

/// Whether `word` is probably `name`, mistyped: few letters differ for its length, or only case and separators do.
pub fn is_misspelling(word: &str, name: &str) -> bool {
    if word == name || word.len() > LONGEST || word.chars().count() < 3 {
        return false;
    }
    let allowed = match name.chars().count() {
        0..=3 => 0,
        4..=6 => 1,
        _ => 2,
    };
    distance(word, name) <= allowed
}

/// The name nearest to `word`, when it is probably meant.
pub fn nearest<'a>(word: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    if word.len() > LONGEST {
        return None;
    }
    names
        .into_iter()
        .map(|name| (distance(word, name), name))
        .filter(|(distance, name)| *distance <= (name.chars().count() / 3).min(4))
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn case_alone_is_a_misspelling() {
        assert!(is_misspelling("failclosed", "failClosed"));
        assert!(!is_misspelling("failClosed", "failClosed"));
    }

    #[test]
    fn a_short_word_is_not_stretched_to_a_name() {
        assert!(!is_misspelling("tip", "type"));
        assert_eq!(nearest("x", ["stop"]), None);
    }
}
