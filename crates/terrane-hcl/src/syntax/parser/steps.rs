//! Attributes, indices and splats after a term.

use super::cursor::Parser;
use crate::source::Span;
use crate::syntax::ast::{
    Access, AccessStep, Expression, ExpressionKind, Index, Splat, TraversalStep, TraversalStepKind,
};
use crate::syntax::lexer::{Token, TokenKind};
use crate::syntax::messages::expression as messages;

impl Parser<'_> {
    /// Parses the steps after a term.
    pub(super) fn with_steps(&mut self, term: Expression) -> Expression {
        let start = term.span;
        let mut steps = Vec::new();
        if !self.steps(&mut steps) {
            return self.invalid(start.to(self.previous_span()));
        }
        join_steps(term, steps)
    }

    /// Parses steps. Returns whether all of them are usable.
    fn steps(&mut self, steps: &mut Vec<AccessStep>) -> bool {
        let mut is_valid = true;
        loop {
            match self.peek().kind {
                TokenKind::Dot => is_valid &= self.dot(steps),
                TokenKind::OpenBracket => is_valid &= self.bracket(steps),
                _ => return is_valid,
            }
        }
    }

    fn dot(&mut self, steps: &mut Vec<AccessStep>) -> bool {
        let dot = self.read();
        let next = self.peek();
        let span = self.span(dot).to(self.span(next));
        match next.kind {
            TokenKind::Identifier => {
                self.read();
                steps.push(attribute(self, next, span));
            }
            TokenKind::Number => {
                self.read();
                let legacy = self.legacy_index(next, next, span);
                steps.push(legacy);
            }
            TokenKind::Star => {
                self.read();
                self.attribute_splat(next, span, steps);
            }
            _ => {
                self.report(messages::attribute_name(), next);
                self.recovery = true;
                return false;
            }
        }
        true
    }

    /// Returns the step for `.0`, whose number has been read.
    fn legacy_index(&mut self, number: Token, subject: Token, span: Span) -> AccessStep {
        let text = self.text(number);
        match text.split_once('.') {
            Some((first, second)) => {
                self.report(messages::legacy_index(first, second), subject);
                let key = self.invalid(span);
                AccessStep::Index(Box::new(Index { key, span }))
            }
            None => match self.number_of(number) {
                Some(number) => AccessStep::Static(TraversalStep {
                    kind: TraversalStepKind::NumberIndex(number),
                    span,
                }),
                None => AccessStep::Index(Box::new(Index {
                    key: self.invalid(span),
                    span,
                })),
            },
        }
    }

    /// Parses the attributes and legacy indices after `.*`.
    fn attribute_splat(&mut self, star: Token, marker: Span, steps: &mut Vec<AccessStep>) {
        let mut each = Vec::new();
        let mut end = marker;
        while self.peek().kind == TokenKind::Dot {
            let dot = self.read();
            let next = self.peek();
            let span = self.span(dot).to(self.span(next));
            match next.kind {
                TokenKind::Number => {
                    self.read();
                    each.push(self.legacy_index(next, star, span));
                }
                TokenKind::Identifier => {
                    self.read();
                    each.push(attribute(self, next, span));
                }
                _ => {
                    if !self.recovery {
                        match next.kind {
                            TokenKind::Star => self.report(messages::nested_splat(), next),
                            _ => self.report(messages::attribute_name(), star),
                        }
                    }
                    self.recovery = true;
                    return;
                }
            }
            end = span;
        }
        steps.push(AccessStep::Splat(Box::new(Splat {
            each,
            marker,
            span: marker.to(end),
        })));
    }

    fn bracket(&mut self, steps: &mut Vec<AccessStep>) -> bool {
        let open = self.read();
        if self.peek().kind == TokenKind::Star {
            return self.full_splat(open, steps);
        }
        self.push_newlines(false);
        let errors = self.errors();
        let key = self.expression();
        let close = if self.has_failed(errors) {
            self.recover(TokenKind::CloseBracket)
        } else {
            self.close_bracket(messages::index_bracket)
        };
        self.pop_newlines();
        let span = self.span(open).to(self.span(close));
        let kind = match key.kind {
            ExpressionKind::Number(number) => TraversalStepKind::NumberIndex(number),
            ExpressionKind::String(text) => TraversalStepKind::StringIndex(text),
            kind => {
                let key_expression = Expression {
                    kind,
                    span: key.span,
                };
                steps.push(AccessStep::Index(Box::new(Index {
                    key: key_expression,
                    span,
                })));
                return true;
            }
        };
        steps.push(AccessStep::Static(TraversalStep { kind, span }));
        true
    }

    fn full_splat(&mut self, open: Token, steps: &mut Vec<AccessStep>) -> bool {
        self.read();
        let close = self.close_bracket(messages::splat_bracket);
        let marker = self.span(open).to(self.span(close));
        let mut each = Vec::new();
        let Some(is_valid) = self.deeper(|parser| parser.steps(&mut each)) else {
            return false;
        };
        let span = each.last().map_or(marker, |step| marker.to(step.span()));
        steps.push(AccessStep::Splat(Box::new(Splat { each, marker, span })));
        is_valid
    }

    fn close_bracket(&mut self, message: fn() -> crate::Diagnostic) -> Token {
        let close = self.read();
        if close.kind == TokenKind::CloseBracket || self.recovery {
            return close;
        }
        // Terraform reports the place at which it continues.
        let close = self.recover(TokenKind::CloseBracket);
        self.report(message(), close);
        close
    }
}

fn attribute(parser: &Parser<'_>, name: Token, span: Span) -> AccessStep {
    AccessStep::Static(TraversalStep {
        kind: TraversalStepKind::Attribute(parser.text(name)),
        span,
    })
}

/// Appends steps to a term. Static steps after a variable become part of its traversal.
fn join_steps(mut term: Expression, steps: Vec<AccessStep>) -> Expression {
    let Some(last) = steps.last() else {
        return term;
    };
    let span = term.span.to(last.span());
    let is_static = |step: &&AccessStep| matches!(step, AccessStep::Static(_));
    let count = steps.iter().take_while(is_static).count();
    let mut rest = steps.into_iter().peekable();
    if let ExpressionKind::Traversal(traversal) = &mut term.kind {
        traversal.steps.reserve_exact(count);
        while let Some(AccessStep::Static(step)) =
            rest.next_if(|step| matches!(step, AccessStep::Static(_)))
        {
            term.span = term.span.to(step.span);
            traversal.steps.push(step);
        }
    }
    if rest.peek().is_none() {
        return term;
    }
    let access = Access {
        source: term,
        steps: rest.collect(),
    };
    Expression {
        kind: ExpressionKind::Access(Box::new(access)),
        span,
    }
}
