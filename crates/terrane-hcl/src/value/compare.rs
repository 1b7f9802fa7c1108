//! Equality of values, which may be unknown.

use terrane_value::Type;

use crate::stack::deeper;

use super::marks::Marks;
use super::tree::{Content, Value};

impl Value {
    /// Compares two values as `==` does. The result is a bool, unknown where it depends on unknown values, with the marks of both.
    ///
    /// Values of different types are never equal, except that null is equal to null.
    pub fn equals(&self, other: &Self) -> Self {
        let result = match equal(self, other) {
            Some(equal) => Self::from(equal),
            None => Self::unknown_not_null(Type::Bool),
        };
        if !self.contains_marks() && !other.contains_marks() {
            return result;
        }
        let mut marks = Marks::new();
        if self.is_null() == other.is_null() {
            self.collect_marks(&mut marks);
            other.collect_marks(&mut marks);
        } else {
            // Whether a value is null does not depend on its elements.
            marks.merge(self.marks());
            marks.merge(other.marks());
        }
        result.with_marks(&marks)
    }
}

/// Compares two values without regard to marks. The result is `None` if it depends on unknown values.
pub(super) fn equal(a: &Value, b: &Value) -> Option<bool> {
    if a.excludes(b) || b.excludes(a) {
        return Some(false);
    }
    match (a.is_unknown(), b.is_unknown()) {
        (true, true) => return None,
        (false, true) => return differs_from_unknown(a, b),
        (true, false) => return differs_from_unknown(b, a),
        (false, false) => {}
    }
    if a.is_null() || b.is_null() {
        return Some(a.is_null() && b.is_null());
    }
    if let (Some(a), Some(b)) = (a.as_type(), b.as_type()) {
        return Some(a == b);
    }
    if !has_known_type(a) || !has_known_type(b) {
        let may_conform = type_conforms(a.ty(), b.ty()) || type_conforms(b.ty(), a.ty());
        return if may_conform { None } else { Some(false) };
    }
    if a.ty() != b.ty() {
        return Some(false);
    }
    match (a.content(), b.content()) {
        (Content::Bool(a), Content::Bool(b)) => Some(a == b),
        (Content::Number(a), Content::Number(b)) => Some(a == b),
        (Content::String(a), Content::String(b)) => Some(a == b),
        (Content::Parts(x), Content::Parts(y)) => {
            if matches!(a.ty(), Type::Set(_)) {
                return equal_sets(&x.values, &y.values);
            }
            if x.keys != y.keys || x.values.len() != y.values.len() {
                return Some(false);
            }
            let mut pairs = x.values.iter().zip(&y.values);
            // As hosts do, the first pair that is not equal decides.
            pairs
                .find_map(|(a, b)| match deeper(|| equal(a, b)) {
                    Some(true) => None,
                    other => Some(other),
                })
                .unwrap_or(Some(true))
        }
        _ => Some(false),
    }
}

/// Returns whether the value contains no value of unknown type.
fn has_known_type(value: &Value) -> bool {
    if value.is_wholly_known() {
        return true;
    }
    match value.elements() {
        Some(elements) => elements
            .iter()
            .all(|value| deeper(|| has_known_type(value))),
        None => *value.ty() != Type::Dynamic,
    }
}

/// Compares a known value with an unknown one that may be equal to it.
fn differs_from_unknown(known: &Value, unknown: &Value) -> Option<bool> {
    let is_open = known.is_null() || unknown.ty().has_dynamic() || known.ty() == unknown.ty();
    if is_open { None } else { Some(false) }
}

/// Compares two sets, whose elements are sorted. Only elements with one sort key may be in another order.
fn equal_sets(a: &[Value], b: &[Value]) -> Option<bool> {
    let all_known = |values: &[Value]| values.iter().all(Value::is_wholly_known);
    if !all_known(a) || !all_known(b) {
        return None;
    }
    let is_equal = |a: &Value, b: &Value| deeper(|| equal(a, b)) == Some(true);
    let same = a.len() == b.len()
        && (a.iter().zip(b).all(|(a, b)| is_equal(a, b))
            || a.iter().all(|a| b.iter().any(|b| is_equal(a, b))));
    Some(same)
}

/// Returns whether a type is as general as another one, or less.
fn type_conforms(given: &Type, wanted: &Type) -> bool {
    given.usable_as(wanted)
}
