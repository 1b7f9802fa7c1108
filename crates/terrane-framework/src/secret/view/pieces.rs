//! A view in pieces: copied from its source, or decoded.

use std::ops::Range;

/// A byte between the parts of a view. No UTF-8 text contains it.
pub(super) const BARRIER: u8 = 0xff;

/// A view of a layer with escapes or lists of numbers decoded.
#[derive(Default)]
pub(super) struct View {
    bytes: Vec<u8>,
    pieces: Vec<Piece>,
}

/// A part of a view. It ends where the next one starts.
#[derive(Clone, Copy)]
struct Piece {
    /// The position in the view.
    start: u16,
    /// The position in the source.
    origin: u16,
    /// The length in the source of a decoded piece. 0 if the piece is copied.
    decoded: u16,
}

impl View {
    pub(super) fn clear(&mut self) {
        self.truncate(0);
    }

    pub(super) fn truncate(&mut self, length: usize) {
        self.bytes.truncate(length);
        let kept = self
            .pieces
            .partition_point(|piece| usize::from(piece.start) < length);
        self.pieces.truncate(kept);
    }

    pub(super) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    pub(super) fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    pub(super) fn len(&self) -> usize {
        self.bytes.len()
    }

    /// Appends decoded bytes.
    pub(super) fn push(&mut self, bytes: &[u8], origin: Range<usize>) {
        self.append(bytes, origin.start, origin.len());
    }

    /// Appends a part of the source.
    pub(super) fn copy(&mut self, source: &[u8], part: Range<usize>) {
        if !part.is_empty() {
            self.append(&source[part.clone()], part.start, 0);
        }
    }

    /// Appends a barrier in place of a part of the source.
    pub(super) fn separate(&mut self, part: Range<usize>) {
        self.append(&[BARRIER], part.start, part.len().max(1));
    }

    fn append(&mut self, bytes: &[u8], origin: usize, decoded: usize) {
        // A text is searched in pieces of less than 64 KiB.
        let [start, origin, decoded] = [self.bytes.len(), origin, decoded]
            .map(|number| u16::try_from(number).unwrap_or(u16::MAX));
        self.pieces.push(Piece {
            start,
            origin,
            decoded,
        });
        self.bytes.extend_from_slice(bytes);
    }

    /// The number of pieces that start at a position or before it.
    fn pieces_until(&self, position: usize) -> usize {
        self.pieces
            .partition_point(|piece| usize::from(piece.start) <= position)
    }

    /// Returns the part of the source that a byte comes from.
    pub(super) fn origin(&self, position: usize) -> Range<usize> {
        let piece = self.pieces[self.pieces_until(position) - 1];
        let origin = usize::from(piece.origin);
        match piece.decoded {
            0 => {
                let origin = origin + position - usize::from(piece.start);
                origin..origin + 1
            }
            length => origin..origin + usize::from(length),
        }
    }

    /// Whether a part of the view contains decoded bytes.
    pub(super) fn is_decoded(&self, part: Range<usize>) -> bool {
        let first = self.pieces_until(part.start) - 1;
        let pieces = self.pieces[first..].iter();
        let mut inside = pieces.take_while(|piece| usize::from(piece.start) < part.end);
        inside.any(|piece| piece.decoded > 0)
    }
}
