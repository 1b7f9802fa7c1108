//! The attributes and blocks that are the timeouts of operations.

use terrane_protocol::schema::{Attribute, AttributeKind, BlockNesting, NestedBlock, Nesting};
use terrane_value::Type;

/// The operations that can have timeouts.
const OPERATIONS: [&str; 6] = ["create", "read", "update", "delete", "open", "invoke"];

/// Returns the timeouts in a nested attribute, if it has nothing else.
pub(super) fn of_attribute(attribute: &Attribute) -> Option<&[Attribute]> {
    match &attribute.kind {
        AttributeKind::Nested(object) if attribute.optional && !attribute.computed => timeouts(
            &attribute.name,
            object.nesting == Nesting::Single,
            &object.attributes,
        ),
        _ => None,
    }
}

/// Returns the timeouts in a nested block, if it has nothing else.
pub(super) fn of_block(nested: &NestedBlock) -> Option<&[Attribute]> {
    let is_single = nested.nesting == BlockNesting::Single && nested.block.blocks.is_empty();
    timeouts(&nested.name, is_single, &nested.block.attributes)
}

fn timeouts<'a>(
    name: &str,
    is_single: bool,
    attributes: &'a [Attribute],
) -> Option<&'a [Attribute]> {
    let is_timeout = |attribute: &Attribute| {
        let is_optional = attribute.optional && !attribute.computed && !attribute.sensitive;
        let is_operation = OPERATIONS.contains(&&*attribute.name);
        is_operation && is_optional && attribute.kind == AttributeKind::Type(Type::String)
    };
    let are_timeouts = !attributes.is_empty() && attributes.iter().all(is_timeout);
    (name == "timeouts" && is_single && are_timeouts).then_some(attributes)
}
