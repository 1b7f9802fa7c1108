//! The provider on the README is this one, and short.

use std::fs;
use std::path::Path;

#[test]
fn the_readme_shows_this_provider_verbatim_and_it_is_short() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let readme = fs::read_to_string(root.join("README.md")).expect("the README is there");
    let source = include_str!("../../src/main.rs");
    assert!(
        readme.contains(&format!("```rust\n{source}```\n")),
        "README.md shows another text than examples/note/src/main.rs: copy it there"
    );
    let lines = source.lines().count();
    assert!(lines <= 64, "the smallest provider has {lines} lines");
    let lines = readme.lines().count();
    assert!(lines <= 150, "the README has {lines} lines");
}
