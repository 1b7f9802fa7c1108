//! Errors for tokens that no program can contain.

use super::{Token, TokenKind};
use crate::diagnostic::Diagnostics;
use crate::source::Source;
use crate::syntax::messages::{self, lexical};
use crate::syntax::origin::Origin;

/// Adds an error for each token that no program can contain. Some errors are reported once or a few times only.
pub(crate) fn check(
    tokens: &[Token],
    source: &Source,
    origin: Origin<'_>,
    diagnostics: &mut Diagnostics,
) {
    let (mut bitwise, mut backticks, mut apostrophes) = (0, 0, 0);
    let (mut has_semicolon, mut has_bad_utf8) = (false, false);
    for token in tokens {
        let message = match token.kind {
            TokenKind::Ampersand | TokenKind::Pipe | TokenKind::Caret | TokenKind::Tilde => {
                bitwise += 1;
                (bitwise <= 4).then(|| lexical::bitwise(token.kind))
            }
            TokenKind::Backtick => {
                let is_reported = backticks % 2 == 0;
                backticks = (backticks + 1).min(3);
                is_reported.then(lexical::backtick)
            }
            TokenKind::Apostrophe => {
                let is_reported = apostrophes % 2 == 0;
                apostrophes = (apostrophes + 1).min(3);
                is_reported.then(lexical::apostrophe)
            }
            TokenKind::Semicolon => {
                (!std::mem::replace(&mut has_semicolon, true)).then(lexical::semicolon)
            }
            TokenKind::BadUtf8 => {
                (!std::mem::replace(&mut has_bad_utf8, true)).then(lexical::encoding)
            }
            TokenKind::QuotedNewline => Some(lexical::multi_line_string()),
            TokenKind::Invalid => Some(lexical::character(token.text(source.bytes()))),
            _ => None,
        };
        let Some(message) = message else { continue };
        diagnostics.push(message.at(origin.span(token.start, token.end)));
        if diagnostics.len() >= messages::MAX_ERRORS {
            return;
        }
    }
}
