//! Tokens with the blanks before them.

use std::borrow::Cow;

use unicode_segmentation::UnicodeSegmentation;

use crate::syntax::lexer::{Token, TokenKind, index};

/// A token with the number of blanks before it.
#[derive(Debug, Clone)]
pub(super) struct Piece<'a> {
    pub(super) kind: TokenKind,
    pub(super) text: Cow<'a, [u8]>,
    pub(super) spaces: usize,
}

/// Converts tokens. A tab between tokens counts as one blank.
pub(super) fn pieces<'a>(tokens: &[Token], source: &'a [u8]) -> Vec<Piece<'a>> {
    let mut end = 0;
    let piece = |token: &Token| {
        let spaces = index(token.start) - end;
        end = index(token.end);
        Piece {
            kind: token.kind,
            text: Cow::Borrowed(token.text(source)),
            spaces,
        }
    };
    tokens.iter().map(piece).collect()
}

impl Piece<'_> {
    pub(super) fn new(kind: TokenKind, text: &'static str) -> Self {
        Self {
            kind,
            text: Cow::Borrowed(text.as_bytes()),
            spaces: 0,
        }
    }

    /// Returns whether the line ends with this token.
    pub(super) fn ends_line(&self) -> bool {
        match self.kind {
            TokenKind::Newline => true,
            TokenKind::Comment => self.text.ends_with(b"\n"),
            _ => false,
        }
    }

    /// Returns the change of the number of open brackets.
    pub(super) fn brackets(&self) -> isize {
        match self.kind {
            TokenKind::OpenBrace
            | TokenKind::OpenBracket
            | TokenKind::OpenParenthesis
            | TokenKind::Directive
            | TokenKind::Interpolation => 1,
            TokenKind::CloseBrace
            | TokenKind::CloseBracket
            | TokenKind::CloseParenthesis
            | TokenKind::SequenceEnd => -1,
            _ => 0,
        }
    }

    /// Returns the number of columns with the blanks.
    pub(super) fn columns(&self) -> usize {
        let columns = match std::str::from_utf8(&self.text) {
            Ok(text) if text.is_ascii() && !text.contains('\r') => text.len(),
            Ok(text) => text.graphemes(true).count(),
            Err(_) => self.text.len(),
        };
        self.spaces + columns
    }
}
