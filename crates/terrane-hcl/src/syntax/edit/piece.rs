//! Parts of a file whose text is edited.

use std::ops::Range;

use crate::diagnostic::Diagnostics;
use crate::source::Source;
use crate::syntax::ast::{BodyForm, NativeBody};
use crate::syntax::messages::body::several_items;
use crate::syntax::parse_file;

/// The text of an argument, of the first lines of a block, or of a block on one line.
#[derive(Debug, Clone, Default)]
pub(super) struct Piece {
    pub(super) text: String,
    /// The place in the text that was parsed. New pieces have none.
    origin: Option<Range<usize>>,
    /// The edits in the order of their places.
    edits: Vec<Edit>,
}

#[derive(Debug, Clone)]
struct Edit {
    /// The place in the text that was parsed, from the start of the piece.
    original: Range<usize>,
    /// The length of the new text.
    length: usize,
}

impl Piece {
    pub(super) fn new(text: &str, origin: Option<Range<usize>>) -> Self {
        Self {
            text: text.to_owned(),
            origin,
            edits: Vec::new(),
        }
    }

    pub(super) fn forget_origin(&mut self) {
        self.origin = None;
    }

    /// Returns the present place of a span of the text that was parsed. There is none if the span ends inside of an edit.
    pub(super) fn place(&self, span: &Range<usize>) -> Option<Range<usize>> {
        let origin = self.origin.as_ref()?;
        if span.start < origin.start || origin.end < span.end {
            return None;
        }
        let start = self.present(span.start - origin.start)?;
        let end = self.present(span.end - origin.start)?;
        (start <= end).then_some(start..end)
    }

    fn present(&self, offset: usize) -> Option<usize> {
        let (mut added, mut removed) = (0, 0);
        for edit in &self.edits {
            if offset <= edit.original.start {
                break;
            }
            if offset < edit.original.end {
                return None;
            }
            added += edit.length;
            removed += edit.original.len();
        }
        Some(offset + added - removed)
    }

    /// Returns the offset before all edits. An offset inside of an edit is the start or the end of the edit.
    fn original(&self, offset: usize, is_end: bool) -> usize {
        let mut shift = Shift::default();
        for edit in &self.edits {
            let start = shift.present(edit.original.start);
            let end = start + edit.length;
            if offset < start || is_end && offset == start {
                break;
            }
            if offset < end || is_end && offset == end {
                return if is_end {
                    edit.original.end
                } else {
                    edit.original.start
                };
            }
            shift.add(edit);
        }
        shift.original(offset)
    }

    /// Replaces a part of the present text.
    fn replace(&mut self, place: Range<usize>, text: &str) {
        let start = self.original(place.start, false);
        let end = self.original(place.end, true);
        let mut shift = Shift::default();
        self.edits.retain(|edit| {
            let first = shift.present(edit.original.start);
            shift.add(edit);
            first + edit.length <= place.start || place.end <= first
        });
        self.edits.push(Edit {
            original: start..end.max(start),
            length: text.len(),
        });
        self.edits.sort_by_key(|edit| edit.original.start);
        self.text.replace_range(place, text);
    }

    /// Returns the piece with another text at a place, if the text is still a single item of the same kind.
    pub(super) fn replaced(
        &self,
        place: Range<usize>,
        text: &str,
        end: &str,
    ) -> Result<(Self, NativeBody), Diagnostics> {
        let mut piece = self.clone();
        piece.replace(place, text);
        let body = item(&(piece.text.clone() + end))?;
        Ok((piece, body))
    }
}

/// The difference between the offsets before and after the edits up to a place.
#[derive(Default)]
struct Shift {
    added: usize,
    removed: usize,
}

impl Shift {
    fn present(&self, original: usize) -> usize {
        original + self.added - self.removed
    }

    fn original(&self, present: usize) -> usize {
        present + self.removed - self.added
    }

    fn add(&mut self, edit: &Edit) {
        self.added += edit.length;
        self.removed += edit.original.len();
    }
}

/// Parses a text that must be one item, so that it changes nothing else.
pub(super) fn item(text: &str) -> Result<NativeBody, Diagnostics> {
    let file = parse_file(&Source::detached("", text.to_owned())).into_result()?;
    let missing = file.body.missing_item();
    match file.body.form {
        BodyForm::Native(body) if body.attributes.len() + body.blocks.len() == 1 => Ok(body),
        _ => Err(several(missing)),
    }
}

/// Returns the error for a text that is not the one item that is expected.
pub(super) fn several(place: crate::source::Span) -> Diagnostics {
    let mut diagnostics = Diagnostics::new();
    diagnostics.push(several_items().at(place));
    diagnostics
}
