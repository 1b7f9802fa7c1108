//! What must not be null in a plan.

use terrane_value::{Data, Object, Path, Step, Value};

use super::elements;
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
        if value.is_null() && (member.required() || member.has_default()) {
            return Some(path.clone());
        }
        if let Some(nested) = member.shape().nested() {
            if let Some(found) = find_nested(nested, value, path) {
                return Some(found);
            }
        }
        path.pop();
    }
    None
}

fn find_nested(block: &Block, value: &Value, path: &mut Path) -> Option<Path> {
    if let Value::Known(Data::Set(elements)) = value {
        let lacks = |element: &Value| {
            elements::as_object(element).is_some_and(|object| find(block, object, &mut Path::root()).is_some())
        };
        return elements.iter().any(lacks).then(|| path.clone());
    }
    let mut found = None;
    elements::each(value, |step, object| {
        if found.is_some() {
            return;
        }
        let deeper = step.is_some();
        if let Some(step) = step {
            path.push(step);
        }
        found = find(block, object, path);
        if deeper && found.is_none() {
            path.pop();
        }
    });
    found
}
