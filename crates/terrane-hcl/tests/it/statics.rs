//! Expressions that are read rather than evaluated.

use terrane_hcl::syntax::Visitor;
use terrane_hcl::syntax::ast::{Attribute, Block, Expression, ObjectItem, Traversal};
use terrane_hcl::{Source, syntax};

fn native(text: &str) -> Expression {
    syntax::parse_expression(&Source::detached("x", text.to_owned())).value
}

fn json(text: &str) -> Expression {
    syntax::parse_json_expression(&Source::detached("x", text.to_owned())).value
}

fn roots(expression: &Expression) -> Vec<String> {
    syntax::references(expression)
        .iter()
        .map(|reference| reference.root.name.to_string())
        .collect()
}

#[test]
fn keywords_are_names_alone() {
    assert_eq!(syntax::keyword(&native("all")).as_deref(), Some("all"));
    assert_eq!(syntax::keyword(&native("true")).as_deref(), Some("true"));
    assert_eq!(syntax::keyword(&json("\"all\"")).as_deref(), Some("all"));
    for text in ["a.b", "\"all\"", "(all)", "1"] {
        assert_eq!(syntax::keyword(&native(text)), None, "{text}");
    }
}

#[test]
fn references_are_static() {
    let reference = syntax::traversal(&native("a.b[0][\"c\"]")).expect("a reference");
    assert_eq!(reference.steps.len(), 3);
    let reference = syntax::traversal(&json("\"a.b[0]\"")).expect("a reference");
    assert_eq!(reference.steps.len(), 2);
    for wrong in [
        native("a[b]"),
        native("\"${a}\""),
        native("f()"),
        native("(a).b"),
        json("\"${a.b}\""),
        json("1"),
    ] {
        syntax::traversal(&wrong).expect_err("no reference");
    }
}

#[test]
fn lists_and_pairs_are_literals() {
    assert_eq!(syntax::list(&native("[a, b.c]")).expect("a list").len(), 2);
    assert_eq!(
        syntax::list(&native("f()")).expect_err("no list")[0].summary,
        "Invalid expression"
    );
    let object = native("{a = b, \"c\" = d.e}");
    assert_eq!(syntax::pairs(&object).expect("pairs").len(), 2);
    assert_eq!(
        syntax::pairs(&native("[]")).expect_err("no pairs")[0].summary,
        "Invalid expression"
    );
}

