//! An automaton under construction: made minimal, then packed into a [`Table`].

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use hookc_runtime::table::{ACCEPT, MAX_STATES, REJECT, Table};

const BYTES: usize = 256;
/// How many cells may be looked at while making an automaton minimal. Beyond that it is packed as it is: larger, but right.
const MAX_REFINEMENT_WORK: usize = 600_000;

/// States 0 and 1 are [`REJECT`] and [`ACCEPT`]; all rows have the same width.
pub(super) struct Draft {
    /// The column of each byte.
    pub(super) classes: [u8; BYTES],
    pub(super) width: usize,
    pub(super) start: u32,
    pub(super) cells: Vec<u32>,
    pub(super) accepts: Vec<bool>,
}

impl Draft {
    /// An automaton that has no states but the fixed two.
    pub(super) fn new(classes: [u8; BYTES], width: usize) -> Self {
        let fixed = [REJECT, ACCEPT].map(u32::from);
        let cells = fixed.into_iter().flat_map(|state| std::iter::repeat_n(state, width)).collect();
        Self { classes, width, start: u32::from(REJECT), cells, accepts: vec![false, true] }
    }

    /// The smallest equal table; `None` when even that is too large.
    pub(super) fn into_table(self) -> Option<Table> {
        let blocks = self.equivalent_states();
        let merged = self.merge(&blocks)?;
        merged.pack()
    }

    fn states(&self) -> usize {
        self.accepts.len()
    }

    fn row(&self, state: usize) -> &[u32] {
        &self.cells[state * self.width..][..self.width]
    }

    /// Moore's algorithm: the block of each state. Blocks are numbered in the order of their first states, so the fixed two keep their numbers.
    fn equivalent_states(&self) -> Vec<u32> {
        let mut blocks: Vec<u32> = self.accepts.iter().map(|&accepts| u32::from(accepts)).collect();
        let mut count = 2;
        let mut work = 0;
        loop {
            work += self.cells.len();
            if work > MAX_REFINEMENT_WORK {
                return (0..self.states() as u32).collect();
            }
            let mut known: RowMap<u32> =
                RowMap::with_capacity_and_hasher(count, BuildHasherDefault::default());
            let refined: Vec<u32> = (0..self.states())
                .map(|state| {
                    let targets = self.row(state).iter().map(|&target| blocks[target as usize]);
                    let signature = std::iter::once(blocks[state]).chain(targets).collect();
                    let next = known.len() as u32;
                    *known.entry(signature).or_insert(next)
                })
                .collect();
            let refined_count = known.len();
            blocks = refined;
            if refined_count == count {
                return blocks;
            }
            count = refined_count;
        }
    }

    fn merge(&self, blocks: &[u32]) -> Option<Self> {
        let count = blocks.iter().max().map_or(0, |&last| last as usize + 1);
        if count > MAX_STATES {
            return None;
        }
        let mut merged = Self::new(self.classes, self.width);
        merged.start = blocks[self.start as usize];
        for (state, &block) in blocks.iter().enumerate() {
            if block as usize == merged.states() {
                merged.cells.extend(self.row(state).iter().map(|&target| blocks[target as usize]));
                merged.accepts.push(self.accepts[state]);
            }
        }
        Some(merged)
    }

    /// Joins the columns that no row tells apart.
    fn pack(self) -> Option<Table> {
        let column =
            |class: usize| (0..self.states()).map(|state| self.row(state)[class]).collect::<Vec<_>>();
        let mut known: RowMap<u8> = RowMap::default();
        let mut kept = Vec::new();
        let new_class: Vec<u8> = (0..self.width)
            .map(|class| {
                let next = known.len() as u8;
                *known.entry(column(class)).or_insert_with(|| {
                    kept.push(class);
                    next
                })
            })
            .collect();
        let next = (0..self.states())
            .flat_map(|state| kept.iter().map(move |&class| (state, class)))
            .map(|(state, class)| self.row(state)[class] as u16)
            .collect();
        let classes = self.classes.map(|class| new_class[usize::from(class)]);
        Table::new(classes, kept.len() as u16, self.start as u16, next, self.accepts).ok()
    }
}

type RowMap<V> = HashMap<Vec<u32>, V, BuildHasherDefault<RowHasher>>;

/// A fast hash for rows of states. Nobody gains by colliding rows: the sizes are bounded.
#[derive(Default)]
struct RowHasher(u64);

impl RowHasher {
    /// An odd number without pattern: the golden ratio in 64 bits.
    const MULTIPLIER: u64 = 0x9e37_79b9_7f4a_7c15;
}

impl Hasher for RowHasher {
    fn finish(&self) -> u64 {
        self.0 ^ self.0 >> 29
    }

    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.0 = (self.0.rotate_left(5) ^ u64::from_le_bytes(word)).wrapping_mul(Self::MULTIPLIER);
        }
    }
}
