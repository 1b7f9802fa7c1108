//! A template as a flat list of parts, with strip markers and indentation applied.

use unicode_segmentation::UnicodeSegmentation;

use super::super::cursor::Parser;
use super::super::string::Piece;
use crate::source::Span;
use crate::syntax::ast::{Expression, Identifier};
use crate::syntax::lexer::{Token, TokenKind};
use crate::syntax::messages::template as messages;

/// A part of a template before the directives are matched.
#[derive(Debug)]
pub(in super::super) enum Part {
    Literal(Piece, Span),
    Interpolation(Expression),
    If(Expression, Span),
    For(Box<Loop>),
    Else(Span),
    EndIf(Span),
    EndFor(Span),
}

/// `%{for key, value in collection}`.
#[derive(Debug)]
pub(in super::super) struct Loop {
    pub(super) key: Option<Identifier>,
    pub(super) value: Identifier,
    pub(super) collection: Expression,
    pub(super) span: Span,
}

/// Which white space around a sequence is stripped.
#[derive(Default)]
struct Strip {
    /// The last part is a literal directly before the next token.
    can_strip_last: bool,
    /// The next token is stripped if it is a literal.
    strip_next: bool,
}

impl Parser<'_> {
    /// Parses parts up to a closing token, and reads it.
    pub(in super::super) fn template_parts(&mut self, end: TokenKind, is_flush: bool) -> Vec<Part> {
        let start = self.peek_span();
        let mut parts = Vec::new();
        let mut strip = Strip::default();
        loop {
            let token = self.read();
            if token.kind == end {
                break;
            }
            let before = std::mem::take(&mut strip);
            match token.kind {
                TokenKind::Text | TokenKind::QuotedText => {
                    let mut piece = self.piece(token);
                    if before.strip_next {
                        self.strip_start(&mut piece);
                    }
                    parts.push(Part::Literal(piece, self.span(token)));
                    strip.can_strip_last = true;
                }
                TokenKind::Interpolation | TokenKind::Directive => {
                    if before.can_strip_last
                        && self.bytes(token).len() == 3
                        && let Some(Part::Literal(piece, _)) = parts.last_mut()
                    {
                        self.strip_end(piece);
                    }
                    self.push_newlines(false);
                    strip.strip_next = if token.kind == TokenKind::Interpolation {
                        self.interpolation(start, end, &mut parts)
                    } else {
                        self.directive(start, token, &mut parts)
                    };
                    self.pop_newlines();
                }
                _ => {
                    if !self.recovery {
                        self.report_within(messages::unterminated(), start, token);
                    }
                    self.recover(end);
                    break;
                }
            }
        }
        if is_flush {
            self.remove_indentation(&mut parts);
        }
        self.join_literals(parts)
    }

    /// Parses an interpolation after its opening token. Returns whether it strips the text after it.
    fn interpolation(&mut self, start: Span, end: TokenKind, parts: &mut Vec<Part>) -> bool {
        let expression = self.expression();
        parts.push(Part::Interpolation(expression));
        let close = self.peek();
        if close.kind == TokenKind::SequenceEnd {
            self.read();
            return self.bytes(close).len() == 2;
        }
        if !self.recovery {
            match close.kind {
                TokenKind::EndOfFile => self.report_at(messages::unclosed_at_end_of_file(), start),
                TokenKind::Colon => self.report_within(messages::colon(), start, close),
                TokenKind::OpenQuote | TokenKind::CloseQuote if end == TokenKind::CloseQuote => {
                    self.report_at(messages::unclosed_at_quote(), start);
                }
                _ => self.report_within(messages::extra(), start, close),
            }
        }
        self.recover(TokenKind::SequenceEnd);
        false
    }

    /// Parses a directive after its opening token. Returns whether it strips the text after it.
    fn directive(&mut self, start: Span, open: Token, parts: &mut Vec<Part>) -> bool {
        let keyword = self.peek();
        let from = self.span(open);
        if keyword.kind != TokenKind::Identifier {
            if !self.recovery {
                self.report_within(messages::directive_required(), from, keyword);
            }
            self.recover(TokenKind::SequenceEnd);
            return false;
        }
        self.read();
        let part = match self.bytes(keyword) {
            b"if" => {
                let condition = self.expression();
                Part::If(condition, from.to(self.peek_span()))
            }
            b"else" => Part::Else(from.to(self.peek_span())),
            b"endif" => Part::EndIf(from.to(self.peek_span())),
            b"endfor" => Part::EndFor(from.to(self.peek_span())),
            b"for" => match self.for_directive(from) {
                Some(part) => part,
                None => {
                    self.recover(TokenKind::SequenceEnd);
                    return false;
                }
            },
            _ => {
                if !self.recovery {
                    let message = messages::keyword(&self.text(keyword));
                    self.report_within(message, from, keyword);
                }
                self.recover(TokenKind::SequenceEnd);
                return false;
            }
        };
        parts.push(part);
        let close = self.peek();
        if close.kind == TokenKind::SequenceEnd {
            self.read();
            return self.bytes(close).len() == 2;
        }
        if !self.recovery {
            let message = messages::extra_in_directive(&self.text(keyword));
            self.report_within(message, start, close);
        }
        self.recover(TokenKind::SequenceEnd);
        false
    }

    fn for_directive(&mut self, from: Span) -> Option<Part> {
        let mut key = None;
        let mut value = self.directive_variable(messages::for_variable)?;
        if self.peek().kind == TokenKind::Comma {
            self.read();
            key = Some(value);
            value = self.directive_variable(messages::for_second_variable)?;
        }
        let next = self.peek();
        if !self.is_word(next, b"in") {
            if !self.recovery {
                self.report(messages::for_in(), next);
            }
            return None;
        }
        self.read();
        let collection = self.expression();
        Some(Part::For(Box::new(Loop {
            key,
            value,
            collection,
            span: from.to(self.peek_span()),
        })))
    }

    fn directive_variable(&mut self, message: fn() -> crate::Diagnostic) -> Option<Identifier> {
        let next = self.peek();
        if next.kind == TokenKind::Identifier {
            self.read();
            return Some(self.identifier(next));
        }
        if !self.recovery {
            self.report(message(), next);
        }
        None
    }

    fn strip_start(&self, piece: &mut Piece) {
        let text = self.piece_text(piece);
        let removed = text.len() - text.trim_start().len();
        remove_start(piece, removed);
    }

    fn strip_end(&self, piece: &mut Piece) {
        let text = self.piece_text(piece);
        let len = text.trim_end().len();
        match piece {
            Piece::Source(start, end) => *end = *start + len,
            Piece::Owned(text) => text.truncate(len),
        }
    }

    /// Removes the smallest indentation of all lines from each line.
    ///
    /// The parts decide, not the result: lines inside of directives count, and interpolated text has no indentation. Lines of white space only do not
    /// count and stay unchanged.
    fn remove_indentation(&self, parts: &mut [Part]) {
        let mut indented = Vec::new();
        let mut smallest = usize::MAX;
        let mut is_start_of_line = true;
        for (number, part) in parts.iter().enumerate() {
            let literal = match part {
                Part::Literal(piece, _) => Some(self.piece_text(piece)),
                _ => None,
            };
            if std::mem::take(&mut is_start_of_line) {
                let indentation = match &literal {
                    Some(text) if text.ends_with('\n') && text.trim_start().is_empty() => {
                        usize::MAX
                    }
                    Some(text) => {
                        indented.push(number);
                        let blanks = &text[..text.len() - text.trim_start().len()];
                        blanks.graphemes(true).count()
                    }
                    None => 0,
                };
                smallest = smallest.min(indentation);
            }
            is_start_of_line = literal.is_some_and(|text| text.ends_with('\n'));
        }
        for number in indented {
            let Part::Literal(piece, span) = &mut parts[number] else {
                continue;
            };
            let text = self.piece_text(piece);
            let removed: usize = text.graphemes(true).take(smallest).map(str::len).sum();
            remove_start(piece, removed);
            span.start += u32::try_from(removed).unwrap_or(0);
        }
    }

    /// Joins neighbouring literals. An empty template is one empty literal, so a literal alone is a plain string.
    fn join_literals(&self, parts: Vec<Part>) -> Vec<Part> {
        let mut joined: Vec<Part> = Vec::with_capacity(parts.len().min(16));
        for part in parts {
            if let Part::Literal(piece, span) = &part
                && let Some(Part::Literal(last, whole)) = joined.last_mut()
            {
                self.append(last, piece);
                *whole = whole.to(*span);
                continue;
            }
            joined.push(part);
        }
        joined
    }

    fn append(&self, piece: &mut Piece, next: &Piece) {
        match (&mut *piece, next) {
            (Piece::Source(_, end), Piece::Source(start, next_end)) if end == start => {
                *end = *next_end;
            }
            (Piece::Owned(text), next) => *text += &self.piece_text(next),
            (Piece::Source(..), next) => {
                let mut text = self.piece_text(piece).into_owned();
                text += &self.piece_text(next);
                *piece = Piece::Owned(text);
            }
        }
    }
}

fn remove_start(piece: &mut Piece, len: usize) {
    match piece {
        Piece::Source(start, _) => *start += len,
        Piece::Owned(text) => {
            text.drain(..len);
        }
    }
}
