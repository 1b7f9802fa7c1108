//! Functions of the provider, such as `provider::zoo::slug`.

use terrane::prelude::*;

/// Turns a pet's name into a URL slug.
///
/// More words are joined with dashes.
#[function]
pub fn slug(
    /// The name.
    name: String,
    /// Words to add.
    #[variadic]
    more: Vec<String>,
) -> Result<String> {
    let mut words = Vec::with_capacity(1 + more.len());
    for (position, word) in std::iter::once(name).chain(more).enumerate() {
        if word.trim().is_empty() {
            return Err(Error::argument(
                position,
                "expected a word, found nothing but space",
            ));
        }
        words.extend(word.to_lowercase().split_whitespace().map(str::to_owned));
    }
    Ok(words.join("-"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_joined_with_dashes() {
        let more = ["The  Dog".to_owned()];
        assert_eq!(
            slug("Rex".to_owned(), more.to_vec()).unwrap(),
            "rex-the-dog"
        );
        assert_eq!(slug("Änne".to_owned(), vec![]).unwrap(), "änne");
    }

    #[test]
    fn an_empty_word_is_named_by_its_position() {
        let error = slug("Rex".to_owned(), vec!["of".to_owned(), " ".to_owned()]).unwrap_err();
        assert_eq!(error.argument_index(), Some(2));
    }
}
