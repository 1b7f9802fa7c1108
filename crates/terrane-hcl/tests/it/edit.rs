//! Edits keep comments and layout.

use crate::support::files;

use std::path::Path;

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
    let block = document.remove_block(&[&["b", "x"]]);
    assert_eq!(
        block.as_deref(),
        Some("# one\n// two\nb \"x\" { # end\n  c = 1\n} // x\n")
    );
    assert_eq!(document.text(), "# file\n\nd {}\n");
    let block = document.remove_block(&[&["d"]]);
    assert_eq!(block.as_deref(), Some("d {}\n"));
    assert_eq!(document.text(), "# file\n");
    assert_eq!(document.remove_block(&[&["d"]]), None);
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
    let Some(body) = parsed.value.body.native() else {
        unreachable!()
    };
    let attributes = body
        .attributes
        .iter()
        .map(|it| (it.name.name.to_string(), it.expression.span));
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
            let removed = edited.remove_block(&[&header]).expect("a block");
            let mut kept = text.lines();
            // All remaining lines are lines of the file, in their order.
            assert!(
                edited.text().lines().all(|line| kept.any(|it| it == line)),
                "{text:?}"
            );
            let count = |text: &str| text.lines().filter(|line| !line.trim().is_empty()).count();
            assert_eq!(
                count(&edited.text()) + count(&removed),
                count(&text),
                "{text:?}"
            );
            assert!(edited.add_block(&[], &removed).expect("valid"));
            assert_eq!(items(&edited.text()).1.len(), blocks.len());
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

#[test]
fn names_and_labels_with_line_breaks_are_refused() {
    let text = "b \"x\" {\n}\n";
    let mut document = Document::parse(text).expect("valid");
    for name in ["y\n", "\ny", "y\nz", "y\r\nz", "y # \nz", ""] {
        assert!(document.set_attribute(&[], name, "1").is_err(), "{name:?}");
        let block = &[&["b", "x"][..]];
        assert!(
            document.set_attribute(block, name, "1").is_err(),
            "{name:?}"
        );
    }
    let mut block = document.block_mut(&[&["b", "x"]], 0).expect("a block");
    for label in ["a\nb", "a\r"] {
        assert!(block.set_labels(&[label]).is_err(), "{label:?}");
    }
    assert_eq!(document.text(), text);
}

#[test]
fn the_second_of_two_equal_blocks_is_edited() {
    let text = "a {\n  b {\n    c = 1\n  }\n  b {\n    c = 1\n  }\n}\na {\n}\n";
    let mut document = Document::parse(text).expect("valid");
    let mut second = document.block_mut(&[&["a"], &["b"]], 1).expect("a block");
    second.set_attribute("c", "2").expect("valid");
    let expected = "a {\n  b {\n    c = 1\n  }\n  b {\n    c = 2\n  }\n}\na {\n}\n";
    assert_eq!(document.text(), expected);
    let mut outer = document.block_mut(&[&["a"]], 1).expect("a block");
    outer.add_block("b {}").expect("valid");
    outer
        .block_mut(&[&["b"]], 0)
        .expect("a block")
        .set_attribute("d", "3")
        .expect("valid");
    assert!(document.block_mut(&[&["a"]], 2).is_none());
    let expected = expected.replace("a {\n}\n", "a {\n  b {\n    d = 3\n  }\n}\n");
    assert_eq!(document.text(), expected);
    let first = document.block_mut(&[&["a"]], 0).expect("a block").remove();
    assert_eq!(first + &document.text(), expected);
    document
        .block_mut(&[&["a"]], 0)
        .expect("the second one")
        .remove();
    assert_eq!(document.text(), "");
}

#[test]
fn labels_are_renamed() {
    let mut document =
        Document::parse("a \"b\" /* x */ c { # y\n  d = 1\n}\ne {}\n").expect("valid");
    let mut block = document.block_mut(&[&["a", "b", "c"]], 0).expect("a block");
    block.set_labels(&["x", "y \"${z}\""]).expect("valid");
    let mut other = document.block_mut(&[&["e"]], 0).expect("a block");
    other.set_labels(&["f"]).expect("valid");
    assert_eq!(
        document.text(),
        "a \"x\" \"y \\\"$${z}\\\"\" { # y\n  d = 1\n}\ne \"f\" {}\n"
    );
    assert!(document.block_mut(&[&["a", "b", "c"]], 0).is_none());
    let path = &[&["a", "x", "y \"${z}\""][..]];
    assert_eq!(document.set_attribute(path, "d", "2"), Ok(true));
    let mut block = document.block_mut(path, 0).expect("a block");
    block.set_labels(&[]).expect("valid");
    assert_eq!(document.text(), "a { # y\n  d = 2\n}\ne \"f\" {}\n");
}

