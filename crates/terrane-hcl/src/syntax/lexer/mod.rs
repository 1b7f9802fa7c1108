//! The lexer: a loop with a stack of modes, because templates contain expressions and expressions contain templates.

mod check;
mod template;
mod token;

pub(crate) use check::check;
pub(crate) use token::{Token, TokenKind, index};

use crate::source::BYTE_ORDER_MARK;

/// What the lexer reads at the outermost level.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Start {
    /// A file or an expression.
    Code,
    /// A template without quotes, such as a template file.
    Template,
}

/// Splits a text into tokens. The last one is the end of the file.
///
/// The text must be shorter than 4 GiB.
pub(crate) fn lex(text: &[u8], start: Start) -> Vec<Token> {
    let mut lexer = Lexer {
        text,
        offset: if text.starts_with(BYTE_ORDER_MARK) {
            BYTE_ORDER_MARK.len()
        } else {
            0
        },
        tokens: Vec::with_capacity(text.len() / 6),
        modes: Vec::new(),
        braces: 0,
        sequences: Vec::new(),
        heredocs: Vec::new(),
        is_comment_closed: true,
    };
    lexer.run(match start {
        Start::Code => Mode::Code,
        Start::Template => Mode::Template,
    });
    lexer.tokens
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Mode {
    Code,
    Quoted,
    Heredoc,
    Template,
}

struct Heredoc {
    /// The offsets of the marker in the introduction.
    marker: (usize, usize),
    is_start_of_line: bool,
}

struct Lexer<'a> {
    text: &'a [u8],
    offset: usize,
    tokens: Vec<Token>,
    /// The modes to return to.
    modes: Vec<Mode>,
    /// The number of open braces.
    braces: i64,
    /// The numbers of open braces in which a brace closes a template sequence.
    sequences: Vec<i64>,
    heredocs: Vec<Heredoc>,
    /// Whether `*/` may stand after the offset. Without it each `/*` would search to the end of the file.
    is_comment_closed: bool,
}

/// What a mode continues with.
enum Next {
    Same,
    Call(Mode),
    Return,
    /// Nothing matches: the rest of the text is one token.
    Stop,
}

