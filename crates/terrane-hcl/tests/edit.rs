//! Edits keep comments and layout.

#[path = "support/files.rs"]
mod files;

use std::path::Path;

use terrane_hcl::syntax::ast::Body;
use terrane_hcl::syntax::{Document, parse_file};
use terrane_hcl::{Source, Span};

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
fn new_arguments_are_inserted_after_the_last_one() {
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

#[test]
fn removed_blocks_take_their_comments_and_one_blank_line_along() {
    let text = "# file\n\n# one\n// two\nb \"x\" { # end\n  c = 1\n} // x\n\nd {}\n";
    let mut document = Document::parse(text).expect("a file");
    let block = document.remove_block(&[&["b", "x"]]).expect("valid");
    assert_eq!(
        block.as_deref(),
        Some("# one\n// two\nb \"x\" { # end\n  c = 1\n} // x\n")
    );
    assert_eq!(document.text(), "# file\n\nd {}\n");
    let block = document.remove_block(&[&["d"]]).expect("valid");
    assert_eq!(block.as_deref(), Some("d {}\n"));
    assert_eq!(document.text(), "# file\n");
    assert_eq!(document.remove_block(&[&["d"]]), Ok(None));
}

#[test]
fn moved_blocks_are_indented_except_for_heredocs() {
    let text = "a {\n  b = 1\n}\n\nc {\n  # why\n  d \"e\" {\n    f = <<-E\n      text\n    E\n\n    g = 2 # two\n  }\n}\n";
    let mut document = Document::parse(text).expect("a file");
    assert_eq!(document.move_block(&[&["c"], &["d", "e"]], &[]), Ok(true));
    assert_eq!(
        document.text(),
        "a {\n  b = 1\n}\n\nc {\n}\n\n# why\nd \"e\" {\n  f = <<-E\n      text\n    E\n\n  g = 2 # two\n}\n"
    );
    assert_eq!(document.move_block(&[&["d", "e"]], &[&["a"]]), Ok(true));
    assert_eq!(
        document.text(),
        "a {\n  b = 1\n\n  # why\n  d \"e\" {\n    f = <<-E\n      text\n    E\n\n    g = 2 # two\n  }\n}\n\nc {\n}\n"
    );
    let before = document.clone();
    assert_eq!(document.move_block(&[&["c"]], &[&["c"]]), Ok(false));
    assert_eq!(document.move_block(&[&["c"]], &[&["missing"]]), Ok(false));
    assert_eq!(document, before);
}

/// Returns the valid files of the vectors and of the repository.
fn valid_files() -> Vec<String> {
    let vectors: Vec<serde_json::Value> =
        serde_json::from_str(include_str!("vectors/parse.json")).expect("JSON");
    let vectors = vectors.iter();
    let mut texts: Vec<String> = vectors
        .filter_map(|vector| vector["input"].as_str().map(str::to_owned))
        .collect();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    texts.extend(files::below(&root));
    texts.retain(|text| Document::parse(text.clone()).is_ok());
    assert!(texts.len() > 80, "{} files are valid", texts.len());
    texts
}

/// Returns the names and values of the arguments of a file, and the headers of its blocks.
fn items(text: &str) -> (Vec<(String, Span)>, Vec<Vec<String>>) {
    let parsed = parse_file(&Source::detached("x", text.to_owned()));
    let Body::Native(body) = parsed.value.body else {
        unreachable!()
    };
    let attributes = body.attributes.iter();
    let attributes = attributes.map(|it| (it.name.name.to_string(), it.expression.span));
    let blocks = body.blocks.iter().map(|block| {
        let names = std::iter::once(&block.kind).chain(&block.labels);
        names.map(|name| name.name.to_string()).collect()
    });
    (attributes.collect(), blocks.collect())
}

#[test]
fn edits_of_any_file_change_only_the_edited_part() {
    for text in valid_files() {
        let document = Document::parse(text.clone()).expect("a file");
        assert_eq!(document.text(), text);
        let (attributes, blocks) = items(&text);
        for (name, span) in &attributes {
            let mut edited = document.clone();
            edited.set_attribute(&[], name, "[1]").expect("valid");
            let (start, end) = (
                usize::try_from(span.start).expect("an offset"),
                usize::try_from(span.end).expect("an offset"),
            );
            let expected = format!("{}[1]{}", &text[..start], &text[end..]);
            assert_eq!(edited.text(), expected, "{text:?}");
        }
        let mut edited = document.clone();
        edited.add_block(&[], "new \"block\" {}").expect("valid");
        assert!(edited.text().starts_with(&text), "{text:?}");
        for block in &blocks {
            let header: Vec<&str> = block.iter().map(String::as_str).collect();
            let mut edited = document.clone();
            let removed = edited.remove_block(&[&header]).expect("valid");
            let removed = removed.expect("a block");
            let mut kept = text.lines();
            // All remaining lines are lines of the file, in their order.
            assert!(
                edited.text().lines().all(|line| kept.any(|it| it == line)),
                "{text:?}"
            );
            let count = |text: &str| text.lines().filter(|line| !line.trim().is_empty()).count();
            assert_eq!(
                count(edited.text()) + count(&removed),
                count(&text),
                "{text:?}"
            );
            assert!(edited.add_block(&[], &removed).expect("valid"));
            assert_eq!(items(edited.text()).1.len(), blocks.len());
        }
    }
}

#[test]
fn an_edit_writes_no_more_than_one_item() {
    let text = "a = 1\nb {\n}\n";
    let mut document = Document::parse(text).expect("valid");
    for (name, expression) in [
        ("y", "1\nz = 2"),
        ("y", "1\nz {}"),
        ("a", "1\nz = 2"),
        ("y = 1\nz", "2"),
        ("# y", "2"),
        ("y", ""),
    ] {
        let result = document.set_attribute(&[], name, expression);
        assert!(result.is_err(), "{name} = {expression}");
    }
    for block in ["b {}\nb {}", "y = 1\nb {}", "y = 1", "", "# comment"] {
        assert!(document.add_block(&[&["b"]], block).is_err(), "{block}");
    }
    assert_eq!(document.text(), text);
    assert_eq!(document.add_block(&[], "# comment\nc {}"), Ok(true));
}
