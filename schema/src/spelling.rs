//! How far one spelling is from another.

/// The number of letters to insert, delete, replace or swap with a neighbour to get from one word to the other, case folded. Takes time with the
/// product of the lengths, which callers bound.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn swapped_neighbours_count_once() {
        assert_eq!(distance("beforeShellExecutoin", "beforeShellExecution"), 1);
    }
}
