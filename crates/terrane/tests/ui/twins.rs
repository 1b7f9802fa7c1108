//! Every rule is shown by two files that differ by one word.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// Returns the rules that have a file, as `topic/rule`.
fn rules(folder: &str) -> BTreeSet<String> {
    let folder = Path::new(folder);
    let mut rules = BTreeSet::new();
    for topic in folder.read_dir().expect("the folder exists") {
        let topic = topic.expect("the folder can be read").path();
        // `mod.rs` lists the files of the topics.
        if topic.is_file() {
            continue;
        }
        for file in topic.read_dir().expect("the topic is a folder") {
            let file = file.expect("the folder can be read").path();
            if file.extension().is_some_and(|extension| extension == "rs") {
                let rule = file.with_extension("");
                let rule = rule.strip_prefix(folder).expect("it is in the folder");
                rules.insert(rule.to_str().expect("names are UTF-8").to_owned());
            }
        }
    }
    rules
}

fn read(folder: &str, rule: &str) -> String {
    let file = format!("{folder}/{rule}.rs");
    fs::read_to_string(&file).unwrap_or_else(|error| panic!("{file}: {error}"))
}

/// What is left of two texts without their common start and end.
fn difference<'a>(one: &'a str, other: &'a str) -> (&'a str, &'a str) {
    let start = one
        .char_indices()
        .zip(other.chars())
        .find(|((_, a), b)| a != b)
        .map_or(one.len().min(other.len()), |((at, _), _)| at);
    let (one, other) = (&one[start..], &other[start..]);
    let end: usize = one
        .chars()
        .rev()
        .zip(other.chars().rev())
        .take_while(|(a, b)| a == b)
        .map(|(a, _)| a.len_utf8())
        .sum();
    (&one[..one.len() - end], &other[..other.len() - end])
}

/// Counts the words of a text, which white space separates. Punctuation is no word; `impl Trait` and `&'static T` are one word.
fn words(text: &str) -> usize {
    text.split_whitespace()
        .filter(|word| *word != "impl" && !word.starts_with("&'"))
        .filter(|word| word.contains(|c: char| c.is_alphanumeric()))
        .count()
}

#[test]
fn every_rule_has_a_file_that_violates_it_and_one_that_satisfies_it() {
    assert_eq!(rules("tests/ui/fail"), rules("tests/ui/pass"));
}

#[test]
fn twins_differ_by_one_word() {
    for rule in rules("tests/ui/fail") {
        let (fail, pass) = (read("tests/ui/fail", &rule), read("tests/ui/pass", &rule));
        assert_ne!(fail, pass, "{rule}");
        let (wrong, right) = difference(&fail, &pass);
        assert!(
            words(wrong) <= 1 && words(right) <= 1,
            "{rule}: `{wrong}` and `{right}`"
        );
    }
}

#[test]
fn every_file_that_keeps_its_rule_is_compiled() {
    let listed = fs::read_to_string("tests/ui/pass/mod.rs").expect("the list exists");
    let mut topic = "";
    let mut compiled = BTreeSet::new();
    for line in listed.lines().map(str::trim) {
        let Some(name) = line.strip_prefix("mod ") else {
            continue;
        };
        match (name.strip_suffix(" {"), name.strip_suffix(';')) {
            (Some(name), _) => topic = name,
            (None, Some(name)) => _ = compiled.insert(format!("{topic}/{name}")),
            (None, None) => panic!("`{line}` is no module"),
        }
    }
    assert_eq!(compiled, rules("tests/ui/pass"));
}

#[test]
fn differences_are_found_and_counted() {
    for (fail, pass, wrong, right) in [
        ("a b c", "a d c", 1, 1),
        ("a b c d", "a x y d", 2, 2),
        ("tf(keep, keep)", "tf(keep)", 1, 0),
        ("Option<Computed<T>>", "Computed<Option<T>>", 1, 1),
        ("f(a: impl A)", "f(a: B)", 1, 1),
        ("größe", "groesse", 1, 1),
    ] {
        let (a, b) = difference(fail, pass);
        assert_eq!((words(a), words(b)), (wrong, right), "`{a}` and `{b}`");
    }
}
