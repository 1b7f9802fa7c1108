//! The parser, compared with Terraform's parser for the same files.
//!
//! The vectors were made with HCL 2.24. Summaries and ranges of errors must be equal.

use serde_json::Value;
use terrane_hcl::{Source, syntax};

/// The vectors whose errors differ, with the reason.
const EXCEPTIONS: &[(&str, &str)] = &[];

fn input(vector: &Value) -> Vec<u8> {
    match vector["input"].as_str() {
        Some(text) => text.as_bytes().to_vec(),
        // JSON cannot contain the input of this one.
        None => b"a = \"\xff\"\n".to_vec(),
    }
}

/// Returns `x:1,5-7: Summary` for each error of the parser.
fn expected(vector: &Value) -> Vec<String> {
    let results = vector["results"].as_array().expect("results");
    let errors = results
        .iter()
        .filter_map(|result| result.as_str()?.strip_prefix("DIAG "));
    errors
        .map(|error| {
            error
                .split_once("; ")
                .map_or(error, |(start, _)| start)
                .to_owned()
        })
        .collect()
}

#[test]
fn errors_of_the_parser_equal_terraforms() {
    let vectors: Vec<Value> =
        serde_json::from_str(include_str!("vectors/parse.json")).expect("JSON");
    assert!(vectors.len() > 100, "there are {} vectors", vectors.len());
    for vector in &vectors {
        let name = vector["name"].as_str().expect("a name");
        if EXCEPTIONS.iter().any(|(exception, _)| *exception == name) {
            continue;
        }
        let source = Source::detached("x", input(vector));
        let parsed = syntax::parse_file(&source);
        let errors = parsed.diagnostics.iter();
        let found: Vec<String> = errors
            .map(|error| {
                format!(
                    "{}: {}",
                    source.locate(error.subject.expect("a place")),
                    error.summary
                )
            })
            .collect();
        assert_eq!(found, expected(vector), "{name}");
    }
}

#[test]
fn syntax_errors_of_expressions_equal_terraforms() {
    let lines = include_str!("vectors/expressions.txt").lines();
    let mut count = 0;
    for line in lines.filter(|line| !line.starts_with('#') && !line.is_empty()) {
        let (expression, result) = line
            .rsplit_once(" => ")
            .expect("an expression with its result");
        let source = Source::detached("x", expression.trim_end().to_owned());
        let parsed = syntax::parse_expression(&source);
        match parsed.diagnostics.first() {
            Some(error) => {
                let place = source.locate(error.subject.expect("a place"));
                let expected = format!("PARSE {place}: {};", error.summary);
                assert!(
                    result.starts_with(&expected),
                    "{expression}: {expected}, but {result}"
                );
            }
            None => assert!(!result.starts_with("PARSE"), "{expression}: {result}"),
        }
        count += 1;
    }
    assert!(count > 600, "there are {count} expressions");
}
