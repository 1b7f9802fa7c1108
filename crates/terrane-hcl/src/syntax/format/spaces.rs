//! Whether a blank stands between two tokens of a line.

use super::piece::Piece;
use crate::syntax::lexer::TokenKind;

/// Decides by the token before the pair, and the two tokens. The first rule that applies counts.
pub(super) fn has_space_between(
    before: Option<&Piece<'_>>,
    left: &Piece<'_>,
    right: &Piece<'_>,
) -> bool {
    use TokenKind::{
        Bang, CloseBrace, CloseHeredoc, CloseQuote, Comma, Directive, Dot, DoubleColon, Ellipsis,
        Identifier, Interpolation, Minus, Newline, Number, OpenBrace, OpenBracket, OpenHeredoc,
        OpenParenthesis, OpenQuote, QuotedText, SequenceEnd, Text,
    };
    let before_kind = before.map(|piece| piece.kind);
    match (left.kind, right.kind) {
        (_, Newline)
        | (Identifier, OpenParenthesis | DoubleColon)
        | (DoubleColon, Identifier)
        | (Dot, _)
        | (_, Dot | Comma | Ellipsis) => false,
        (Comma, _) => true,
        (QuotedText | Text | OpenQuote | OpenHeredoc, _)
        | (_, QuotedText | Text | CloseQuote | CloseHeredoc) => false,
        // The brackets after the keyword are no index.
        (Identifier, _) if &*left.text == b"in" && before_kind == Some(Identifier) => true,
        (Identifier | Number, OpenBracket) => false,
        (_, OpenBracket) if left.brackets() < 0 => false,
        (Bang, _) => false,
        (Minus, _) => before_kind.is_some_and(|before_kind| !is_before_negation(before_kind)),
        (OpenBrace, CloseBrace) => false,
        (OpenBrace, _) | (_, CloseBrace) => true,
        (Interpolation | Directive, OpenBrace) | (CloseBrace, SequenceEnd) => true,
        (SequenceEnd, Interpolation | Directive) => false,
        _ => left.brackets() <= 0 && right.brackets() >= 0,
    }
}

/// Returns whether a minus after the token has only one operand.
fn is_before_negation(kind: TokenKind) -> bool {
    matches!(
        kind,
        TokenKind::OpenParenthesis
            | TokenKind::OpenBrace
            | TokenKind::OpenBracket
            | TokenKind::Equal
            | TokenKind::Colon
            | TokenKind::Comma
            | TokenKind::Question
            | TokenKind::Plus
            | TokenKind::Star
            | TokenKind::Slash
            | TokenKind::Percent
            | TokenKind::Minus
            | TokenKind::EqualEqual
            | TokenKind::NotEqual
            | TokenKind::Greater
            | TokenKind::GreaterOrEqual
            | TokenKind::Less
            | TokenKind::LessOrEqual
            | TokenKind::And
            | TokenKind::Or
            | TokenKind::Bang
    )
}
