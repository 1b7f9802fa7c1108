//! References that are the whole text.

use super::cursor::Parser;
use crate::syntax::ast::{Traversal, TraversalStep, TraversalStepKind};
use crate::syntax::lexer::{Token, TokenKind};
use crate::syntax::messages::expression as messages;

impl Parser<'_> {
    /// Parses a reference up to the end of the file. Returns none if it has reported an error.
    pub(super) fn traversal(&mut self) -> Option<Traversal> {
        let root = self.read();
        if root.kind != TokenKind::Identifier {
            self.report(messages::variable_required(), root);
            return None;
        }
        let mut steps = Vec::new();
        loop {
            let next = self.peek();
            match next.kind {
                TokenKind::EndOfFile => break,
                TokenKind::Dot => steps.push(self.attribute_step(root)?),
                TokenKind::OpenBracket => steps.push(self.index_step(root)?),
                _ => {
                    self.report_within(messages::traversal_step(), self.span(root), next);
                    return None;
                }
            }
        }
        let root_name = self.identifier(root);
        Some(Traversal {
            root: root_name,
            steps,
        })
    }

    fn attribute_step(&mut self, root: Token) -> Option<TraversalStep> {
        let dot = self.read();
        let name = self.read();
        if name.kind != TokenKind::Identifier {
            let message = if name.kind == TokenKind::Star {
                messages::splat_in_traversal()
            } else {
                messages::attribute_required()
            };
            self.report_within(message, self.span(root), name);
            return None;
        }
        Some(TraversalStep {
            kind: TraversalStepKind::Attribute(self.text(name)),
            span: self.span(dot).to(self.span(name)),
        })
    }

    fn index_step(&mut self, root: Token) -> Option<TraversalStep> {
        let open = self.read();
        let next = self.peek();
        let errors = self.errors();
        let kind = match next.kind {
            TokenKind::Number => {
                self.read();
                self.number_of(next).map(TraversalStepKind::NumberIndex)
            }
            TokenKind::OpenQuote => {
                Some(TraversalStepKind::StringIndex(self.quoted_literal().name))
            }
            kind => {
                let message = if kind == TokenKind::Star {
                    messages::splat_in_traversal()
                } else {
                    messages::index_required()
                };
                self.report_within(message, self.span(root), next);
                return None;
            }
        };
        let close = self.read();
        if close.kind != TokenKind::CloseBracket {
            self.report_within(messages::unclosed_index(), self.span(open), close);
        }
        let span = self.span(open).to(self.span(close));
        let valid_kind = kind.filter(|_| self.errors() == errors)?;
        Some(TraversalStep {
            kind: valid_kind,
            span,
        })
    }
}
