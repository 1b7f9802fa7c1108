//! Normalisation form C (UAX #15, section 1.2) over the tables of `unicode-normalization`.
//!
//! The iterators of `unicode-normalization` serve all four normalisation forms. A program that uses one of them also contains the compatibility
//! tables, which are larger than the tables for form C.

use unicode_normalization::char::{canonical_combining_class, compose, decompose_canonical};
use unicode_normalization::{IsNormalized, is_nfc_quick};

/// Returns the normalised text, or `None` if the text is already normalised.
pub(crate) fn normalised(text: &str) -> Option<String> {
    match text.is_ascii() {
        true => None,
        false => normalised_unicode(text),
    }
}

/// This is apart, so that the common case has a short function.
#[cold]
fn normalised_unicode(text: &str) -> Option<String> {
    match is_nfc_quick(text.chars()) {
        IsNormalized::Yes => None,
        IsNormalized::No => Some(composed(text)),
        IsNormalized::Maybe => Some(composed(text)).filter(|composed| composed != text),
    }
}

/// Decomposes a text, sorts its combining marks and composes it again.
fn composed(text: &str) -> String {
    let mut parts = Vec::with_capacity(text.len());
    for whole in text.chars() {
        decompose_canonical(whole, |part| {
            parts.push((canonical_combining_class(part), part));
        });
    }
    for marks in parts.chunk_by_mut(|(before, _), (after, _)| *before != 0 && *after != 0) {
        marks.sort_by_key(|(class, _)| *class);
    }
    let mut composed: Vec<char> = Vec::with_capacity(parts.len());
    // The position of the last starter, and the combining class of the last character that was not composed.
    let (mut starter, mut kept) = (None, 0);
    for (class, part) in parts {
        if let Some(at) = starter {
            let is_free = at + 1 == composed.len() || kept < class;
            if is_free && let Some(both) = compose(composed[at], part) {
                composed[at] = both;
                continue;
            }
        }
        if class == 0 {
            starter = Some(composed.len());
        }
        kept = class;
        composed.push(part);
    }
    composed.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use unicode_normalization::UnicodeNormalization;

    use super::*;

    /// Texts of characters from all groups: characters that compose, only decompose, have a combining class or consist of three, and all others.
    fn texts() -> impl Strategy<Value = String> {
        let character = prop_oneof![
            prop::sample::select(vec![
                'a',
                'e',
                'A',
                '\u{1e9b}',
                '\u{e9}',
                '\u{301}',
                '\u{323}',
                '\u{307}',
                '\u{327}',
                '\u{345}',
                '\u{1100}',
                '\u{1161}',
                '\u{11a8}',
                '\u{ac00}',
                '\u{212b}',
                '\u{2126}',
                '\u{fb1d}',
                '\u{958}',
                '\u{93c}',
                '\u{9c7}',
                '\u{9be}',
                '\u{1d15e}',
                '\u{110a5}',
                '\u{200d}',
            ]),
            any::<char>(),
        ];
        prop::collection::vec(character, 0..12).prop_map(String::from_iter)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4096))]

        #[test]
        fn any_text_normalises_as_the_reference_crate_does(text in texts()) {
            let expected: String = text.nfc().collect();
            prop_assert_eq!(&composed(&text), &expected);
            prop_assert_eq!(normalised(&text).unwrap_or(text), expected);
        }
    }

    #[test]
    fn every_single_character_normalises_as_the_reference_crate_does() {
        for character in '\0'..=char::MAX {
            let text = String::from(character);
            assert!(text.nfc().eq(composed(&text).chars()), "{character:?}");
        }
    }
}