#[test]
fn references_leave_out_names_that_are_bound() {
    assert_eq!(
        roots(&native("{a = b, (c) = d[e].f, \"${g}\" = h(i...)}")),
        ["b", "c", "d", "e", "g", "i"]
    );
    assert_eq!(
        roots(&native("[for x in x : x + y if x && z]")),
        ["x", "z", "y"]
    );
    assert_eq!(
        roots(&native(
            "\"%{ for k, v in m }${k}${v}${w}%{ endfor }%{ if c }${v}%{ endif }\""
        )),
        ["m", "w", "c", "v"]
    );
    assert_eq!(roots(&json(r#"{"${a.b}": ["${c}", "plain"]}"#)), ["a", "c"]);
    assert_eq!(
        roots(&native("-a[*].b[c] ? !d : (e)")),
        ["a", "c", "d", "e"]
    );
}

/// Returns the texts in the source of all roots and steps of the references in a string of JSON.
fn places(text: &str) -> Vec<String> {
    let references = syntax::references(&json(text));
    let spans = references
        .iter()
        .flat_map(|it| std::iter::once(it.root.span).chain(it.steps.iter().map(|step| step.span)));
    let offset = |offset| usize::try_from(offset).expect("an offset");
    spans
        .map(|span| text[offset(span.start)..offset(span.end)].to_owned())
        .collect()
}

#[test]
fn references_in_json_have_exact_places_after_escapes() {
    for before in [
        "",
        r"\n",
        r#"\"\\\/"#,
        r"\u00e9\u4e2d",
        r"\ud83d\ude00",
        r"\ud83d",
        "e\u{301}é",
        r"e\u0301",
        r"%{if true}\n%{endif}",
    ] {
        let text = format!("[\"{before}${{var.a[0]}}\\t${{b}}\", \"${{c.d}}{before}\"]");
        let expected = ["var", ".a", "[0]", "b", "c", ".d"];
        assert_eq!(places(&text), expected, "{text}");
    }
    let text = r#""${x(\"\u0041\") + v\u0061r.\u0061}""#;
    assert_eq!(places(text), [r"v\u0061r", r".\u0061"]);
}

#[test]
fn a_reference_in_a_string_of_json_has_exact_places() {
    let text = r#" "a.\u0062[\"c\"]""#;
    let reference = syntax::traversal(&json(text)).expect("a reference");
    let places: Vec<_> = reference
        .steps
        .iter()
        .map(|step| (step.span.start, step.span.end))
        .collect();
    assert_eq!((reference.root.span.start, reference.root.span.end), (2, 3));
    assert_eq!(places, [(3, 10), (10, 17)]);
}

#[test]
fn references_in_json_have_exact_places_after_bytes_that_are_not_utf8() {
    let text = b"\"\xff\xe2\x82${var.a}\"";
    let source = Source::detached("x", text.to_vec());
    let references = syntax::references(&syntax::parse_json_expression(&source).value);
    assert_eq!(references[0].root.span.start, 6);
}

/// Notes the parts of a body that are visited.
#[derive(Default)]
struct Notes {
    notes: Vec<String>,
    skipped: &'static str,
}

impl Notes {
    fn note(&mut self, kind: &str, name: &str) -> bool {
        self.notes.push(format!("{kind} {name}"));
        name.is_empty() || name != self.skipped
    }
}

impl Visitor for Notes {
    fn block(&mut self, block: &Block) -> bool {
        self.note("block", &block.kind.name)
    }

    fn attribute(&mut self, attribute: &Attribute) -> bool {
        self.note("attribute", &attribute.name.name)
    }

    fn expression(&mut self, expression: &Expression) -> bool {
        match expression.call() {
            Some(call) => self.note("call", &call.name.name),
            None => true,
        }
    }

    fn item(&mut self, item: &ObjectItem) -> bool {
        self.note("item", item.name().unwrap_or_default())
    }

    fn reference(&mut self, reference: &Traversal) {
        self.note("reference", &reference.root.name);
    }
}

const VISITED: &str = "a {\n  b {\n    c = f(d, {e = \"${g}\"})\n  }\n  h = [for i, j in k : {(i) = l[j].m}]\n}\nn = \"%{for o in p}${o}${q}%{endfor}\"\n";

#[test]
fn a_visitor_sees_all_expressions_of_a_body() {
    let parsed = syntax::parse_file(&Source::detached("x", VISITED)).value;
    let mut notes = Notes::default();
    syntax::visit_body(&parsed.body, &mut notes);
    let expected = [
        "attribute n",
        "reference p",
        "reference q",
        "block a",
        "attribute h",
        "reference k",
        "item ",
        "reference l",
        "block b",
        "attribute c",
        "call f",
        "reference d",
        "item e",
        "reference g",
    ];
    assert_eq!(notes.notes, expected);
}

#[test]
fn a_visitor_skips_the_parts_that_it_refuses() {
    let parsed = syntax::parse_file(&Source::detached("x", VISITED)).value;
    for (skipped, kept) in [("a", "p"), ("n", "d"), ("f", "l"), ("e", "d")] {
        let mut notes = Notes {
            skipped,
            ..Notes::default()
        };
        syntax::visit_body(&parsed.body, &mut notes);
        let has = |name: &str| notes.notes.contains(&format!("reference {name}"));
        assert!(has(kept), "{skipped}");
        let missing = match skipped {
            "n" => "p",
            _ => "g",
        };
        assert!(!has(missing), "{skipped}");
    }
}

#[test]
fn a_visitor_sees_templates_in_strings_of_json() {
    let text = r#"{"a": {"b": ["${f(c)}", {"${d}": 1}]}}"#;
    let parsed = syntax::parse_json_file(&Source::detached("x", text)).value;
    let mut notes = Notes::default();
    syntax::visit_body(&parsed.body, &mut notes);
    let expected = [
        "item a",
        "item b",
        "call f",
        "reference c",
        "item ${d}",
        "reference d",
    ];
    assert_eq!(notes.notes, expected);
}