impl Lexer<'_> {
    fn run(&mut self, mut mode: Mode) {
        while self.offset < self.text.len() {
            let next = match mode {
                Mode::Code => self.code(),
                Mode::Quoted => self.quoted(),
                Mode::Heredoc => self.heredoc(),
                Mode::Template => self.template(),
            };
            match next {
                Next::Same => {}
                Next::Call(inner) => {
                    self.modes.push(mode);
                    mode = inner;
                }
                // A mode below the outermost one is entered by a call.
                Next::Return => mode = self.modes.pop().unwrap_or(mode),
                Next::Stop => {
                    let kind = if mode == Mode::Template {
                        TokenKind::Text
                    } else {
                        TokenKind::Invalid
                    };
                    self.emit(kind, self.text.len() - self.offset);
                }
            }
        }
        self.emit(TokenKind::EndOfFile, 0);
    }

    /// Adds a token of a length, and moves behind it.
    fn emit(&mut self, kind: TokenKind, len: usize) {
        let end = self.offset + len;
        self.tokens.push(Token {
            kind,
            start: offset_as_u32(self.offset),
            end: offset_as_u32(end),
        });
        self.offset = end;
    }

    fn at(&self, ahead: usize) -> Option<u8> {
        self.text.get(self.offset + ahead).copied()
    }

    fn rest(&self) -> &[u8] {
        &self.text[self.offset..]
    }

    /// Reads tokens outside of strings, up to one that changes the mode.
    fn code(&mut self) -> Next {
        while let Some(byte) = self.at(0) {
            match byte {
                b' ' | b'\t' => self.offset += 1,
                b'a'..=b'z' | b'A'..=b'Z' | b'_' => {
                    let len = identifier(self.rest());
                    self.emit(TokenKind::Identifier, len);
                }
                b'0'..=b'9' => {
                    let len = number_length(self.rest());
                    self.emit(TokenKind::Number, len);
                }
                b'"' => {
                    self.emit(TokenKind::OpenQuote, 1);
                    return Next::Call(Mode::Quoted);
                }
                b'#' => self.line_comment(),
                b'/' if self.at(1) == Some(b'/') => self.line_comment(),
                b'/' if self.at(1) == Some(b'*') => self.inline_comment(),
                b'\r' if self.at(1) == Some(b'\n') => self.emit(TokenKind::Newline, 2),
                b'{' => {
                    self.emit(TokenKind::OpenBrace, 1);
                    self.braces += 1;
                }
                b'}' | b'~' if byte == b'}' || self.at(1) == Some(b'}') => {
                    let is_sequence_end = self.sequences.last() == Some(&self.braces);
                    let is_plain = byte == b'}' && !is_sequence_end;
                    let kind = if is_plain {
                        TokenKind::CloseBrace
                    } else {
                        TokenKind::SequenceEnd
                    };
                    self.emit(kind, if byte == b'}' { 1 } else { 2 });
                    self.braces -= 1;
                    if is_sequence_end {
                        self.sequences.pop();
                        return Next::Return;
                    }
                }
                b'<' if self.at(1) == Some(b'<') => {
                    if let Some((len, marker)) = introduction(self.rest()) {
                        let marker = (self.offset + marker.0, self.offset + marker.1);
                        self.emit(TokenKind::OpenHeredoc, len);
                        self.heredocs.push(Heredoc {
                            marker,
                            is_start_of_line: true,
                        });
                        return Next::Call(Mode::Heredoc);
                    }
                    self.emit(TokenKind::Less, 1);
                }
                _ if byte.is_ascii() => {
                    let (kind, len) = symbol_token(self.rest());
                    self.emit(kind, len);
                }
                _ => match identifier(self.rest()) {
                    0 => match character(self.rest()) {
                        Some(len) => self.emit(TokenKind::Invalid, len),
                        None => self.emit(TokenKind::BadUtf8, 1),
                    },
                    len => self.emit(TokenKind::Identifier, len),
                },
            }
        }
        Next::Same
    }

    fn line_comment(&mut self) {
        let len = self.rest().iter().position(|byte| *byte == b'\n');
        let length = len.map_or(self.rest().len(), |newline| newline + 1);
        self.emit(TokenKind::Comment, length);
    }

    fn inline_comment(&mut self) {
        if self.is_comment_closed {
            let end = self.rest()[2..].windows(2).position(|bytes| bytes == b"*/");
            if let Some(end) = end {
                return self.emit(TokenKind::Comment, end + 4);
            }
            self.is_comment_closed = false;
        }
        self.emit(TokenKind::Slash, 1);
    }
}

fn offset_as_u32(offset: usize) -> u32 {
    u32::try_from(offset).unwrap_or(u32::MAX)
}

/// Returns the length of the identifier at the start of a text, or 0.
pub(crate) fn identifier(text: &[u8]) -> usize {
    let mut len = 0;
    loop {
        match text.get(len) {
            Some(b'a'..=b'z' | b'A'..=b'Z' | b'_') => len += 1,
            Some(b'0'..=b'9' | b'-') if len > 0 => len += 1,
            Some(byte) if !byte.is_ascii() => {
                let Some((char, width)) = decode(&text[len..]) else {
                    return len;
                };
                let is_part = if len == 0 {
                    unicode_ident::is_xid_start(char)
                } else {
                    unicode_ident::is_xid_continue(char)
                };
                if !is_part {
                    return len;
                }
                len += width;
            }
            _ => return len,
        }
    }
}

/// Returns the first character of a text and its length in bytes.
fn decode(text: &[u8]) -> Option<(char, usize)> {
    let start = &text[..text.len().min(4)];
    let valid = start.utf8_chunks().next()?.valid();
    let char = valid.chars().next()?;
    Some((char, char.len_utf8()))
}

