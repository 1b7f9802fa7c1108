use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::{canonical_combining_class, compose};
use unicode_segmentation::UnicodeSegmentation;

use crate::text::Text;

/// The characters that follow another character in a composition, except those of Hangul.
const COMPOSED: &[(char, char)] = &[
    ('\u{300}', '\u{345}'),
    ('\u{653}', '\u{655}'),
    ('\u{93c}', '\u{93c}'),
    ('\u{9be}', '\u{9d7}'),
    ('\u{b3e}', '\u{b57}'),
    ('\u{bbe}', '\u{bd7}'),
    ('\u{c56}', '\u{c56}'),
    ('\u{cc2}', '\u{cd6}'),
    ('\u{d3e}', '\u{d57}'),
    ('\u{dca}', '\u{ddf}'),
    ('\u{102e}', '\u{102e}'),
    ('\u{1b35}', '\u{1b35}'),
    ('\u{3099}', '\u{309a}'),
];

/// Removes the last grapheme cluster from a prefix, because it may combine with following characters. A delimiter at the end is kept.
///
/// Hosts read a prefix up to the first line feed or carriage return that stands alone, unless its last character has compositions.
pub(crate) fn safe(prefix: &str) -> Text {
    let Some((last_start, last)) = prefix.grapheme_indices(true).next_back() else {
        return Text::default();
    };
    if !last.ends_with(is_composable) {
        let mut clusters = prefix.grapheme_indices(true);
        if let Some((start, _)) = clusters.find(|(_, it)| matches!(*it, "\n" | "\r")) {
            return prefix[..start].into();
        }
        if ends_cluster(last) {
            return prefix.into();
        }
    }
    prefix[..last_start].into()
}

/// Returns whether the normal form of a text may change if another character follows the character.
fn is_composable(character: char) -> bool {
    if character.is_ascii() {
        return character.is_ascii_alphabetic() && !matches!(character, 'q' | 'Q')
            || matches!(character, '<' | '=' | '>');
    }
    let mut following = COMPOSED.iter().flat_map(|(first, last)| *first..=*last);
    canonical_combining_class(character) != 0
        || matches!(character, '\u{1100}'..='\u{1112}')
        || [character].into_iter().nfd().nth(1).is_some()
        || following.any(|it| compose(character, it).is_some())
}

fn ends_cluster(cluster: &str) -> bool {
    let mut chars = cluster.chars();
    matches!((chars.next(), chars.next()), (Some(c), None) if r##"-_:;/\,.(){}[]|?!~ @#$%^&*+"'"##.contains(c) || c == '\t')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keeps_delimiters_and_drops_characters_that_may_combine() {
        for (prefix, safe_part) in [
            ("", ""),
            ("a", ""),
            ("ami-", "ami-"),
            ("ami-0", "ami-"),
            ("https://", "https://"),
            ("{\"a\"", "{\"a\""),
            ("hello\u{301}", "hell"),
            ("x-\u{301}", "x"),
            ("a=", "a"),
            ("a\n", "a"),
            ("\u{1F469}\u{200d}\u{1F4BB}", ""),
        ] {
            assert_eq!(safe(prefix), safe_part, "{prefix:?}");
        }
    }

    /// The expected prefixes are those of go-cty 1.18.1.
    #[test]
    fn line_breaks_end_a_prefix_unless_its_last_character_composes() {
        for (prefix, safe_part) in [
            ("a-\nb-", "a-"),
            ("a-\rb-", "a-"),
            ("a-\r\nb-", "a-\r\nb-"),
            ("a-\n", "a-"),
            ("\n\n", ""),
            ("a\nbc", "a\nb"),
            ("a\nb=", "a\nb"),
            ("a\nb1", "a"),
            ("a\nq", "a"),
            ("a\n日", "a"),
            ("a\né", "a\n"),
            ("a\n한", "a\n"),
            ("a\nカ", "a\n"),
            ("a\nｶ", "a"),
            ("a\nи", "a\n"),
            ("a\nб", "a"),
            ("a\nᄀ", "a\n"),
            ("a\n\u{a8}", "a\n"),
            ("a\n½", "a"),
            ("a\n\u{1F600}", "a"),
        ] {
            assert_eq!(safe(prefix), safe_part, "{prefix:?}");
        }
    }
}
