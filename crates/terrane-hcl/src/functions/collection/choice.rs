//! Functions that choose one of their arguments or elements, and those that check all elements.

use terrane_value::Type;

use crate::functions::call::{Call, CallError};
use crate::functions::signature::{ArgumentType, Cost, Function, Parameter, Returns, any};
use crate::value::{Value, unify_lossy};

use super::kind::element_type;

const BOOL: Returns = Returns::ArgumentType(ArgumentType::Bool);
const BOOLS: &[Parameter] = &[Parameter::new("list", ArgumentType::Bools)];
const CHOICES: Parameter = any("vals").nulls().unknowns().dynamic();

pub(super) static FUNCTIONS: &[Function] = &[
    Function::new(
        "alltrue",
        "Returns whether all elements of a list are true.",
        BOOLS,
        BOOL,
        all_true,
    )
    .since((0, 14, 0)),
    Function::new(
        "anytrue",
        "Returns whether an element of a list is true.",
        BOOLS,
        BOOL,
        any_true,
    )
    .since((0, 14, 0)),
    Function::new(
        "coalesce",
        "Returns the first argument that is neither null nor an empty string.",
        &[],
        Returns::By(coalesce_type),
        coalesce,
    )
    .cost(Cost::Constant)
    .and_more(CHOICES),
    Function::new(
        "coalescelist",
        "Returns the first list that is not empty.",
        &[],
        Returns::By(coalescelist_type),
        coalescelist,
    )
    .cost(Cost::Constant)
    .and_more(CHOICES),
    Function::new(
        "one",
        "Returns the only element of a list, or null if the list is empty.",
        &[any("list")],
        Returns::By(one_type),
        only_element,
    )
    .cost(Cost::Constant)
    .since((0, 15, 0))
    .maybe_null(),
];

fn all_true(call: &Call<'_>) -> Result<Value, CallError> {
    for element in call.elements(0) {
        if element.is_unknown() {
            return Ok(call.unknown());
        }
        if element.as_bool() != Some(true) {
            return Ok(false.into());
        }
    }
    Ok(true.into())
}

fn any_true(call: &Call<'_>) -> Result<Value, CallError> {
    let elements = call.elements(0);
    if elements.iter().any(|it| it.as_bool() == Some(true)) {
        return Ok(true.into());
    }
    if elements.iter().any(Value::is_unknown) {
        return Ok(call.unknown());
    }
    Ok(false.into())
}

fn coalesce_type(arguments: &[Value]) -> Result<Type, CallError> {
    unify_lossy(arguments.iter().map(Value::ty))
        .ok_or_else(|| CallError::new("all arguments must have the same type"))
}

fn coalesce(call: &Call<'_>) -> Result<Value, CallError> {
    for argument in &call.arguments {
        if *argument.ty() != call.ty {
            call.spend(argument.effort())?;
            call.spend(argument.all_digits())?;
        }
        let converted = argument.convert(&call.ty);
        let value = converted.map_err(|error| CallError::new(error.to_string()))?;
        if value.is_unknown() {
            return Ok(call.unknown());
        }
        let is_empty = call.ty == Type::String && value.as_str() == Some("");
        if !value.is_null() && !is_empty {
            return Ok(value);
        }
    }
    Err(CallError::new("no non-null, non-empty-string arguments"))
}

fn coalescelist_type(arguments: &[Value]) -> Result<Type, CallError> {
    let Some(first) = arguments.first() else {
        return Err(CallError::new("at least one argument is required"));
    };
    for argument in arguments {
        if argument.is_unknown() {
            return Ok(Type::Dynamic);
        }
        if !matches!(argument.ty(), Type::List(_) | Type::Tuple(_)) {
            return Err(CallError::new(
                "coalescelist arguments must be lists or tuples",
            ));
        }
    }
    let is_one_type = arguments.iter().all(|it| it.ty() == first.ty());
    Ok(if is_one_type {
        first.ty().clone()
    } else {
        Type::Dynamic
    })
}

fn coalescelist(call: &Call<'_>) -> Result<Value, CallError> {
    for argument in &call.arguments {
        if argument.is_unknown() {
            return Ok(call.unknown());
        }
        if argument.elements().is_some_and(|it| !it.is_empty()) {
            return Ok(argument.clone());
        }
    }
    Err(CallError::new("no non-null arguments"))
}

const ZERO_OR_ONE: &str = "must be a list, set, or tuple value with either zero or one elements";

fn one_type(arguments: &[Value]) -> Result<Type, CallError> {
    match arguments.first().map(Value::ty) {
        Some(ty @ (Type::List(_) | Type::Set(_))) => Ok(element_type(ty)),
        Some(Type::Tuple(types)) if types.is_empty() => Ok(Type::Dynamic),
        Some(Type::Tuple(types)) if types.len() == 1 => Ok(types[0].clone()),
        _ => Err(CallError::argument(0, ZERO_OR_ONE)),
    }
}

fn only_element(call: &Call<'_>) -> Result<Value, CallError> {
    let list = call.value(0);
    let (min, max) = list.length_range();
    if max != Some(min) {
        return Ok(call.unknown());
    }
    match call.elements(0) {
        [] => Ok(Value::null(call.ty.clone())),
        [element] => Ok(element.clone()),
        _ => Err(CallError::argument(0, ZERO_OR_ONE)),
    }
}
