//! The parser of JSON syntax.

mod scanner;
mod string;

pub(super) use self::scanner::JsonTokenKind;
use self::scanner::{Scanner, Token};
pub(crate) use self::scanner::{is_number, string_len};
pub(crate) use self::string::decode as decode_string;
use super::ast::{
    Body, Expression, ExpressionKind, File, MAX_DEPTH, Object, ObjectItem, ObjectKey,
};
use super::messages::json as messages;
use super::messages::{too_deep, too_large};
use super::parser::Parsed;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::source::{Source, Span};

/// Parses a file in JSON syntax, such as `main.tf.json`.
///
/// A schema decides later which properties are arguments and which are blocks, see [`Body::content`](super::ast::Body::content).
///
/// ```
/// use terrane_hcl::{Source, syntax};
///
/// let source = Source::detached("main.tf.json", r#"{"locals": {"a": "${1 + 1}"}}"#);
/// assert!(syntax::parse_json_file(&source).diagnostics.is_empty());
/// ```
pub fn parse_json_file(source: &Source) -> Parsed<File> {
    let mut parser = Parser::new(source);
    let mut value = if u32::try_from(source.bytes().len()).is_ok() {
        parser.document()
    } else {
        parser.report(too_large(), parser.next.span);
        parser.invalid(parser.next.span)
    };
    if !matches!(
        value.kind,
        ExpressionKind::Object(_) | ExpressionKind::Tuple(_)
    ) {
        parser.report(messages::root(), start_of(&value));
        value.kind = ExpressionKind::Object(Box::new(Object {
            items: Vec::new(),
            is_json: true,
        }));
    }
    Parsed {
        value: File {
            body: Body::json(value),
            comments: Vec::new(),
        },
        diagnostics: parser.diagnostics,
    }
}

/// Parses a value in JSON syntax as an expression, whose strings are templates.
///
/// ```
/// use terrane_hcl::{Source, syntax};
///
/// let source = Source::detached("x", r#""\"${var.name}\"""#);
/// let expression = syntax::parse_json_expression(&source).into_result()?;
/// assert_eq!(source.locate(syntax::references(&expression)[0].root.span), "x:1,6-9");
/// # Ok::<(), terrane_hcl::Diagnostics>(())
/// ```
pub fn parse_json_expression(source: &Source) -> Parsed<Expression> {
    let mut parser = Parser::new(source);
    let value = parser.document();
    Parsed {
        value,
        diagnostics: parser.diagnostics,
    }
}

/// Returns the place of a value's first token.
pub(super) fn start_of(value: &Expression) -> Span {
    match value.kind {
        ExpressionKind::Object(_) | ExpressionKind::Tuple(_) => Span {
            end: value.span.start + 1,
            ..value.span
        },
        _ => value.span,
    }
}

struct Parser<'a> {
    scanner: Scanner<'a>,
    next: Token,
    depth: usize,
    diagnostics: Diagnostics,
}

/// A value without a usable result. The error is reported.
struct Failed;

impl<'a> Parser<'a> {
    fn new(source: &'a Source) -> Self {
        source.mark_as_json();
        let mut scanner = Scanner::new(source);
        Self {
            next: scanner.token(),
            scanner,
            depth: 0,
            diagnostics: Diagnostics::new(),
        }
    }

    fn document(&mut self) -> Expression {
        let value = self.value();
        if self.diagnostics.is_empty() && self.next.kind != JsonTokenKind::EndOfFile {
            self.report(messages::extraneous(), self.next.span);
        }
        value
    }

    fn report(&mut self, diagnostic: Diagnostic, subject: Span) {
        if self.diagnostics.len() < super::messages::MAX_ERRORS {
            self.diagnostics.push(diagnostic.at(subject));
        }
    }

    fn invalid(&self, span: Span) -> Expression {
        Expression {
            kind: ExpressionKind::Invalid,
            span,
        }
    }

    fn read(&mut self) -> Token {
        std::mem::replace(&mut self.next, self.scanner.token())
    }

    /// Parses a value. What cannot be parsed becomes an invalid expression.
    fn value(&mut self) -> Expression {
        let token = self.next;
        if self.depth == MAX_DEPTH {
            self.report(too_deep(MAX_DEPTH), token.span);
            self.scanner.stop();
            self.next = self.scanner.token();
            return self.invalid(token.span);
        }
        self.depth += 1;
        let value = match token.kind {
            JsonTokenKind::OpenBrace => self.object(),
            JsonTokenKind::OpenBracket => self.array(),
            JsonTokenKind::Number => self.number(),
            JsonTokenKind::String => self.string(),
            JsonTokenKind::Keyword => self.keyword(),
            kind => {
                self.report(messages::no_value(kind), token.span);
                Err(Failed)
            }
        };
        self.depth -= 1;
        value.unwrap_or_else(|Failed| self.invalid(token.span))
    }

