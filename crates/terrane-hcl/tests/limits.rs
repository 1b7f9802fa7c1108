//! Inputs of many megabytes: a result or an error, without a stack overflow, and in linear time.

use terrane_hcl::syntax::ast::Body;
use terrane_hcl::{Source, syntax};

/// Returns the summary of the first error.
fn first_error(text: String) -> Option<String> {
    let source = Source::detached("x", text);
    let parsed = syntax::parse_file(&source);
    parsed
        .diagnostics
        .first()
        .map(|error| error.summary.to_string())
}

#[test]
fn deep_nesting_is_an_error() {
    let forms = [
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
    for (start, open) in forms {
        let text = format!("{start}{}", open.repeat(10_000_000 / open.len()));
        assert_eq!(
            first_error(text).as_deref(),
            Some("Nesting too deep"),
            "{open}"
        );
    }
}

#[test]
fn deep_directives_are_an_error() {
    let text = format!("a = <<E\n{}\nE\n", "%{if a}".repeat(200_000));
    assert_eq!(first_error(text).as_deref(), Some("Nesting too deep"));
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
    let source = Source::detached("x", "b \"x\" {\n}\n".repeat(1_000_000));
    let parsed = syntax::parse_file(&source);
    assert!(parsed.diagnostics.is_empty());
    let Body::Native(body) = parsed.value.body else {
        unreachable!()
    };
    assert_eq!(body.blocks.len(), 1_000_000);
}

#[test]
fn a_heredoc_of_many_megabytes_is_parsed() {
    for marker in ["<<E", "<<-E"] {
        let text = format!("a = {marker}\n{}E\n", "  text of a line\n".repeat(500_000));
        assert_eq!(first_error(text), None, "{marker}");
    }
}

#[test]
fn many_errors_in_one_line_take_linear_time() {
    let text = format!("a = \"{}\"\n", "%{if a}%{endfor}".repeat(200_000));
    assert_eq!(
        first_error(text).as_deref(),
        Some("Unexpected endfor directive")
    );
}
