//! Views of a text: the text with its escapes and encodings decoded, layer by layer.

mod decoded;
mod digits;
mod entity;
mod escape;
mod layer;
mod numbers;
mod pieces;

use self::digits::{Digits, Encoding};
use self::escape::Kinds;
pub(super) use self::escape::decode_all;
pub(super) use self::layer::Layer;
use self::pieces::View;
use super::index::BLOCK;

/// The number of layers of encodings that are decoded, such as JSON within Base64 within a URL. Escapes are decoded once more.
///
/// Decoding all kinds of escapes at once also decodes the escapes that a secret itself contains. One more layer makes up for that.
const DEPTH: usize = 3;

/// The number of layers of escapes that are decoded.
pub(super) const MOST_LAYERS: usize = DEPTH + 1;

/// The lengths of the parts around an escape that are searched again after it was decoded, by the number of further layers. With each layer, the
/// bytes of a secret take more bytes of the text.
const MARGINS: [usize; MOST_LAYERS] = [BLOCK, BLOCK, 8 * BLOCK, 64 * BLOCK];

/// The views of one layer.
#[derive(Default)]
pub(super) struct Buffer {
    view: View,
    digits: Digits,
}

/// The memory for views and views of views. It is used again for the next view, so a search needs memory for one view of each depth.
pub(super) type Buffers = [Buffer; MOST_LAYERS];

/// Visits a layer and its views, the views of these, and so on. The number of views does not depend on the layer.
pub(super) fn each(layer: &Layer<'_>, buffers: &mut [Buffer], visit: &mut impl FnMut(&Layer<'_>)) {
    visit(layer);
    let Some((buffer, inner)) = buffers.split_first_mut() else {
        return;
    };
    let Buffer { view, digits } = buffer;
    let kinds = escape::decode(layer.bytes(), Kinds::ALL, MARGINS[inner.len()], view);
    if !kinds.is_empty() {
        each(&Layer::of_escapes(view, layer), inner, visit);
    }
    if inner.is_empty() {
        return;
    }
    if kinds.each().count() > 1 && !layer.has_decoded_escapes() {
        // An escape of one kind may end within a secret that is encoded by another kind.
        for kind in kinds.each() {
            each_of_kind(kind, layer, view, &mut inner[1..], visit);
        }
    }
    let is_new = |part| layer.is_new(part);
    for encoding in Encoding::ALL {
        if digits.find(encoding, layer.bytes(), is_new) {
            for skipped in encoding.skips() {
                digits.decode(encoding, skipped);
                each(&Layer::of_digits(digits, layer), inner, visit);
            }
        }
    }
    if numbers::decode(layer.bytes(), is_new, view) {
        each(&Layer::of_numbers(view, layer), inner, visit);
    }
}

/// Visits the views of a layer with one to [`DEPTH`] layers of one kind of escapes decoded.
fn each_of_kind(
    kind: Kinds,
    layer: &Layer<'_>,
    view: &mut View,
    inner: &mut [Buffer],
    visit: &mut impl FnMut(&Layer<'_>),
) {
    if escape::decode(layer.bytes(), kind, MARGINS[0], view).is_empty() {
        return;
    }
    let layer = Layer::of_escapes(view, layer);
    visit(&layer);
    if let Some((Buffer { view, .. }, inner)) = inner.split_first_mut() {
        each_of_kind(kind, &layer, view, inner, visit);
    }
}

#[cfg(test)]
mod tests;
