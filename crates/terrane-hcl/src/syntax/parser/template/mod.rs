//! Templates: interpolations, directives, strip markers and the indentation of heredocs.

mod parts;
mod structure;

use self::parts::Part;
use super::cursor::Parser;
use super::string::Piece;
use crate::source::Span;
use crate::syntax::ast::{Expression, ExpressionKind, Template, TemplatePart};
use crate::syntax::lexer::{Token, TokenKind};

impl Parser<'_> {
    /// Parses a quoted string or a heredoc.
    pub(super) fn string(&mut self, open: Token) -> Expression {
        self.read();
        let start = self.span(open);
        let is_flush = self.bytes(open).starts_with(b"<<-");
        if open.kind == TokenKind::OpenQuote
            && let Some(text) = self.plain_string()
        {
            return Expression {
                kind: ExpressionKind::String(text),
                span: start.to(self.previous_span()),
            };
        }
        let end = if open.kind == TokenKind::OpenQuote {
            TokenKind::CloseQuote
        } else {
            TokenKind::CloseHeredoc
        };
        let parts = self.template_parts(end, is_flush);
        let span = start.to(self.previous_span());
        self.template_expression(parts, span)
    }

    /// Reads the rest of a quoted string without escapes and template sequences, which most strings are.
    fn plain_string(&mut self) -> Option<terrane_value::Text> {
        let text = self.peek();
        if text.kind == TokenKind::CloseQuote {
            self.read();
            return Some(terrane_value::Text::default());
        }
        if text.kind != TokenKind::QuotedText || !self.is_followed_by(TokenKind::CloseQuote) {
            return None;
        }
        let bytes = self.bytes(text);
        if bytes.contains(&b'\\') || matches!(bytes, [b'$' | b'%', ..]) {
            return None;
        }
        self.read();
        self.read();
        Some(self.text(text))
    }

    /// Makes an expression of the parts of a template.
    pub(super) fn template_expression(&mut self, parts: Vec<Part>, span: Span) -> Expression {
        let is_wrapped = matches!(parts.as_slice(), [Part::Interpolation(_)]);
        let mut structured = self.structure(parts, span);
        structured.shrink_to_fit();
        if let [TemplatePart::Literal(literal)] = structured.as_mut_slice() {
            return Expression {
                kind: ExpressionKind::String(std::mem::take(&mut literal.name)),
                span,
            };
        }
        let kind = if structured.is_empty() {
            ExpressionKind::String(terrane_value::Text::default())
        } else {
            ExpressionKind::Template(Box::new(Template {
                parts: structured,
                is_wrapped,
            }))
        };
        Expression { kind, span }
    }

    /// Makes a text of a piece. It shares the memory of the source where possible.
    fn literal(&self, piece: Piece) -> terrane_value::Text {
        match piece {
            Piece::Source(start, end) => self.slice(start, end),
            Piece::Owned(text) => text.into(),
        }
    }
}
