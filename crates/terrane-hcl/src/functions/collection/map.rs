//! The keys and the values of maps.

use terrane_value::{Text, Type};

use crate::functions::call::{Call, CallError};
use crate::functions::signature::{ArgumentType, Cost, Function, Parameter, Returns, any};
use crate::value::Value;

pub(super) static FUNCTIONS: &[Function] = &[
    Function::new(
        "keys",
        "Returns the sorted keys of a map or an object.",
        &[any("inputMap").unknowns().marks()],
        Returns::By(keys_type),
        keys,
    ),
    Function::new(
        "transpose",
        "Swaps the keys and the values of a map of lists of strings.",
        &[Parameter::new("values", ArgumentType::StringLists)],
        Returns::ArgumentType(ArgumentType::StringLists),
        transpose,
    )
    .cost(Cost::Nested(4)),
    Function::new(
        "values",
        "Returns the values of a map or an object in the order of their keys.",
        &[any("mapping").marks()],
        Returns::By(values_type),
        values,
    ),
];

fn keys_type(arguments: &[Value]) -> Result<Type, CallError> {
    match arguments.first().map(Value::ty) {
        Some(Type::Map(_)) => Ok(Type::list(Type::String)),
        Some(Type::Object(object)) => Ok(Type::tuple(vec![Type::String; object.len()])),
        _ => Err(CallError::argument(0, "must have map or object type")),
    }
}

fn keys(call: &Call<'_>) -> Result<Value, CallError> {
    let map = call.value(0);
    let Some(keys) = map.keys() else {
        return Ok(call.unknown().with_marks(map.marks()));
    };
    let names = keys.iter().cloned().map(Value::from).collect();
    let typed_keys = match map.ty() {
        Type::Map(_) => Value::list_of(Type::String, names),
        _ => Value::tuple(names),
    };
    Ok(typed_keys.with_marks(map.marks()))
}

fn values_type(arguments: &[Value]) -> Result<Type, CallError> {
    match arguments.first().map(Value::ty) {
        Some(Type::Map(element)) => Ok(Type::list(Type::clone(element))),
        Some(Type::Object(object)) => Ok(Type::tuple(object.types().iter().cloned())),
        _ => Err(CallError::new(
            "values() requires a map as the first argument",
        )),
    }
}

fn values(call: &Call<'_>) -> Result<Value, CallError> {
    let map = call.value(0);
    let values = call.elements(0).to_vec();
    let typed_values = match &call.ty {
        Type::List(element) => Value::list_of(Type::clone(element), values),
        _ => Value::tuple(values),
    };
    Ok(typed_values.with_marks(map.marks()))
}

const NO_LISTS: &str = "input must be a map of lists of strings";

fn transpose(call: &Call<'_>) -> Result<Value, CallError> {
    let map = call.value(0);
    if !map.is_wholly_known() {
        return Ok(call.unknown());
    }
    let mut pairs: Vec<(Text, Value)> = Vec::new();
    for (key, list) in map.entries() {
        if list.is_null() {
            return Err(CallError::new(NO_LISTS));
        }
        for element in list.elements().unwrap_or_default() {
            let Some(text) = element.as_text() else {
                return Err(CallError::new(NO_LISTS));
            };
            pairs.push((text.clone(), key.clone().into()));
        }
    }
    // The sort is stable, so the keys of each text stay in their order.
    pairs.sort_by(|(a, _), (b, _)| a.cmp(b));
    let groups = pairs.chunk_by(|(a, _), (b, _)| a == b).map(|group| {
        let keys = group.iter().map(|(_, key)| key.clone()).collect();
        (group[0].0.clone(), Value::list_of(Type::String, keys))
    });
    Ok(Value::map_of(Type::list(Type::String), groups))
}
