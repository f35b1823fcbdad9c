//! The lines of a text that a finding is about, cut out and made safe to print.
//!
//! What is drawn is bounded by the width of the terminal and not by the text: a minified file is one line of a megabyte, and ten
//! thousand findings may point into it. So everything here walks outward from the labels, never from the start of the line.

use std::ops::Range;

use super::Source;
use super::escape::{is_unsafe, push_visible};

/// Lines shown before and after a labelled one.
const CONTEXT_LINES: usize = 1;
/// A label over more lines than this is drawn on its first line only.
const MAX_LABEL_LINES: usize = 4;
/// What stands where text was cut away.
const CUT: char = '…';
/// A tab, so that underlines need no tab stops.
const TAB: &str = "    ";

/// Something to say about a range of bytes of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Label {
    pub(super) range: Range<usize>,
    pub(super) text: String,
    pub(super) primary: bool,
}

/// Some lines that follow one another, and the labels on them.
#[derive(Debug)]
pub(super) struct Excerpt {
    /// The index of the first line, from 0.
    pub(super) first_line: usize,
    /// The lines as they are shown, each ended by `\n`.
    pub(super) text: String,
    /// The labels in order of their place, their ranges in `text`; no two that have one line only overlap.
    pub(super) labels: Vec<Label>,
    /// The byte of the original text to name in the heading: where the primary label begins, else the first one.
    pub(super) place: usize,
}

/// What was cut out, and which labels found no room: those on a far part of a long line, and those on top of another.
#[derive(Debug)]
pub(super) struct Excerpts {
    pub(super) shown: Vec<Excerpt>,
    pub(super) left_out: Vec<Label>,
}

/// Cuts out the lines around the labels, the excerpt of the primary label first. A line takes about `columns` columns.
pub(super) fn excerpts(source: &Source, labels: &[Label], columns: usize) -> Excerpts {
    let mut placed: Vec<_> = labels.iter().map(|label| Placed::new(source, label)).collect();
    placed.sort_by_key(|label| (label.range.start, label.range.end));
    let mut result = Excerpts { shown: Vec::new(), left_out: Vec::new() };
    for group in neighbours(placed) {
        if let Some(excerpt) = cut_out(source, group, columns, &mut result.left_out) {
            result.shown.push(excerpt);
        }
    }
    result.shown.sort_by_key(|excerpt| !excerpt.labels.iter().any(|label| label.primary));
    result
}

/// A label with the lines it is drawn on, both included.
struct Placed<'l> {
    label: &'l Label,
    range: Range<usize>,
    first_line: usize,
    last_line: usize,
}

impl<'l> Placed<'l> {
    fn new(source: &Source, label: &'l Label) -> Self {
        let start = source.text.floor_char_boundary(label.range.start);
        let end = source.text.ceil_char_boundary(label.range.end).max(start);
        let first_line = source.line_of(start);
        let last_line = source.line_of(if end > start { end - 1 } else { end });
        let last_line = if last_line - first_line < MAX_LABEL_LINES { last_line } else { first_line };
        let start = start.min(source.line(first_line).end);
        let end = end.min(source.line(last_line).end).max(start);
        Self { label, range: start..end, first_line, last_line }
    }

    fn has_one_line(&self) -> bool {
        self.first_line == self.last_line
    }

    fn is_on(&self, line: usize) -> bool {
        (self.first_line..=self.last_line).contains(&line)
    }
}

/// The labels, sorted by place, in groups whose lines with context touch.
fn neighbours(labels: Vec<Placed>) -> Vec<Vec<Placed>> {
    let mut groups: Vec<Vec<Placed>> = Vec::new();
    let mut reach = 0;
    for label in labels {
        let last = label.last_line + CONTEXT_LINES;
        match groups.last_mut() {
            Some(group) if label.first_line <= reach + CONTEXT_LINES + 1 => group.push(label),
            _ => groups.push(vec![label]),
        }
        reach = reach.max(last);
    }
    groups
}

fn cut_out(
    source: &Source,
    mut group: Vec<Placed>,
    columns: usize,
    left_out: &mut Vec<Label>,
) -> Option<Excerpt> {
    let first_line = group.first()?.first_line.saturating_sub(CONTEXT_LINES);
    let last_labelled = group.iter().map(|label| label.last_line).max()?;
    let last_line = last_labelled.max((last_labelled + CONTEXT_LINES).min(source.last_line_with_text()));
    group.sort_by_key(|label| !label.label.primary);

    let mut drawing = Drawing::default();
    for line in first_line..=last_line {
        let focus = group.iter().find(|label| label.is_on(line)).map(|label| &label.range);
        drawing.add_line(source, line, focus, columns);
    }

    let place = group.first()?.range.start;
    let mut labels = Vec::new();
    let mut taken: Vec<Range<usize>> = Vec::new();
    for placed in group {
        match drawing.shown(&placed.range) {
            Some(range) if !placed.has_one_line() || !taken.iter().any(|other| overlap(other, &range)) => {
                if placed.has_one_line() {
                    taken.push(range.clone());
                }
                labels.push(Label { range, ..placed.label.clone() });
            }
            _ => left_out.push(placed.label.clone()),
        }
    }
    labels.sort_by_key(|label| label.range.start);
    Some(Excerpt { first_line, text: drawing.text, labels, place })
}

