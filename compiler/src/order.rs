//! Sorting by places. The sort of the standard library is made anew, in some kilobytes, for every type that is sorted; this one sorts
//! numbers, whatever they are the places of.

/// Sorts by numbers; what has the same ones stays in its order.
pub(crate) fn by_place<T>(items: &mut [T], place: impl Fn(&T) -> (usize, usize)) {
    if items.is_sorted_by_key(&place) {
        return;
    }
    let places = items.iter().enumerate().map(|(index, item)| (place(item), index)).collect();
    let mut target = targets(places);
    for at in 0..items.len() {
        // Each swap brings one item to where it belongs.
        while target[at] != at {
            let to = target[at];
            items.swap(at, to);
            target.swap(at, to);
        }
    }
}

/// Where each item goes.
fn targets(mut places: Vec<((usize, usize), usize)>) -> Vec<usize> {
    places.sort_unstable();
    let mut target = vec![0; places.len()];
    for (to, (_, from)) in places.into_iter().enumerate() {
        target[from] = to;
    }
    target
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::by_place;

    proptest! {
        #[test]
        fn it_sorts_as_the_standard_library_does(items in proptest::collection::vec((0_usize..6, 0_usize..3, any::<u8>()), 0..40)) {
            let mut sorted = items.clone();
            sorted.sort_by_key(|item| (item.0, item.1));
            let mut ours = items;
            by_place(&mut ours, |item| (item.0, item.1));
            prop_assert_eq!(ours, sorted);
        }
    }
}
