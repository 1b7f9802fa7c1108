//! Source texts, and places in them.

use std::borrow::Cow;
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use bytes::Bytes;
use unicode_segmentation::UnicodeSegmentation;

pub(crate) const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// The number of a source text in a [`Sources`].
#[derive(Debug, Clone, Copy, PartialEq, Default, Eq)]
pub struct SourceId(u32);

/// A range of bytes of a source text.
///
/// Lines and columns are computed from it when a diagnostic is shown, see [`Source::position`].
#[derive(Debug, Clone, Copy, PartialEq, Default, Eq)]
pub struct Span {
    /// The source text.
    pub source: SourceId,
    /// The offset of the first byte.
    pub start: u32,
    /// The offset after the last byte.
    pub end: u32,
}

/// A place in a source text as editors show it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Position {
    /// The line, counted from 1.
    pub line: usize,
    /// The column, counted from 1 in grapheme clusters. In JSON syntax a tab counts as two columns and a carriage return as none, as in hosts.
    pub column: usize,
}

/// A source text with its name, such as the path of a file.
///
/// Cloning is cheap.
#[derive(Debug, Clone)]
pub struct Source(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    id: SourceId,
    name: Box<str>,
    text: Bytes,
    /// The offset of each line's first byte.
    lines: OnceLock<Box<[u32]>>,
    /// Columns inside of long lines, in the order of their offsets.
    columns: OnceLock<Box<[Column]>>,
    /// Whether the text is in JSON syntax.
    is_json: AtomicBool,
}

/// The column of a grapheme cluster inside of a long line.
#[derive(Debug, Clone, Copy)]
struct Column {
    /// The offset of the cluster's first byte.
    offset: u32,
    /// The number of columns before it on its line.
    before: usize,
}

/// The distance in bytes between the columns that are kept of a long line.
const COLUMN_DISTANCE: u32 = 1 << 6;

/// The source texts of one configuration. Diagnostics are rendered with them.
///
/// ```
/// let mut sources = terrane_hcl::Sources::new();
/// let source = sources.add("main.tf", "a = 1\n");
/// assert_eq!(sources.get(source.id()).unwrap().name(), "main.tf");
/// ```
#[derive(Debug, Clone, Default)]
pub struct Sources(Vec<Source>);

impl Sources {
    /// Creates an empty collection.
    pub const fn new() -> Self {
        Self(Vec::new())
    }

    /// Adds a source text.
    ///
    /// # Panics
    ///
    /// Panics if there are 2<sup>32</sup> source texts already.
    pub fn add(&mut self, name: impl Into<Box<str>>, text: impl Into<Bytes>) -> Source {
        let id = u32::try_from(self.0.len()).expect("fewer source texts than addresses");
        let source = Source::with_id(SourceId(id), name.into(), text.into());
        self.0.push(source.clone());
        source
    }

    /// Iterates over the source texts in the order in which they were added.
    ///
    /// ```
    /// use terrane_hcl::Sources;
    ///
    /// let mut sources = Sources::new();
    /// sources.add("main.tf", "a = 1");
    /// assert!(sources.iter().all(|source| source.name() == "main.tf"));
    /// ```
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &Source> {
        self.0.iter()
    }

    /// Finds a source text by its number.
    pub fn get(&self, id: SourceId) -> Option<&Source> {
        self.0.get(usize::try_from(id.0).ok()?)
    }
}

impl Source {
    /// Creates a source text that belongs to no [`Sources`].
    ///
    /// Its spans are meaningful only next to this source text, for example for a template that a function reads and whose errors are put
    /// into words at once.
    pub fn detached(name: impl Into<Box<str>>, text: impl Into<Bytes>) -> Self {
        Self::with_id(SourceId(u32::MAX), name.into(), text.into())
    }

    pub(crate) fn with_id(id: SourceId, name: Box<str>, text: Bytes) -> Self {
        Self(Arc::new(Inner {
            id,
            name,
            text,
            lines: OnceLock::new(),
            columns: OnceLock::new(),
            is_json: AtomicBool::new(false),
        }))
    }

    /// Returns the number.
    pub fn id(&self) -> SourceId {
        self.0.id
    }

