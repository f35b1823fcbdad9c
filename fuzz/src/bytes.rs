//! Bytes as other things.

/// Takes the first byte away; an empty input has 0.
pub fn split_first(data: &[u8]) -> (u8, &[u8]) {
    data.split_first().map_or((0, data), |(&first, rest)| (first, rest))
}

/// One entry of a table, chosen by a byte.
pub fn choose<T: Copy>(choices: &[T], byte: u8) -> T {
    choices[usize::from(byte) % choices.len()]
}

/// The text of bytes. Every byte sequence is some text, so that no mutation is lost.
pub fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Code units beyond ASCII that regular expressions treat in a way of their own: case partners across scripts, line ends, spaces, word
/// characters that are none, both halves of pairs.
const UNITS: [u16; 32] = [
    0xe9, 0xc9, 0x17f, 0x212a, 0xb5, 0x3bc, 0x39c, 0xdf, 0x1e9e, 0x2028, 0x2029, 0xa0, 0xfeff, 0x85, 0x180e,
    0x131, 0x130, 0x1c4, 0x1c5, 0x1c6, 0xd83d, 0xde00, 0xde01, 0xd800, 0xdfff, 0xffff, 0x3c2, 0x3c3, 0x2126, 0x3c9,
    0x390, 0x1fd3,
];

/// UTF-16 code units of bytes: ASCII stands for itself, every other byte for one of 32 unusual units.
pub fn units(bytes: &[u8]) -> Vec<u16> {
    let unit = |&byte: &u8| if byte < 0x80 { u16::from(byte) } else { choose(&UNITS, byte) };
    bytes.iter().map(unit).collect()
}

/// Code units with the place of their character in the text that they read as, in which a lone surrogate is U+FFFD; and that text's length.
pub fn placed(units: &[u16]) -> (Vec<(usize, u16)>, usize) {
    let mut placed = Vec::with_capacity(units.len());
    let mut length = 0;
    for decoded in char::decode_utf16(units.iter().copied()) {
        let units = match decoded {
            Ok(character) => character.encode_utf16(&mut [0; 2]).to_vec(),
            Err(ref lone) => vec![lone.unpaired_surrogate()],
        };
        placed.extend(units.into_iter().map(|unit| (length, unit)));
        length += decoded.unwrap_or(char::REPLACEMENT_CHARACTER).len_utf8();
    }
    (placed, length)
}

/// The parts of an input that separators of one byte divide; at most `count`, the last one with the rest.
pub fn parts(data: &[u8], separator: u8, count: usize) -> Vec<&[u8]> {
    data.splitn(count, |&byte| byte == separator).collect()
}
