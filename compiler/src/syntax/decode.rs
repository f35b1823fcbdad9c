//! Bytes to text, as a JavaScript host reads them, with a word on every byte that is no text.

use crate::span::Span;

use super::MAX_FAULTS;

/// The text of a file.
///
/// A byte order mark stays in the text, so that offsets stay true; the parser skips one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decoded {
    /// The text; what could not be decoded is U+FFFD.
    pub text: String,
    /// How the bytes were read.
    pub encoding: Encoding,
    /// What is wrong with them, in order of place; at most [`MAX_FAULTS`].
    pub faults: Vec<EncodingFault>,
}

/// How characters are written as bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Encoding {
    /// UTF-8, the only encoding that hosts read.
    Utf8,
    /// UTF-16, low byte first.
    Utf16Le,
    /// UTF-16, high byte first.
    Utf16Be,
}

impl Encoding {
    /// The usual name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Utf8 => "UTF-8",
            Self::Utf16Le => "UTF-16LE",
            Self::Utf16Be => "UTF-16BE",
        }
    }
}

/// A fault of the bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EncodingFault {
    /// What is wrong.
    pub kind: EncodingFaultKind,
    /// The first byte at fault, counted in the file as it is on disk.
    pub byte: usize,
    /// The place in the decoded text.
    pub span: Span,
}

/// What can be wrong with bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EncodingFaultKind {
    /// The file is UTF-16, which no host reads.
    Utf16,
    /// One or more neighbouring bytes that are not UTF-8. A JavaScript host reads U+FFFD and goes on.
    InvalidUtf8,
    /// Half of a surrogate pair, or half of a code unit, in a UTF-16 file.
    InvalidUtf16,
}

/// Reads bytes as text: UTF-8 unless a byte order mark or the zero bytes of ASCII in UTF-16 say otherwise.
///
/// Every maximal ill-formed subsequence becomes one U+FFFD, as in `TextDecoder`; neighbours share one fault.
pub fn decode(bytes: &[u8]) -> Decoded {
    match encoding_of(bytes) {
        Encoding::Utf8 => utf8(bytes),
        encoding => utf16(bytes, encoding),
    }
}

fn encoding_of(bytes: &[u8]) -> Encoding {
    match bytes {
        [0xFF, 0xFE, ..] => Encoding::Utf16Le,
        [0xFE, 0xFF, ..] => Encoding::Utf16Be,
        [low, 0, second, 0, ..] if *low != 0 && *second != 0 => Encoding::Utf16Le,
        [0, low, 0, second, ..] if *low != 0 && *second != 0 => Encoding::Utf16Be,
        _ => Encoding::Utf8,
    }
}

fn utf8(bytes: &[u8]) -> Decoded {
    let mut faults = Vec::new();
    let text = match std::str::from_utf8(bytes) {
        Ok(text) => text.to_owned(),
        Err(_) => utf8_lossy(bytes, &mut faults),
    };
    Decoded { text, encoding: Encoding::Utf8, faults }
}

fn utf8_lossy(bytes: &[u8], faults: &mut Vec<EncodingFault>) -> String {
    let mut text = String::with_capacity(bytes.len());
    let mut byte = 0;
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        byte += chunk.valid().len();
        if !chunk.invalid().is_empty() {
            replace(&mut text, faults, EncodingFaultKind::InvalidUtf8, byte);
            byte += chunk.invalid().len();
        }
    }
    text
}

fn utf16(bytes: &[u8], encoding: Encoding) -> Decoded {
    let unit = |pair: [u8; 2]| match encoding {
        Encoding::Utf16Be => u16::from_be_bytes(pair),
        Encoding::Utf8 | Encoding::Utf16Le => u16::from_le_bytes(pair),
    };
    let (pairs, rest) = bytes.as_chunks::<2>();
    let mut text = String::with_capacity(bytes.len() / 2);
    let mut faults = vec![EncodingFault { kind: EncodingFaultKind::Utf16, byte: 0, span: Span::default() }];
    let mut byte = 0;
    for decoded in char::decode_utf16(pairs.iter().map(|&pair| unit(pair))) {
        if let Ok(character) = decoded {
            text.push(character);
            byte += 2 * character.len_utf16();
        } else {
            replace(&mut text, &mut faults, EncodingFaultKind::InvalidUtf16, byte);
            byte += 2;
        }
    }
    if !rest.is_empty() {
        replace(&mut text, &mut faults, EncodingFaultKind::InvalidUtf16, byte);
    }
    Decoded { text, encoding, faults }
}

