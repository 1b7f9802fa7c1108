//! The parser of native syntax: recursive descent with recovery.
//!
//! Recovery follows Terraform's parser step by step, because it decides which further errors of a file are reported.

mod body;
mod collection;
mod cursor;
mod expression;
mod steps;
mod string;
mod template;
mod traversal;

use bytes::Bytes;

use self::cursor::Parser;
use super::ast::{Body, Expression, File, JsonString, Traversal};
use super::lexer::{Start, TokenKind};
use super::messages;
use super::origin::Origin;
use crate::diagnostic::Diagnostics;
use crate::source::{Source, Span};

/// What a parser returns: a tree, which is incomplete if there are errors, and the diagnostics.
#[derive(Debug, Clone)]
pub struct Parsed<T> {
    /// The tree.
    pub value: T,
    /// All errors and warnings.
    pub diagnostics: Diagnostics,
}

impl<T> Parsed<T> {
    /// Returns the tree if there are no errors.
    ///
    /// # Errors
    ///
    /// Returns the diagnostics if one of them is an error.
    pub fn into_result(self) -> Result<T, Diagnostics> {
        if self.diagnostics.has_errors() {
            Err(self.diagnostics)
        } else {
            Ok(self.value)
        }
    }
}

/// Parses a file in native syntax.
///
/// ```
/// use terrane_hcl::{Sources, syntax};
///
/// let mut sources = Sources::new();
/// let source = sources.add("main.tf", "a = 1 +\nb = 'x'\n");
/// let parsed = syntax::parse_file(&source);
/// let summaries: Vec<&str> = parsed.diagnostics.iter().map(|error| error.summary.as_ref()).collect();
/// assert_eq!(summaries, ["Invalid character", "Invalid expression"]);
/// ```
pub fn parse_file(source: &Source) -> Parsed<File> {
    parse(source, Start::Code, |parser| {
        let body = Body::from(parser.body(TokenKind::EndOfFile));
        File {
            body,
            comments: parser.comments(),
        }
    })
}

/// Parses an expression. Newlines are allowed in it as between parentheses.
pub fn parse_expression(source: &Source) -> Parsed<Expression> {
    parse(source, Start::Code, |parser| {
        parser.push_newlines(false);
        let expression = parser.expression();
        let next = parser.peek();
        if next.kind != TokenKind::EndOfFile && !parser.recovery {
            parser.report(messages::expression::extra(), next);
        }
        expression
    })
}

/// Parses a template without quotes, such as the content of a template file.
pub fn parse_template(source: &Source) -> Parsed<Expression> {
    parse(source, Start::Template, |parser| parser.whole_template())
}

/// Parses the template in a string of a JSON file.
///
/// The span is that of the string with its quotes. Places are those in the file, also after escapes.
pub(crate) fn json_template(string: &JsonString, span: Span) -> Parsed<Expression> {
    parse_json_string(string, span, Start::Template, |parser| {
        parser.whole_template()
    })
}

/// Parses the reference in a string of a JSON file. The span is that of the string with its quotes.
pub(super) fn json_traversal(string: &JsonString, span: Span) -> Result<Traversal, Diagnostics> {
    traversal_of(parse_json_string(
        string,
        span,
        Start::Code,
        whole_traversal,
    ))
}

/// Parses a reference: a variable's name with static steps.
///
/// # Errors
///
/// Returns the errors if the text is no reference.
pub fn parse_traversal(source: &Source) -> Result<Traversal, Diagnostics> {
    traversal_of(parse(source, Start::Code, whole_traversal))
}

fn whole_traversal(parser: &mut Parser<'_>) -> Option<Traversal> {
    parser.push_newlines(false);
    parser.traversal()
}

fn traversal_of(parsed: Parsed<Option<Traversal>>) -> Result<Traversal, Diagnostics> {
    match parsed.into_result()? {
        Some(traversal) => Ok(traversal),
        None => Err(messages::expression::variable_required().into()),
    }
}

/// Returns whether a text is an identifier.
///
/// ```
/// assert!(terrane_hcl::syntax::is_identifier("name-2"));
/// assert!(!terrane_hcl::syntax::is_identifier("2-names"));
/// ```
pub fn is_identifier(text: &str) -> bool {
    !text.is_empty() && super::lexer::identifier(text.as_bytes()) == text.len()
}

impl Parser<'_> {
    fn whole_template(&mut self) -> Expression {
        let start = self.peek_span();
        let parts = self.template_parts(TokenKind::EndOfFile, false);
        let span = start.to(self.previous_span());
        self.template_expression(parts, span)
    }
}

fn parse<T>(source: &Source, start: Start, read: impl FnOnce(&mut Parser<'_>) -> T) -> Parsed<T> {
    parse_at(source, Origin::new(source.id()), start, read)
}

fn parse_json_string<T>(
    string: &JsonString,
    span: Span,
    start: Start,
    read: impl FnOnce(&mut Parser<'_>) -> T,
) -> Parsed<T> {
    let (text, origin) = string.origin(span);
    let source_text = Bytes::copy_from_slice(text.as_bytes());
    let source = Source::with_id(span.source, "".into(), source_text);
    parse_at(&source, origin, start, read)
}

fn parse_at<T>(
    source: &Source,
    origin: Origin<'_>,
    start: Start,
    read: impl FnOnce(&mut Parser<'_>) -> T,
) -> Parsed<T> {
    let empty = Source::detached("", "");
    let is_too_large = u32::try_from(source.bytes().len()).is_err();
    let mut parser = Parser::new(if is_too_large { &empty } else { source }, origin, start);
    let value = read(&mut parser);
    let mut diagnostics = parser.into_diagnostics();
    if is_too_large {
        let start = Span {
            source: source.id(),
            ..Span::default()
        };
        diagnostics = messages::too_large().at(start).into();
    }
    Parsed { value, diagnostics }
}
