//! The function `widget`.

use terrane::prelude::*;

/// Joins words with dashes, in lower case.
///
/// Each word has at least one letter.
#[function]
pub(crate) fn widget(
    /// The words to join.
    #[variadic]
    words: Vec<String>,
) -> Result<String> {
    match words.iter().position(|word| word.trim().is_empty()) {
        Some(position) => Err(Error::argument(position, "expected a word, found none")),
        None => Ok(words.join("-").to_lowercase()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_joined() -> Result<()> {
        let words = ["Blue", "Sky"].map(str::to_owned).to_vec();
        assert_eq!(widget(words)?, "blue-sky");
        Ok(())
    }

    #[test]
    fn an_empty_word_is_named_by_its_position() {
        let words = ["blue", " "].map(str::to_owned).to_vec();
        let error = widget(words).expect_err("an empty word");
        assert_eq!(error.argument_index(), Some(1));
    }
}