/// Returns the length of the number at the start of a text. A number does not end with a dot.
fn number_length(text: &[u8]) -> usize {
    let mut len = 1;
    let mut read = 1;
    loop {
        match text.get(read) {
            Some(b'0'..=b'9') => read += 1,
            Some(b'.') => {
                read += 1;
                continue;
            }
            Some(b'e' | b'E') => {
                let sign = usize::from(matches!(text.get(read + 1), Some(b'+' | b'-')));
                if !text.get(read + 1 + sign).is_some_and(u8::is_ascii_digit) {
                    return len;
                }
                read += 2 + sign;
            }
            _ => return len,
        }
        len = read;
    }
}

/// Returns the length of a heredoc's introduction, and the offsets of its marker.
fn introduction(text: &[u8]) -> Option<(usize, (usize, usize))> {
    let start = if text.get(2) == Some(&b'-') { 3 } else { 2 };
    let end = start + identifier(&text[start..]);
    let newline = match text.get(end..)? {
        [b'\n', ..] => 1,
        [b'\r', b'\n', ..] => 2,
        _ => return None,
    };
    (end > start).then_some((end + newline, (start, end)))
}

/// Returns the kind and the length of the ASCII symbol at the start of a text.
fn symbol_token(text: &[u8]) -> (TokenKind, usize) {
    if text.starts_with(b"...") {
        return (TokenKind::Ellipsis, 3);
    }
    let two = match text {
        [b'=', b'=', ..] => Some(TokenKind::EqualEqual),
        [b'!', b'=', ..] => Some(TokenKind::NotEqual),
        [b'>', b'=', ..] => Some(TokenKind::GreaterOrEqual),
        [b'<', b'=', ..] => Some(TokenKind::LessOrEqual),
        [b'&', b'&', ..] => Some(TokenKind::And),
        [b'|', b'|', ..] => Some(TokenKind::Or),
        [b':', b':', ..] => Some(TokenKind::DoubleColon),
        [b'=', b'>', ..] => Some(TokenKind::FatArrow),
        _ => None,
    };
    if let Some(kind) = two {
        return (kind, 2);
    }
    let kind = match text.first() {
        Some(b'\n') => TokenKind::Newline,
        Some(b'[') => TokenKind::OpenBracket,
        Some(b']') => TokenKind::CloseBracket,
        Some(b'(') => TokenKind::OpenParenthesis,
        Some(b')') => TokenKind::CloseParenthesis,
        Some(b'.') => TokenKind::Dot,
        Some(b',') => TokenKind::Comma,
        Some(b'*') => TokenKind::Star,
        Some(b'/') => TokenKind::Slash,
        Some(b'%') => TokenKind::Percent,
        Some(b'+') => TokenKind::Plus,
        Some(b'-') => TokenKind::Minus,
        Some(b'=') => TokenKind::Equal,
        Some(b'<') => TokenKind::Less,
        Some(b'>') => TokenKind::Greater,
        Some(b'!') => TokenKind::Bang,
        Some(b'?') => TokenKind::Question,
        Some(b':') => TokenKind::Colon,
        Some(b'&') => TokenKind::Ampersand,
        Some(b'|') => TokenKind::Pipe,
        Some(b'~') => TokenKind::Tilde,
        Some(b'^') => TokenKind::Caret,
        Some(b';') => TokenKind::Semicolon,
        Some(b'`') => TokenKind::Backtick,
        Some(b'\'') => TokenKind::Apostrophe,
        _ => TokenKind::Invalid,
    };
    (kind, 1)
}

/// Returns the length of the character at the start of a text, or none if the bytes have not the form of UTF-8.
///
/// Only the form of the bytes counts, as for Terraform: surrogates and over-long forms are characters too.
fn character(text: &[u8]) -> Option<usize> {
    let len = match text.first()? {
        0x00..=0x7f => 1,
        0xc0..=0xdf => 2,
        0xe0..=0xef => 3,
        0xf0..=0xf7 => 4,
        _ => return None,
    };
    let rest = text.get(1..len)?;
    rest.iter()
        .all(|byte| matches!(byte, 0x80..=0xbf))
        .then_some(len)
}
