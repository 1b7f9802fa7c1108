//! What must not be null in a plan.

use terrane_value::{Data, Object, Path, Step, Value};

use crate::schema::Block;

/// Finds the first attribute that is null where the model promises a value.
///
/// Configurations are checked before, but `ignore_changes` puts the state's value in their place afterwards, which is null for an attribute
/// that is newer than the state.
pub(crate) fn missing(block: &Block, planned: &Object) -> Option<Path> {
    find(block, planned, &mut Path::root())
}

fn find(block: &Block, planned: &Object, path: &mut Path) -> Option<Path> {
    for (member, value) in block.members().iter().zip(planned.values()) {
        path.push(Step::Attribute(member.name().clone()));
        let found = if value.is_null() && member.must_be() {
            Some(path.clone())
        } else if let Some(inside) = member.null_inside(value) {
            Some(path.clone().join(&inside))
        } else {
            member
                .shape()
                .nested()
                .and_then(|nested| find_nested(nested, value, path))
        };
        path.pop();
        if found.is_some() {
            return found;
        }
    }
    None
}

fn find_nested(block: &Block, value: &Value, path: &mut Path) -> Option<Path> {
    let Value::Known(data) = value else {
        return None;
    };
    match data {
        Data::Object(object) => find(block, object, path),
        Data::List(elements) => elements
            .iter()
            .enumerate()
            .find_map(|(at, element)| find_element(block, Step::Index(at), element, path)),
        Data::Map(elements) => elements
            .iter()
            .find_map(|(key, element)| find_element(block, Step::Key(key.clone()), element, path)),
        Data::Set(elements) => elements
            .iter()
            .any(|element| {
                find_element(block, Step::Index(0), element, &mut Path::root()).is_some()
            })
            .then(|| path.clone()),
        _ => None,
    }
}

fn find_element(block: &Block, step: Step, element: &Value, path: &mut Path) -> Option<Path> {
    path.push(step);
    let found = match element {
        Value::Null => Some(path.clone()),
        Value::Known(Data::Object(object)) => find(block, object, path),
        Value::Known(_) | Value::Unknown(_) => None,
    };
    path.pop();
    found
}