    /// Returns the name.
    pub fn name(&self) -> &str {
        &self.0.name
    }

    /// Returns the bytes of the text, which need not be UTF-8.
    pub fn bytes(&self) -> &Bytes {
        &self.0.text
    }

    /// Records that the text is in JSON syntax, which has its own columns.
    pub(crate) fn mark_as_json(&self) {
        self.0.is_json.store(true, Ordering::Relaxed);
    }

    fn is_json(&self) -> bool {
        self.0.is_json.load(Ordering::Relaxed)
    }

    /// Returns the line and the column of a byte.
    pub fn position(&self, offset: u32) -> Position {
        let lines = self.lines();
        let line = lines.partition_point(|start| *start <= offset);
        let known = self.known_column(lines[line - 1], offset);
        let text = self.slice(known.offset, offset);
        Position {
            line,
            column: 1 + known.before + count_columns(text, self.is_json()),
        }
    }

    /// Returns the positions of a span's start and end.
    ///
    /// In JSON syntax a span of one byte has one column, also if the byte is a line break. Such is the place of a missing quote.
    pub fn range(&self, span: Span) -> (Position, Position) {
        let start = self.position(span.start);
        if self.is_json() && span.end == span.start.saturating_add(1) {
            let column = start.column + 1;
            return (start, Position { column, ..start });
        }
        (start, self.position(span.end))
    }

    /// Returns a part of the text.
    pub(crate) fn part(&self, start: u32, end: u32) -> Cow<'_, str> {
        String::from_utf8_lossy(self.slice(start, end))
    }

    /// Returns the part of a line before a byte.
    pub(crate) fn line_before(&self, offset: u32) -> Cow<'_, str> {
        let lines = self.lines();
        let line = lines.partition_point(|start| *start <= offset);
        self.part(self.first_column(lines[line - 1], offset), offset)
    }

    /// Returns a column before an offset, from which the clusters up to the offset are counted.
    fn known_column(&self, line: u32, offset: u32) -> Column {
        if offset.saturating_sub(line) > COLUMN_DISTANCE {
            let columns = self.columns();
            let index = columns.partition_point(|column| column.offset <= offset);
            if let Some(index) = index.checked_sub(1)
                && columns[index].offset > line
            {
                return columns[index];
            }
        }
        Column {
            offset: self.first_column(line, offset),
            before: 0,
        }
    }

    /// Returns the offset of a line's first column. A byte order mark is no part of the first line.
    fn first_column(&self, line: u32, end: u32) -> u32 {
        if line == 0 && self.slice(0, end).starts_with(BYTE_ORDER_MARK) {
            return 3;
        }
        line
    }

    /// Returns a line's text without its line break. Lines are counted from 1.
    pub fn line(&self, line: usize) -> Option<Cow<'_, str>> {
        let (start, end) = self.line_range(line)?;
        let text = self.slice(start, end);
        let without_newline = text.strip_suffix(b"\n").unwrap_or(text);
        let without_break = without_newline
            .strip_suffix(b"\r")
            .unwrap_or(without_newline);
        Some(String::from_utf8_lossy(without_break))
    }

    /// Returns the offsets of a line's first byte and of the byte after its line break.
    fn line_range(&self, line: usize) -> Option<(u32, u32)> {
        let lines = self.lines();
        let start = *lines.get(line.checked_sub(1)?)?;
        let end = lines.get(line).copied().unwrap_or(u32::MAX);
        Some((start, end))
    }

    /// Writes a span as `main.tf:3,5-10`, or as `main.tf:3,5-4,1` if it ends on another line.
    pub fn locate(&self, span: Span) -> String {
        let (start, end) = self.range(span);
        if start.line == end.line {
            format!("{}:{start}-{}", self.name(), end.column)
        } else {
            format!("{}:{start}-{end}", self.name())
        }
    }

    fn slice(&self, start: u32, end: u32) -> &[u8] {
        let text = &self.0.text;
        let clamp = |offset: u32| {
            usize::try_from(offset)
                .unwrap_or(usize::MAX)
                .min(text.len())
        };
        &text[clamp(start)..clamp(end)]
    }

    /// Returns the text with some spans replaced, or nothing if two of the spans overlap or one lies outside of the text.
    ///
    /// ```
    /// use terrane_hcl::{Source, syntax};
    ///
    /// let source = Source::detached("x", "f(a, g(b)) # a");
    /// let references = syntax::references(&syntax::parse_expression(&source).value);
    /// let edits = references.iter().map(|it| (it.root.span, format!("new_{}", it.root.name)));
    /// assert_eq!(source.edited(edits).unwrap(), b"f(new_a, g(new_b)) # a");
    /// ```
    pub fn edited(
        &self,
        edits: impl IntoIterator<Item = (Span, impl AsRef<[u8]>)>,
    ) -> Option<Vec<u8>> {
        let mut sorted_edits: Vec<_> = edits.into_iter().collect();
        sorted_edits.sort_by_key(|(span, _)| (span.start, span.end));
        let mut edited = Vec::with_capacity(self.0.text.len());
        let mut end = 0;
        for (span, text) in &sorted_edits {
            let (start, after) = (span.start.try_into().ok()?, span.end.try_into().ok()?);
            edited.extend_from_slice(self.0.text.get(end..start)?);
            edited.extend_from_slice(text.as_ref());
            self.0.text.get(start..after)?;
            end = after;
        }
        edited.extend_from_slice(self.0.text.get(end..)?);
        Some(edited)
    }

    /// Returns the columns inside of long lines. Without them, each position on a long line would cost a walk over the line.
    fn columns(&self) -> &[Column] {
        self.0.columns.get_or_init(|| {
            let lines = self.lines();
            let ends = lines[1..].iter().copied().chain([u32::MAX]);
            let mut columns = Vec::new();
            for (start, end) in lines.iter().copied().zip(ends) {
                let first = self.first_column(start, end);
                let text = self.slice(first, end);
                let mut next = first.saturating_add(COLUMN_DISTANCE);
                let mut before = 0;
                for (offset, width) in cluster_offsets(text, self.is_json()) {
                    let offset = first.saturating_add(u32::try_from(offset).unwrap_or(u32::MAX));
                    if offset >= next {
                        columns.push(Column { offset, before });
                        next = offset.saturating_add(COLUMN_DISTANCE);
                    }
                    before += width;
                }
            }
            columns.into()
        })
    }

    fn lines(&self) -> &[u32] {
        self.0.lines.get_or_init(|| {
            let text: &[u8] = &self.0.text;
            let mut lines = vec![0];
            for (offset, byte) in (1_u32..).zip(text) {
                if *byte == b'\n' {
                    lines.push(offset);
                }
            }
            lines.into()
        })
    }
}

