//! Files whose bytes are no hooks.

use super::*;

#[test]
fn an_empty_file_is_no_json() {
    assert_eq!(check_file("", &["invalid-json"]), (Some(1), vec![1]));
}

#[test]
fn a_file_of_nul_bytes_is_no_json() {
    let (code, counts) = check_file(vec![0; 100_000], &["invalid-json"]);
    assert!(code == Some(1) && counts[0] > 0, "{code:?} {counts:?}");
    survives_in_every_format([0; 3]);
}

#[test]
fn bytes_that_are_no_text_are_said_to_be_none() {
    let text = hooks_file(&[("stop", "{ \"command\": \"say \u{1}\" }".to_owned())]);
    let bytes: Vec<u8> =
        text.bytes().flat_map(|byte| if byte == 1 { vec![0xFF; 100_000] } else { vec![byte] }).collect();
    let (code, counts) = check_file(bytes, &["invalid-utf8"]);
    assert!(code == Some(1) && counts[0] > 0, "{code:?} {counts:?}");
    survives_in_every_format([0xC3, 0x28, 0xF0, 0x9F, 0x92]);
}

#[test]
fn a_program_is_no_hooks_file() {
    let bytes: Vec<u8> = (0..=255_u8).cycle().take(200_000).collect();
    survives_in_every_format(bytes);
}
