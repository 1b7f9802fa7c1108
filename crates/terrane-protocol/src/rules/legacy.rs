//! The configuration of an existing object, for providers that do not generate it (rule I9).

use terrane_value::{Data, Object, Value};

use crate::schema::{Attribute, AttributeKind, Block, NestedBlock};

/// Removes from the state of an object what its configuration does not set, as hosts do for a provider that does not generate configurations
/// (rule I9).
///
/// ```
/// use terrane_protocol::rules::legacy_config;
/// use terrane_protocol::schema::{Attribute, Block};
/// use terrane_value::{Object, Type, Value};
///
/// let mut block = Block::default();
/// block.attributes.push(Attribute { required: true, ..Attribute::new("name", Type::String) });
/// block.attributes.push(Attribute { computed: true, ..Attribute::new("age", Type::Number) });
/// let mut pet = Object::from_pairs([("name", Value::from("Rex")), ("age", Value::from(7))]);
/// legacy_config(&block, &mut pet);
/// assert_eq!(pet.get("name"), Some(&Value::from("Rex")));
/// assert_eq!(pet.get("age"), Some(&Value::Null));
/// ```
pub fn legacy_config(block: &Block, object: &mut Object) {
    // Older toolkits gave every resource such an `id`.
    let is_legacy = |it: &Attribute| it.name.as_str() == "id" && it.computed && !it.required;
    if block.attributes.iter().any(is_legacy) {
        object.set("id", Value::Null);
    }
    strip(&block.attributes, &block.blocks, object);
}

/// Removes values that a configuration does not set.
fn strip(attributes: &[Attribute], blocks: &[NestedBlock], object: &mut Object) {
    for attribute in attributes {
        match (object.get_mut(&attribute.name), &attribute.kind) {
            (Some(value), _) if is_omitted(attribute, value) => *value = Value::Null,
            (Some(Value::Known(data)), AttributeKind::Nested(nested)) => {
                strip_nested(&nested.attributes, &[], data);
            }
            _ => {}
        }
    }
    for nested in blocks {
        match object.get_mut(&nested.name) {
            Some(value) if nested.block.deprecation.is_some() => *value = nested.nesting.absent(),
            Some(Value::Known(data)) => {
                strip_nested(&nested.block.attributes, &nested.block.blocks, data);
            }
            _ => {}
        }
    }
}

/// Whether the generated configuration of an existing object omits the value of an attribute: it is deprecated, an empty text, or set by the provider
/// alone.
fn is_omitted(attribute: &Attribute, value: &Value) -> bool {
    let is_configurable = attribute.required || attribute.optional;
    let is_empty = value.as_str() == Some("");
    !is_configurable || !attribute.required && (attribute.deprecation.is_some() || is_empty)
}

fn strip_nested(attributes: &[Attribute], blocks: &[NestedBlock], data: &mut Data) {
    let strip_value = |value: &mut Value| {
        if let Value::Known(data) = value {
            strip_nested(attributes, blocks, data);
        }
    };
    match data {
        Data::Object(object) => strip(attributes, blocks, object),
        Data::List(elements) | Data::Tuple(elements) => elements.iter_mut().for_each(strip_value),
        Data::Map(elements) => elements.values_mut().for_each(strip_value),
        Data::Set(elements) => {
            let stripped = std::mem::take(elements).into_iter().map(|mut element| {
                strip_value(&mut element);
                element
            });
            *elements = stripped.collect();
        }
        Data::Bool(_) | Data::Number(_) | Data::String(_) | Data::Dynamic(_) => {}
    }
}
