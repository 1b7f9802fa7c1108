//! Checks of names: their form, their words, and whether they name several values.

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
const SINGULARS: [&str; 18] = [
    "alias", "atlas", "aws", "bias", "canvas", "dns", "eks", "gas", "https", "ios", "kerberos",
    "kms", "macos", "redis", "series", "sms", "tls", "windows",
];

/// Whether a word is a plural, as far as its letters show it.
pub(super) fn is_plural(word: &str) -> bool {
    let is_singular = || {
        SINGULARS.contains(&word)
            || ["ss", "us", "sis", "xis"]
                .iter()
                .any(|ending| word.ends_with(ending))
    };
    PLURALS.contains(&word) || (word.ends_with('s') && !is_singular())
}

/// Words for one object that has parts.
const COLLECTIVES: [&str; 9] = [
    "chain",
    "command",
    "entrypoint",
    "list",
    "order",
    "path",
    "program",
    "range",
    "set",
];
/// Verbs whose object is several values.
const VERBS: [&str; 8] = [
    "allow", "deny", "edit", "exclude", "ignore", "include", "match", "view",
];

/// Whether a name can be that of several values: one of its words is a plural or a collective, or its last word says what happens to
/// them, as in `exclude` and `assigned`.
pub(super) fn names_several(name: &str) -> bool {
    let (words, last) = (words(name), last_word(name));
    words.iter().any(|word| is_plural(word))
        || COLLECTIVES.contains(&last)
        || VERBS.contains(&last)
        || last.ends_with("ed")
        || words.first() == Some(&"with")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plurals_are_distinguished_from_words_that_end_in_s() {
        for plural in ["pets", "addresses", "people", "uris"] {
            assert!(is_plural(plural), "{plural}");
        }
        for singular in ["pet", "address", "status", "dns", "axis", "kerberos"] {
            assert!(!is_plural(singular), "{singular}");
        }
    }

    #[test]
    fn names_of_several_values_need_no_plural_as_their_last_word() {
        for name in [
            "valid_redirect_uris",
            "patterns_allowed",
            "hooks_ipv4",
            "exclude",
            "assigned",
            "search_path",
            "with_status",
        ] {
            assert!(names_several(name), "{name}");
        }
        for name in ["repository_id", "property_value", "publish_param", "toy"] {
            assert!(!names_several(name), "{name}");
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
