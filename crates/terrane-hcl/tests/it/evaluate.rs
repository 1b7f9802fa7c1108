//! The evaluator, compared with Terraform's results for the same expressions.
//!
//! The vectors were made with Terraform 1.17-dev. Values must be equal; of errors, the summary and the range.

use crate::support::go;

use terrane_hcl::syntax::ast::NativeBody;
use terrane_hcl::value::{Mark, Value};
use terrane_hcl::{Builtins, Environment, FileError, FileKind, Scope, Source, evaluate, syntax};
use terrane_value::Type;

use go::go_string;

/// The vectors that differ, with the reason.
const EXCEPTIONS: &[(&str, &str)] = &[];

/// The environment in which the vectors were made.
struct Outside;

impl Environment for Outside {
    fn now(&self) -> Option<std::time::SystemTime> {
        Some(std::time::UNIX_EPOCH)
    }

    fn random(&self) -> Option<[u8; 16]> {
        Some([7; 16])
    }

    fn home_directory(&self) -> Option<String> {
        Some("/h".to_owned())
    }

    fn file_kind(&self, _: &str) -> Result<FileKind, FileError> {
        Err(FileError::NotFound)
    }
}

/// The scope of the vectors, which the head of their file describes.
fn scope() -> Scope<'static> {
    let object = || Type::object([("a", Type::String)]);
    let text = |text: &str| Value::from(text);
    let a = |value: &str| Value::object([("a", Value::from(value))]);
    let secret = |value: Value| value.with_mark(Mark::Sensitive);
    Scope::new().with_variables([
        ("us", Value::unknown(Type::String)),
        ("un", Value::unknown(Type::Number)),
        ("ub", Value::unknown(Type::Bool)),
        ("usn", Value::unknown_not_null(Type::String)),
        ("ud", Value::dynamic()),
        ("ul", Value::unknown(Type::list(Type::String))),
        ("ulo", Value::unknown(Type::list(object()))),
        ("uset", Value::unknown(Type::set(Type::String))),
        ("um", Value::unknown(Type::map(Type::String))),
        (
            "uo",
            Value::unknown(Type::object([("a", Type::String), ("b", Type::Number)])),
        ),
        (
            "l",
            Value::list(vec![text("a"), Value::unknown(Type::String)]),
        ),
        ("lo", Value::list(vec![a("x"), a("y")])),
        ("so", Value::set(vec![a("x"), a("y")])),
        ("m", Value::map([("k", text("v")), ("j", text("w"))])),
        (
            "setu",
            Value::set(vec![text("a"), Value::unknown(Type::String)]),
        ),
        ("set", Value::set(vec![text("a"), text("b")])),
        ("sec", secret(text("pw"))),
        ("secu", secret(Value::unknown(Type::String))),
        ("secl", Value::list(vec![secret(text("p")), text("q")])),
        ("seclw", secret(Value::list(vec![text("p"), text("q")]))),
        ("secb", secret(true.into())),
        ("eph", text("e").with_mark(Mark::Ephemeral)),
        ("ns", Value::null(Type::String)),
        ("nl", Value::null(Type::list(Type::String))),
        ("nlo", Value::null(Type::list(object()))),
        ("no", Value::null(object())),
        ("nd", Value::null(Type::Dynamic)),
        (
            "o",
            Value::object([("a", text("x")), ("b", Value::from(1_i64))]),
        ),
        ("t", Value::tuple(vec![text("x"), Value::from(1_i64)])),
        ("el", Value::list_of(Type::String, Vec::new())),
        ("strs", Value::list(vec![text("x"), text("y")])),
    ])
}

/// Returns the value, or `ERR x:1,1-2: Summary;` for the first error.
fn outcome(expression: &str, scope: &Scope<'_>) -> String {
    let source = Source::detached("x", expression.to_owned());
    let parsed = syntax::parse_expression(&source).into_result();
    let (value, diagnostics) = match &parsed {
        Ok(expression) => evaluate(expression, scope),
        Err(_) => return "PARSE".to_owned(),
    };
    match diagnostics.first() {
        None => go_string(&value),
        Some(error) => {
            let place = source.locate(error.subject.expect("a place"));
            format!("ERR {place}: {};", error.summary)
        }
    }
}