/// Whether two underlines would need the same column; an empty range is drawn one column wide.
fn overlap(left: &Range<usize>, right: &Range<usize>) -> bool {
    left.start < right.end.max(right.start + 1) && right.start < left.end.max(left.start + 1)
}

/// The shown lines, and where each character of the original that is shown stands in them.
#[derive(Default)]
struct Drawing {
    text: String,
    /// (offset in the original, offset in `text`) of every shown character and of the end of every shown part, ascending.
    offsets: Vec<(usize, usize)>,
}

impl Drawing {
    fn add_line(&mut self, source: &Source, line: usize, focus: Option<&Range<usize>>, columns: usize) {
        let whole = source.line(line);
        let focus = focus.map_or(whole.start..whole.start, |focus| {
            focus.start.clamp(whole.start, whole.end)..focus.end.clamp(whole.start, whole.end)
        });
        let part = visible_part(source.text, &whole, &focus, columns);
        if part.start > whole.start {
            self.text.push(CUT);
        }
        for (at, character) in source.text[part.clone()].char_indices() {
            self.offsets.push((part.start + at, self.text.len()));
            match character {
                '\t' => self.text.push_str(TAB),
                _ => push_visible(&mut self.text, character),
            }
        }
        self.offsets.push((part.end, self.text.len()));
        if part.end < whole.end {
            self.text.push(CUT);
        }
        self.text.push('\n');
    }

    /// Where a range of the original stands, or what is shown of it; `None` when all of it was cut away.
    fn shown(&self, range: &Range<usize>) -> Option<Range<usize>> {
        let first = self.offsets.partition_point(|(original, _)| *original < range.start);
        let last = self.offsets.partition_point(|(original, _)| *original <= range.end).checked_sub(1)?;
        (first <= last).then(|| self.offsets[first].1..self.offsets[last].1)
    }
}

/// The part of a line that is shown: all of it if it fits, else what fits around the focus.
fn visible_part(text: &str, line: &Range<usize>, focus: &Range<usize>, columns: usize) -> Range<usize> {
    let focus_columns = text[focus.clone()].chars().map(columns_of).take(columns).sum::<usize>();
    let room = columns.saturating_sub(focus_columns).max(columns / 4);
    let before = &text[line.start..focus.start];
    let start = match step_back(before, room) {
        0 => line.start,
        _ => line.start + step_back(before, room / 2),
    };
    let end = start + step_forward(&text[start..line.end], columns);
    if end < line.end {
        return start..end;
    }
    // The line ends before the columns do, so there is more room for what stands before.
    start.min(line.start + step_back(&text[line.clone()], columns))..end
}

/// The offset from which the rest of the text takes no more than so many columns.
fn step_back(text: &str, columns: usize) -> usize {
    let mut used = 0;
    for (at, character) in text.char_indices().rev() {
        used += columns_of(character);
        if used > columns {
            return at + character.len_utf8();
        }
    }
    0
}

/// The offset up to which the text takes no more than so many columns.
fn step_forward(text: &str, columns: usize) -> usize {
    let mut used = 0;
    for (at, character) in text.char_indices() {
        used += columns_of(character);
        if used > columns {
            return at;
        }
    }
    text.len()
}

