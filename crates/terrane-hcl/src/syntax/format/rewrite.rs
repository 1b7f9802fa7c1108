//! Outdated forms that `terraform fmt` replaces: needless interpolations, type names in quotes, and labels without quotes.

use std::borrow::Cow;

use super::piece::{Piece, pieces};
use crate::source::Span;
use crate::syntax::ast::{Attribute, Block, Body};
use crate::syntax::lexer::{Token, TokenKind};
use crate::syntax::quote::quoted;

/// Returns the tokens of a file with the outdated forms replaced.
pub(super) fn rewrite<'a>(body: &Body, tokens: &[Token], source: &'a [u8]) -> Vec<Piece<'a>> {
    let mut rewriter = Rewriter {
        tokens,
        pieces: pieces(tokens, source).into_iter().map(Some).collect(),
        inserted: Vec::new(),
    };
    rewriter.body(body, Place::File);
    rewriter.finish()
}

struct Rewriter<'a, 't> {
    tokens: &'t [Token],
    /// The tokens of the source. Those that are removed are none.
    pieces: Vec<Option<Piece<'a>>>,
    /// Tokens to insert, with the number of the token before which they stand.
    inserted: Vec<(usize, Piece<'a>)>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    File,
    Variable,
    Other,
}

impl<'a> Rewriter<'a, '_> {
    fn finish(mut self) -> Vec<Piece<'a>> {
        self.inserted.sort_by_key(|(number, _)| *number);
        let mut inserted = self.inserted.into_iter().peekable();
        let mut all = Vec::with_capacity(self.pieces.len());
        for (number, piece) in self.pieces.into_iter().enumerate() {
            while let Some((_, piece)) = inserted.next_if(|(before, _)| *before <= number) {
                all.push(piece);
            }
            all.extend(piece);
        }
        all
    }

    fn body(&mut self, body: &Body, place: Place) {
        let Some(body) = body.native() else { return };
        for attribute in &body.attributes {
            self.attribute(attribute, place);
        }
        for block in &body.blocks {
            self.labels(block);
            let inner = if place == Place::File && block.kind.name == "variable" {
                Place::Variable
            } else {
                Place::Other
            };
            self.body(&block.body, inner);
        }
    }

    /// Returns the numbers of the tokens that start in a span.
    fn range(&self, span: Span) -> std::ops::Range<usize> {
        let at = |offset: u32| self.tokens.partition_point(|token| token.start < offset);
        at(span.start)..at(span.end)
    }

    fn labels(&mut self, block: &Block) {
        let (Some(last), start) = (block.labels.last(), block.kind.span.end) else {
            return;
        };
        let range = self.range(Span {
            start,
            end: last.span.end,
            ..block.span
        });
        self.pieces[range.clone()].fill(None);
        for label in &block.labels {
            self.inserted
                .push((range.end, Piece::new(TokenKind::OpenQuote, "\"")));
            if !label.name.is_empty() {
                self.inserted.push((
                    range.end,
                    Piece {
                        kind: TokenKind::QuotedText,
                        text: Cow::Owned(quoted(&label.name).into_bytes()),
                        spaces: 0,
                    },
                ));
            }
            self.inserted
                .push((range.end, Piece::new(TokenKind::CloseQuote, "\"")));
        }
    }

    fn attribute(&mut self, attribute: &Attribute, place: Place) {
        let range = self.range(attribute.expression.span);
        let kinds: Vec<TokenKind> = self.tokens[range.clone()]
            .iter()
            .map(|token| token.kind)
            .collect();
        if place == Place::Variable && attribute.name.name == "type" {
            self.type_expression(range, &kinds);
        } else if let Some((start, end)) = unwrapped_range(&kinds) {
            let (start, end) = (range.start + start, range.start + end);
            self.pieces[range.start..start].fill(None);
            self.pieces[end..range.end].fill(None);
            let inner = &self.tokens[start..end];
            let last = inner
                .iter()
                .rposition(|token| token.kind != TokenKind::Comment)
                .unwrap_or(0);
            let is_multi_line = inner.iter().any(|token| token.kind == TokenKind::Newline)
                || self.pieces[start..start + last]
                    .iter()
                    .flatten()
                    .any(Piece::ends_line);
            let ends = (
                inner.first().map(|token| token.kind),
                inner.last().map(|token| token.kind),
            );
            let is_enclosed = inner.len() > 1
                && ends
                    == (
                        Some(TokenKind::OpenParenthesis),
                        Some(TokenKind::CloseParenthesis),
                    );
            if is_multi_line && !is_enclosed {
                self.inserted
                    .push((start, Piece::new(TokenKind::OpenParenthesis, "(")));
                self.inserted
                    .push((end, Piece::new(TokenKind::CloseParenthesis, ")")));
            }
        }
    }

    fn type_expression(&mut self, range: std::ops::Range<usize>, kinds: &[TokenKind]) {
        let text = |number: usize| {
            self.pieces[range.start + number]
                .as_ref()
                .map(|piece| piece.text.clone())
        };
        let (keyword, element, number) = match kinds {
            [TokenKind::Identifier] => (text(0), "any", 0),
            [
                TokenKind::OpenQuote,
                TokenKind::QuotedText,
                TokenKind::CloseQuote,
            ] => (text(1), "string", 1),
            _ => return,
        };
        let is_quoted = number == 1;
        let is_collection = match keyword.as_deref() {
            Some(b"list" | b"map") => true,
            Some(b"set") if !is_quoted => true,
            Some(b"string") if is_quoted => false,
            _ => return,
        };
        if is_quoted {
            self.pieces[range.start] = None;
            self.pieces[range.start + 2] = None;
        }
        if let Some(piece) = &mut self.pieces[range.start + number] {
            piece.kind = TokenKind::Identifier;
        }
        if is_collection {
            self.inserted
                .push((range.end, Piece::new(TokenKind::OpenParenthesis, "(")));
            self.inserted
                .push((range.end, Piece::new(TokenKind::Identifier, element)));
            self.inserted
                .push((range.end, Piece::new(TokenKind::CloseParenthesis, ")")));
        }
    }
}

/// Returns the range of the tokens inside of `"${..}"`, if the expression is nothing else.
fn unwrapped_range(kinds: &[TokenKind]) -> Option<(usize, usize)> {
    let [
        TokenKind::OpenQuote,
        TokenKind::Interpolation,
        inner @ ..,
        TokenKind::SequenceEnd,
        TokenKind::CloseQuote,
    ] = kinds
    else {
        return None;
    };
    if inner.is_empty() {
        return None;
    }
    let mut quotes = 0;
    for kind in inner {
        match kind {
            TokenKind::OpenQuote => quotes += 1,
            TokenKind::CloseQuote => quotes -= 1,
            TokenKind::Interpolation | TokenKind::SequenceEnd | TokenKind::QuotedText
                if quotes <= 0 =>
            {
                return None;
            }
            _ => {}
        }
    }
    let is_newline = |kind: &&TokenKind| **kind == TokenKind::Newline;
    let start = inner.iter().take_while(is_newline).count();
    let end = inner.len() - inner.iter().rev().take_while(is_newline).count();
    (start < end).then_some((2 + start, 2 + end))
}
