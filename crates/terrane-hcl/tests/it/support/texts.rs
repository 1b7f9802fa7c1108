//! Files in native syntax: those of the vectors and of the repository.

use std::path::Path;

use terrane_hcl::{Source, syntax};

/// Says whether a file in native syntax has no errors.
pub(crate) fn is_valid(text: &str) -> bool {
    let parsed = syntax::parse_file(&Source::detached("x", text.to_owned()));
    parsed.diagnostics.is_empty()
}

/// Returns the files of the vectors, and their expressions as files of one argument.
pub(crate) fn vectors() -> Vec<String> {
    let vectors: Vec<serde_json::Value> =
        serde_json::from_str(include_str!("../vectors/parse.json")).expect("JSON");
    let files = vectors
        .iter()
        .filter_map(|vector| vector["input"].as_str().map(str::to_owned));
    let lines = include_str!("../vectors/expressions.txt").lines();
    let expressions = lines
        .filter_map(|line| Some(line.split_once("   ")?.0).filter(|text| !text.starts_with('#')));
    files
        .chain(expressions.map(|expression| format!("a={expression}\n")))
        .collect()
}

/// Returns the `.tf` files of the repository.
pub(crate) fn repository() -> Vec<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let files = super::files::below(&root);
    assert!(files.len() > 5, "there are {} files", files.len());
    files
}
