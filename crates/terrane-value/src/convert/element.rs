//! Conversion of the elements of a collection, which must all have one type.

use crate::data::Data;
use crate::error::Error;
use crate::set::Set;
use crate::ty::Type;
use crate::unify::{no_common_type, unify_lossy};
use crate::value::Value;

/// Finds the common type of the elements of a collection whose element type is dynamic.
pub(super) fn common_type<'a>(
    elements: impl Iterator<Item = (Option<&'a Type>, &'a Value)>,
) -> Result<Option<Type>, Error> {
    let mut types = Vec::new();
    for (ty, value) in elements {
        match (ty, value) {
            (_, Value::Known(Data::Dynamic(typed))) => types.push(typed.ty.clone()),
            (Some(ty), _) => types.push(ty.clone()),
            (None, Value::Known(_)) => types.push(value.implied_type()?),
            (None, Value::Null | Value::Unknown(_)) => {}
        }
    }
    if types.is_empty() {
        return Ok(None);
    }
    match unify_lossy(&types) {
        Some(ty) => Ok(Some(ty).filter(|ty| *ty != Type::Dynamic)),
        None => Err(no_common_type()),
    }
}

/// Returns the type of an element of a list, set or tuple.
pub(super) fn type_at(from: Option<&Type>, index: usize) -> Option<&Type> {
    match from? {
        Type::List(element) | Type::Set(element) => Some(element),
        Type::Tuple(types) => types.get(index),
        Type::String
        | Type::Number
        | Type::Bool
        | Type::Dynamic
        | Type::Map(_)
        | Type::Object(_) => None,
    }
}

/// Returns the type of an element of a map, or of an attribute of an object.
pub(super) fn type_of<'a>(from: Option<&'a Type>, key: &str) -> Option<&'a Type> {
    match from? {
        Type::Map(element) => Some(element),
        Type::Object(object) => object.attribute(key),
        Type::String
        | Type::Number
        | Type::Bool
        | Type::Dynamic
        | Type::List(_)
        | Type::Set(_)
        | Type::Tuple(_) => None,
    }
}

/// Returns the elements of a set in Terraform's order: strings, numbers and bools by value, then unknown elements, then null. Other elements have
/// no defined order.
pub(super) fn sorted(set: Set) -> Vec<Value> {
    let mut elements: Vec<Value> = set.into_iter().collect();
    elements.sort_by(|a, b| {
        let (a, b) = match (a, b) {
            (Value::Known(a), Value::Known(b)) => (a, b),
            (a, b) => return rank(a).cmp(&rank(b)),
        };
        match (a, b) {
            (Data::String(a), Data::String(b)) => a.cmp(b),
            (Data::Number(a), Data::Number(b)) => a.cmp(b),
            (Data::Bool(a), Data::Bool(b)) => a.cmp(b),
            _ => std::cmp::Ordering::Equal,
        }
    });
    elements
}

fn rank(value: &Value) -> u8 {
    match value {
        Value::Known(_) => 0,
        Value::Unknown(_) => 1,
        Value::Null => 2,
    }
}
