//! The same work on many items, on all cores, with the results in the items' order.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Below this many items the threads would cost more than they bring.
const WORTH_THREADS: usize = 24;

/// Applies `work` to every item.
pub fn map<T: Sync, R: Send>(items: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    map_with(items, || (), |(), item| work(item))
}

/// Applies `work` to every item, with a state that each thread makes for itself and keeps from item to item.
pub fn map_with<S, T: Sync, R: Send>(
    items: &[T],
    state: impl Fn() -> S + Sync,
    work: impl Fn(&mut S, &T) -> R + Sync,
) -> Vec<R> {
    let workers = match items.len() {
        0..WORTH_THREADS => 1,
        _ => cores(),
    };
    if workers == 1 {
        let mut state = state();
        return items.iter().map(|item| work(&mut state, item)).collect();
    }
    let next = AtomicUsize::new(0);
    let mut done: Vec<(usize, R)> = std::thread::scope(|scope| {
        let run = || {
            let (mut state, mut done) = (state(), Vec::new());
            loop {
                let at = next.fetch_add(1, Ordering::Relaxed);
                let Some(item) = items.get(at) else { return done };
                done.push((at, work(&mut state, item)));
            }
        };
        let threads: Vec<_> = (1..workers).map(|_| scope.spawn(run)).collect();
        let mut all = run();
        for thread in threads {
            match thread.join() {
                Ok(done) => all.extend(done),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        all
    });
    done.sort_unstable_by_key(|(at, _)| *at);
    done.into_iter().map(|(_, result)| result).collect()
}

/// Gives back the memory of what is no longer needed, beside what is still to be done where there is much of it.
pub fn give_back<T: Send + 'static>(items: Vec<T>) {
    if items.len() >= WORTH_THREADS {
        // Where no thread can be had the items are dropped with the closure.
        let _ = std::thread::Builder::new().spawn(move || drop(items));
    }
}

/// How many threads run at once. Asking the system takes several files.
fn cores() -> usize {
    static CORES: OnceLock<usize> = OnceLock::new();
    *CORES.get_or_init(|| std::thread::available_parallelism().map_or(1, std::num::NonZero::get))
}

#[cfg(test)]
mod tests {
    #[test]
    fn results_keep_the_order_of_the_items() {
        let items: Vec<u64> = (0..1000).collect();
        assert_eq!(
            super::map(&items, |item| item * 2),
            items.iter().map(|item| item * 2).collect::<Vec<_>>()
        );
    }
}
