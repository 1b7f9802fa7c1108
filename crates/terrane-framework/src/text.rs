//! Texts for people that are too long.

/// The maximum length of a text for people, in bytes. A longer text is cut.
pub(crate) const MOST_OF_A_TEXT: usize = 1_000_000;

/// Returns the whole characters in the first `most` bytes of a text.
pub(crate) fn start(text: &str, most: usize) -> &str {
    let mut end = most.min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}

/// Creates the text that is shown instead of a text of `length` bytes: its start, and a note of its length.
pub(crate) fn cut(start: &str, length: usize) -> String {
    format!("{start}... ({length} bytes)")
}

/// Returns the length of the text that was cut to this text. If it was not cut, returns its own length.
pub(crate) fn whole_length(text: &str) -> usize {
    let note = text.strip_suffix(" bytes)");
    let length = note.and_then(|text| text.rsplit_once("... (")?.1.parse().ok());
    length.unwrap_or(text.len()).max(text.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_start_has_whole_characters() {
        assert_eq!(start("größe", 3), "gr");
        assert_eq!(start("größe", 4), "grö");
        assert_eq!(start("größe", 100), "größe");
    }

    #[test]
    fn a_text_that_is_cut_twice_has_the_note_of_its_first_length() {
        let once = cut(&"x".repeat(100), 4_000_000);
        assert_eq!(whole_length(&once), 4_000_000);
        assert_eq!(whole_length(&cut("x", whole_length(&once))), 4_000_000);
        assert_eq!(whole_length("abc"), 3);
        assert_eq!(whole_length("... (1 bytes)"), 13);
    }
}
