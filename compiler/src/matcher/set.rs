//! Tables as sets of subjects: their boolean combinations, and shortest members.

use std::collections::{HashMap, HashSet, VecDeque};

use hookc_runtime::Table;
use hookc_runtime::table::{ACCEPT, MAX_STATES, REJECT};

use super::draft::Draft;

/// How many pairs of states a proof may visit before it is given up.
const MAX_PAIRS: usize = 50_000;

/// The table of all subjects for which `choose` holds of what the two tables say; `None` when it would be too large.
pub(super) fn combine(left: &Table, right: &Table, choose: impl Fn(bool, bool) -> bool) -> Option<Table> {
    let (classes, representatives) = joint_classes(left, right);
    let mut draft = Draft::new(classes, representatives.len());
    let mut numbers: HashMap<(u16, u16), u32> = HashMap::new();
    let mut order = Vec::new();
    let mut number = |pair: (u16, u16), order: &mut Vec<(u16, u16)>| {
        if pair.0 <= ACCEPT && pair.1 <= ACCEPT {
            return u32::from(if choose(pair.0 == ACCEPT, pair.1 == ACCEPT) { ACCEPT } else { REJECT });
        }
        *numbers.entry(pair).or_insert_with(|| {
            order.push(pair);
            order.len() as u32 + 1
        })
    };
    draft.start = number((left.start(), right.start()), &mut order);
    let mut done = 0;
    while let Some(&(a, b)) = order.get(done) {
        done += 1;
        for &byte in &representatives {
            draft.cells.push(number((left.step(a, byte), right.step(b, byte)), &mut order));
        }
        draft.accepts.push(choose(left.accepts(a), right.accepts(b)));
        if order.len() > MAX_STATES {
            return None;
        }
    }
    draft.into_table()
}

fn joint_classes(left: &Table, right: &Table) -> ([u8; 256], Vec<u8>) {
    let mut known: HashMap<(u8, u8), u8> = HashMap::new();
    let mut representatives = Vec::new();
    let classes = std::array::from_fn(|byte| {
        let byte = byte as u8;
        let next = representatives.len() as u8;
        *known.entry((left.class(byte), right.class(byte))).or_insert_with(|| {
            representatives.push(byte);
            next
        })
    });
    (classes, representatives)
}

/// The answer to "is there a subject such that …".
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Proof {
    /// There is; this is a shortest one.
    Example(String),
    /// There is none.
    Impossible,
    /// It was not decided: a pattern has no automaton, or the search became too long.
    Unknown,
}

impl Proof {
    /// The example, if there is one.
    pub fn example(self) -> Option<String> {
        match self {
            Self::Example(example) => Some(example),
            Self::Impossible | Self::Unknown => None,
        }
    }
}

/// Searches for a shortest well-formed text for which `choose` holds of what the two tables say.
pub(super) fn find(left: &Table, right: &Table, choose: impl Fn(bool, bool) -> bool) -> Proof {
    let first = (left.start(), right.start(), Phase::Boundary);
    let mut known = HashSet::from([first]);
    let mut visited = vec![Visit { pair: first, came_from: 0, byte: 0 }];
    let mut pending = VecDeque::from([0]);
    let bytes = preferred_bytes(left, right);
    while let Some(at) = pending.pop_front() {
        let (a, b, phase) = visited[at].pair;
        if phase == Phase::Boundary && choose(left.accepts(a), right.accepts(b)) {
            return Proof::Example(text_to(&visited, at));
        }
        let settled = a <= ACCEPT && b <= ACCEPT && phase == Phase::Boundary;
        if settled {
            continue;
        }
        for &byte in &bytes[phase as usize] {
            let Some(next_phase) = phase.after(byte) else { continue };
            let pair = (left.step(a, byte), right.step(b, byte), next_phase);
            if known.insert(pair) {
                pending.push_back(visited.len());
                visited.push(Visit { pair, came_from: at, byte });
            }
        }
        if visited.len() > MAX_PAIRS {
            return Proof::Unknown;
        }
    }
    Proof::Impossible
}

struct Visit {
    pair: (u16, u16, Phase),
    came_from: usize,
    byte: u8,
}

fn text_to(visited: &[Visit], mut at: usize) -> String {
    let mut bytes = Vec::new();
    while at != 0 {
        bytes.push(visited[at].byte);
        at = visited[at].came_from;
    }
    bytes.reverse();
    decode(&bytes)
}

/// Reads back what [`subject`](hookc_runtime::units::subject) wrote.
fn decode(bytes: &[u8]) -> String {
    let mut units = Vec::with_capacity(bytes.len());
    for &byte in bytes {
        let bits = u16::from(byte);
        match byte {
            0x00..=0x7f => units.push(bits),
            0x80..=0xbf => {
                if let Some(unit) = units.last_mut() {
                    *unit = *unit << 6 | bits & 0x3f;
                }
            }
            0xc0..=0xdf => units.push(bits & 0x1f),
            0xe0..=0xff => units.push(bits & 0x0f),
        }
    }
    String::from_utf16_lossy(&units)
}

/// Where in a character the bytes of a well-formed subject have arrived.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Phase {
    Boundary,
    /// One, two more bytes of any value.
    OneMore,
    TwoMore,
    /// The second byte decides whether the form was the shortest.
    AfterE0,
    /// The second byte decides whether this is a surrogate.
    AfterEd,
    /// The last byte of a high surrogate, then the first and the second byte of its low one.
    HighLast,
    LowFirst,
    LowSecond,
}

const PHASES: [Phase; 8] = [
    Phase::Boundary,
    Phase::OneMore,
    Phase::TwoMore,
    Phase::AfterE0,
    Phase::AfterEd,
    Phase::HighLast,
    Phase::LowFirst,
    Phase::LowSecond,
];

impl Phase {
    const fn after(self, byte: u8) -> Option<Self> {
        Some(match (self, byte) {
            (Self::Boundary, 0x00..=0x7f) => Self::Boundary,
            (Self::Boundary, 0xc2..=0xdf) => Self::OneMore,
            (Self::Boundary, 0xe0) => Self::AfterE0,
            (Self::Boundary, 0xed) => Self::AfterEd,
            (Self::Boundary, 0xe1..=0xef) => Self::TwoMore,
            (Self::OneMore, 0x80..=0xbf) => Self::Boundary,
            (Self::TwoMore, 0x80..=0xbf) => Self::OneMore,
            (Self::AfterE0, 0xa0..=0xbf) => Self::OneMore,
            (Self::AfterEd, 0x80..=0x9f) => Self::OneMore,
            (Self::AfterEd, 0xa0..=0xaf) => Self::HighLast,
            (Self::HighLast, 0x80..=0xbf) => Self::LowFirst,
            (Self::LowFirst, 0xed) => Self::LowSecond,
            (Self::LowSecond, 0xb0..=0xbf) => Self::OneMore,
            _ => return None,
        })
    }
}

/// For each phase one byte of every kind that matters, readable ones first.
fn preferred_bytes(left: &Table, right: &Table) -> [Vec<u8>; 8] {
    let letters = (b'a'..=b'z').chain(b'A'..=b'Z').chain(b'0'..=b'9');
    let order: Vec<u8> = letters.chain(b' '..=b'~').chain(0..=255).collect();
    PHASES.map(|phase| {
        let mut known = HashSet::new();
        let legal = order.iter().copied().filter_map(|byte| Some((byte, phase.after(byte)?)));
        let fresh = legal.filter(|&(byte, next)| known.insert((left.class(byte), right.class(byte), next)));
        fresh.map(|(byte, _)| byte).collect()
    })
}
