//! Bodies in native syntax.

use super::schema::{BodySchema, Content};
use crate::diagnostic::Diagnostics;
use crate::source::Span;
use crate::syntax::ast::{Attribute, Block, NativeBody};
use crate::syntax::messages::content as messages;

pub(super) fn content(
    body: &NativeBody,
    schema: &BodySchema,
    is_complete: bool,
) -> (Content, Diagnostics) {
    let mut content = Content::default();
    let mut diagnostics = Diagnostics::new();
    let mut unsupported = Diagnostics::new();
    for attribute in &body.attributes {
        let name = &attribute.name;
        if schema.find_attribute(&name.name).is_some() {
            content.attributes.push(attribute.clone());
        } else if is_complete {
            let is_block = schema.find_block(&name.name).is_some();
            unsupported.push(messages::unsupported_argument(&name.name, is_block).at(name.span));
        }
    }
    content.check_required(schema, missing_item(body), &mut diagnostics);
    for block in &body.blocks {
        let kind = &block.kind;
        let Some(expected) = schema.find_block(&kind.name) else {
            if is_complete {
                let is_argument = schema.find_attribute(&kind.name).is_some();
                unsupported
                    .push(messages::unsupported_block(&kind.name, is_argument).at(kind.span));
            }
            continue;
        };
        let (label_count, expected_count) = (block.labels.len(), expected.labels.len());
        let brace = opening_brace(block);
        let context = kind.span.to(brace);
        if label_count > expected_count {
            let message = messages::extraneous_label(&kind.name, expected_count);
            diagnostics.push(
                message
                    .at(block.labels[expected_count].span)
                    .within(context),
            );
        } else if label_count < expected_count {
            let message =
                messages::missing_label(&kind.name, &expected.labels[label_count], expected_count);
            diagnostics.push(message.at(brace).within(context));
        } else {
            content.blocks.push(block.clone());
        }
    }
    diagnostics.extend(unsupported);
    (content, diagnostics)
}

pub(super) fn attributes(body: &NativeBody) -> (Vec<Attribute>, Diagnostics) {
    let error = |block: &Block| messages::unexpected_block(&block.kind.name).at(block.kind.span);
    (
        body.attributes.clone(),
        body.blocks.iter().take(1).map(error).collect(),
    )
}

/// Returns the place at which a missing argument is reported.
pub(super) fn missing_item(body: &NativeBody) -> Span {
    Span {
        end: body.span.start,
        ..body.span
    }
}

/// Returns the place of the opening brace.
fn opening_brace(block: &Block) -> Span {
    match block.body.native() {
        Some(body) => Span {
            end: body.span.start + 1,
            ..body.span
        },
        None => block.header,
    }
}
