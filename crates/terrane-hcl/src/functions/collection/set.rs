//! Unions, intersections and differences of sets.

use terrane_value::Type;

use crate::functions::call::{Call, CallError};
use crate::functions::signature::{ArgumentType, Cost, Function, Parameter, Returns};
use crate::value::{Value, unify_lossy};

use super::kind::element_type;
use super::seen::Seen;

const fn set(name: &'static str) -> Parameter {
    Parameter::new(name, ArgumentType::Set).dynamic()
}

pub(super) static FUNCTIONS: &[Function] = &[
    Function::new(
        "setintersection",
        "Returns the elements that all sets contain.",
        &[set("first_set")],
        Returns::By(set_type),
        |call| combine(call, true),
    )
    .cost(Cost::Nested(20))
    .and_more(set("other_sets")),
    Function::new(
        "setsubtract",
        "Returns the elements of a set that another set does not contain.",
        &[set("a"), set("b")],
        Returns::By(set_type),
        |call| combine(call, false),
    )
    .cost(Cost::Nested(20))
    .since((0, 12, 21)),
    Function::new(
        "setunion",
        "Returns the elements that any of the sets contains.",
        &[set("first_set")],
        Returns::By(set_type),
        union,
    )
    .cost(Cost::Nested(20))
    .and_more(set("other_sets")),
];

fn set_type(arguments: &[Value]) -> Result<Type, CallError> {
    let mut types = Vec::with_capacity(arguments.len());
    for argument in arguments {
        let element = element_type(argument.ty());
        let is_empty = argument.elements().is_some_and(<[_]>::is_empty);
        if !is_empty || element != Type::Dynamic {
            types.push(element);
        }
    }
    if types.is_empty() {
        return Ok(Type::set(Type::Dynamic));
    }
    let common = unify_lossy(types.iter());
    common
        .map(Type::set)
        .ok_or_else(|| CallError::new("given sets must all have compatible element types"))
}

fn converted(call: &Call<'_>) -> Result<Vec<Value>, CallError> {
    let arguments = call.arguments.iter().enumerate();
    let converted = arguments.map(|(index, argument)| {
        let converted = argument.convert(&call.ty);
        converted.map_err(|error| CallError::argument(index, error.to_string()))
    });
    converted.collect()
}

/// Checks that two sets have the same element type. After conversion, the element types still differ if one set has elements of an unknown type.
fn check_type(first: &Value, other: &Value) -> Result<(), CallError> {
    if first.ty() == other.ty() {
        Ok(())
    } else {
        Err(CallError::new("given sets have different element types"))
    }
}

fn union(call: &Call<'_>) -> Result<Value, CallError> {
    let sets = converted(call)?;
    if let Some((first, others)) = sets.split_first() {
        others.iter().try_for_each(|set| check_type(first, set))?;
    }
    let elements: Vec<Value> = sets
        .iter()
        .flat_map(|set| set.elements().unwrap_or_default())
        .cloned()
        .collect();
    call.check_elements(elements.len())?;
    Ok(Value::set_of(element_type(&call.ty), elements))
}

/// Returns the elements of the first set that all others contain, or that none of the others contains.
fn combine(call: &Call<'_>, is_contained: bool) -> Result<Value, CallError> {
    let sets = converted(call)?;
    let Some((first, others)) = sets.split_first() else {
        return Ok(call.unknown());
    };
    if !first.is_wholly_known() {
        return Ok(call.unknown());
    }
    let mut elements = first.elements().unwrap_or_default().to_vec();
    for other in others {
        if !other.is_wholly_known() {
            return Ok(call.unknown());
        }
        check_type(first, other)?;
        let other: Seen<'_> = other.elements().unwrap_or_default().iter().collect();
        elements.retain(|element| other.contains(element) == is_contained);
    }
    Ok(Value::set_of(element_type(&call.ty), elements))
}
