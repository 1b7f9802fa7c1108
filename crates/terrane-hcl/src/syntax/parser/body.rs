//! Bodies: arguments and blocks.

use std::collections::HashMap;

use terrane_value::Text;

use super::cursor::Parser;
use crate::source::Span;
use crate::syntax::ast::{Attribute, Block, Identifier, NativeBody};
use crate::syntax::lexer::{Token, TokenKind};
use crate::syntax::messages::body as messages;

/// The number of arguments up to which a name is searched for one by one.
const FEW: usize = 16;

enum Item {
    Attribute(Attribute),
    Block(Block),
    /// Nothing of the item is usable.
    None,
}

impl Parser<'_> {
    /// Parses arguments and blocks up to a closing brace or the end of the file, and reads it.
    pub(super) fn body(&mut self, end: TokenKind) -> NativeBody {
        let start = self.previous_span();
        let mut body = NativeBody::default();
        let mut names = Names::default();
        let end = loop {
            let next = self.peek();
            match next.kind {
                kind if kind == end => {
                    self.read();
                    break self.span(next);
                }
                TokenKind::Newline => {
                    self.read();
                }
                TokenKind::Identifier => match self.item() {
                    Item::Attribute(attribute) => {
                        match names.insert(&attribute.name, &body.attributes) {
                            None => body.attributes.push(attribute),
                            Some(first) => {
                                let first = self.locate(first);
                                let message = messages::redefined(&attribute.name.name, &first);
                                self.report_at(message, attribute.name.span);
                            }
                        }
                    }
                    Item::Block(block) => body.blocks.push(block),
                    Item::None => {}
                },
                _ => {
                    self.read();
                    if !self.recovery {
                        match next.kind {
                            TokenKind::OpenQuote => self.report(messages::quoted_name(), next),
                            TokenKind::EndOfFile => {
                                self.report_at(messages::unclosed_block(), start)
                            }
                            _ => self.report(messages::item_required(), next),
                        }
                    }
                    let last = self.previous_span();
                    self.recover(end);
                    break last;
                }
            }
        };
        body.span = start.to(end);
        body
    }

    fn item(&mut self) -> Item {
        let name = self.read();
        match self.peek().kind {
            TokenKind::Equal => Item::Attribute(self.attribute(name, false)),
            TokenKind::OpenQuote | TokenKind::OpenBrace | TokenKind::Identifier => self.block(name),
            _ => {
                self.recover_after_item();
                self.report(messages::item_required_after_name(), name);
                Item::None
            }
        }
    }

    /// Parses an argument from the equals sign.
    fn attribute(&mut self, name: Token, is_single_line: bool) -> Attribute {
        self.read();
        let errors = self.errors();
        let expression = self.expression();
        let end = self.previous_span();
        if self.has_failed(errors) {
            self.recover_after_item();
        } else if !is_single_line {
            let next = self.peek();
            if matches!(next.kind, TokenKind::Newline | TokenKind::EndOfFile) {
                self.read();
            } else {
                if !self.recovery {
                    let message = if next.kind == TokenKind::Comma {
                        messages::comma_after_argument()
                    } else {
                        messages::newline_after_argument()
                    };
                    self.report_within(message, self.span(name), next);
                }
                self.recover_after_item();
            }
        }
        let span = self.span(name).to(end);
        Attribute {
            name: self.identifier(name),
            expression,
            span,
        }
    }

    /// Parses a block after its type.
    fn block(&mut self, kind: Token) -> Item {
        let start = self.span(kind);
        let mut labels = Vec::new();
        loop {
            let next = self.peek();
            match next.kind {
                TokenKind::OpenBrace => break,
                TokenKind::OpenQuote => labels.push(self.quoted_literal()),
                TokenKind::Identifier => {
                    self.read();
                    labels.push(self.identifier(next));
                }
                other => {
                    match other {
                        TokenKind::Equal => {
                            self.report_within(messages::equals_in_block(), start, next)
                        }
                        TokenKind::Newline => {
                            self.report_within(messages::newline_in_header(), start, next)
                        }
                        _ if self.recovery => {}
                        _ => self.report_within(messages::label_or_brace(), start, next),
                    }
                    self.recover_after_item();
                    let body = NativeBody {
                        span: start,
                        ..NativeBody::default()
                    };
                    return Item::Block(self.finish_block(kind, labels, body, start));
                }
            }
        }
        let brace = self.read();
        let content = self.deeper(|parser| match parser.peek().kind {
            TokenKind::Newline | TokenKind::EndOfFile | TokenKind::CloseBrace => {
                parser.body(TokenKind::CloseBrace)
            }
            _ => parser.single_line_body(kind, brace),
        });
        let Some(body) = content else {
            return Item::None;
        };
        let end = self.previous_span();
        let next = self.peek();
        if matches!(next.kind, TokenKind::Newline | TokenKind::EndOfFile) {
            self.read();
        } else {
            if !self.recovery {
                self.report_within(messages::newline_after_block(), start, next);
            }
            self.recover_after_item();
        }
        Item::Block(self.finish_block(kind, labels, body, end))
    }

    fn finish_block(
        &self,
        kind: Token,
        labels: Vec<Identifier>,
        body: NativeBody,
        end: Span,
    ) -> Block {
        let start = self.span(kind);
        Block {
            kind: self.identifier(kind),
            header: labels.last().map_or(start, |label| start.to(label.span)),
            labels,
            body: body.into(),
            span: start.to(end),
        }
    }

    /// Parses `{ name = value }` after the brace.
    fn single_line_body(&mut self, kind: Token, brace: Token) -> NativeBody {
        let mut body = NativeBody {
            span: self.span(brace),
            ..NativeBody::default()
        };
        let first_error = self.diagnostics_mut().len();
        if let Some(attribute) = self.single_line_attribute() {
            body.attributes.push(attribute);
        }
        let second_error = self.diagnostics_mut().len();
        let next = self.peek();
        match next.kind {
            TokenKind::CloseBrace => {
                self.read();
            }
            TokenKind::Comma => {
                self.report(messages::second_argument(), next);
                self.recover(TokenKind::CloseBrace);
            }
            TokenKind::Newline => {
                self.report(messages::brace_on_next_line(), next);
                self.recover(TokenKind::CloseBrace);
            }
            _ => {
                if !self.recovery && next.kind == TokenKind::EndOfFile {
                    self.report_within(messages::unclosed_block(), self.span(kind), brace);
                } else if !self.recovery {
                    self.report(messages::brace_after_argument(), next);
                }
                self.recover(TokenKind::CloseBrace);
            }
        }
        // The error of the block stands before those of its content.
        self.diagnostics_mut()
            .move_last_before(second_error, first_error);
        body.span = body.span.to(self.previous_span());
        body
    }

    fn single_line_attribute(&mut self) -> Option<Attribute> {
        let name = self.read();
        if name.kind != TokenKind::Identifier {
            self.recover_after_item();
            self.report(messages::item_required(), name);
            return None;
        }
        let next = self.peek();
        match next.kind {
            TokenKind::Equal => return Some(self.attribute(name, true)),
            TokenKind::OpenQuote | TokenKind::OpenBrace | TokenKind::Identifier => {
                self.recover_after_item();
                let message = messages::nested_in_single_line(&self.text(name));
                self.report_at(message, self.span(name).to(self.span(next)));
            }
            _ => {
                self.recover_after_item();
                self.report(messages::item_required_after_name(), name);
            }
        }
        None
    }
}

/// The names of a body's arguments, indexed only if there are many.
#[derive(Default)]
struct Names(HashMap<Text, Span, foldhash::fast::RandomState>);

impl Names {
    /// Adds a name, or returns the place of the argument that has it already.
    fn insert(&mut self, name: &Identifier, attributes: &[Attribute]) -> Option<Span> {
        if attributes.len() < FEW {
            let same = attributes
                .iter()
                .find(|attribute| attribute.name.name == name.name);
            return same.map(|attribute| attribute.name.span);
        }
        if self.0.is_empty() {
            let all = attributes.iter().map(|attribute| &attribute.name);
            self.0
                .extend(all.map(|name| (name.name.clone(), name.span)));
        }
        if let Some(first) = self.0.get(&name.name) {
            return Some(*first);
        }
        self.0.insert(name.name.clone(), name.span);
        None
    }
}
