//! Command lines that no shell was meant to read.

use super::*;

#[test]
fn a_line_of_a_megabyte() {
    survives_in_every_format(one_command(&"a".repeat(1 << 20)));
    survives(one_command(&"./hooks/a.sh && ".repeat(1 << 16)));
}

#[test]
fn constructs_that_never_end() {
    for opening in
        ["$(", "`", "\"$(", "${", "(", "{ ", "'", "\"", "<<A\n", "sh -c '", "if a; then ", "case a in "]
    {
        survives(one_command(&opening.repeat(60_000 / opening.len())));
    }
}

#[test]
fn constructs_that_never_stop() {
    for part in [
        "env ",
        "A=b ",
        "cd a && ",
        "a | ",
        "a || true; ",
        "cmd /c ",
        "powershell -Command ",
        "../",
        "\\",
        "/a b",
        "/Users/ann/x ",
        "{{file}} ",
        "%A%",
        "$A",
    ] {
        survives(one_command(&part.repeat(60_000 / part.len())));
    }
}
