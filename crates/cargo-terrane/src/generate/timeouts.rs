//! The attributes and blocks that are the timeouts of operations.

use terrane_protocol::schema::{
    Attribute, AttributeKind, BlockNesting, Description, NestedBlock, Nesting,
};
use terrane_value::Type;

/// Returns the timeouts in a nested attribute, if it has nothing else. `operations` are those that can have timeouts.
pub(super) fn of_attribute<'a>(
    operations: &[&str],
    attribute: &'a Attribute,
) -> Option<&'a [Attribute]> {
    let AttributeKind::Nested(object) = &attribute.kind else {
        return None;
    };
    let is_single = object.nesting == Nesting::Single;
    let own = (&*attribute.name, &attribute.description);
    let are_timeouts =
        is_single && is_optional(attribute) && are_timeouts(operations, own, &object.attributes);
    are_timeouts.then_some(&*object.attributes)
}

/// Returns the timeouts in a nested block, if it has nothing else. `operations` are those that can have timeouts.
pub(super) fn of_block<'a>(
    operations: &[&str],
    nested: &'a NestedBlock,
) -> Option<&'a [Attribute]> {
    let block = &nested.block;
    let is_single = nested.nesting == BlockNesting::Single && nested.min_items == 0;
    let is_plain = block.blocks.is_empty() && !block.computed && block.deprecation.is_none();
    let own = (&*nested.name, &block.description);
    let are_timeouts = is_single && is_plain && are_timeouts(operations, own, &block.attributes);
    are_timeouts.then_some(&*block.attributes)
}

fn is_optional(attribute: &Attribute) -> bool {
    attribute.optional
        && !attribute.required
        && !attribute.computed
        && !attribute.sensitive
        && !attribute.write_only
        && attribute.deprecation.is_none()
}

/// Whether attributes are timeouts that the option `timeouts` can declare: with one description for all, of the same format as that of the whole.
fn are_timeouts(
    operations: &[&str],
    (name, description): (&str, &Description),
    attributes: &[Attribute],
) -> bool {
    let Some(first) = attributes.first() else {
        return false;
    };
    let is_timeout = |attribute: &Attribute| {
        operations.contains(&&*attribute.name)
            && is_optional(attribute)
            && attribute.kind == AttributeKind::Type(Type::String)
            && attribute.description == first.description
    };
    let (own, each) = (description, &first.description);
    let has_one_format = own.text.is_empty() || each.text.is_empty() || own.kind == each.kind;
    name == "timeouts" && has_one_format && attributes.iter().all(is_timeout)
}
