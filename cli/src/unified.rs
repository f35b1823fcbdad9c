//! The unified difference of two texts.
//!
//! Lines are compared by number: the search for a difference is a generic function of what it compares, and for texts the crate makes
//! every algorithm that it has, for every way to hold them.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::time::{Duration, Instant};

use similar::algorithms::{Capture, Compact, Replace, myers};
use similar::{DiffOp, group_diff_ops};

/// How long the smallest difference of two texts is looked for; a larger one is as right.
const TIME: Duration = Duration::from_secs(2);

/// So many equal lines are shown around what differs.
const CONTEXT: usize = 3;

/// What leads from one text to another; empty for equal texts.
pub(crate) fn unified(before: &str, after: &str, shown: &str) -> String {
    let old: Vec<&str> = before.split_inclusive('\n').collect();
    let new: Vec<&str> = after.split_inclusive('\n').collect();
    let hunks = group_diff_ops(differences(&old, &new), CONTEXT);
    let mut out = String::new();
    if !hunks.is_empty() {
        // A `String` takes whatever is written.
        let _ = writeln!(out, "--- a/{shown}\n+++ b/{shown}");
    }
    for hunk in &hunks {
        push_hunk(&mut out, hunk, &old, &new);
    }
    out
}

fn differences(old: &[&str], new: &[&str]) -> Vec<DiffOp> {
    let mut numbers = HashMap::new();
    let old = numbered(old, &mut numbers);
    let new = numbered(new, &mut numbers);
    let deadline = Instant::now().checked_add(TIME);
    let mut found = Compact::new(Replace::new(Capture::new()), old.as_slice(), new.as_slice());
    match myers::diff_deadline_raw(
        &mut found,
        old.as_slice(),
        0..old.len(),
        new.as_slice(),
        0..new.len(),
        deadline,
    ) {
        Ok(()) => found.into_inner().into_inner().into_ops(),
    }
}

/// Each line as a number, the same for equal lines.
fn numbered<'t>(lines: &[&'t str], numbers: &mut HashMap<&'t str, usize>) -> Vec<usize> {
    let number = |line: &&'t str| {
        let next = numbers.len();
        *numbers.entry(line).or_insert(next)
    };
    lines.iter().map(number).collect()
}

fn push_hunk(out: &mut String, hunk: &[DiffOp], old: &[&str], new: &[&str]) {
    let (Some(first), Some(last)) = (hunk.first(), hunk.last()) else { return };
    let olds = range(first.old_range().start, last.old_range().end);
    let news = range(first.new_range().start, last.new_range().end);
    let _ = writeln!(out, "@@ -{olds} +{news} @@");
    for op in hunk {
        if let DiffOp::Equal { .. } = op {
            push_lines(out, ' ', &old[op.old_range()]);
        } else {
            push_lines(out, '-', &old[op.old_range()]);
            push_lines(out, '+', &new[op.new_range()]);
        }
    }
}

fn push_lines(out: &mut String, sign: char, lines: &[&str]) {
    for line in lines {
        out.push(sign);
        out.push_str(line);
        if !line.ends_with('\n') {
            out.push_str("\n\\ No newline at end of file\n");
        }
    }
}

/// Where lines stand, as `patch` reads it: an empty range begins at the line before it, and one line needs no length.
fn range(start: usize, end: usize) -> String {
    match end - start {
        0 => format!("{start},0"),
        1 => (start + 1).to_string(),
        length => format!("{},{length}", start + 1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_difference_is_one_that_patch_reads() {
        insta::assert_snapshot!(unified("a\nb\nc", "a\nx\nc", "f"), @r"
        --- a/f
        +++ b/f
        @@ -1,3 +1,3 @@
         a
        -b
        +x
         c
        \ No newline at end of file
        ");
    }

    #[test]
    fn equal_texts_have_no_difference() {
        assert_eq!(unified("a\n", "a\n", "f"), "");
    }

    #[test]
    fn what_is_far_apart_is_told_apart() {
        let before = (0..30).map(|line| format!("{line}\n")).collect::<Vec<_>>().concat();
        let after = before.replace("\n3\n", "\n").replace("\n25\n", "\n25\nnew\n");
        insta::assert_snapshot!(unified(&before, &after, "f"));
    }

    #[test]
    fn a_text_can_begin_and_end() {
        insta::assert_snapshot!(unified("", "a\n", "f") + &unified("a\nb", "", "f"), @r"
        --- a/f
        +++ b/f
        @@ -0,0 +1 @@
        +a
        --- a/f
        +++ b/f
        @@ -1,2 +0,0 @@
        -a
        -b
        \ No newline at end of file
        ");
    }
}
