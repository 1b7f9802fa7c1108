//! Names of attributes and types, and likely misspellings of words.

/// Turns a type's name into the form that names have in configurations: `HTTPServer` becomes `http_server`.
pub(crate) fn snake_case(name: &str) -> String {
    let chars: Vec<char> = name.chars().collect();
    let mut snake = String::with_capacity(name.len() + 4);
    for (at, &this) in chars.iter().enumerate() {
        if this.is_uppercase() {
            let before = at.checked_sub(1).and_then(|at| chars.get(at));
            let starts_word = before.is_some_and(|c| c.is_lowercase() || c.is_ascii_digit());
            let ends_acronym = before.is_some_and(|c| c.is_uppercase())
                && chars.get(at + 1).is_some_and(|c| c.is_lowercase());
            if starts_word || ends_acronym {
                snake.push('_');
            }
        }
        snake.extend(this.to_lowercase());
    }
    snake
}

/// Whether hosts accept a name: lower-case letters, digits and underscores, not starting with a digit.
pub(crate) fn is_valid(name: &str) -> bool {
    !name.starts_with(|c: char| c.is_ascii_digit())
        && !name.is_empty()
        && name
            .chars()
            .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_')
}

/// Whether a list of names, with blanks between them, has a name.
pub(crate) fn is_listed(name: &str, names: &str) -> bool {
    names.split(' ').any(|listed| listed == name)
}

/// Finds the word that was probably meant: at most a third of it differs.
pub(crate) fn nearest<'a>(
    word: &str,
    candidates: impl IntoIterator<Item = &'a str>,
) -> Option<&'a str> {
    candidates
        .into_iter()
        .map(|candidate| (distance(word, candidate), candidate))
        .filter(|(distance, candidate)| distance * 3 <= candidate.len().max(word.len()))
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

/// The number of letters to insert, remove, replace or swap with their neighbour (optimal string alignment).
fn distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let mut rows = vec![(0..=b.len()).collect::<Vec<_>>()];
    for i in 1..=a.len() {
        let mut row = vec![i];
        for j in 1..=b.len() {
            let replaced = rows[i - 1][j - 1] + usize::from(a[i - 1] != b[j - 1]);
            let mut least = replaced.min(rows[i - 1][j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                least = least.min(rows[i - 2][j - 2] + 1);
            }
            row.push(least);
        }
        rows.push(row);
    }
    rows[a.len()][b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_acronyms_become_snake_case() {
        for (name, snake) in [
            ("Pet", "pet"),
            ("WaterPet", "water_pet"),
            ("HTTPServer", "http_server"),
            ("Ipv4Address", "ipv4_address"),
            ("S3Bucket", "s3_bucket"),
            ("X", "x"),
            ("ÄrmelKanal", "ärmel_kanal"),
        ] {
            assert_eq!(snake_case(name), snake);
        }
    }

    #[test]
    fn hosts_take_lower_case_words_only() {
        for good in ["a", "a1", "_x", "two_words"] {
            assert!(is_valid(good), "{good}");
        }
        for bad in ["", "1a", "A", "a-b", "größe", "a b"] {
            assert!(!is_valid(bad), "{bad}");
        }
    }

    #[test]
    fn suggests_the_most_similar_name() {
        let words = ["default", "validate", "keep", "key", "env"];
        assert_eq!(nearest("defualt", words), Some("default"));
        assert_eq!(nearest("validator", words), Some("validate"));
        assert_eq!(nearest("kep", words), Some("keep"));
        assert_eq!(nearest("banana", words), None);
        assert_eq!(distance("", "abc"), 3);
        assert_eq!(distance("ab", "ba"), 1);
    }
}
