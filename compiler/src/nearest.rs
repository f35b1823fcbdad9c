//! Which of a set of names was probably meant.

/// The number of letters to insert, delete, replace or swap with a neighbour to get from one word to the other, case folded.
pub fn distance(from: &str, to: &str) -> usize {
    let from: Vec<char> = from.chars().flat_map(char::to_lowercase).collect();
    let to: Vec<char> = to.chars().flat_map(char::to_lowercase).collect();
    let mut before_last = vec![0; to.len() + 1];
    let mut last: Vec<usize> = (0..=to.len()).collect();
    for (i, letter) in from.iter().enumerate() {
        let mut row = vec![i + 1];
        for (j, other) in to.iter().enumerate() {
            let mut best = (last[j] + usize::from(letter != other)).min(last[j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && *letter == to[j - 1] && from[i - 1] == *other {
                best = best.min(before_last[j - 1] + 1);
            }
            row.push(best);
        }
        before_last = std::mem::replace(&mut last, row);
    }
    last[to.len()]
}

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
    fn swapped_neighbours_count_once() {
        assert_eq!(distance("beforeShellExecutoin", "beforeShellExecution"), 1);
    }

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
