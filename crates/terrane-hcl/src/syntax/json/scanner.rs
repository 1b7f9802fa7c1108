//! Tokens of JSON syntax.

use crate::source::{BYTE_ORDER_MARK, Source, Span};
use crate::syntax::lexer::index;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::syntax) enum JsonTokenKind {
    OpenBrace,
    CloseBrace,
    OpenBracket,
    CloseBracket,
    Comma,
    Colon,
    Equals,
    String,
    Number,
    Keyword,
    Invalid,
    EndOfFile,
}

#[derive(Debug, Clone, Copy)]
pub(super) struct Token {
    pub(super) kind: JsonTokenKind,
    pub(super) span: Span,
}

pub(super) struct Scanner<'a> {
    source: &'a Source,
    text: &'a [u8],
    offset: usize,
}

impl<'a> Scanner<'a> {
    pub(super) fn new(source: &'a Source) -> Self {
        let text: &[u8] = source.bytes();
        Self {
            source,
            text,
            offset: if text.starts_with(BYTE_ORDER_MARK) {
                BYTE_ORDER_MARK.len()
            } else {
                0
            },
        }
    }

    /// Ends the text at the offset.
    pub(super) fn stop(&mut self) {
        self.text = &self.text[..self.offset];
    }

    pub(super) fn text(&self, token: Token) -> &'a [u8] {
        &self.text[index(token.span.start)..index(token.span.end)]
    }

    pub(super) fn token(&mut self) -> Token {
        let rest = &self.text[self.offset..];
        self.offset += rest
            .iter()
            .take_while(|byte| matches!(byte, b' ' | b'\t' | b'\r' | b'\n'))
            .count();
        let rest = &self.text[self.offset..];
        let (kind, len) = match rest.first() {
            None => (JsonTokenKind::EndOfFile, 0),
            Some(b'{') => (JsonTokenKind::OpenBrace, 1),
            Some(b'}') => (JsonTokenKind::CloseBrace, 1),
            Some(b'[') => (JsonTokenKind::OpenBracket, 1),
            Some(b']') => (JsonTokenKind::CloseBracket, 1),
            Some(b',') => (JsonTokenKind::Comma, 1),
            Some(b':') => (JsonTokenKind::Colon, 1),
            Some(b'=') => (JsonTokenKind::Equals, 1),
            Some(b'"') => (JsonTokenKind::String, string_len(rest)),
            Some(b'-' | b'+' | b'.' | b'0'..=b'9') => {
                let is_part =
                    |byte: &&u8| matches!(**byte, b'-' | b'+' | b'.' | b'e' | b'E' | b'0'..=b'9');
                (
                    JsonTokenKind::Number,
                    rest.iter().take_while(is_part).count(),
                )
            }
            Some(byte) if byte.is_ascii_alphabetic() => {
                let is_part = |byte: &&u8| byte.is_ascii_alphabetic() || **byte == b'_';
                (
                    JsonTokenKind::Keyword,
                    rest.iter().take_while(is_part).count(),
                )
            }
            Some(_) => (JsonTokenKind::Invalid, 1),
        };
        let start = self.offset;
        self.offset += len;
        let token = Token {
            kind,
            span: Span {
                source: self.source.id(),
                start: u32::try_from(start).unwrap_or(u32::MAX),
                end: u32::try_from(self.offset).unwrap_or(u32::MAX),
            },
        };
        if kind == JsonTokenKind::Invalid {
            self.stop();
        }
        token
    }
}

/// Returns the length of the string at the start of a text. It ends after its closing quote, or before a control character.
pub(crate) fn string_len(text: &[u8]) -> usize {
    let mut is_escaped = false;
    for (offset, byte) in text.iter().enumerate().skip(1) {
        match byte {
            b'\\' => is_escaped = !is_escaped,
            b'"' if !is_escaped => return offset + 1,
            0..32 => return offset,
            _ => is_escaped = false,
        }
    }
    text.len()
}

/// Returns whether a text is a number of JSON.
pub(crate) fn is_number(text: &[u8]) -> bool {
    fn digits(text: &[u8]) -> usize {
        text.iter().take_while(|byte| byte.is_ascii_digit()).count()
    }
    let unsigned = text.strip_prefix(b"-").unwrap_or(text);
    let whole = digits(unsigned);
    if whole == 0 || whole > 1 && unsigned[0] == b'0' {
        return false;
    }
    let mut rest = &unsigned[whole..];
    if let Some(fraction) = rest.strip_prefix(b".") {
        let len = digits(fraction);
        if len == 0 {
            return false;
        }
        rest = &fraction[len..];
    }
    if let [b'e' | b'E', exponent @ ..] = rest {
        let exponent = match exponent {
            [b'+' | b'-', digits @ ..] => digits,
            digits => digits,
        };
        let len = digits(exponent);
        return len > 0 && len == exponent.len();
    }
    rest.is_empty()
}
