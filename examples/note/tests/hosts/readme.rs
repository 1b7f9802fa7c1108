//! The provider on the README and in the guide is this one, and short.

use std::fs;
use std::path::Path;

#[test]
fn the_readme_and_the_guide_show_this_provider_verbatim_and_it_is_short() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let source = include_str!("../../src/main.rs");
    let read = |name: &str, mark: &str| {
        let text = fs::read_to_string(root.join(name)).expect("the text is there");
        assert!(
            text.contains(&format!("```{mark}\n{source}```\n")),
            "{name} shows another text than examples/note/src/main.rs: copy it there"
        );
        text
    };
    read("crates/terrane/src/guide/first_provider.md", "no_run");
    let readme = read("README.md", "rust");
    let lines = source.lines().count();
    assert!(lines <= 64, "the smallest provider has {lines} lines");
    let lines = readme.lines().count();
    assert!(lines <= 150, "the README has {lines} lines");
}
