//! Normalisation form C (UAX #15, section 1.2).

use unicode_normalization::{UnicodeNormalization, is_nfc};

/// Returns the normalised text, or `None` if the text is already normalised.
pub(crate) fn normalised(text: &str) -> Option<String> {
    let is_normalised = text.is_ascii() || is_nfc(text);
    (!is_normalised).then(|| text.nfc().collect())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

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
            prop_assert_eq!(normalised(&text).unwrap_or(text), expected);
        }
    }

    #[test]
    fn every_single_character_normalises_as_the_reference_crate_does() {
        for character in '\0'..=char::MAX {
            let text = String::from(character);
            let expected: String = text.nfc().collect();
            assert_eq!(normalised(&text).unwrap_or(text), expected);
        }
    }
}
