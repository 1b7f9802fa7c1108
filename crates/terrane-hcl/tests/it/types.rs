//! Type expressions and the defaults of optional attributes.

use terrane_hcl::value::{TypeConstraint, Value};
use terrane_hcl::{Source, syntax, type_constraint};
use terrane_value::Type;

fn read(text: &str) -> Result<TypeConstraint, String> {
    let source = Source::detached("x", text.to_owned());
    let expression = syntax::parse_expression(&source).into_result();
    let (constraint, diagnostics) = type_constraint(&expression.expect("an expression"));
    match diagnostics.first() {
        Some(error) => {
            let place = source.locate(error.subject.expect("a place"));
            Err(format!("{place}: {}", error.summary))
        }
        None => Ok(constraint),
    }
}

#[test]
fn types_are_read() {
    for text in [
        "string",
        "number",
        "bool",
        "list(string)",
        "set(map(number))",
        "tuple([string, bool])",
        "object({a = string, b = list(number)})",
    ] {
        assert_eq!(read(text).unwrap().ty.to_string(), text);
    }
    assert_eq!(read("list(any)").unwrap().ty, Type::list(Type::Dynamic));
}

#[test]
fn errors_have_the_places_of_terraform() {
    for (text, error) in [
        ("text", "x:1,1-5: Invalid type specification"),
        ("list", "x:1,1-5: Invalid type specification"),
        ("list()", "x:1,5-7: Invalid type specification"),
        (
            "list(string, bool)",
            "x:1,14-18: Invalid type specification",
        ),
        ("string()", "x:1,7-9: Invalid type specification"),
        ("foo(string)", "x:1,1-12: Invalid type specification"),
        ("optional(string)", "x:1,1-9: Invalid type specification"),
        ("1", "x:1,1-2: Invalid type specification"),
        (
            "object({\"a b\" = string})",
            "x:1,9-14: Invalid type specification",
        ),
        (
            "object({a = string, a = bool})",
            "x:1,21-22: Invalid type specification",
        ),
        ("object(string)", "x:1,8-14: Invalid type specification"),
        ("tuple(string)", "x:1,7-13: Invalid type specification"),
        (
            "object({a = optional(number, \"x\")})",
            "x:1,30-33: Invalid default value for optional attribute",
        ),
        (
            "object({a = optional(number, b)})",
            "x:1,30-31: Variables not allowed",
        ),
        (
            "object({a = optional()})",
            "x:1,21-23: Invalid type specification",
        ),
    ] {
        assert_eq!(read(text).map(|it| it.ty), Err(error.to_owned()), "{text}");
    }
}

#[test]
fn defaults_fill_attributes_that_are_missing_or_null() {
    let constraint = read(
        "list(object({a = optional(string, \"x\"), b = optional(object({c = optional(number, 1)}), {})}))",
    ).unwrap();
    let given = Value::tuple(vec![
        Value::object([("a", Value::null(Type::Dynamic))]),
        Value::object([("a", "y".into()), ("b", Value::object([("c", "2".into())]))]),
    ]);
    let c = |number: i64| Value::object([("c", number)].map(|(key, n)| (key, Value::from(n))));
    let expected = Value::list(vec![
        Value::object([("a", "x".into()), ("b", c(1))]),
        Value::object([("a", "y".into()), ("b", c(2))]),
    ]);
    assert_eq!(constraint.apply(given), Ok(expected));
}

#[test]
fn json_strings_are_types() {
    let source = Source::detached("x", "\"list(string)\"");
    let expression = syntax::parse_json_expression(&source).into_result();
    let (constraint, diagnostics) = type_constraint(&expression.unwrap());
    assert!(diagnostics.is_empty());
    assert_eq!(constraint.ty, Type::list(Type::String));
    let source = Source::detached("x", "\"list(foo)\"");
    let expression = syntax::parse_json_expression(&source).into_result();
    let (_, diagnostics) = type_constraint(&expression.unwrap());
    assert_eq!(source.locate(diagnostics[0].subject.unwrap()), "x:1,1-12");
}