/// Writes one U+FFFD, and a fault unless the character before it has one already.
fn replace(text: &mut String, faults: &mut Vec<EncodingFault>, kind: EncodingFaultKind, byte: usize) {
    let start = text.len();
    text.push(char::REPLACEMENT_CHARACTER);
    let span = Span::new(start, text.len());
    let is_full = faults.len() == MAX_FAULTS;
    match faults.last_mut() {
        Some(last) if last.kind == kind && last.span.end == span.start => last.span.end = span.end,
        _ if is_full => {}
        _ => faults.push(EncodingFault { kind, byte, span }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn faults(bytes: &[u8]) -> Vec<(EncodingFaultKind, usize, Span)> {
        decode(bytes).faults.iter().map(|fault| (fault.kind, fault.byte, fault.span)).collect()
    }

    #[test]
    fn plain_utf8_is_taken_as_it_is() {
        let decoded = decode("{\"é\": \"😀\"}".as_bytes());
        assert_eq!(decoded.text, "{\"é\": \"😀\"}");
        assert_eq!(decoded.faults, []);
    }

    #[test]
    fn a_byte_order_mark_stays_in_the_text() {
        assert_eq!(decode(b"\xEF\xBB\xBF{}").text, "\u{feff}{}");
    }

    #[test]
    fn an_invalid_byte_becomes_a_replacement_character_with_both_places() {
        let decoded = decode(b"\"\xE9\"");
        assert_eq!(decoded.text, "\"\u{fffd}\"");
        assert_eq!(faults(b"\"\xE9\""), [(EncodingFaultKind::InvalidUtf8, 1, Span::new(1, 4))]);
    }

    #[test]
    fn a_cut_off_sequence_is_one_replacement_character() {
        assert_eq!(decode(b"\xE2\x82x").text, "\u{fffd}x");
        assert_eq!(decode(b"\xF0\x80\x80").text, "\u{fffd}\u{fffd}\u{fffd}");
    }

    #[test]
    fn neighbouring_invalid_bytes_share_one_fault() {
        assert_eq!(faults(b"a\xFF\xFFb\xFF").len(), 2);
    }

    #[test]
    fn the_byte_offset_counts_bytes_on_disk() {
        assert_eq!(faults(b"\xFF--\xFF").last().unwrap().1, 3);
    }

    #[test]
    fn a_flood_of_invalid_bytes_keeps_few_faults() {
        assert_eq!(decode(&b"\xFF-".repeat(10_000)).faults.len(), MAX_FAULTS);
    }

    #[test]
    fn utf16_is_read_with_a_mark_and_without() {
        for encoding in [Encoding::Utf16Le, Encoding::Utf16Be] {
            for mark in ["", "\u{feff}"] {
                let text = format!("{mark}{{\"é\": \"😀\"}}");
                let bytes: Vec<u8> = text
                    .encode_utf16()
                    .flat_map(|unit| match encoding {
                        Encoding::Utf16Be => unit.to_be_bytes(),
                        _ => unit.to_le_bytes(),
                    })
                    .collect();
                let decoded = decode(&bytes);
                assert_eq!(decoded.text, text);
                assert_eq!(decoded.encoding, encoding);
                assert_eq!(decoded.faults.len(), 1);
            }
        }
    }

    #[test]
    fn half_a_code_unit_at_the_end_of_utf16_is_a_fault() {
        assert_eq!(faults(b"\xFF\xFE{\0}\0x").last().unwrap().0, EncodingFaultKind::InvalidUtf16);
    }

    #[test]
    fn a_zero_byte_alone_does_not_make_utf16() {
        assert_eq!(decode(b"{\0}").encoding, Encoding::Utf8);
        assert_eq!(decode(b"{\0 \"a\": 1}").encoding, Encoding::Utf8);
    }
}