/// Returns the span of a part of a text.
fn span_of(text: &str, part: &str) -> Span {
    let start = text.find(part).expect("a part");
    let offset = |offset| u32::try_from(offset).expect("an offset");
    Span {
        start: offset(start),
        end: offset(start + part.len()),
        ..Span::default()
    }
}

#[test]
fn spans_are_replaced_by_their_places_in_the_parsed_text() {
    let text = "a = [b, c, d] # e\nf \"g\" {\n  h = <<E\n${i} j ${k}\nE\n}\nl { m = n }\n";
    let mut document = Document::parse(text).expect("valid");
    for (part, new) in [
        ("d", "${dd}"),
        ("b", "bbb"),
        ("c", ""),
        ("k", "kkk"),
        ("\"g\"", "\"gg\" \"hh\""),
        ("i", "iii"),
        ("n", "nnn"),
        ("m", "mmm"),
        ("h", "hhh"),
    ] {
        let new = new.replace("${dd}", "ddd");
        let result = document.replace(span_of(text, part), &new);
        // An empty element is no expression.
        assert_eq!(result.ok(), (part != "c").then_some(true), "{part}");
    }
    let expected = "a = [bbb, c, ddd] # e\nf \"gg\" \"hh\" {\n  hhh = <<E\n${iii} j ${kkk}\nE\n}\nl { mmm = nnn }\n";
    assert_eq!(document.text(), expected);
    // A span that was replaced, and one that contains edits.
    assert_eq!(document.replace(span_of(text, "b"), "b2"), Ok(true));
    assert_eq!(
        document.replace(span_of(text, "[b, c, d]"), "[c]"),
        Ok(true)
    );
    assert_eq!(document.replace(span_of(text, "c"), "c2"), Ok(false));
    assert_eq!(document.set_attribute(&[], "a", "x"), Ok(true));
    assert_eq!(document.replace(span_of(text, "# e"), "# ee"), Ok(true));
    assert!(document.text().starts_with("a = x # ee\nf "));
    assert_eq!(
        document.set_attribute(&[&["f", "gg", "hh"]], "hhh", "1"),
        Ok(true)
    );
    assert_eq!(document.set_attribute(&[&["l"]], "mmm", "2"), Ok(true));
    for part in ["e\nf", "l { m = n }\n", "}\nl"] {
        let span = span_of(text, part);
        let before = document.text();
        assert!(document.replace(span, "").ok() != Some(true), "{part:?}");
        assert_eq!(document.text(), before);
    }
    // Another item must not be made, nor the name of another argument.
    assert!(document.replace(span_of(text, "a"), "x = 1\na").is_err());
    let mut document = Document::parse("a = 1\nb = 2\n").expect("valid");
    assert!(
        document
            .replace(span_of("a = 1\nb = 2\n", "b"), "a")
            .is_err()
    );
}

#[test]
fn new_lines_have_the_line_breaks_of_the_file() {
    let text = "a = 1\r\nb {\r\n  c = 1\r\n}\r\nd {}\r\n";
    let mut document = Document::parse(text).expect("valid");
    document
        .set_attribute(&[], "e", "f(\n  1\n)")
        .expect("valid");
    document
        .set_attribute(&[&["b"]], "g", "[\r\n]")
        .expect("valid");
    document.set_attribute(&[&["d"]], "h", "1").expect("valid");
    document.add_block(&[], "i {\n  j = 1\n}\n").expect("valid");
    document.add_block(&[&["b"]], "# k\nk {}").expect("valid");
    document.move_block(&[&["d"]], &[&["i"]]).expect("valid");
    document.remove_attribute(&[], "a").expect("valid");
    let expected = "e = f(\n  1\n)\nb {\n  c = 1\n  g = [\n]\n\n  # k\n  k {}\n}\n\ni {\n  j = 1\n\n  d {\n    h = 1\n  }\n}\n";
    assert_eq!(document.text(), expected.replace('\n', "\r\n"));
}

