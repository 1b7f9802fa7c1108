//! Edits keep comments and layout.

use terrane_hcl::syntax::Document;

const TEXT: &str = "# first\na   =   1 # one\n\nb \"x\" {\n    c=[ 1,2 ] // list\n  d {}\n}\n";

#[test]
fn only_the_expression_changes() {
    let mut document = Document::parse(TEXT).expect("a file");
    assert!(
        document
            .set_attribute(&[&["b", "x"]], "c", "[3]")
            .expect("valid")
    );
    assert_eq!(document.text(), TEXT.replace("[ 1,2 ]", "[3]"));
    assert!(
        document
            .set_attribute(&[], "a", "f(\n  1\n)")
            .expect("valid")
    );
    assert_eq!(
        document.text(),
        TEXT.replace("[ 1,2 ]", "[3]")
            .replace("   1 #", "   f(\n  1\n) #")
    );
}

#[test]
fn new_arguments_stand_after_the_last_one() {
    let mut document = Document::parse(TEXT).expect("a file");
    assert!(document.set_attribute(&[], "n", "null").expect("valid"));
    assert!(
        document
            .set_attribute(&[&["b", "x"], &["d"]], "e", "2")
            .expect("valid")
    );
    let expected = TEXT
        .replace("# one\n", "# one\nn = null\n")
        .replace("d {}", "d {\n    e = 2\n  }");
    assert_eq!(document.text(), expected);
    assert!(
        !document
            .set_attribute(&[&["b", "y"]], "e", "2")
            .expect("no such body")
    );
}

#[test]
fn arguments_are_removed_with_their_lines() {
    let mut document = Document::parse(TEXT).expect("a file");
    assert!(
        document
            .remove_attribute(&[&["b", "x"]], "c")
            .expect("valid")
    );
    assert_eq!(document.text(), TEXT.replace("    c=[ 1,2 ] // list\n", ""));
    assert!(!document.remove_attribute(&[], "missing").expect("none"));
}

#[test]
fn blocks_are_added_at_the_end() {
    let mut document = Document::parse(TEXT).expect("a file");
    assert!(document.add_block(&[], "z {\n}\n").expect("valid"));
    assert_eq!(document.text(), format!("{TEXT}\nz {{\n}}\n"));
    assert!(document.add_block(&[&["b", "x"]], "  y {}").expect("valid"));
    assert!(document.text().contains("  d {}\n\n  y {}\n}\n"));
}

#[test]
fn an_invalid_edit_changes_nothing() {
    let mut document = Document::parse(TEXT).expect("a file");
    document
        .set_attribute(&[], "a", "1 +")
        .expect_err("an error");
    document.add_block(&[], "z {").expect_err("an error");
    assert_eq!(document.text(), TEXT);
}
