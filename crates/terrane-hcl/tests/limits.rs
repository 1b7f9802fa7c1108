//! Inputs of many megabytes: a result or an error, without a stack overflow, with little memory, and in linear time.
//!
//! `TERRANE_LIMITS=full` is the long form, with inputs of ten times the size.

use std::time::{Duration, Instant};

use terrane_hcl::syntax::ast::Body;
use terrane_hcl::{Scope, Source, evaluate, syntax};

/// How many bytes may be allocated at one time for each byte of the input.
const MOST_MEMORY: u64 = 100;

/// By how much more time four times the input may take. A quadratic algorithm takes sixteen times as much.
const MOST_TIME: u32 = 10;

/// How often times are measured before a test fails, because other work on the machine adds time.
const ATTEMPTS: usize = 5;

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

/// Checks that four times the input takes about four times the time. The function makes an input of a size.
fn assert_linear(what: &str, size: usize, input: impl Fn(usize) -> String) {
    let time = |size| {
        let text = input(size);
        let started = Instant::now();
        first_error(text);
        started.elapsed()
    };
    let is_linear = |(): ()| time(4 * size) < MOST_TIME * time(size) + Duration::from_millis(1);
    assert!(
        std::iter::repeat_n((), ATTEMPTS).any(is_linear),
        "{what} takes more than linear time"
    );
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
        let nested = |size: usize| format!("{start}{}", open.repeat(size / open.len()));
        assert_eq!(
            parse_in_little_memory(nested(size(10_000_000))).as_deref(),
            Some("Nesting too deep"),
            "{open}"
        );
        assert_linear(open, size(1_000_000), nested);
    }
}

#[test]
fn closed_brackets_are_an_error() {
    let nested = |size: usize| format!("a = {}{}\n", "[".repeat(size / 2), "]".repeat(size / 2));
    let error = parse_in_little_memory(nested(size(10_000_000)));
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
fn a_million_blocks_are_parsed() {
    let count = size(1_000_000);
    let blocks = |count: usize| "b \"x\" {\n}\n".repeat(count);
    let source = Source::detached("x", blocks(count));
    let length = u64::try_from(source.bytes().len()).expect("a length");
    let memory = allocation_counter::measure(|| {
        let parsed = syntax::parse_file(&source);
        assert!(parsed.diagnostics.is_empty());
        let Body::Native(body) = parsed.value.body else {
            unreachable!()
        };
        assert_eq!(body.blocks.len(), count);
    });
    assert!(
        memory.bytes_max <= MOST_MEMORY * length,
        "{} bytes",
        memory.bytes_max
    );
    assert_linear("blocks", size(100_000), blocks);
}

#[test]
fn a_heredoc_of_many_megabytes_is_parsed() {
    let line = "  text of a line\n";
    for marker in ["<<E", "<<-E"] {
        let heredoc = |size: usize| format!("a = {marker}\n{}E\n", line.repeat(size / line.len()));
        let error = parse_in_little_memory(heredoc(size(50_000_000)));
        assert_eq!(error, None, "{marker}");
        assert_linear(marker, size(5_000_000), heredoc);
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
fn many_errors_in_one_line_take_linear_time() {
    let text = format!("a = \"{}\"\n", "%{if a}%{endfor}".repeat(200_000));
    assert_eq!(
        first_error(text).as_deref(),
        Some("Unexpected endfor directive")
    );
}
