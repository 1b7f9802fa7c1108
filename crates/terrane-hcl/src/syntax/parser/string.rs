//! Quoted strings: escapes, and strings that cannot contain template sequences.

use std::borrow::Cow;

use super::cursor::Parser;
use crate::source::Span;
use crate::syntax::ast::Identifier;
use crate::syntax::lexer::{Token, TokenKind, index};
use crate::syntax::messages::template as messages;

/// A piece of literal text: a part of the source, or text with resolved escapes.
#[derive(Debug)]
pub(super) enum Piece {
    Source(usize, usize),
    Owned(String),
}

impl Parser<'_> {
    /// Parses a quoted string without template sequences, such as a label.
    pub(super) fn quoted_literal(&mut self) -> Identifier {
        let open = self.read();
        let start = self.span(open);
        let mut text = String::new();
        if open.kind != TokenKind::OpenQuote {
            self.report(messages::quoted_required(), open);
            return Identifier {
                name: text.into(),
                span: start,
            };
        }
        loop {
            let token = self.read();
            let end = self.span(token);
            match token.kind {
                TokenKind::QuotedText => {
                    let piece = self.piece(token);
                    text += &self.piece_text(&piece);
                    continue;
                }
                TokenKind::Interpolation | TokenKind::Directive => {
                    let marker = if token.kind == TokenKind::Interpolation {
                        '$'
                    } else {
                        '%'
                    };
                    self.report_within(messages::not_a_template(marker), start, token);
                    // The mark keeps analyses of the incomplete tree from taking the label for a complete one.
                    text.push(marker);
                    text += "{ ... }";
                    self.recover(TokenKind::SequenceEnd);
                    continue;
                }
                TokenKind::CloseQuote => {}
                TokenKind::EndOfFile => {
                    self.report_within(messages::unterminated_literal(), start, token)
                }
                _ => {
                    self.report_within(messages::not_in_literal(), start, token);
                    self.recover(TokenKind::CloseQuote);
                }
            }
            return Identifier {
                name: text.into(),
                span: start.to(end),
            };
        }
    }

    pub(super) fn piece_text<'p>(&'p self, piece: &'p Piece) -> Cow<'p, str> {
        match piece {
            Piece::Source(start, end) => {
                String::from_utf8_lossy(&self.source.bytes()[*start..*end])
            }
            Piece::Owned(text) => Cow::Borrowed(text),
        }
    }

    /// Resolves the escapes of a token of text.
    pub(super) fn piece(&mut self, token: Token) -> Piece {
        let bytes = self.bytes(token);
        match bytes {
            // The lexer makes an escaped template sequence a token of its own.
            [b'$', b'$', b'{', ..] | [b'%', b'%', b'{', ..] => {
                return Piece::Source(index(token.start) + 1, index(token.end));
            }
            // After a lone carriage return, the rest of a template is one token.
            _ if token.kind == TokenKind::Text && bytes.contains(&b'\r') && has_escape(bytes) => {
                let text = String::from_utf8_lossy(bytes);
                return Piece::Owned(text.replace("$${", "${").replace("%%{", "%{"));
            }
            _ if token.kind == TokenKind::Text || !bytes.contains(&b'\\') => {
                return Piece::Source(index(token.start), index(token.end));
            }
            _ => {}
        }
        let text = String::from_utf8_lossy(bytes);
        let mut resolved = String::with_capacity(text.len());
        let mut offset = 0;
        while let Some(found) = text[offset..].find('\\') {
            resolved += &text[offset..offset + found];
            offset += found;
            let start = token.start + u32::try_from(offset).unwrap_or(0);
            offset += self.escape(&text[offset..], start, &mut resolved);
        }
        resolved += &text[offset..];
        Piece::Owned(resolved)
    }

    /// Resolves the escape at the start of a text. Returns its length.
    fn escape(&mut self, text: &str, start: u32, resolved: &mut String) -> usize {
        let Some(selector) = text[1..].chars().next() else {
            let span = self.escape_span(start, 1);
            self.report_at(messages::escape_selector_missing(), span);
            resolved.push('\\');
            return 1;
        };
        let len = 1 + selector.len_utf8();
        let simple = match selector {
            'n' => '\n',
            'r' => '\r',
            't' => '\t',
            '"' => '"',
            '\\' => '\\',
            'u' => return self.unicode_escape(text, start, 4, resolved),
            'U' => return self.unicode_escape(text, start, 8, resolved),
            _ => {
                let span = self.escape_span(start, len);
                self.report_at(messages::escape_selector(&text[1..len]), span);
                selector
            }
        };
        resolved.push(simple);
        len
    }

    fn unicode_escape(
        &mut self,
        text: &str,
        start: u32,
        digits: usize,
        resolved: &mut String,
    ) -> usize {
        let digit_count = text[2..]
            .bytes()
            .take(digits)
            .take_while(u8::is_ascii_hexdigit)
            .count();
        let len = 2 + digit_count;
        let span = self.escape_span(start, len);
        let number = u32::from_str_radix(&text[2..len], 16).unwrap_or_default();
        if digit_count < digits {
            let selector = if digits == 4 { 'u' } else { 'U' };
            self.report_at(messages::escape_digits(selector, digits), span);
        } else if let Some(character) = char::from_u32(number) {
            resolved.push(character);
            return len;
        } else {
            self.report_at(messages::escape_character(number), span);
        }
        *resolved += &text[..len];
        len
    }

    fn escape_span(&self, start: u32, len: usize) -> Span {
        self.span(Token {
            kind: TokenKind::QuotedText,
            start,
            end: start + u32::try_from(len).unwrap_or(0),
        })
    }
}

/// Returns whether a text contains an escaped start of a template sequence.
fn has_escape(text: &[u8]) -> bool {
    text.windows(3)
        .any(|bytes| matches!(bytes, b"$${" | b"%%{"))
}
