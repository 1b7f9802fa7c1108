//! `flatten`.

use terrane_value::Type;

use crate::functions::call::{Call, CallError};
use crate::functions::signature::{Cost, Function, Returns, any};
use crate::value::{Marks, Value};

use super::kind::is_sequence;

pub(super) static FUNCTIONS: &[Function] = &[Function::new(
    "flatten",
    "Replaces all lists in a list by their elements, at any depth.",
    &[any("list").marks()],
    Returns::By(flatten_type),
    flatten,
)
.cost(Cost::Nested(1))];

fn flatten_type(arguments: &[Value]) -> Result<Type, CallError> {
    let Some(list) = arguments.first() else {
        return Ok(Type::Dynamic);
    };
    if list.is_wholly_known() && !is_sequence(list.ty()) {
        return Err(CallError::new("can only flatten lists, sets and tuples"));
    }
    // The type of a known result is that of its value.
    Ok(Type::Dynamic)
}

fn flatten(call: &Call<'_>) -> Result<Value, CallError> {
    let list = call.value(0);
    let mut flat = Vec::new();
    let mut marks = Marks::new();
    let mut is_known = true;
    // The elements that are still to be read, the next one last.
    let mut open = match (is_sequence(list.ty()), list.elements()) {
        // Hosts check the type only if the value is wholly known.
        (false, Some(elements)) => {
            marks.merge(list.marks());
            elements.iter().rev().collect()
        }
        _ => vec![list],
    };
    while let Some(value) = open.pop() {
        if !is_sequence(value.ty()) || value.is_null() {
            is_known &= !(value.is_unknown() && *value.ty() == Type::Dynamic);
            flat.push(value.clone());
            continue;
        }
        marks.merge(value.marks());
        let (min, max) = value.length_range();
        match value.elements() {
            Some(elements) if max == Some(min) => open.extend(elements.iter().rev()),
            _ => is_known = false,
        }
    }
    let result = if is_known {
        Value::tuple(flat)
    } else {
        call.unknown()
    };
    Ok(result.with_marks(&marks))
}
