//! The place of a parsed text in its source.

use crate::source::{SourceId, Span};

/// The end of an escape: in the decoded text, and in the text of the source.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Escape {
    decoded: u32,
    source: u32,
}

impl Escape {
    pub(super) fn new(decoded: usize, source: usize) -> Self {
        let offset = |offset| u32::try_from(offset).unwrap_or(u32::MAX);
        Self {
            decoded: offset(decoded),
            source: offset(source),
        }
    }
}

/// Where a text begins in its source, and which of its parts are escapes there.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Origin<'a> {
    source: SourceId,
    start: u32,
    escapes: &'a [Escape],
}

impl<'a> Origin<'a> {
    /// Creates the origin of a text that is a whole source.
    pub(crate) fn new(source: SourceId) -> Self {
        Self {
            source,
            start: 0,
            escapes: &[],
        }
    }

    /// Creates the origin of the text in a string with quotes.
    pub(super) fn within(string: Span, escapes: &'a [Escape]) -> Self {
        Self {
            source: string.source,
            start: string.start.saturating_add(1),
            escapes,
        }
    }

    /// Returns the place of a part of the text.
    pub(crate) fn span(self, start: u32, end: u32) -> Span {
        Span {
            source: self.source,
            start: self.offset(start),
            end: self.offset(end),
        }
    }

    fn offset(self, offset: u32) -> u32 {
        let before = self
            .escapes
            .partition_point(|escape| escape.decoded <= offset);
        let inner = match before.checked_sub(1).map(|last| self.escapes[last]) {
            Some(escape) => escape.source.saturating_add(offset - escape.decoded),
            None => offset,
        };
        self.start.saturating_add(inner)
    }
}
