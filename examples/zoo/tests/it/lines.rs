//! The lines of a pet.

use std::fs;
use std::path::Path;

/// Counts the lines of the model and of all operations that are neither empty nor comments, attributes or imports. The rules about pets and the answers of
/// the API are in files of their own, because both forms of a pet use them.
#[test]
fn a_pet_has_at_most_60_lines() {
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let is_code = |line: &&str| {
        let line = line.trim();
        let others = ["//", "#[", "use "];
        !(line.is_empty() || others.iter().any(|other| line.starts_with(other)))
    };
    let counts = ["pet.rs", "resource.rs"].map(|file| {
        let text = fs::read_to_string(sources.join(file)).unwrap();
        text.lines().filter(is_code).count()
    });
    let count: usize = counts.iter().sum();
    assert!(count <= 60, "{count} lines");
}
