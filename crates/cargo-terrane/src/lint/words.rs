//! The words of names.

/// Whether a name consists of lower-case words that are joined by single underscores.
pub(super) fn is_snake_case(name: &str) -> bool {
    let is_word = |word: &str| {
        !word.is_empty()
            && word
                .bytes()
                .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
    };
    name.starts_with(|first: char| first.is_ascii_lowercase()) && name.split('_').all(is_word)
}

/// Returns the words of a name.
pub(super) fn words(name: &str) -> Vec<&str> {
    name.split('_').filter(|word| !word.is_empty()).collect()
}

pub(super) fn last_word(name: &str) -> &str {
    name.rsplit('_').next().unwrap_or(name)
}

/// Words for several objects that do not end in `s`.
const PLURALS: [&str; 10] = [
    "bcc", "cc", "children", "criteria", "data", "input", "media", "metadata", "output", "people",
];
/// Words for one object that end in `s`.
const SINGULARS: [&str; 14] = [
    "alias", "atlas", "aws", "bias", "canvas", "dns", "eks", "gas", "https", "kms", "series",
    "sms", "tls", "windows",
];

/// Whether the last word of a name is a plural, as far as its letters show it.
pub(super) fn is_plural(name: &str) -> bool {
    let word = last_word(name);
    let is_singular = || {
        SINGULARS.contains(&word)
            || ["ss", "us", "is"]
                .iter()
                .any(|ending| word.ends_with(ending))
    };
    PLURALS.contains(&word) || (word.ends_with('s') && !is_singular())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plurals_are_distinguished_from_words_that_end_in_s() {
        for plural in ["pets", "ip_addresses", "people"] {
            assert!(is_plural(plural), "{plural}");
        }
        for singular in ["pet", "address", "status", "dns", "axis"] {
            assert!(!is_plural(singular), "{singular}");
        }
    }

    #[test]
    fn names_are_lower_case_words() {
        for name in ["a", "zoo_pet", "ipv4", "a_1"] {
            assert!(is_snake_case(name), "{name}");
        }
        for name in ["", "_a", "a_", "a__b", "zooPet", "zoo-pet", "1a"] {
            assert!(!is_snake_case(name), "{name}");
        }
    }
}
