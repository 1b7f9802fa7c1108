//! The layers of encodings around a view, and the origins of its bytes.

use std::ops::Range;

use super::digits::Digits;
use super::pieces::View;

/// A text, or a view of an outer layer.
pub(in crate::secret) struct Layer<'a> {
    bytes: &'a [u8],
    outer: Option<(Decoding<'a>, &'a Layer<'a>)>,
}

/// How a layer results from its outer layer.
#[derive(Clone, Copy)]
enum Decoding<'a> {
    Escapes(&'a View),
    Numbers(&'a View),
    Digits(&'a Digits),
}

impl<'a> Layer<'a> {
    pub(in crate::secret) fn of_text(bytes: &'a [u8]) -> Self {
        Self { bytes, outer: None }
    }

    pub(super) fn of_escapes(view: &'a View, outer: &'a Layer<'a>) -> Self {
        Self {
            bytes: view.bytes(),
            outer: Some((Decoding::Escapes(view), outer)),
        }
    }

    pub(super) fn of_numbers(view: &'a View, outer: &'a Layer<'a>) -> Self {
        Self {
            bytes: view.bytes(),
            outer: Some((Decoding::Numbers(view), outer)),
        }
    }

    pub(super) fn of_digits(digits: &'a Digits, outer: &'a Layer<'a>) -> Self {
        Self {
            bytes: digits.decoded(),
            outer: Some((Decoding::Digits(digits), outer)),
        }
    }

    pub(in crate::secret) fn bytes(&self) -> &'a [u8] {
        self.bytes
    }

    pub(super) fn has_decoded_escapes(&self) -> bool {
        matches!(self.outer, Some((Decoding::Escapes(_), _)))
    }

    /// Whether a part of the layer is not in the outer layer in the same form.
    pub(super) fn is_new(&self, part: Range<usize>) -> bool {
        match self.outer {
            Some((Decoding::Escapes(view), _)) => view.is_decoded(part),
            _ => true,
        }
    }

    /// Returns the part of the text that a part of the layer comes from.
    pub(in crate::secret) fn origin(&self, part: Range<usize>) -> Range<usize> {
        let Some((decoding, outer)) = &self.outer else {
            return part;
        };
        outer.origin(match decoding {
            Decoding::Escapes(view) | Decoding::Numbers(view) => {
                view.origin(part.start).start..view.origin(part.end - 1).end
            }
            Decoding::Digits(digits) => digits.origin(part),
        })
    }
}
