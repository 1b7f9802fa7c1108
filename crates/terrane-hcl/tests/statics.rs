//! Expressions that are read rather than evaluated.

use terrane_hcl::syntax::ast::Expression;
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
