//! Walks over the elements of nested attributes and blocks.

use terrane_value::{Data, Object, Text, Value};

/// The address of an object in a nested attribute or block.
#[derive(Debug, Clone, Copy)]
pub(super) enum ElementAddress<'a> {
    /// The value itself.
    Single,
    /// By position in a list.
    Index(usize),
    /// By key in a map.
    Key(&'a Text),
}

/// Calls `visit` to change each object of a nested attribute or block that has an address. Sets are skipped, because their elements have no address.
pub(super) fn each_mut(value: &mut Value, mut visit: impl FnMut(ElementAddress<'_>, &mut Object)) {
    match value {
        Value::Known(Data::Object(object)) => visit(ElementAddress::Single, object),
        Value::Known(Data::List(elements)) => {
            for (at, element) in elements.iter_mut().enumerate() {
                if let Some(object) = element.as_object_mut() {
                    visit(ElementAddress::Index(at), object);
                }
            }
        }
        Value::Known(Data::Map(elements)) => {
            for (key, element) in elements.iter_mut() {
                if let Some(object) = element.as_object_mut() {
                    visit(ElementAddress::Key(key), object);
                }
            }
        }
        _ => {}
    }
}

/// Iterates over all objects of a nested attribute or block, including elements of sets.
pub(super) fn objects(value: &Value) -> impl Iterator<Item = &Object> {
    let (map, single) = match value {
        Value::Known(Data::Map(elements)) => (Some(elements.values()), None),
        Value::Known(Data::Object(object)) => (None, Some(object)),
        _ => (None, None),
    };
    let elements = all(value).iter().chain(map.into_iter().flatten());
    elements.filter_map(Value::as_object).chain(single)
}

/// Changes all objects of a nested attribute or block, including elements of sets.
pub(super) fn each_of_all_mut(value: &mut Value, mut change: impl FnMut(&mut Object)) {
    if let Value::Known(Data::Set(elements)) = value {
        let changed = std::mem::take(elements).into_iter().map(|mut element| {
            if let Some(object) = element.as_object_mut() {
                change(object);
            }
            element
        });
        *elements = changed.collect();
    } else {
        each_mut(value, |_, object| change(object));
    }
}

/// Returns the object at the same address in another value.
pub(super) fn counterpart<'a>(value: &'a Value, address: ElementAddress<'_>) -> Option<&'a Object> {
    match (value, address) {
        (value, ElementAddress::Single) => value.as_object(),
        (Value::Known(Data::List(elements)), ElementAddress::Index(at)) => {
            elements.get(at)?.as_object()
        }
        (Value::Known(Data::Map(elements)), ElementAddress::Key(key)) => {
            elements.get(key)?.as_object()
        }
        _ => None,
    }
}

/// Returns the elements of a known list or set, in order.
pub(super) fn all(value: &Value) -> &[Value] {
    match value {
        Value::Known(Data::List(elements)) => elements,
        Value::Known(Data::Set(elements)) => elements.iter().as_slice(),
        _ => &[],
    }
}
