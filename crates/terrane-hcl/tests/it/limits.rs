//! Inputs of many megabytes: a result or an error, without a stack overflow, and with little memory. They are so large that an algorithm that takes
//! quadratic time would not end.
//!
//! `TERRANE_LIMITS=full` is the long form, with inputs of ten times the size.

use terrane_hcl::{Scope, Source, evaluate, syntax};

/// How many bytes may be allocated at one time for each byte of the input.
const MOST_MEMORY: u64 = 100;

/// Returns a size of the long form, or a tenth of it.
fn size(full: usize) -> usize {
    match std::env::var("TERRANE_LIMITS").as_deref() {
        Ok("full") => full,
        _ => full / 10,
    }
}

/// Returns the summary of the first error.
fn first_error(text: String) -> Option<String> {
    let source = Source::detached("x", text);
    let parsed = syntax::parse_file(&source);
    parsed
        .diagnostics
        .first()
        .map(|error| error.summary.to_string())
}

/// Parses a text, and checks the memory. The text itself does not count.
fn parse_in_little_memory(text: String) -> Option<String> {
    let length = u64::try_from(text.len()).expect("a length");
    let mut error = None;
    let memory = allocation_counter::measure(|| error = first_error(text));
    assert!(
        memory.bytes_max <= MOST_MEMORY * length,
        "{} bytes of memory for {length} bytes",
        memory.bytes_max
    );
    error
}

/// Forms that nest. Each has the text before the nesting, and the text that is repeated at each level.
const FORMS: [(&str, &str); 12] = [
    ("a = ", "["),
    ("a = ", "("),
    ("a = ", "{a="),
    ("a = ", "!"),
    ("a = ", "-"),
    ("a = ", "a?1:"),
    ("a = ", "f("),
    ("a = ", "\"${"),
    ("a = ", "[for a in "),
    ("a = ", "a["),
    ("a = a", "[*].b"),
    ("", "b {\n"),
];

#[test]
fn deep_nesting_is_an_error() {
    for (start, open) in FORMS {
        let nested = format!("{start}{}", open.repeat(size(10_000_000) / open.len()));
        assert_eq!(
            parse_in_little_memory(nested).as_deref(),
            Some("Nesting too deep"),
            "{open}"
        );
    }
}

#[test]
fn closed_brackets_are_an_error() {
    let half = size(5_000_000);
    let text = format!("a = {}{}\n", "[".repeat(half), "]".repeat(half));
    let error = parse_in_little_memory(text);
    assert_eq!(error.as_deref(), Some("Nesting too deep"));
}

#[test]
fn deep_nesting_in_json_is_an_error() {
    for open in ["[", "{\"a\":"] {
        let text = open.repeat(size(10_000_000) / open.len());
        let source = Source::detached("x", format!("{{\"a\": {text}"));
        let length = u64::try_from(text.len()).expect("a length");
        let memory = allocation_counter::measure(|| {
            let parsed = syntax::parse_json_file(&source);
            assert!(parsed.diagnostics.has_errors());
        });
        assert!(memory.bytes_max <= MOST_MEMORY * length, "{open}");
    }
}

#[test]
fn deep_directives_are_an_error() {
    let text = format!("a = <<E\n{}\nE\n", "%{if a}".repeat(200_000));
    assert_eq!(
        parse_in_little_memory(text).as_deref(),
        Some("Nesting too deep")
    );
}

#[test]
fn long_chains_are_no_nesting() {
    for (start, step) in [
        ("1", "+1"),
        ("a", "||a"),
        ("a", ".b[0]"),
        ("a==1", "&&a"),
        ("a", "[b].c"),
    ] {
        let text = format!("a = {start}{}\n", step.repeat(200_000));
        assert_eq!(first_error(text), None, "{step}");
    }
}

#[test]
fn unterminated_comments_are_searched_once() {
    let text = format!("a = 1{}", "/*".repeat(1_000_000));
    assert!(first_error(text).is_some());
}

#[test]
fn millions_of_blocks_are_parsed() {
    let count = size(3_000_000);
    let source = Source::detached("x", "b \"x\" {\n}\n".repeat(count));
    let length = u64::try_from(source.bytes().len()).expect("a length");
    let memory = allocation_counter::measure(|| {
        let parsed = syntax::parse_file(&source);
        assert!(parsed.diagnostics.is_empty());
        let Some(body) = parsed.value.body.native() else {
            unreachable!()
        };
        assert_eq!(body.blocks.len(), count);
    });
    assert!(
        memory.bytes_max <= MOST_MEMORY * length,
        "{} bytes",
        memory.bytes_max
    );
}

#[test]
fn a_heredoc_of_many_megabytes_is_parsed() {
    let line = "  text of a line\n";
    for marker in ["<<E", "<<-E"] {
        let lines = line.repeat(size(50_000_000) / line.len());
        let error = parse_in_little_memory(format!("a = {marker}\n{lines}E\n"));
        assert_eq!(error, None, "{marker}");
    }
}

#[test]
fn numbers_of_many_digits_are_read() {
    let text = "7".repeat(size(1_000_000));
    let source = Source::detached("x", format!("{text} > 1"));
    let expression = syntax::parse_expression(&source).into_result();
    let (value, diagnostics) = evaluate(&expression.expect("a number"), &Scope::new());
    assert!(diagnostics.is_empty());
    assert_eq!(value, true.into());
}

#[test]
fn many_errors_in_one_line_are_reported() {
    let text = format!("a = \"{}\"\n", "%{if a}%{endfor}".repeat(200_000));
    assert_eq!(
        first_error(text).as_deref(),
        Some("Unexpected endfor directive")
    );
}
