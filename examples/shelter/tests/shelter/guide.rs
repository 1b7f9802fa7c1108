//! The guide shows this package.

use std::fs;
use std::path::Path;

/// Compares the listings of a chapter with files of the package. Text between two listings belongs to the place of an empty line in the file.
#[track_caller]
fn assert_shows(chapter: &str, files: &[&str]) {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let read = |path: &str| fs::read_to_string(package.join(path)).unwrap();
    let text = read(&format!("../../crates/terrane/src/guide/{chapter}.md"));
    let listings = text.split("```listing\n").skip(1);
    let listings = listings.map(|rest| rest.split_once("```").unwrap().0);
    let shown: Vec<_> = listings.collect();
    let sources: Vec<_> = files.iter().map(|path| read(path)).collect();
    for (shown, source) in shown.join("\n").lines().zip(sources.join("\n").lines()) {
        assert_eq!(
            shown, source,
            "{chapter} and the package differ at this line"
        );
    }
    assert_eq!(shown.join("\n"), sources.join("\n"), "{chapter}");
}

#[test]
fn the_chapters_about_apis_show_this_package_verbatim() {
    assert_shows(
        "apis",
        &[
            "src/lib.rs",
            "src/main.rs",
            "src/animal.rs",
            "src/animals.rs",
            "src/lookup.rs",
        ],
    );
    assert_shows(
        "testing_apis",
        &[
            "tests/shelter/api.rs",
            "tests/shelter/life.rs",
            "tests/shelter/faults.rs",
            "tests/shelter/cassette.rs",
            "tests/shelter/hosts.rs",
        ],
    );
}
