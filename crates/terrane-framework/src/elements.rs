//! Walks over the elements of nested attributes and blocks.

use terrane_value::{Data, Object, Step, Text, Value};

/// The address of an object in a nested attribute or block.
#[derive(Debug, Clone, Copy)]
pub(crate) enum ElementAddress<'a> {
    /// The value itself.
    Single,
    /// By position in a list.
    Index(usize),
    /// By key in a map.
    Key(&'a Text),
}

/// Calls `visit` to change each object of a nested attribute or block that has an address. Sets are skipped, because their elements have no address.
pub(crate) fn each_mut(value: &mut Value, mut visit: impl FnMut(ElementAddress<'_>, &mut Object)) {
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
pub(crate) fn objects(value: &Value) -> impl Iterator<Item = &Object> {
    let (map, single) = match value {
        Value::Known(Data::Map(elements)) => (Some(elements.values()), None),
        Value::Known(Data::Object(object)) => (None, Some(object)),
        _ => (None, None),
    };
    let elements = all(value).iter().chain(map.into_iter().flatten());
    elements.filter_map(Value::as_object).chain(single)
}

/// Changes all objects of a nested attribute or block, including elements of sets.
pub(crate) fn each_of_all_mut(value: &mut Value, mut change: impl FnMut(&mut Object)) {
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

/// Returns the value at a path of attributes, indexes and keys.
pub(crate) fn value_at<'a>(object: &'a mut Object, path: &[Step]) -> Option<&'a mut Value> {
    let (Step::Attribute(name), rest) = path.split_first()? else {
        return None;
    };
    let mut value = object.get_mut(name)?;
    for step in rest {
        value = match (step, value.known_mut()?) {
            (Step::Attribute(name), Data::Object(object)) => object.get_mut(name)?,
            (Step::Index(at), Data::List(elements)) => elements.get_mut(*at)?,
            (Step::Key(key), Data::Map(elements)) => elements.get_mut(key)?,
            _ => return None,
        };
    }
    Some(value)
}

/// Returns the object at the same address in another value.
pub(crate) fn counterpart<'a>(value: &'a Value, address: ElementAddress<'_>) -> Option<&'a Object> {
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
pub(crate) fn all(value: &Value) -> &[Value] {
    match value {
        Value::Known(Data::List(elements)) => elements,
        Value::Known(Data::Set(elements)) => elements.iter().as_slice(),
        _ => &[],
    }
}
