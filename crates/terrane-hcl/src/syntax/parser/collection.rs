//! Tuples, objects, `for` expressions and function calls.

use terrane_value::Text;

use super::cursor::Parser;
use crate::source::Span;
use crate::syntax::ast::{
    Call, Expression, ExpressionKind, For, Identifier, Object, ObjectItem, ObjectKey, Traversal,
};
use crate::syntax::lexer::{Token, TokenKind};
use crate::syntax::messages::expression as messages;

impl Parser<'_> {
    /// Parses a function call after its name.
    pub(super) fn call(&mut self, first: Token) -> Expression {
        let start = self.span(first);
        let mut name = self.identifier(first);
        let mut open = self.read();
        if open.kind == TokenKind::DoubleColon {
            let mut full = name.name.to_string();
            while open.kind == TokenKind::DoubleColon {
                let next = self.read();
                if next.kind != TokenKind::Identifier {
                    self.report_within(messages::function_name(), start, next);
                    self.recover_over(TokenKind::OpenParenthesis);
                    return self.invalid(start.to(self.span(next)));
                }
                full += "::";
                full += &self.text(next);
                name.span = start.to(self.span(next));
                open = self.read();
            }
            name.name = full.into();
        }
        if open.kind != TokenKind::OpenParenthesis {
            self.report_within(messages::function_parenthesis(), start, open);
            self.recover_over(TokenKind::OpenParenthesis);
            return self.invalid(start.to(self.span(open)));
        }
        self.push_newlines(false);
        let (arguments, is_expanded, close) = self.arguments(start, open);
        self.pop_newlines();
        let close_span = self.span(close);
        Expression {
            kind: ExpressionKind::Call(Box::new(Call {
                name,
                arguments: exact(arguments),
                is_expanded,
                parentheses: self.span(open).to(close_span),
            })),
            span: start.to(close_span),
        }
    }

    /// Parses arguments up to the closing parenthesis, and reads it.
    fn arguments(&mut self, start: Span, open: Token) -> (Vec<Expression>, bool, Token) {
        let mut arguments = Vec::new();
        loop {
            if self.peek().kind == TokenKind::CloseParenthesis {
                return (arguments, false, self.read());
            }
            let errors = self.errors();
            arguments.push(self.expression());
            if self.has_failed(errors) {
                return (arguments, false, self.recover(TokenKind::CloseParenthesis));
            }
            let separator = self.read();
            match separator.kind {
                TokenKind::CloseParenthesis => return (arguments, false, separator),
                TokenKind::Comma => {}
                TokenKind::Ellipsis => {
                    if self.peek().kind == TokenKind::CloseParenthesis {
                        return (arguments, true, self.read());
                    }
                    if !self.recovery {
                        self.report_within(messages::after_expansion(), start, separator);
                    }
                    return (arguments, true, self.recover(TokenKind::CloseParenthesis));
                }
                kind => {
                    if kind == TokenKind::EndOfFile {
                        let span = start.to(self.span(open));
                        self.report_at(messages::unterminated_call(), span);
                    } else {
                        self.report_within(messages::argument_separator(), start, separator);
                    }
                    return (arguments, false, self.recover(TokenKind::CloseParenthesis));
                }
            }
        }
    }

    pub(super) fn tuple(&mut self) -> Expression {
        let open = self.read();
        self.push_newlines(false);
        let next = self.peek();
        let expression = if self.is_word(next, b"for") {
            self.for_expression(open)
        } else {
            let mut items = Vec::new();
            let close = self.items(open, &mut items);
            Expression {
                kind: ExpressionKind::Tuple(exact(items)),
                span: self.span(open).to(self.span(close)),
            }
        };
        self.pop_newlines();
        expression
    }

    fn items(&mut self, open: Token, items: &mut Vec<Expression>) -> Token {
        loop {
            if self.peek().kind == TokenKind::CloseBracket {
                return self.read();
            }
            let errors = self.errors();
            items.push(self.expression());
            if self.has_failed(errors) {
                return self.recover(TokenKind::CloseBracket);
            }
            let next = self.peek();
            match next.kind {
                TokenKind::CloseBracket => return self.read(),
                TokenKind::Comma => {
                    self.read();
                }
                kind => {
                    if !self.recovery {
                        let start = self.span(open);
                        if kind == TokenKind::EndOfFile {
                            self.report_at(messages::unterminated_tuple(), start);
                        } else {
                            self.report_within(messages::item_separator(), start, next);
                        }
                    }
                    return self.recover(TokenKind::CloseBracket);
                }
            }
        }
    }

    pub(super) fn object(&mut self) -> Expression {
        let open = self.read();
        // The keyword may stand on a later line than the brace.
        self.push_newlines(false);
        let next = self.peek();
        self.pop_newlines();
        if self.is_word(next, b"for") {
            return self.for_expression(open);
        }
        self.push_newlines(true);
        let mut items = Vec::new();
        let close = self.object_items(open, &mut items);
        self.pop_newlines();
        Expression {
            kind: ExpressionKind::Object(Box::new(Object {
                items: exact(items),
                is_json: false,
            })),
            span: self.span(open).to(self.span(close)),
        }
    }

    fn object_items(&mut self, open: Token, items: &mut Vec<ObjectItem>) -> Token {
        let start = self.span(open);
        loop {
            let next = self.peek();
            match next.kind {
                TokenKind::Newline => {
                    self.read();
                    continue;
                }
                TokenKind::CloseBrace => return self.read(),
                _ => {}
            }
            let errors = self.errors();
            let key = self.expression();
            if self.has_failed(errors) {
                return self.recover(TokenKind::CloseBrace);
            }
            let next = self.peek();
            if !matches!(next.kind, TokenKind::Equal | TokenKind::Colon) {
                if !self.recovery {
                    match next.kind {
                        TokenKind::Newline | TokenKind::Comma => {
                            self.report_within(messages::attribute_value(), start, next);
                        }
                        TokenKind::Identifier => {
                            self.report_within(messages::key_separator_before_name(), start, next);
                        }
                        TokenKind::EndOfFile => {
                            self.report_at(messages::unterminated_object(), start)
                        }
                        _ => self.report_within(messages::key_separator(), start, next),
                    }
                }
                return self.recover(TokenKind::CloseBrace);
            }
            self.read();
            let errors_before_value = self.errors();
            let value = self.expression();
            if self.has_failed(errors_before_value) {
                return self.recover(TokenKind::CloseBrace);
            }
            let object_key = Self::key(key);
            items.push(ObjectItem {
                key: object_key,
                value,
            });
            let next = self.peek();
            match next.kind {
                TokenKind::CloseBrace => return self.read(),
                TokenKind::Comma | TokenKind::Newline => {
                    self.read();
                }
                kind => {
                    if !self.recovery {
                        if kind == TokenKind::EndOfFile {
                            self.report_at(messages::unterminated_object(), start);
                        } else {
                            self.report_within(messages::attribute_separator(), start, next);
                        }
                    }
                    return self.recover(TokenKind::CloseBrace);
                }
            }
        }
    }

    /// Makes a key of an expression. Keywords are names here.
    fn key(mut expression: Expression) -> ObjectKey {
        if matches!(
            expression.kind,
            ExpressionKind::Null | ExpressionKind::Bool(_)
        ) {
            let span = expression.span;
            let name = match expression.kind {
                ExpressionKind::Bool(true) => "true",
                ExpressionKind::Bool(false) => "false",
                _ => "null",
            };
            let root = Identifier {
                name: Text::from_static(name),
                span,
            };
            expression.kind = ExpressionKind::Traversal(Box::new(Traversal {
                root,
                steps: Vec::new(),
            }));
        }
        ObjectKey { expression }
    }

    /// Parses a `for` expression after its opening bracket.
    fn for_expression(&mut self, open: Token) -> Expression {
        self.push_newlines(false);
        let is_object = open.kind == TokenKind::OpenBrace;
        let close = if is_object {
            TokenKind::CloseBrace
        } else {
            TokenKind::CloseBracket
        };
        let expression = match self.for_parts(open, close, is_object) {
            Some((parts, end)) => Expression {
                kind: ExpressionKind::For(Box::new(parts)),
                span: self.span(open).to(end),
            },
            None => {
                let end = self.recover(close);
                self.invalid(self.span(open).to(self.span(end)))
            }
        };
        self.pop_newlines();
        expression
    }

    /// Parses a `for` expression from the keyword to the closing bracket. If there is none, the caller recovers.
    fn for_parts(&mut self, open: Token, close: TokenKind, is_object: bool) -> Option<(For, Span)> {
        let start = self.span(open);
        self.read();
        let mut key = None;
        let mut value = self.for_variable(start, messages::for_variable)?;
        if self.peek().kind == TokenKind::Comma {
            self.read();
            key = Some(value);
            value = self.for_variable(start, messages::for_second_variable)?;
        }
        let next = self.peek();
        if !self.is_word(next, b"in") {
            return self.for_error(start, messages::for_in);
        }
        self.read();
        let errors = self.errors();
        let collection = self.expression();
        if self.has_failed(errors) {
            return None;
        }
        if self.peek().kind != TokenKind::Colon {
            return self.for_error(start, messages::for_colon);
        }
        self.read();
        let errors_before_names = self.errors();
        let mut result_key = None;
        let mut result = self.expression();
        if self.peek().kind == TokenKind::FatArrow {
            self.read();
            result_key = Some(result);
            result = self.expression();
        }
        if self.has_failed(errors_before_names) {
            return None;
        }
        let ellipsis = Some(self.peek()).filter(|next| next.kind == TokenKind::Ellipsis);
        if ellipsis.is_some() {
            self.read();
        }
        let mut condition = None;
        let next = self.peek();
        if self.is_word(next, b"if") {
            self.read();
            let errors_before_condition = self.errors();
            condition = Some(self.expression());
            if self.has_failed(errors_before_condition) {
                return None;
            }
        }
        let next = self.peek();
        let end = if next.kind == close {
            self.read()
        } else {
            if !self.recovery {
                self.report_within(messages::for_end(), start, next);
            }
            self.recover(close)
        };
        let parts = For {
            key,
            value,
            collection,
            result_key,
            result,
            condition,
            is_grouped: ellipsis.is_some(),
            is_object,
        };
        self.check_for_result(&parts, ellipsis, start.to(self.span(end)));
        Some((parts, self.span(end)))
    }

    /// Reports a missing key of an object, and a key or `...` of a tuple.
    fn check_for_result(&mut self, parts: &For, ellipsis: Option<Token>, context: Span) {
        match (parts.is_object, &parts.result_key) {
            (true, None) => {
                let message = messages::for_key_required().within(context);
                self.report_at(message, parts.result.span);
            }
            (false, Some(key)) => {
                self.report_at(messages::for_key_in_tuple().within(context), key.span);
            }
            _ => {}
        }
        if let Some(ellipsis) = ellipsis.filter(|_| !parts.is_object) {
            let span = self.span(ellipsis);
            self.report_at(messages::for_group_in_tuple().within(context), span);
        }
    }

    fn for_variable(
        &mut self,
        start: Span,
        message: fn() -> crate::Diagnostic,
    ) -> Option<Identifier> {
        let next = self.peek();
        if next.kind != TokenKind::Identifier {
            return self.for_error(start, message);
        }
        self.read();
        Some(self.identifier(next))
    }

    fn for_error<T>(&mut self, start: Span, message: fn() -> crate::Diagnostic) -> Option<T> {
        if !self.recovery {
            let next = self.peek();
            self.report_within(message(), start, next);
        }
        None
    }
}

/// Frees the memory of a list for further elements.
fn exact<T>(mut list: Vec<T>) -> Vec<T> {
    list.shrink_to_fit();
    list
}
