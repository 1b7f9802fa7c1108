//! The parser against hcl-edit, which somebody else wrote: what ours accepts, hcl-edit accepts with the same structure.
//!
//! The files are the vectors, those of this repository and generated ones. `TERRANE_HCL_EDIT` is the number of generated files in the long form. Where
//! hcl-edit deviates from HashiCorp's parser, the difference has a name here.

use super::{generator, other, shape, texts};

use std::collections::BTreeMap;

use crate::{Source, syntax};
use generator::Generator;

/// The number of generated files.
const GENERATED: u64 = 500;

/// The names of the differences. HashiCorp's parser agrees with ours in all of them: the vectors and `terraform fmt` show it.
const DIFFERENCES: [&str; 6] = [NUMBERS, NESTING, KEYS, LETTERS, LINES, STRIPPED];

/// HashiCorp's numbers have no largest one. Those of hcl-edit are `f64`.
const NUMBERS: &str = "a number above those of f64 is refused";

/// hcl-edit has a limit of 64 levels.
const NESTING: &str = "deep nesting is refused";

/// For HashiCorp's parser, the last item of a key counts.
const KEYS: &str = "a key that occurs twice in an object is refused";

/// HashiCorp's parser normalizes strings to composed letters.
const LETTERS: &str = "letters are not composed";

/// HashiCorp's parser keeps the carriage returns of a heredoc.
const LINES: &str = "carriage returns of a heredoc are dropped";

/// In a heredoc, a marker such as `${~` strips only its own line for HashiCorp's parser, and `<<-` also removes the indentation inside of `%{ if }`.
const STRIPPED: &str = "a heredoc with strip markers or directives has other blanks";

#[test]
fn hcl_edit_reads_the_same() {
    let generated = std::env::var("TERRANE_HCL_EDIT")
        .ok()
        .map_or(GENERATED, |count| count.parse().expect("a number"));
    let mut all = texts::vectors();
    all.extend(texts::repository());
    all.extend((0..generated).map(|seed| Generator(seed + 1_000_000).file()));
    all.retain(|text| texts::is_valid(text));
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for text in &all {
        let parsed = syntax::parse_file(&Source::detached("x", text.clone())).value;
        let ours = shape::body(&parsed.body);
        let name = match hcl_edit::parser::parse_body(text) {
            Ok(body) => {
                let theirs = other::body(&body);
                if ours == theirs {
                    continue;
                }
                let difference = difference(text, &ours, &theirs);
                difference.unwrap_or_else(|| panic!("{text}\nours: {ours}\ntheirs: {theirs}"))
            }
            Err(error) => refusal(text, error.message())
                .unwrap_or_else(|| panic!("{text}\nhcl-edit refuses it: {error}")),
        };
        *counts.entry(name).or_default() += 1;
    }
    println!("{} files: {counts:?}", all.len());
    let equal = all.len() - counts.values().sum::<usize>();
    assert!(equal > 1000, "{equal} files are equal");
    for name in DIFFERENCES {
        assert!(counts.contains_key(name), "no longer: {name}");
    }
}

/// Returns the name of the reason for which hcl-edit refuses a file.
fn refusal(text: &str, message: &str) -> Option<&'static str> {
    if message.contains("at most 64 nested levels") {
        return Some(NESTING);
    }
    if message.contains("expected unique object key") {
        return Some(KEYS);
    }
    let mut words = text.split(|letter: char| !letter.is_alphanumeric() && letter != '.');
    let is_large = words.any(|word| {
        word.starts_with(|letter: char| letter.is_ascii_digit())
            && word.parse().is_ok_and(f64::is_infinite)
    });
    is_large.then_some(NUMBERS)
}

/// Returns the name of the reason for which the structures differ.
fn difference(text: &str, ours: &str, theirs: &str) -> Option<&'static str> {
    let is_heredoc = text.contains("<<");
    if is_heredoc && text.contains("\r\n") && ours.replace("\\r", "") == theirs {
        return Some(LINES);
    }
    let has_sequence = ["${~", "~}", "%{"].iter().any(|it| text.contains(it));
    if is_heredoc && has_sequence && without_blanks(ours) == without_blanks(theirs) {
        return Some(STRIPPED);
    }
    // The vector has one such letter.
    let composed = theirs.replace("e\\u{301}", "\u{e9}");
    (composed == ours).then_some(LETTERS)
}

/// Removes blanks, and literals that consist of nothing else.
fn without_blanks(shape: &str) -> String {
    let mut text = shape.to_owned();
    for blank in [" ", "\\n", "\\t", "\"\""] {
        text = text.replace(blank, "");
    }
    text
}