#[test]
fn expressions_have_the_values_of_terraform() {
    let functions = Builtins::newest(&Outside);
    let scope = scope().with_functions(&functions);
    let lines = include_str!("vectors/expressions.txt").lines();
    let mut wrong = Vec::new();
    let mut count = 0;
    for line in lines.filter(|line| !line.starts_with('#') && !line.is_empty()) {
        let (expression, expected) = line.rsplit_once(" => ").expect("a result");
        let expression = expression.trim_end();
        if expected.starts_with("PARSE") || EXCEPTIONS.iter().any(|(it, _)| *it == expression) {
            continue;
        }
        let found = outcome(expression, &scope);
        let is_equal = if expected.starts_with("ERR") {
            expected.starts_with(&found)
        } else {
            found == expected
        };
        count += 1;
        if !is_equal {
            wrong.push(format!(
                "{expression}\n  expected {expected}\n  found    {found}"
            ));
        }
    }
    assert!(
        wrong.is_empty(),
        "{} of {count}:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

/// Returns `name: value` for each argument, and `block kind ["label"]` for each block.
fn contents(body: &NativeBody, source: &Source, scope: &Scope<'_>, results: &mut Vec<String>) {
    let mut attributes: Vec<_> = body.attributes.iter().collect();
    attributes.sort_by(|a, b| a.name.name.cmp(&b.name.name));
    for attribute in attributes {
        let (value, diagnostics) = evaluate(&attribute.expression, scope);
        let result = match diagnostics.first() {
            None => go_string(&value),
            Some(error) => {
                let place = source.locate(error.subject.expect("a place"));
                format!("EVALERR {place}: {};", error.summary)
            }
        };
        results.push(format!("{}: {result}", attribute.name.name));
    }
    for block in &body.blocks {
        let labels: Vec<String> = block
            .labels
            .iter()
            .map(|label| format!("{:?}", label.name.as_str()))
            .collect();
        results.push(format!("block {} [{}]", block.kind.name, labels.join(" ")));
        if let Some(body) = block.body.native() {
            contents(body, source, scope, results);
        }
    }
}

#[test]
fn files_have_the_values_of_terraform() {
    let vectors: Vec<serde_json::Value> =
        serde_json::from_str(include_str!("vectors/parse.json")).expect("JSON");
    let functions = Builtins::newest(&Outside);
    let scope = Scope::new().with_functions(&functions);
    let mut count = 0;
    for vector in &vectors {
        let results = vector["results"].as_array().expect("results").iter();
        let expected: Vec<&str> = results.filter_map(|result| result.as_str()).collect();
        let Some(input) = vector["input"].as_str() else {
            continue;
        };
        if expected.iter().any(|result| result.starts_with("DIAG")) {
            continue;
        }
        let source = Source::detached("x", input.to_owned());
        let file = syntax::parse_file(&source).value;
        let body = file.body.native().expect("native syntax");
        let mut found = Vec::new();
        contents(body, &source, &scope, &mut found);
        assert_eq!(found.len(), expected.len(), "{input}: {found:?}");
        for (found, expected) in found.iter().zip(expected) {
            let expected = expected
                .split_inclusive(';')
                .next()
                .filter(|_| found.contains("EVALERR"))
                .unwrap_or(expected);
            assert_eq!(found, expected, "{input}");
            count += 1;
        }
    }
    assert!(count > 80, "there are {count} values");
}

#[test]
fn strings_of_json_are_templates_unless_they_must_be_constant() {
    let source = Source::detached("x", r#"{"${a}": ["${b}", "${true}"], "c": {"d": null}}"#);
    let expression = syntax::parse_json_expression(&source)
        .into_result()
        .expect("JSON");
    let (value, _) = evaluate(&expression, &Scope::new());
    let plain = Value::tuple(vec!["${b}".into(), "${true}".into()]);
    assert_eq!(value.get("${a}"), Some(&plain));
    let scope = Scope::new()
        .with_variable("a", "x")
        .with_variable("b", 1_i64);
    let (value, diagnostics) = evaluate(&expression, &scope);
    assert!(diagnostics.is_empty());
    let evaluated = Value::tuple(vec![1_i64.into(), true.into()]);
    assert_eq!(value.get("x"), Some(&evaluated));
}

#[test]
fn keys_of_json_objects_are_unique_after_evaluation() {
    let source = Source::detached("x", r#"{"x": 1, "${a}": 2}"#);
    let expression = syntax::parse_json_expression(&source)
        .into_result()
        .expect("JSON");
    let scope = Scope::new().with_variable("a", "x");
    let (_, diagnostics) = evaluate(&expression, &scope);
    assert_eq!(diagnostics[0].summary, "Duplicate object attribute");
    assert_eq!(source.locate(diagnostics[0].subject.unwrap()), "x:1,10-16");
}

#[test]
fn deep_expressions_need_no_deep_stack() {
    for (open, close) in [("[", "]"), ("(", ")"), ("-", ""), ("true ? 1 : ", "")] {
        let text = format!("{}1{}", open.repeat(190), close.repeat(190));
        let parsed = syntax::parse_expression(&Source::detached("x", text)).into_result();
        let expression = parsed.expect("an expression");
        let (_, diagnostics) = evaluate(&expression, &Scope::new());
        assert!(diagnostics.is_empty(), "{open}");
    }
}

#[test]
fn long_chains_of_errors_take_linear_time() {
    let text = format!("x{}", "||x".repeat(50_000));
    let parsed = syntax::parse_expression(&Source::detached("x", text)).into_result();
    let scope = Scope::new().with_variable("a", "x");
    let (_, diagnostics) = evaluate(&parsed.expect("an expression"), &scope);
    assert!(diagnostics.len() > 1_000);
}

#[test]
fn many_operands_of_wrong_types_take_linear_time() {
    let text = format!("1{}", " + true".repeat(100_000));
    let parsed = syntax::parse_expression(&Source::detached("x", text)).into_result();
    let (_, diagnostics) = evaluate(&parsed.expect("an expression"), &Scope::new());
    assert_eq!(diagnostics.len(), 100_000);
    // The last operator is the outermost one, whose error stands first.
    let starts = diagnostics
        .iter()
        .map(|error| error.subject.expect("a place").start);
    assert!(starts.is_sorted_by(|a, b| a > b));
}

#[test]
fn values_that_are_nested_too_deeply_are_errors() {
    let source = Source::detached("x", "[[[[[[[[[[{a = x}]]]]]]]]]]");
    let expression = syntax::parse_expression(&source)
        .into_result()
        .expect("an expression");
    let mut nested = Value::from(1_i64);
    for _ in 0..90 {
        let (value, diagnostics) = evaluate(&expression, &Scope::new().with_variable("x", nested));
        assert!(diagnostics.is_empty());
        nested = value;
    }
    assert_eq!(nested.depth(), 990);
    let scope = Scope::new().with_variable("x", nested);
    let (_, diagnostics) = evaluate(&expression, &scope);
    assert_eq!(diagnostics[0].summary, "Value nested too deeply");
    assert_eq!(diagnostics.len(), 1);
}
