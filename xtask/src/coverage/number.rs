//! The numbers of rules at the start of test names.

use std::collections::BTreeMap;

use super::book::Entry;

/// The numbers at the start of a test's name: `LR1` and `LR3` of `lr1_lr3_objects_are_found`.
pub(super) fn of_test(test: &str) -> Vec<String> {
    let name = test.rsplit("::").next().unwrap_or(test);
    let parts = name.split('_').take_while(|part| is_id(part));
    parts
        .map(|part| {
            let digits = part.find(|c: char| c.is_ascii_digit()).unwrap_or(0);
            let (letters, rest) = part.split_at(digits);
            format!("{}{rest}", letters.to_uppercase())
        })
        .collect()
}

/// Whether a word looks like `l6`, `ps1` or `l10a`.
fn is_id(word: &str) -> bool {
    let rest = word.trim_start_matches(|c: char| c.is_ascii_lowercase());
    let digits = rest.trim_start_matches(|c: char| c.is_ascii_digit());
    let letters = word.len() - rest.len();
    (1..=2).contains(&letters)
        && digits.len() < rest.len()
        && (digits.is_empty() || digits.len() == 1 && digits.as_bytes()[0].is_ascii_lowercase())
}

/// The entry of a number. For a part, such as `V2c`, it may be the entry of the whole rule.
pub(super) fn entry<'a>(by_id: &BTreeMap<&str, &'a Entry>, id: &str) -> Option<&'a Entry> {
    let whole = id.trim_end_matches(|c: char| c.is_ascii_lowercase());
    by_id.get(id).or_else(|| by_id.get(whole)).copied()
}

/// Whether the book has rules with these letters, so that the name means one of them.
pub(super) fn is_of_the_book(by_id: &BTreeMap<&str, &Entry>, id: &str) -> bool {
    let letters = id.trim_end_matches(|c: char| !c.is_ascii_uppercase());
    by_id.keys().any(|known| {
        let rest = known.strip_prefix(letters);
        rest.is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_starts_with_its_numbers() {
        assert_eq!(of_test("a::tests::l6_defaults_of_l7"), ["L6"]);
        assert_eq!(of_test("a/b::lr1_v2c_found"), ["LR1", "V2c"]);
        assert_eq!(of_test("a::utf8_is_text"), [""; 0]);
        assert_eq!(of_test("a::all_l6"), [""; 0]);
    }

    #[test]
    fn a_part_belongs_to_its_rule_unless_it_has_an_entry() {
        let rule = Entry::default();
        let part = Entry {
            line: 7,
            ..Entry::default()
        };
        let by_id = BTreeMap::from([("L10", &rule), ("L10b", &part), ("4e.6", &rule)]);
        let line = |id| entry(&by_id, id).map(|entry| entry.line);
        assert_eq!(line("L10b"), Some(7));
        assert_eq!(line("L10c"), Some(0));
        assert_eq!(line("L11"), None);
        assert!(is_of_the_book(&by_id, "L11"));
        assert!(!is_of_the_book(&by_id, "E6"));
    }
}