/// About how many columns a character takes once it is escaped; exactness is the drawing's business.
fn columns_of(character: char) -> usize {
    match character {
        '\t' => TAB.len(),
        _ if is_unsafe(character) => 8,
        '\u{1100}'.. => 2,
        _ => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::super::sample::file;
    use super::*;

    /// Lines and underlined texts of the excerpts; labels are the parts of `text` in `parts`, the first one primary.
    fn cut(text: &str, parts: &[&str], columns: usize) -> (Vec<String>, Vec<String>, usize) {
        let labels: Vec<_> = parts
            .iter()
            .enumerate()
            .map(|(index, part)| {
                let start = text.find(part).unwrap();
                Label { range: start..start + part.len(), text: String::new(), primary: index == 0 }
            })
            .collect();
        let checked = file("f", text);
        let cut = excerpts(&Source::new(&checked), &labels, columns);
        let underlined = |excerpt: &Excerpt| {
            excerpt
                .labels
                .iter()
                .map(|label| excerpt.text[label.range.clone()].to_owned())
                .collect::<Vec<_>>()
        };
        (
            cut.shown.iter().map(|excerpt| excerpt.text.clone()).collect(),
            cut.shown.iter().flat_map(underlined).collect(),
            cut.left_out.len(),
        )
    }

    #[test]
    fn a_line_is_shown_with_its_neighbours() {
        let (texts, underlined, _) = cut("a\nb\nccc\nd\ne\n", &["ccc"], 80);
        assert_eq!((texts, underlined), (vec!["b\nccc\nd\n".to_owned()], vec!["ccc".to_owned()]));
    }

    #[test]
    fn labels_that_are_near_share_an_excerpt() {
        let (texts, underlined, _) = cut("one\n2\n3\nfour\n", &["four", "one"], 80);
        assert_eq!(texts, ["one\n2\n3\nfour\n"]);
        assert_eq!(underlined, ["one", "four"]);
    }

    #[test]
    fn labels_that_are_far_apart_have_their_own_and_the_primary_comes_first() {
        let (texts, underlined, _) = cut("one\n2\n3\n4\n5\n6\nseven\n", &["seven", "one"], 80);
        assert_eq!(texts, ["6\nseven\n", "one\n2\n"]);
        assert_eq!(underlined, ["seven", "one"]);
    }

    #[test]
    fn a_long_line_is_cut_around_the_label() {
        let text = format!("{}needle{}", "x".repeat(50_000), "y".repeat(50_000));
        let (texts, underlined, _) = cut(&text, &["needle"], 40);
        assert_eq!(texts, [format!("…{}needle{}…\n", "x".repeat(17), "y".repeat(17))]);
        assert_eq!(underlined, ["needle"]);
    }

    #[test]
    fn near_the_end_of_a_line_the_text_before_fills_the_room() {
        let text = format!("{}end", "x".repeat(100));
        assert_eq!(cut(&text, &["end"], 40).0, [format!("…{}end\n", "x".repeat(37))]);
    }

    #[test]
    fn a_label_wider_than_the_terminal_is_cut_at_its_end() {
        let text = format!("{}\"{}\"", "x".repeat(100), "n".repeat(500));
        let long = "\"".to_owned() + &"n".repeat(500);
        let (texts, underlined, left_out) = cut(&text, &[&long], 40);
        assert!(texts[0].chars().count() <= 43, "{texts:?}");
        assert!(underlined[0].starts_with("\"nnn") && left_out == 0, "{underlined:?}");
    }

    #[test]
    fn another_label_on_a_far_part_of_the_line_is_left_out() {
        let text = format!("first{}second", " ".repeat(1000));
        assert_eq!(cut(&text, &["first", "second"], 40).2, 1);
    }

    #[test]
    fn a_label_on_top_of_another_is_left_out_and_the_primary_stays() {
        let (_, underlined, left_out) = cut("abcdef", &["cd", "bcde"], 40);
        assert_eq!((underlined, left_out), (vec!["cd".to_owned()], 1));
    }

    #[test]
    fn control_characters_and_tabs_move_the_underline_with_them() {
        let (texts, underlined, _) = cut("\t\u{1b}[31mred\u{1b}[0m", &["red"], 80);
        assert_eq!(texts, ["    \\u{1b}[31mred\\u{1b}[0m\n"]);
        assert_eq!(underlined, ["red"]);
    }

    #[test]
    fn line_ends_of_windows_are_line_ends() {
        assert_eq!(cut("a\r\nb\r\nc\r\n", &["b"], 80).0, ["a\nb\nc\n"]);
    }

    #[test]
    fn a_label_over_many_lines_is_drawn_on_its_first() {
        let (texts, underlined, _) = cut("x\n[a\n2\n3\n4\n5]\ny", &["[a\n2\n3\n4\n5]"], 80);
        assert_eq!((texts, underlined), (vec!["x\n[a\n2\n".to_owned()], vec!["[a".to_owned()]));
    }

    #[test]
    fn a_label_over_a_few_lines_is_drawn_whole() {
        let (_, underlined, _) = cut("x\n[a\n2]\ny", &["[a\n2]"], 80);
        assert_eq!(underlined, ["[a\n2]"]);
    }

    #[test]
    fn an_empty_text_has_an_empty_line_to_point_at() {
        let (texts, underlined, _) = cut("", &[""], 80);
        assert_eq!((texts, underlined), (vec!["\n".to_owned()], vec![String::new()]));
    }

    #[test]
    fn the_end_of_the_text_can_be_pointed_at() {
        let checked = file("f", "{\n");
        let label = Label { range: 2..2, text: String::new(), primary: true };
        let cut = excerpts(&Source::new(&checked), &[label], 80);
        assert_eq!(cut.shown[0].text, "{\n\n");
        assert_eq!(cut.shown[0].labels[0].range, 2..2);
    }
}
