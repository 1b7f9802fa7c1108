use unicode_segmentation::UnicodeSegmentation;

use crate::text::Text;

/// Removes the last grapheme cluster from a prefix, because it may combine with following characters. A delimiter at the end is kept.
pub(crate) fn safe(prefix: &str) -> Text {
    match prefix.grapheme_indices(true).next_back() {
        Some((start, last)) if !ends_cluster(last) => prefix[..start].into(),
        _ => prefix.into(),
    }
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
}
