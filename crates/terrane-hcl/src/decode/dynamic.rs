//! `dynamic` blocks.

use std::sync::Arc;

use terrane_value::{Text, Type};

use super::{Decoder, Item, Position, Shape, messages};
use crate::diagnostic::Diagnostic;
use crate::evaluate::items;
use crate::source::Span;
use crate::syntax::ast::{Block, Body, Expression};
use crate::syntax::{BodySchema, Content, list, traversal};
use crate::value::Value;

impl Decoder<'_> {
    /// Adds the blocks that a `dynamic` block describes.
    pub(super) fn dynamic(
        &mut self,
        block: &Block,
        shape: &Shape,
        position: &Position,
        blocks: &mut Vec<(Text, Item)>,
    ) {
        let Some(kind) = block.labels.first() else {
            return;
        };
        if shape.hides_block(&kind.name) {
            return;
        }
        let Some(labels) = shape.labels_of(&kind.name) else {
            self.fail(messages::unsupported_block(&kind.name), kind.span);
            return;
        };
        let Some((content, body)) = self.parts(&block.body, labels) else {
            return;
        };
        let Some(iterator) = self.iterator(&content, &kind.name) else {
            return;
        };
        let Some(collection) = self.collection(&content, position) else {
            return;
        };
        let Some(label_expressions) = self.labels(&content, &kind.name, labels) else {
            return;
        };
        let (unmarked, marks) = collection.unmark();
        let elements = items(&unmarked);
        let is_unknown = elements.is_none();
        let iterated = elements.unwrap_or_else(|| vec![(Value::dynamic(), Value::dynamic())]);
        let body = Arc::new(body);
        for (key, value) in iterated {
            if !self.take(1) {
                return;
            }
            let element = Value::object([("key", key), ("value", value)]);
            let outer = position
                .iterators
                .iter()
                .filter(|(name, _)| *name != iterator)
                .cloned();
            let own = std::iter::once((iterator.clone(), element));
            let iterators: Arc<[_]> = outer.chain(own).collect();
            let Some(labels) = self.label_values(&label_expressions, &iterators) else {
                continue;
            };
            let mut inner_marks = marks.clone();
            if position.is_unknown {
                inner_marks.merge(&position.marks);
            }
            let item = Item {
                labels,
                body: Arc::clone(&body),
                header: block.header,
                position: Position {
                    iterators,
                    marks: inner_marks,
                    is_unknown: is_unknown || position.is_unknown,
                },
            };
            blocks.push((kind.name.clone(), item));
        }
    }

    /// Returns the content of a `dynamic` block, and the body of its block `content`.
    fn parts(&mut self, body: &Body, labels: &[Text]) -> Option<(Content, Body)> {
        let schema = BodySchema::default()
            .attribute("for_each", true)
            .attribute("iterator", false)
            .block("content", []);
        let labelled_schema = match labels {
            [] => schema,
            _ => schema.attribute("labels", true),
        };
        let (mut content, diagnostics) = body.content(&labelled_schema);
        let has_failed = diagnostics.has_errors();
        self.diagnostics.extend(diagnostics);
        if has_failed {
            return None;
        }
        let mut blocks = std::mem::take(&mut content.blocks).into_iter();
        match (blocks.next(), blocks.next()) {
            (Some(block), None) => Some((content, block.body)),
            (None, _) => {
                self.fail(messages::missing_content(), body.missing_item());
                None
            }
            (Some(_), Some(second)) => {
                self.fail(messages::extraneous_content(), second.header);
                None
            }
        }
    }

    fn iterator(&mut self, content: &Content, kind: &Text) -> Option<Text> {
        let Some(attribute) = content.attribute("iterator") else {
            return Some(kind.clone());
        };
        match traversal(&attribute.expression) {
            Ok(name) if name.steps.is_empty() => Some(name.root.name),
            Ok(_) => {
                self.fail(messages::iterator_name(), attribute.expression.span);
                None
            }
            Err(diagnostics) => {
                self.diagnostics.extend(diagnostics);
                None
            }
        }
    }

    fn collection(&mut self, content: &Content, position: &Position) -> Option<Value> {
        let expression = &content.attribute("for_each")?.expression;
        let errors = self.diagnostics.len();
        let collection = self.evaluate(expression, &position.iterators);
        if self
            .diagnostics
            .iter()
            .skip(errors)
            .any(Diagnostic::is_error)
        {
            return None;
        }
        let message = if collection.ty().is_primitive() {
            messages::not_iterable(collection.ty())
        } else if collection.is_null() {
            messages::null_collection()
        } else {
            return Some(collection);
        };
        self.fail(message, expression.span);
        None
    }

    /// Returns the expressions of the labels, of which there must be one for each label of the blocks.
    fn labels(
        &mut self,
        content: &Content,
        kind: &str,
        labels: &[Text],
    ) -> Option<Vec<Expression>> {
        let Some(attribute) = content.attribute("labels") else {
            return Some(Vec::new());
        };
        let expressions = match list(&attribute.expression) {
            Ok(expressions) => expressions,
            Err(diagnostics) => {
                self.diagnostics.extend(diagnostics);
                return None;
            }
        };
        if let Some(extra) = expressions.get(labels.len()) {
            self.fail(messages::extraneous_label(kind, labels.len()), extra.span);
            return None;
        }
        if expressions.len() < labels.len() {
            let place = attribute.expression.span;
            self.fail(messages::missing_label(kind, labels.len()), place);
            return None;
        }
        Some(expressions.to_vec())
    }

    fn label_values(
        &mut self,
        expressions: &[Expression],
        iterators: &[(Text, Value)],
    ) -> Option<Vec<Text>> {
        let mut labels = Vec::with_capacity(expressions.len());
        for expression in expressions {
            let errors = self.diagnostics.len();
            let value = self.evaluate(expression, iterators);
            if self
                .diagnostics
                .iter()
                .skip(errors)
                .any(Diagnostic::is_error)
            {
                return None;
            }
            let message = match value.convert(&Type::String) {
                Err(error) => messages::wrong_label(&error),
                Ok(label) => match label.as_text() {
                    _ if label.is_null() => messages::null_label(),
                    None => messages::unknown_label(),
                    Some(_) if label.contains_marks() => messages::marked_label(),
                    Some(text) => {
                        labels.push(text.clone());
                        continue;
                    }
                },
            };
            self.fail(message, expression.span);
            return None;
        }
        Some(labels)
    }

    fn fail(&mut self, message: Diagnostic, span: Span) {
        self.diagnostics.push(message.at(span));
    }
}