impl Span {
    /// Returns the span from the start of this one to the end of another one.
    #[must_use]
    pub fn to(self, end: Self) -> Self {
        Self {
            end: end.end.max(self.start),
            ..self
        }
    }

    /// Returns the empty span at the end.
    #[must_use]
    pub(crate) fn after(self) -> Self {
        Self {
            start: self.end,
            ..self
        }
    }

    /// Returns whether a span lies inside of this one.
    pub fn contains(self, other: Self) -> bool {
        self.source == other.source && self.start <= other.start && other.end <= self.end
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.line, self.column)
    }
}

/// Counts columns. Each byte that is not UTF-8 counts as one.
fn count_columns(text: &[u8], is_json: bool) -> usize {
    if text.is_ascii() && !text.contains(&b'\r') && !(is_json && text.contains(&b'\t')) {
        return text.len();
    }
    cluster_offsets(text, is_json).map(|(_, width)| width).sum()
}

/// Returns the offset of each grapheme cluster with the number of its columns. Each byte that is not UTF-8 is one cluster.
fn cluster_offsets(text: &[u8], is_json: bool) -> impl Iterator<Item = (usize, usize)> {
    let mut start = 0;
    text.utf8_chunks().flat_map(move |chunk| {
        let valid = start;
        let invalid = valid + chunk.valid().len();
        start = invalid + chunk.invalid().len();
        let mut rest = chunk.valid();
        let clusters = std::iter::from_fn(move || {
            let (length, width) = if is_json {
                first_json_cluster(rest)?
            } else {
                (first_cluster(rest)?, 1)
            };
            let offset = invalid - rest.len();
            rest = &rest[length..];
            Some((offset, width))
        });
        clusters.chain((invalid..start).map(|offset| (offset, 1)))
    })
}

