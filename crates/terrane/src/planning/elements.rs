//! Walking the elements of nested attributes and blocks in step.

use terrane_value::{Data, Object, Text, Value};

/// The way from a nested attribute or block to one of its objects.
#[derive(Debug, Clone, Copy)]
pub(super) enum Way<'a> {
    /// It is the object.
    Single,
    /// By position in a list.
    Index(usize),
    /// By key in a map.
    Key(&'a Text),
}

/// Visits every object below a nested attribute or block that has an address, to change it. Sets are left out: their elements have no
/// address.
pub(super) fn each_mut(value: &mut Value, mut visit: impl FnMut(Way<'_>, &mut Object)) {
    match value {
        Value::Known(Data::Object(object)) => visit(Way::Single, object),
        Value::Known(Data::List(elements)) => {
            for (at, element) in elements.iter_mut().enumerate() {
                if let Some(object) = element.as_object_mut() {
                    visit(Way::Index(at), object);
                }
            }
        }
        Value::Known(Data::Map(elements)) => {
            for (key, element) in elements.iter_mut() {
                if let Some(object) = element.as_object_mut() {
                    visit(Way::Key(key), object);
                }
            }
        }
        _ => {}
    }
}

/// Every object of a nested attribute or block, those of sets too.
pub(super) fn objects(value: &Value) -> impl Iterator<Item = &Object> {
    let (map, single) = match value {
        Value::Known(Data::Map(elements)) => (Some(elements.values()), None),
        Value::Known(Data::Object(object)) => (None, Some(object)),
        _ => (None, None),
    };
    let elements = all(value).iter().chain(map.into_iter().flatten());
    elements.filter_map(Value::as_object).chain(single)
}

/// Changes every object of a nested attribute or block, those of sets too.
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

/// Returns the object that stands at the same place in another value.
pub(super) fn beside<'a>(value: &'a Value, way: Way<'_>) -> Option<&'a Object> {
    match (value, way) {
        (value, Way::Single) => value.as_object(),
        (Value::Known(Data::List(elements)), Way::Index(at)) => elements.get(at)?.as_object(),
        (Value::Known(Data::Map(elements)), Way::Key(key)) => elements.get(key)?.as_object(),
        _ => None,
    }
}

/// The elements of a known list or set, in order.
pub(super) fn all(value: &Value) -> &[Value] {
    match value {
        Value::Known(Data::List(elements)) => elements,
        Value::Known(Data::Set(elements)) => elements.iter().as_slice(),
        _ => &[],
    }
}
