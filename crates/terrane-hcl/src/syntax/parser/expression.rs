//! Operators, conditionals and terms.

use super::cursor::Parser;
use crate::syntax::ast::{
    Binary, BinaryOperator, Conditional, Expression, ExpressionKind, Operation, Traversal, Unary,
    UnaryOperator,
};
use crate::syntax::lexer::{Token, TokenKind};
use crate::syntax::messages::expression as messages;
use crate::value::Number;

impl Parser<'_> {
    pub(super) fn expression(&mut self) -> Expression {
        match self.deeper(Self::conditional) {
            Some(expression) => expression,
            None => self.invalid(self.peek_span()),
        }
    }

    fn conditional(&mut self) -> Expression {
        let (start, errors) = (self.peek_span(), self.errors());
        let condition = self.binary(0);
        if self.has_failed(errors) || self.peek().kind != TokenKind::Question {
            return condition;
        }
        self.read();
        let errors_before_then = self.errors();
        let then = self.expression();
        if self.has_failed(errors_before_then) {
            return condition;
        }
        let colon = self.peek();
        if colon.kind != TokenKind::Colon {
            self.report_within(messages::false_result(), start, colon);
            return condition;
        }
        self.read();
        let errors_before_otherwise = self.errors();
        let otherwise = self.expression();
        if self.has_failed(errors_before_otherwise) {
            return condition;
        }
        Expression {
            span: start.to(otherwise.span),
            kind: ExpressionKind::Conditional(Box::new(Conditional {
                condition,
                then,
                otherwise,
            })),
        }
    }

    /// Parses operands with operators that bind at least as strongly as a level.
    fn binary(&mut self, lowest: u8) -> Expression {
        let errors = self.errors();
        let mut left = self.term_with_steps();
        let mut left_level = None;
        while !self.has_failed(errors) {
            let token = self.peek();
            let Some((operator, level)) =
                operator(token.kind).filter(|(_, level)| *level >= lowest)
            else {
                break;
            };
            self.read();
            let errors_before_operand = self.errors();
            let operand = self.binary(level + 1);
            if self.has_failed(errors_before_operand) {
                break;
            }
            let span = left.span.to(operand.span);
            let operation = Operation { operator, operand };
            match &mut left.kind {
                ExpressionKind::Binary(chain) if left_level == Some(level) => {
                    chain.rest.push(operation);
                    left.span = span;
                }
                _ => {
                    let chain = Binary {
                        first: left,
                        rest: vec![operation],
                    };
                    left = Expression {
                        kind: ExpressionKind::Binary(Box::new(chain)),
                        span,
                    };
                }
            }
            left_level = Some(level);
        }
        left
    }

    pub(super) fn term_with_steps(&mut self) -> Expression {
        let term = self.term();
        match self.peek().kind {
            TokenKind::Dot | TokenKind::OpenBracket => self.with_steps(term),
            _ => term,
        }
    }

    fn term(&mut self) -> Expression {
        let start = self.peek();
        match start.kind {
            TokenKind::Identifier => self.name(start),
            TokenKind::Number => {
                self.read();
                self.number(start)
            }
            TokenKind::OpenQuote | TokenKind::OpenHeredoc => self.string(start),
            TokenKind::OpenBracket => self.tuple(),
            TokenKind::OpenBrace => self.object(),
            TokenKind::OpenParenthesis => self.parentheses(),
            TokenKind::Minus => self.unary(UnaryOperator::Negate),
            TokenKind::Bang => self.unary(UnaryOperator::Not),
            _ => {
                if !self.recovery {
                    let message = if start.kind == TokenKind::EndOfFile {
                        messages::missing()
                    } else {
                        messages::invalid()
                    };
                    self.report(message, start);
                }
                self.recovery = true;
                self.invalid(self.span(start))
            }
        }
    }

    fn name(&mut self, name: Token) -> Expression {
        self.read();
        if matches!(
            self.peek().kind,
            TokenKind::OpenParenthesis | TokenKind::DoubleColon
        ) {
            return self.call(name);
        }
        let kind = match self.bytes(name) {
            b"true" => ExpressionKind::Bool(true),
            b"false" => ExpressionKind::Bool(false),
            b"null" => ExpressionKind::Null,
            _ => ExpressionKind::Traversal(Box::new(Traversal {
                root: self.identifier(name),
                steps: Vec::new(),
            })),
        };
        Expression {
            kind,
            span: self.span(name),
        }
    }

    fn number(&mut self, token: Token) -> Expression {
        let number = self.number_of(token);
        Expression {
            kind: number.map_or(ExpressionKind::Invalid, ExpressionKind::Number),
            span: self.span(token),
        }
    }

    /// Reads a number. The lexer also accepts several points, a point in the exponent and a huge exponent, which are reported here.
    pub(super) fn number_of(&mut self, token: Token) -> Option<Number> {
        let number = str::from_utf8(self.bytes(token))
            .ok()
            .and_then(|text| text.parse().ok());
        if number.is_none() {
            self.report(messages::number(), token);
        }
        number
    }

    fn parentheses(&mut self) -> Expression {
        let open = self.read();
        self.push_newlines(false);
        let errors = self.errors();
        let inner = self.expression();
        if self.errors() > errors {
            self.recover(TokenKind::CloseParenthesis);
            self.pop_newlines();
            return inner;
        }
        let close = self.peek();
        if close.kind != TokenKind::CloseParenthesis {
            self.report_within(messages::parentheses(), self.span(open), close);
            self.recovery = true;
        }
        self.read();
        self.pop_newlines();
        Expression {
            kind: ExpressionKind::Parentheses(Box::new(inner)),
            span: self.span(open).to(self.span(close)),
        }
    }

    fn unary(&mut self, operator: UnaryOperator) -> Expression {
        let token = self.read();
        let operator_span = self.span(token);
        let Some(operand) = self.deeper(Self::term_with_steps) else {
            return self.invalid(operator_span);
        };
        Expression {
            span: operator_span.to(operand.span),
            kind: ExpressionKind::Unary(Box::new(Unary {
                operator,
                operator_span,
                operand,
            })),
        }
    }
}

/// Returns an operator and the level with which it binds.
fn operator(kind: TokenKind) -> Option<(BinaryOperator, u8)> {
    Some(match kind {
        TokenKind::Or => (BinaryOperator::Or, 0),
        TokenKind::And => (BinaryOperator::And, 1),
        TokenKind::EqualEqual => (BinaryOperator::Equal, 2),
        TokenKind::NotEqual => (BinaryOperator::NotEqual, 2),
        TokenKind::Less => (BinaryOperator::Less, 3),
        TokenKind::LessOrEqual => (BinaryOperator::LessOrEqual, 3),
        TokenKind::Greater => (BinaryOperator::Greater, 3),
        TokenKind::GreaterOrEqual => (BinaryOperator::GreaterOrEqual, 3),
        TokenKind::Plus => (BinaryOperator::Add, 4),
        TokenKind::Minus => (BinaryOperator::Subtract, 4),
        TokenKind::Star => (BinaryOperator::Multiply, 5),
        TokenKind::Slash => (BinaryOperator::Divide, 5),
        TokenKind::Percent => (BinaryOperator::Remainder, 5),
        _ => return None,
    })
}
