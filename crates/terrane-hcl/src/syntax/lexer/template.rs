//! The modes inside of strings and templates.

use super::{Lexer, Mode, Next, TokenKind, character};

impl Lexer<'_> {
    /// Reads one token between quotes.
    pub(super) fn quoted(&mut self) -> Next {
        match self.at(0) {
            Some(b'"') => {
                self.emit(TokenKind::CloseQuote, 1);
                return Next::Return;
            }
            Some(b'\n' | b'\r') => {
                let len = self
                    .rest()
                    .iter()
                    .take_while(|byte| matches!(byte, b'\n' | b'\r'))
                    .count();
                self.emit(TokenKind::QuotedNewline, len);
                return Next::Same;
            }
            Some(b'$' | b'%') => {
                if let Some(next) = self.sequence() {
                    return next;
                }
                match self.escape() {
                    0 if self.at(1).is_none() => return Next::Stop,
                    0 => self.emit(TokenKind::QuotedText, 1),
                    len => self.emit(TokenKind::QuotedText, len),
                }
                return Next::Same;
            }
            _ => {}
        }
        let mut len = 0;
        loop {
            match self.at(len) {
                None | Some(b'"' | b'\n' | b'\r' | b'$' | b'%') => break,
                Some(b'\\') => match self.at(len + 1) {
                    None | Some(b'\n' | b'\r') => break,
                    Some(_) => match character(&self.rest()[len + 1..]) {
                        Some(width) => len += 1 + width,
                        None => break,
                    },
                },
                Some(byte) if byte.is_ascii() => len += 1,
                Some(_) => match character(&self.rest()[len..]) {
                    Some(width) => len += width,
                    None => break,
                },
            }
        }
        if len > 0 {
            self.emit(TokenKind::QuotedText, len);
        } else if self.at(0) == Some(b'\\') {
            self.emit(TokenKind::Invalid, 1);
        } else {
            self.emit(TokenKind::BadUtf8, 1);
        }
        Next::Same
    }

    /// Reads one token of a heredoc.
    pub(super) fn heredoc(&mut self) -> Next {
        if let Some(next) = self.sequence() {
            if let Some(heredoc) = self.heredocs.last_mut() {
                heredoc.is_start_of_line = false;
            }
            return next;
        }
        let (len, newline) = match self.line() {
            Line::Text { len, newline } => (len, newline),
            Line::BadUtf8 => {
                self.emit(TokenKind::BadUtf8, 1);
                return Next::Same;
            }
            Line::Stop => return Next::Stop,
        };
        if newline > 0 && self.is_end_marker(len) {
            self.emit(TokenKind::CloseHeredoc, len);
            self.emit(TokenKind::Newline, newline);
            self.heredocs.pop();
            return Next::Return;
        }
        if let Some(heredoc) = self.heredocs.last_mut() {
            heredoc.is_start_of_line = newline > 0;
        }
        self.emit(TokenKind::Text, len + newline);
        Next::Same
    }

    /// Reads one token of a bare template.
    pub(super) fn template(&mut self) -> Next {
        if let Some(next) = self.sequence() {
            return next;
        }
        match self.line() {
            Line::Text { len, newline } => self.emit(TokenKind::Text, len + newline),
            Line::BadUtf8 => self.emit(TokenKind::BadUtf8, 1),
            Line::Stop => return Next::Stop,
        }
        Next::Same
    }

    /// Reads the start of a template sequence, or of none.
    fn sequence(&mut self) -> Option<Next> {
        let kind = match (self.at(0), self.at(1)) {
            (Some(b'$'), Some(b'{')) => TokenKind::Interpolation,
            (Some(b'%'), Some(b'{')) => TokenKind::Directive,
            _ => return None,
        };
        self.emit(kind, if self.at(2) == Some(b'~') { 3 } else { 2 });
        self.braces += 1;
        self.sequences.push(self.braces);
        Some(Next::Call(Mode::Code))
    }

    /// Returns the length of `$${` or `%%{` at the offset, or 0. A strip marker after it belongs to it.
    fn escape(&self) -> usize {
        match self.rest() {
            [b'$', b'$', b'{', b'~', ..] | [b'%', b'%', b'{', b'~', ..] => 4,
            [b'$', b'$', b'{', ..] | [b'%', b'%', b'{', ..] => 3,
            _ => 0,
        }
    }

    /// Finds the text up to the end of the line, or up to what ends a token before.
    fn line(&self) -> Line {
        let mut len = match self.at(0) {
            Some(b'$' | b'%') => match (self.escape(), self.at(1), self.at(2)) {
                (0, None, _) => return Line::Stop,
                // Where the line ends after the next character, Terraform's scanner takes this character as part of the token.
                (0, _, Some(b'\n' | b'\r')) => return Line::Text { len: 2, newline: 0 },
                (0, _, _) => return Line::Text { len: 1, newline: 0 },
                (len, _, _) => {
                    return Line::Text {
                        len,
                        newline: self.newline(len),
                    };
                }
            },
            _ => 0,
        };
        loop {
            match self.at(len) {
                Some(b'\n' | b'\r') => match self.newline(len) {
                    0 if len == 0 => return Line::Stop,
                    newline => return Line::Text { len, newline },
                },
                Some(b'$' | b'%') | None => return Line::Text { len, newline: 0 },
                Some(byte) if byte.is_ascii() => len += 1,
                Some(_) => match character(&self.rest()[len..]) {
                    Some(width) => len += width,
                    None if len == 0 => return Line::BadUtf8,
                    None => return Line::Text { len, newline: 0 },
                },
            }
        }
    }

    /// Returns the length of the line break, or 0.
    fn newline(&self, ahead: usize) -> usize {
        match (self.at(ahead), self.at(ahead + 1)) {
            (Some(b'\n'), _) => 1,
            (Some(b'\r'), Some(b'\n')) => 2,
            _ => 0,
        }
    }

    /// Returns whether the text of a length is the end marker of the innermost heredoc.
    fn is_end_marker(&self, len: usize) -> bool {
        let Some(heredoc) = self
            .heredocs
            .last()
            .filter(|heredoc| heredoc.is_start_of_line)
        else {
            return false;
        };
        let marker = &self.text[heredoc.marker.0..heredoc.marker.1];
        if len < marker.len() {
            return false;
        }
        std::str::from_utf8(&self.rest()[..len]).is_ok_and(|line| line.trim().as_bytes() == marker)
    }
}

enum Line {
    Text {
        len: usize,
        newline: usize,
    },
    BadUtf8,
    /// A lone carriage return, or a marker's first character at the end of the file.
    Stop,
}