/// Returns the length of the first grapheme cluster.
fn first_cluster(text: &str) -> Option<usize> {
    match text.as_bytes() {
        // Only a carriage return joins a following character of ASCII.
        [first, second, ..] if *first != b'\r' && first.is_ascii() && second.is_ascii() => Some(1),
        _ => text.graphemes(true).next().map(str::len),
    }
}

/// Returns the length and the columns of the first grapheme cluster in JSON syntax. Nothing joins the characters around a string and its escapes.
fn first_json_cluster(text: &str) -> Option<(usize, usize)> {
    match text.as_bytes().first()? {
        b'\t' => Some((1, 2)),
        b'\r' => Some((1, 0)),
        b'"' | b'\\' => Some((1, 1)),
        _ => first_cluster(text).map(|length| (length, 1)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_of_long_lines_count_grapheme_clusters() {
        let unit = "ab\u{301}é\r\u{1f468}\u{200d}\u{1f467}\u{1f1e9}\u{1f1ea}\u{600}c ".as_bytes();
        let line = [unit.repeat(40), b"\xff\xe2\x82".to_vec(), unit.repeat(40)].concat();
        for mark in [&b""[..], BYTE_ORDER_MARK] {
            let text = [mark, &line, b"\n", &line, b"\r\n"].concat();
            let source = Source::detached("x", text.clone());
            let second = mark.len() + line.len() + 1;
            for (number, start) in [(1, mark.len()), (2, second)] {
                for length in 0..=line.len() {
                    let counted = text[start..start + length]
                        .utf8_chunks()
                        .map(|chunk| chunk.valid().graphemes(true).count() + chunk.invalid().len());
                    let expected = Position {
                        line: number,
                        column: 1 + counted.sum::<usize>(),
                    };
                    let offset = u32::try_from(start + length).unwrap();
                    assert_eq!(source.position(offset), expected, "byte {offset}");
                }
            }
        }
    }

    #[test]
    fn columns_of_json_syntax_are_those_of_hosts() {
        let source = Source::detached("x", "{\t\r\"e\u{301}\": 1\r\n\"".to_owned());
        source.mark_as_json();
        let columns = [0, 1, 2, 3, 4, 7, 8].map(|offset| source.position(offset).column);
        assert_eq!(columns, [1, 2, 4, 4, 5, 6, 7]);
        let span = |start, end| Span {
            source: source.id(),
            start,
            end,
        };
        assert_eq!(source.locate(span(12, 13)), "x:1,10-11");
        assert_eq!(source.locate(span(13, 14)), "x:2,1-2");
        assert_eq!(source.locate(span(14, 15)), "x:2,2-3");
    }

    #[test]
    fn spans_that_overlap_or_lie_outside_are_not_replaced() {
        let source = Source::detached("x", "0123456789");
        let edited = |spans: &[(u32, u32)]| {
            let spans = spans.iter().map(|(start, end)| Span {
                source: source.id(),
                start: *start,
                end: *end,
            });
            let edited = source.edited(spans.map(|span| (span, "-")))?;
            Some(String::from_utf8(edited).unwrap())
        };
        assert_eq!(edited(&[(5, 7), (0, 1)]).as_deref(), Some("-1234-789"));
        assert_eq!(edited(&[(1, 2), (2, 10), (1, 1)]).as_deref(), Some("0---"));
        assert_eq!(edited(&[(1, 3), (2, 4)]), None);
        assert_eq!(edited(&[(9, 11)]), None);
        assert_eq!(edited(&[(3, 2)]), None);
    }

    #[test]
    fn positions_on_a_long_line_take_linear_time() {
        let source = Source::detached("x", "é".repeat(1 << 16));
        let columns = (0..1 << 16).map(|number| source.position(2 * number).column);
        assert!(columns.eq(1..=1 << 16));
    }
}