    fn object(&mut self) -> Result<Expression, Failed> {
        let open = self.read();
        let mut items = Vec::new();
        while self.next.kind != JsonTokenKind::CloseBrace {
            let key = self.value();
            if !matches!(key.kind, ExpressionKind::JsonString(_)) {
                return self.fail(messages::property_name(), start_of(&key));
            }
            let colon = self.read();
            if colon.kind != JsonTokenKind::Colon {
                self.recover(colon, JsonTokenKind::OpenBrace, JsonTokenKind::CloseBrace);
                return self.fail(messages::no_colon(colon.kind), colon.span);
            }
            let value = self.value();
            items.push(ObjectItem {
                key: ObjectKey { expression: key },
                value,
            });
            match self.next.kind {
                JsonTokenKind::Comma => {
                    let comma = self.read();
                    if self.next.kind == JsonTokenKind::CloseBrace {
                        return self.fail(messages::trailing_comma("object"), comma.span);
                    }
                }
                JsonTokenKind::EndOfFile => {
                    return self.fail(messages::unclosed("object"), open.span);
                }
                JsonTokenKind::CloseBracket => {
                    self.read();
                    return self.fail(messages::mismatched("braces"), self.next.span);
                }
                JsonTokenKind::CloseBrace => {}
                _ => {
                    let token = self.read();
                    self.recover(token, JsonTokenKind::OpenBrace, JsonTokenKind::CloseBrace);
                    return self.fail(messages::separator(), self.next.span);
                }
            }
        }
        let close = self.read();
        let object = Object {
            items,
            is_json: true,
        };
        Ok(Expression {
            kind: ExpressionKind::Object(Box::new(object)),
            span: open.span.to(close.span),
        })
    }

    fn array(&mut self) -> Result<Expression, Failed> {
        let open = self.read();
        let mut items = Vec::new();
        while self.next.kind != JsonTokenKind::CloseBracket {
            items.push(self.value());
            let message = match self.next.kind {
                JsonTokenKind::Comma => {
                    let comma = self.read();
                    if self.next.kind == JsonTokenKind::CloseBracket {
                        return self.fail(messages::trailing_comma("array"), comma.span);
                    }
                    continue;
                }
                JsonTokenKind::CloseBracket => break,
                JsonTokenKind::EndOfFile => {
                    return self.fail(messages::unclosed("array"), open.span);
                }
                JsonTokenKind::Colon => messages::colon_in_array(),
                JsonTokenKind::CloseBrace => messages::mismatched("brackets"),
                _ => messages::separator(),
            };
            let token = self.read();
            self.recover(
                token,
                JsonTokenKind::OpenBracket,
                JsonTokenKind::CloseBracket,
            );
            return self.fail(message, self.next.span);
        }
        let close = self.read();
        Ok(Expression {
            kind: ExpressionKind::Tuple(items),
            span: open.span.to(close.span),
        })
    }

    fn fail<T>(&mut self, message: Diagnostic, subject: Span) -> Result<T, Failed> {
        self.report(message, subject);
        Err(Failed)
    }

    /// Skips tokens to the end of the object or array around.
    fn recover(&mut self, mut token: Token, open: JsonTokenKind, close: JsonTokenKind) {
        let mut depth = 1;
        loop {
            if token.kind == open {
                depth += 1;
            } else if token.kind == close {
                depth -= 1;
                if depth <= 1 {
                    return;
                }
            } else if token.kind == JsonTokenKind::EndOfFile {
                return;
            }
            token = self.read();
        }
    }

    fn number(&mut self) -> Result<Expression, Failed> {
        let token = self.read();
        let text = self.scanner.text(token);
        if !scanner::is_number(text) {
            return self.fail(messages::number(), token.span);
        }
        let number = str::from_utf8(text).ok();
        match number.and_then(|text| text.parse().ok()) {
            Some(number) => Ok(Expression {
                kind: ExpressionKind::Number(number),
                span: token.span,
            }),
            None => self.fail(messages::number(), token.span),
        }
    }

    fn string(&mut self) -> Result<Expression, Failed> {
        let token = self.read();
        match string::json_string(self.scanner.text(token)) {
            Ok(text) => Ok(Expression {
                kind: ExpressionKind::JsonString(text),
                span: token.span,
            }),
            Err(offset) => {
                let start = token.span.start + u32::try_from(offset).unwrap_or(0);
                let subject = Span {
                    start,
                    end: start + 1,
                    ..token.span
                };
                self.fail(messages::string().within(token.span), subject)
            }
        }
    }

    fn keyword(&mut self) -> Result<Expression, Failed> {
        let token = self.read();
        let text = String::from_utf8_lossy(self.scanner.text(token)).into_owned();
        let kind = match text.as_str() {
            "true" => ExpressionKind::Bool(true),
            "false" => ExpressionKind::Bool(false),
            "null" => ExpressionKind::Null,
            other => return self.fail(messages::keyword(other), token.span),
        };
        Ok(Expression {
            kind,
            span: token.span,
        })
    }
}
