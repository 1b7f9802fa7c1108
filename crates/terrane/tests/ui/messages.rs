//! Every message that the project has for authors is one that they can meet.

use std::fs;
use std::path::{Path, PathBuf};

/// Finds the files with an extension in a folder and the folders below.
fn files(folder: &Path, extension: &str, found: &mut Vec<PathBuf>) {
    for entry in folder.read_dir().expect("the folder exists") {
        let path = entry.expect("the folder can be read").path();
        if path.is_dir() {
            files(&path, extension, found);
        } else if path.extension().is_some_and(|it| it == extension) {
            found.push(path);
        }
    }
}

fn read(folder: &str, extension: &str) -> Vec<String> {
    let mut found = Vec::new();
    files(Path::new(folder), extension, &mut found);
    assert!(
        !found.is_empty(),
        "there are .{extension} files in {folder}"
    );
    found
        .iter()
        .map(|file| fs::read_to_string(file).expect("the file can be read"))
        .collect()
}

/// The string literals of Rust source, as the compiler reads them.
fn literals(source: &str) -> Vec<String> {
    let mut literals = Vec::new();
    for line in source.lines() {
        let code = line.trim_start();
        if code.starts_with("//") {
            continue;
        }
        let mut chars = code.chars();
        while chars.by_ref().any(|c| c == '"') {
            let mut literal = String::new();
            while let Some(c) = chars.next().filter(|c| *c != '"') {
                literal.extend(if c == '\\' { chars.next() } else { Some(c) });
            }
            literals.push(literal);
        }
    }
    literals
}

/// The texts of a message between what is filled in, such as `{name}`.
fn fixed_parts(message: &str) -> Vec<&str> {
    message
        .split('{')
        .enumerate()
        .map(|(at, part)| match part.split_once('}') {
            Some((_, after)) if at > 0 => after,
            _ => part,
        })
        .collect()
}

/// Whether a line has all parts, one after the other.
fn has(line: &str, parts: &[&str]) -> bool {
    let mut rest = line;
    parts.iter().all(|part| match rest.find(part) {
        Some(at) => {
            rest = &rest[at + part.len()..];
            true
        }
        None => false,
    })
}

fn unseen(messages: impl IntoIterator<Item = String>) -> Vec<String> {
    let shown = read("tests/ui/fail", "stderr");
    messages
        .into_iter()
        .filter(|message| {
            let parts = fixed_parts(message);
            !shown
                .iter()
                .any(|text| text.lines().any(|line| has(line, &parts)))
        })
        .collect()
}

#[test]
fn every_message_of_the_macros_is_shown_by_a_rule() {
    let source =
        fs::read_to_string("../terrane-derive/src/messages/mod.rs").expect("the file exists");
    let sources = [vec![source], read("../terrane-derive/src/messages", "rs")].concat();
    let messages: Vec<_> = sources
        .iter()
        .flat_map(|source| literals(source))
        .filter(|literal| literal.contains(' '))
        .collect();
    assert!(messages.len() > 40, "{messages:#?}");
    assert_eq!(unseen(messages), Vec::<String>::new());
}

#[test]
fn every_message_of_the_traits_is_shown_by_a_rule() {
    let messages: Vec<_> = read("src", "rs")
        .iter()
        .flat_map(|source| source.lines())
        .filter(|line| line.trim_start().starts_with("message = \""))
        .flat_map(literals)
        .collect();
    assert!(messages.len() > 10, "{messages:#?}");
    assert_eq!(unseen(messages), Vec::<String>::new());
}

#[test]
fn messages_are_found_in_source_and_output() {
    assert_eq!(
        literals("    \"no `{it}` for \\\"{x}\\\"\" + \"b\" // nothing\n// \"c\""),
        ["no `{it}` for \"{x}\"", "b"]
    );
    assert_eq!(fixed_parts("no `{it}` for {x}!"), ["no `", "` for ", "!"]);
    assert_eq!(fixed_parts("plain"), ["plain"]);
    assert!(has("error: no `a` for b!", &["no `", "` for ", "!"]));
    assert!(!has("error: no `a` of b!", &["no `", "` for ", "!"]));
}

/// A case with three wrong fields.
const THREE_FIELDS: &str = "block_in_attribute";

#[test]
fn a_wrong_type_of_a_field_is_two_errors_at_most() {
    let mut found = Vec::new();
    for topic in ["types", "foreign", "needs"] {
        files(
            &Path::new("tests/ui/fail").join(topic),
            "stderr",
            &mut found,
        );
    }
    for file in found {
        let text = fs::read_to_string(&file).expect("the file can be read");
        let errors = text.lines().filter(|line| line.starts_with("error"));
        let fields = if file.file_stem().is_some_and(|it| it == THREE_FIELDS) {
            3
        } else {
            1
        };
        assert!(errors.count() <= 2 * fields, "{}:\n{text}", file.display());
    }
}
