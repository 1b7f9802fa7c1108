//! Finds missing required values of a plan.

use terrane_value::{Data, Object, Path, Value};

use super::place::Place;
use crate::schema::Block;

/// Finds the first attribute that is null although the model requires a value.
///
/// Configurations are validated earlier. But `ignore_changes` then replaces configured values by those of the state, which are null for attributes
/// that are newer than the state.
pub(crate) fn missing(block: &Block, planned: &Object) -> Option<Path> {
    find(block, planned, &Place::Root)
}

fn find(block: &Block, planned: &Object, place: &Place<'_>) -> Option<Path> {
    let mut members = block.members().iter().zip(planned.values());
    members.find_map(|(member, value)| {
        let place = Place::Attribute(place, member.name());
        if value.is_null() && member.must_be() {
            return Some(place.path());
        }
        if let Some(inside) = member.null_within(value) {
            return Some(place.path().join(&inside));
        }
        find_nested(member.shape().nested()?, value.known()?, &place)
    })
}

fn find_nested(block: &Block, data: &Data, place: &Place<'_>) -> Option<Path> {
    let element = |element: &Value, place: Place<'_>| match element {
        Value::Null => Some(place.path()),
        Value::Known(Data::Object(object)) => find(block, object, &place),
        Value::Known(_) | Value::Unknown(_) => None,
    };
    match data {
        Data::Object(object) => find(block, object, place),
        Data::List(elements) => {
            let mut elements = elements.iter().enumerate();
            elements.find_map(|(at, it)| element(it, Place::Index(place, at)))
        }
        Data::Map(elements) => {
            let mut elements = elements.iter();
            elements.find_map(|(key, it)| element(it, Place::Key(place, key)))
        }
        Data::Set(elements) => {
            let mut elements = elements.iter();
            elements.find_map(|it| element(it, Place::Somewhere(place)))
        }
        _ => None,
    }
}
