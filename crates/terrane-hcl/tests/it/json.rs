//! JSON syntax: errors with Terraform's summaries and places, and the same content as native syntax.

use terrane_hcl::syntax::{self, BodySchema};
use terrane_hcl::value::Value;
use terrane_hcl::{Diagnostics, Scope, Source, evaluate};

fn shown(source: &Source, diagnostics: &Diagnostics) -> Vec<String> {
    let show = |error: &terrane_hcl::Diagnostic| {
        format!(
            "{}: {}",
            source.locate(error.subject.expect("a place")),
            error.summary
        )
    };
    diagnostics.iter().map(show).collect()
}

/// The expectations are those of HCL 2.24.
#[test]
fn syntax_errors_equal_terraforms() {
    let cases: &[(&str, &[&str])] = &[
        ("{}", &[]),
        ("[{\"a\": 1}, {}]", &[]),
        ("1", &["x:1,1-2: Root value must be object"]),
        (
            "{\"a\": 1,}",
            &[
                "x:1,8-9: Trailing comma in object",
                "x:1,1-2: Root value must be object",
            ],
        ),
        (
            "{\"a\" = 1}",
            &[
                "x:1,6-7: Missing property value colon",
                "x:1,1-2: Root value must be object",
            ],
        ),
        ("{\"a\": 01}", &["x:1,7-9: Invalid JSON number"]),
        ("{\"a\": undefined}", &["x:1,7-16: Invalid JSON keyword"]),
        ("{\"a\": \"\\q\"}", &["x:1,10-11: Invalid JSON string"]),
        (
            "{\"a\": [1 2]}",
            &["x:1,12-13: Missing attribute seperator comma"],
        ),
        ("{} 1", &["x:1,4-5: Extraneous data after value"]),
    ];
    for (text, expected) in cases {
        let source = Source::detached("x", *text);
        let parsed = syntax::parse_json_file(&source);
        assert_eq!(shown(&source, &parsed.diagnostics), *expected, "{text}");
    }
}

#[test]
fn schema_decides_whether_a_property_is_an_argument_or_a_block() {
    let schema = BodySchema::default()
        .attribute("a", true)
        .attribute("b", true)
        .block("t", ["kind"]);
    let text =
        r#"{"//": "c", "a": 1, "a": 2, "t": {"x": [{}, {}], "y": null, "z": 1}, "other": 3}"#;
    let source = Source::detached("x", text);
    let body = syntax::parse_json_file(&source).value.body;
    let (content, diagnostics) = body.content(&schema);
    assert_eq!(
        shown(&source, &diagnostics),
        [
            "x:1,21-24: Duplicate argument",
            "x:1,66-67: Incorrect JSON value type",
            "x:1,80-81: Missing required argument",
            "x:1,70-77: Extraneous JSON object property",
        ]
    );
    let labels: Vec<&str> = content
        .blocks_of("t")
        .map(|block| block.labels[0].name.as_str())
        .collect();
    assert_eq!(labels, ["x", "x"]);
    let (partial, diagnostics) =
        body.partial_content(&BodySchema::default().attribute("other", false));
    assert!(diagnostics.is_empty());
    assert!(partial.attribute("other").is_some());
}

#[test]
fn native_content_is_checked_too() {
    let schema = BodySchema::default()
        .attribute("a", true)
        .block("b", ["type"]);
    let source = Source::detached("x", "c = 1\nb = 2\nb {}\nb x y {}\nb x {}\nd {}\na {}\n");
    let (content, diagnostics) = syntax::parse_file(&source).value.body.content(&schema);
    assert_eq!(
        shown(&source, &diagnostics),
        [
            "x:1,1-1: Missing required argument",
            "x:3,3-4: Missing type for b",
            "x:4,5-6: Extraneous label for b",
            "x:1,1-2: Unsupported argument",
            "x:2,1-2: Unsupported argument",
            "x:6,1-2: Unsupported block type",
            "x:7,1-2: Unsupported block type",
        ]
    );
    assert_eq!(content.blocks.len(), 1);
}

#[test]
fn strings_are_templates_on_demand() {
    let source = Source::detached("x", r#"{"a": "x ${var.y}", "b": "${'"}"#);
    let (attributes, _) = syntax::parse_json_file(&source)
        .value
        .body
        .just_attributes();
    let references = syntax::references(&attributes[0].expression);
    let [reference] = references.as_slice() else {
        panic!("expected one reference, found {references:?}")
    };
    let place = reference.root.span.to(reference.steps[0].span);
    assert_eq!(source.locate(place), "x:1,12-17");
    let scope = Scope::new().with_variable("var", "z");
    let (_, errors) = evaluate(&attributes[1].expression, &scope);
    assert_eq!(shown(&source, &errors)[0], "x:1,29-30: Invalid character");
}

#[test]
fn deep_nesting_is_an_error() {
    for open in ["[", "{\"a\":"] {
        let source = Source::detached("x", open.repeat(1_000_000));
        let parsed = syntax::parse_json_file(&source);
        assert_eq!(parsed.diagnostics[0].summary, "Nesting too deep");
    }
}

#[test]
fn overridden_bodies_have_the_same_content_in_both_syntaxes() {
    let native = |text: &'static str| {
        let parsed = syntax::parse_file(&Source::detached("x", text));
        parsed.value.body
    };
    let json = |text: &'static str| {
        let parsed = syntax::parse_json_file(&Source::detached("y", text));
        parsed.value.body
    };
    let base = "a = 1\nb = 1\nc {}\nc {}\ndynamic \"d\" {}\ndynamic \"e\" {}\nf {}\n";
    let base = [
        native(base),
        json(r#"{"a": 1, "b": 1, "c": [{}, {}], "dynamic": {"d": {}, "e": {}}, "f": {}}"#),
        json(r#"[{"a": 1, "b": 1, "c": [{}, {}]}, {"dynamic": {"d": {}, "e": {}}, "f": {}}]"#),
    ];
    let over = [
        native("b = 2\nc {}\nd {}\ndynamic \"f\" {}\n"),
        json(r#"{"b": 2, "c": {}, "d": {}, "dynamic": {"f": {}}}"#),
    ];
    let mut schema = BodySchema::default()
        .attribute("a", true)
        .attribute("b", true)
        .block("dynamic", ["type"]);
    for kind in ["c", "d", "e", "f"] {
        schema = schema.block(kind, []);
    }
    for base in &base {
        for over in &over {
            for merged in [
                base.overridden_by(over),
                base.overridden_by(over).overridden_by(over),
            ] {
                let (content, diagnostics) = merged.content(&schema);
                assert!(diagnostics.is_empty(), "{diagnostics:?}");
                let b = content.attribute("b").expect("an argument");
                let (b, _) = evaluate(&b.expression, &Scope::new());
                assert_eq!(b, Value::from(2_i64));
                let kind = |block: &syntax::ast::Block| match block.labels.first() {
                    Some(label) => format!("{} {}", block.kind.name, label.name),
                    None => block.kind.name.to_string(),
                };
                let mut kinds: Vec<String> = content.blocks.iter().map(kind).collect();
                kinds.sort();
                assert_eq!(kinds, ["c", "d", "dynamic e", "dynamic f"]);
            }
        }
    }
}
