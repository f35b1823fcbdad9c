//! From byte offsets to lines and columns.

/// Where the lines of a text begin, and how many bytes its characters take.
#[derive(Debug)]
pub(crate) struct LineIndex {
    line_starts: Vec<u32>,
    /// After each character of more than one byte: the offset of its end, and how many bytes more than characters there were up to it.
    surplus: Vec<(u32, u32)>,
}

impl LineIndex {
    pub(crate) fn new(text: &str) -> Self {
        let mut line_starts = vec![0];
        let mut surplus = Vec::new();
        let mut extra = 0;
        for (at, byte) in text.bytes().enumerate() {
            if byte == b'\n' {
                line_starts.push(at as u32 + 1);
            } else if byte & 0b1100_0000 == 0b1000_0000 {
                extra += 1;
                surplus.push((at as u32 + 1, extra));
            }
        }
        Self { line_starts, surplus }
    }

    /// Line and column of a byte offset, both from 1; a column is a Unicode scalar value.
    pub(crate) fn line_column(&self, offset: u32) -> (u32, u32) {
        let line = self.line_starts.partition_point(|start| *start <= offset);
        let start = self.line_starts[line - 1];
        let bytes = offset - start;
        (line as u32, bytes - (self.surplus_before(offset) - self.surplus_before(start)) + 1)
    }

    fn surplus_before(&self, offset: u32) -> u32 {
        match self.surplus.partition_point(|(end, _)| *end <= offset) {
            0 => 0,
            count => self.surplus[count - 1].1,
        }
    }
}
