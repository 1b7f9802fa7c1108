//! The configuration of an existing object, for providers that do not generate it (rule I9).

use terrane_value::{Data, Object, Value};

use crate::schema::{AttributeKindRef, AttributeRef, BlockRef, DescribeBlock};

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
pub fn legacy_config(block: &dyn DescribeBlock, object: &mut Object) {
    block.attributes(&mut |attribute| {
        if is_legacy_id(&attribute) {
            object.set("id", Value::Null);
        }
    });
    strip(block, object);
}

/// The `id` attribute that older toolkits gave every resource.
fn is_legacy_id(attribute: &AttributeRef<'_>) -> bool {
    attribute.name.as_str() == "id" && attribute.computed && !attribute.required
}

/// Removes values that a configuration does not set.
fn strip(block: &dyn DescribeBlock, object: &mut Object) {
    block.attributes(&mut |attribute| {
        let Some(value) = object.get_mut(attribute.name) else {
            return;
        };
        if is_omitted(&attribute, value) {
            *value = Value::Null;
        } else if let (AttributeKindRef::Nested(_, nested), Value::Known(data)) =
            (attribute.kind, value)
        {
            strip_nested(nested, data);
        }
    });
    block.blocks(&mut |nested| {
        let BlockRef {
            name,
            nesting,
            meta,
            block,
            ..
        } = nested;
        let Some(value) = object.get_mut(name) else {
            return;
        };
        if meta.deprecation.is_some() {
            *value = nesting.absent();
        } else if let Value::Known(data) = value {
            strip_nested(block, data);
        }
    });
}

/// Whether the generated configuration of an existing object omits the value of an attribute: it is deprecated, an empty text, or set by the provider
/// alone.
///
/// ```
/// use terrane_protocol::rules::is_omitted;
/// use terrane_protocol::schema::{Attribute, Block, DescribeBlock};
/// use terrane_value::{Type, Value};
///
/// let mut block = Block::default();
/// block.attributes.push(Attribute { optional: true, ..Attribute::new("note", Type::String) });
/// block.attributes(&mut |note| {
///     assert!(is_omitted(&note, &Value::from("")));
///     assert!(!is_omitted(&note, &Value::from("barks")));
/// });
/// ```
pub fn is_omitted(attribute: &AttributeRef<'_>, value: &Value) -> bool {
    let is_configurable = attribute.required || attribute.optional;
    let is_empty = value.as_str() == Some("");
    !is_configurable || !attribute.required && (attribute.deprecation.is_some() || is_empty)
}

fn strip_nested(block: &dyn DescribeBlock, data: &mut Data) {
    let strip_value = |value: &mut Value| {
        if let Value::Known(data) = value {
            strip_nested(block, data);
        }
    };
    match data {
        Data::Object(object) => strip(block, object),
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
