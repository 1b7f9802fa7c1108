//! Bodies in JSON syntax: the schema decides what a property is.

use std::collections::HashSet;

use super::schema::{BlockSchema, BodySchema, Content};
use crate::diagnostic::Diagnostics;
use crate::source::Span;
use crate::syntax::ast::{
    Attribute, Block, Body, Expression, ExpressionKind, Identifier, JsonBody, ObjectItem,
};
use crate::syntax::json::start_of;
use crate::syntax::messages::json as messages;

/// The name of properties that are comments.
const COMMENT: &str = "//";

pub(super) fn content(
    body: &JsonBody,
    schema: &BodySchema,
    is_complete: bool,
) -> (Content, Diagnostics) {
    let mut content = Content::default();
    let mut diagnostics = Diagnostics::new();
    let mut extraneous = Diagnostics::new();
    for item in properties(&body.value, "with arguments and blocks", &mut diagnostics) {
        let name = name(item);
        if schema.find_attribute(&name.name).is_some() {
            if content.attribute(&name.name).is_some() {
                diagnostics.push(
                    messages::duplicate_argument(&name.name)
                        .at(name.span)
                        .within(span_of_item(item)),
                );
            } else {
                content.attributes.push(attribute(item));
            }
        } else if let Some(block) = schema.find_block(&name.name) {
            let mut reader = BlockReader {
                kind: &name,
                schema: block,
                labels: Vec::new(),
                blocks: &mut content.blocks,
                diagnostics: &mut diagnostics,
            };
            reader.read(&item.value);
        } else if is_complete && name.name != COMMENT {
            extraneous.push(
                messages::extraneous_property(&name.name)
                    .at(name.span)
                    .within(span_of_item(item)),
            );
        }
    }
    content.check_required(schema, missing_item(&body.value), &mut diagnostics);
    diagnostics.extend(extraneous);
    (content, diagnostics)
}

pub(super) fn attributes(body: &JsonBody) -> (Vec<Attribute>, Diagnostics) {
    let mut all: Vec<Attribute> = Vec::new();
    let mut names = HashSet::new();
    let mut diagnostics = Diagnostics::new();
    let ExpressionKind::Object(object) = &body.value.kind else {
        diagnostics.push(messages::object_expected("with arguments").at(start_of(&body.value)));
        return (all, diagnostics);
    };
    for item in &object.items {
        let name = name(item);
        if name.name == COMMENT {
            continue;
        }
        if !names.insert(name.name.clone()) {
            diagnostics.push(messages::duplicate_definition(&name.name).at(name.span));
        } else {
            all.push(attribute(item));
        }
    }
    (all, diagnostics)
}

/// Returns the properties of an object, or of all objects of an array.
fn properties<'a>(
    value: &'a Expression,
    purpose: &str,
    diagnostics: &mut Diagnostics,
) -> Vec<&'a ObjectItem> {
    let mut wrong = |value: &Expression| {
        diagnostics.push(messages::object_expected(purpose).at(start_of(value)))
    };
    match &value.kind {
        ExpressionKind::Null => Vec::new(),
        ExpressionKind::Object(object) => object.items.iter().collect(),
        ExpressionKind::Tuple(values) => {
            let mut items = Vec::new();
            for value in values {
                match &value.kind {
                    ExpressionKind::Object(object) => items.extend(&object.items),
                    _ => wrong(value),
                }
            }
            items
        }
        _ => {
            wrong(value);
            Vec::new()
        }
    }
}

/// Reads the blocks of one property: each label is a level of objects.
struct BlockReader<'a> {
    kind: &'a Identifier,
    schema: &'a BlockSchema,
    labels: Vec<Identifier>,
    blocks: &'a mut Vec<Block>,
    diagnostics: &'a mut Diagnostics,
}

impl BlockReader<'_> {
    fn read(&mut self, value: &Expression) {
        let Some(label) = self.schema.labels.get(self.labels.len()) else {
            return self.bodies(value);
        };
        let purpose = format!("whose properties are the {label}");
        let items = properties(value, &purpose, self.diagnostics);
        if items.is_empty() {
            let message = messages::label_missing(&self.kind.name, label);
            self.diagnostics.push(message.at(start_of(value)));
        }
        for item in items {
            self.labels.push(name(item));
            self.read(&item.value);
            self.labels.pop();
        }
    }

    fn bodies(&mut self, value: &Expression) {
        match &value.kind {
            ExpressionKind::Null => {}
            ExpressionKind::Object(_) => self.body(value),
            ExpressionKind::Tuple(values) => values.iter().for_each(|value| self.body(value)),
            _ => {
                let message = messages::block_expected(&self.kind.name);
                self.diagnostics.push(message.at(start_of(value)));
            }
        }
    }

    fn body(&mut self, value: &Expression) {
        self.blocks.push(Block {
            kind: self.kind.clone(),
            labels: self.labels.clone(),
            body: Body::json(value.clone()),
            header: self.kind.span,
            span: self.kind.span.to(value.span),
        });
    }
}

fn attribute(item: &ObjectItem) -> Attribute {
    Attribute {
        name: name(item),
        expression: item.value.clone(),
        span: span_of_item(item),
    }
}

fn name(item: &ObjectItem) -> Identifier {
    let key = &item.key.expression;
    let name = match &key.kind {
        ExpressionKind::JsonString(string) => string.text.clone(),
        _ => terrane_value::Text::default(),
    };
    Identifier {
        name,
        span: key.span,
    }
}

fn span_of_item(item: &ObjectItem) -> Span {
    item.key.expression.span.to(item.value.span)
}

/// Returns the place at which a missing argument is reported.
pub(super) fn missing_item(value: &Expression) -> Span {
    match value.kind {
        ExpressionKind::Object(_) => Span {
            start: value.span.end.saturating_sub(1),
            ..value.span
        },
        _ => start_of(value),
    }
}
