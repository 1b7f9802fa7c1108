//! Walking the elements of nested attributes and blocks in step.

use terrane_value::{Data, Object, Step, Value};

/// Returns the object that stands at the same place in another value: by position in a list, by key in a map.
pub(super) fn counterpart<'a>(value: &'a Value, step: &Step) -> Option<&'a Object> {
    let Value::Known(data) = value else {
        return None;
    };
    let element = match (data, step) {
        (Data::List(elements), Step::Index(at)) => elements.get(*at)?,
        (Data::Map(elements), Step::Key(key)) => elements.get(key)?,
        _ => return None,
    };
    as_object(element)
}

/// Returns the object of a known object value.
pub(super) fn as_object(value: &Value) -> Option<&Object> {
    match value {
        Value::Known(Data::Object(object)) => Some(object),
        _ => None,
    }
}

/// Visits every object below a nested attribute or block that has an address, with the step that leads to it (none for a single
/// object). Sets are left out: their elements have no address.
pub(super) fn each<'a>(value: &'a Value, mut visit: impl FnMut(Option<Step>, &'a Object)) {
    match value {
        Value::Known(Data::Object(object)) => visit(None, object),
        Value::Known(Data::List(elements)) => {
            for (at, element) in elements.iter().enumerate() {
                if let Some(object) = as_object(element) {
                    visit(Some(Step::Index(at)), object);
                }
            }
        }
        Value::Known(Data::Map(elements)) => {
            for (key, element) in elements {
                if let Some(object) = as_object(element) {
                    visit(Some(Step::Key(key.clone())), object);
                }
            }
        }
        _ => {}
    }
}

/// Like [`each`], to change the objects.
pub(super) fn each_mut(value: &mut Value, mut visit: impl FnMut(Option<Step>, &mut Object)) {
    match value {
        Value::Known(Data::Object(object)) => visit(None, object),
        Value::Known(Data::List(elements)) => {
            for (at, element) in elements.iter_mut().enumerate() {
                if let Value::Known(Data::Object(object)) = element {
                    visit(Some(Step::Index(at)), object);
                }
            }
        }
        Value::Known(Data::Map(elements)) => {
            for (key, element) in elements.iter_mut() {
                if let Value::Known(Data::Object(object)) = element {
                    visit(Some(Step::Key(key.clone())), object);
                }
            }
        }
        _ => {}
    }
}

/// Returns the object beside the one that [`each`] visited.
pub(super) fn beside<'a>(value: &'a Value, step: Option<&Step>) -> Option<&'a Object> {
    match step {
        None => as_object(value),
        Some(step) => counterpart(value, step),
    }
}