#[test]
fn new_lines_have_the_indentation_of_the_file() {
    let text = "a {\n\tb = 1\n\tc {\n\t}\n\td {}\n}\n";
    let mut document = Document::parse(text).expect("valid");
    document.set_attribute(&[&["a"]], "e", "1").expect("valid");
    document
        .set_attribute(&[&["a"], &["c"]], "f", "1")
        .expect("valid");
    document
        .set_attribute(&[&["a"], &["d"]], "g", "1")
        .expect("valid");
    document
        .add_block(&[&["a"]], "h {\n  i {\n    j = <<E\n  k\nE\n  }\n}")
        .expect("valid");
    let expected = "a {\n\tb = 1\n\te = 1\n\tc {\n\t\tf = 1\n\t}\n\td {\n\t\tg = 1\n\t}\n\n\th {\n\t\ti {\n\t\t\tj = <<E\n  k\nE\n\t\t}\n\t}\n}\n";
    assert_eq!(document.text(), expected);
    let mut document = Document::parse("a {\n    b = 1\n}\nc {}\n").expect("valid");
    document.set_attribute(&[&["c"]], "d", "1").expect("valid");
    assert_eq!(document.text(), "a {\n    b = 1\n}\nc {\n    d = 1\n}\n");
}

#[test]
fn removed_arguments_take_their_comments_along() {
    let text = "# file\n\n# one\n/* two\n\n  two */\na = 1 # three\n\n# b\nb = <<E\nE\n\n# c\nc { d = 1 } # d\ne {\n  # f\n  f = 1 /* g\n */\n  # h\n}\n";
    let mut document = Document::parse(text).expect("valid");
    assert_eq!(document.remove_attribute(&[], "a"), Ok(true));
    assert_eq!(document.remove_attribute(&[], "b"), Ok(true));
    assert_eq!(document.remove_attribute(&[&["c"]], "d"), Ok(true));
    assert_eq!(document.remove_attribute(&[&["c"]], "d"), Ok(false));
    assert_eq!(document.remove_attribute(&[&["e"]], "f"), Ok(true));
    assert_eq!(document.text(), "# file\n\n# c\nc {} # d\ne {\n  # h\n}\n");
}

#[test]
fn files_without_a_last_line_break_and_with_a_byte_order_mark_are_edited() {
    let mut document = Document::parse("\u{feff}a = 1").expect("valid");
    document.set_attribute(&[], "b", "2").expect("valid");
    assert_eq!(document.text(), "\u{feff}a = 1\nb = 2\n");
    let mut document = Document::parse("\u{feff}a {} # x").expect("valid");
    document.set_attribute(&[], "b", "2").expect("valid");
    document.add_block(&[], "c {}").expect("valid");
    assert_eq!(document.text(), "\u{feff}b = 2\na {} # x\n\nc {}\n");
    let mut document = Document::parse("# x").expect("valid");
    document.add_block(&[], "c {}").expect("valid");
    assert_eq!(document.text(), "# x\nc {}\n");
}

/// A number of items. As many edits that cost the size of the file would take hours.
const MANY: usize = 10_000;

#[test]
fn an_edit_costs_the_size_of_the_item_and_not_of_the_file() {
    let names: Vec<String> = (0..MANY).map(|number| format!("n{number}")).collect();
    let block = |name: &String| format!("b \"{name}\" {{\n  a = 1\n}}\n");
    let arguments: String = names.iter().map(|name| format!("  {name} = 1\n")).collect();
    let blocks: String = names.iter().map(block).collect();
    let text = format!(
        "{}l {{\n{arguments}}}\n{blocks}",
        arguments.replace("  ", "")
    );
    let source = Source::detached("", text.clone());
    let parsed = parse_file(&source).value;
    let Some(body) = parsed.body.native() else {
        unreachable!()
    };
    let mut document = Document::parse(text.clone()).expect("valid");
    for (name, attribute) in names.iter().zip(&body.attributes) {
        let path: &[&[&str]] = &[&["b", name]];
        assert_eq!(document.set_attribute(&[], name, "2"), Ok(true));
        assert_eq!(
            document.replace(attribute.name.span, &format!("{name}x")),
            Ok(true)
        );
        assert_eq!(document.set_attribute(&[&["l"]], name, "2"), Ok(true));
        assert_eq!(
            document.set_attribute(&[&["l"]], &format!("{name}x"), "3"),
            Ok(true)
        );
        assert_eq!(document.remove_attribute(&[&["l"]], name), Ok(true));
        assert_eq!(document.set_attribute(path, "c", "2"), Ok(true));
        assert_eq!(document.add_block(path, "d {}"), Ok(true));
        assert_eq!(document.move_block(path, &[]), Ok(true));
    }
    let text = document.text();
    assert_eq!(text.lines().count(), 9 * MANY + 2);
    assert_eq!(Document::parse(text.clone()).expect("valid").text(), text);
}
