//! The differences that are known, see `differences.md`.

/// Checks that a class of differences is described.
pub(crate) fn check(class: &str) {
    let described = include_str!("differences.md").lines();
    let mut names = described.filter_map(|line| line.strip_prefix("| ")?.split(" |").next());
    assert!(names.any(|name| name == class), "{class} is not described");
}

#[test]
fn at_most_ten_classes_of_differences_are_known() {
    let rows = include_str!("differences.md")
        .lines()
        .filter(|line| line.starts_with("| "))
        .count();
    assert!(rows - 1 <= 10, "{rows}");
}
