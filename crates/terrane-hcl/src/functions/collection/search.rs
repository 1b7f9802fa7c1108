//! Functions that search elements, and sum them.

use terrane_value::Type;

use crate::functions::call::{Call, CallError};
use crate::functions::signature::{ArgumentType, Cost, Function, Parameter, Returns, any};
use crate::value::{Number, Value, unify_lossy};

use super::kind::{element_type, is_sequence};

pub(super) static FUNCTIONS: &[Function] = &[
    Function::new(
        "contains",
        "Returns whether a list or a set contains a value.",
        &[any("list"), any("value").nulls()],
        Returns::ArgumentType(ArgumentType::Bool),
        contains,
    ).cost(Cost::Nested(1)),
    Function::new(
        "index",
        "Returns the index of the first element of a list that is equal to a value.",
        &[any("list"), any("value")],
        Returns::ArgumentType(ArgumentType::Number),
        index,
    ).cost(Cost::Nested(1)),
    Function::new(
        "matchkeys",
        "Returns the elements of a list whose keys, at the same index of another list, are in a third list.",
        &[
            Parameter::new("values", ArgumentType::List),
            Parameter::new("keys", ArgumentType::List),
            Parameter::new("searchset", ArgumentType::List),
        ],
        Returns::By(match_keys_type),
        match_keys,
    ).cost(Cost::Nested(4)),
    Function::new(
        "sum",
        "Adds the numbers of a list.",
        &[any("list")],
        Returns::ArgumentType(ArgumentType::Number),
        sum,
    ).cost(Cost::Nested(1))
    .since((0, 13, 0)),
];

fn contains(call: &Call<'_>) -> Result<Value, CallError> {
    let (list, wanted) = (call.value(0), call.value(1));
    if !is_sequence(list.ty()) {
        return Err(CallError::new("argument must be list, tuple, or set"));
    }
    let mut is_known = true;
    for element in call.elements(0) {
        match wanted.equals(element).as_bool() {
            Some(true) => return Ok(true.into()),
            Some(false) => {}
            None => is_known = false,
        }
    }
    Ok(if is_known {
        false.into()
    } else {
        call.unknown()
    })
}

fn index(call: &Call<'_>) -> Result<Value, CallError> {
    let (list, wanted) = (call.value(0), call.value(1));
    if !matches!(list.ty(), Type::List(_) | Type::Tuple(_)) {
        return Err(CallError::new("argument must be a list or tuple"));
    }
    let elements = call.elements(0);
    if elements.is_empty() {
        return Err(CallError::new("cannot search an empty list"));
    }
    for (index, element) in elements.iter().enumerate() {
        match element.equals(wanted).as_bool() {
            Some(true) => return Ok(index.into()),
            Some(false) => {}
            None => return Ok(call.unknown()),
        }
    }
    Err(CallError::new("item not found"))
}

fn match_keys_type(arguments: &[Value]) -> Result<Type, CallError> {
    let [values, keys, wanted] = arguments else {
        return Ok(Type::Dynamic);
    };
    if unify_lossy([keys.ty(), wanted.ty()]).is_none() {
        return Err(CallError::new(
            "keys and searchset must be of the same type",
        ));
    }
    Ok(values.ty().clone())
}

fn match_keys(call: &Call<'_>) -> Result<Value, CallError> {
    let element = element_type(&call.ty);
    let (values, keys, wanted) = (call.value(0), call.value(1), call.value(2));
    if call.elements(0).len() != call.elements(1).len() {
        return Err(CallError::new("length of keys and values should be equal"));
    }
    let none = || Value::list_of(element.clone(), Vec::new());
    if call.elements(2).is_empty() {
        return Ok(none());
    }
    if !values.is_wholly_known() || !keys.is_wholly_known() {
        return Ok(call.unknown());
    }
    let common = unify_lossy([keys.ty(), wanted.ty()]).unwrap_or(Type::Dynamic);
    let converted = |value: &Value| {
        let converted = value.convert(&common);
        converted.map_err(|error| CallError::new(error.to_string()))
    };
    let (converted_keys, wanted_keys) = (converted(keys)?, converted(wanted)?);
    let mut found = Vec::new();
    let key_elements = converted_keys.elements().unwrap_or_default();
    for (key, value) in key_elements.iter().zip(call.elements(0)) {
        for candidate in wanted_keys.elements().unwrap_or_default() {
            call.spend(key.effort().min(candidate.effort()))?;
            match key.equals(candidate).as_bool() {
                Some(true) => {
                    found.push(value.clone());
                    break;
                }
                Some(false) => {}
                None => return Ok(none()),
            }
        }
    }
    Ok(Value::list_of(element, found))
}

fn sum(call: &Call<'_>) -> Result<Value, CallError> {
    const NUMBERS: &str = "argument must be list, set, or tuple of number values";
    let list = call.value(0);
    let Some(elements) = list.elements() else {
        return Err(CallError::argument(0, "cannot sum noniterable"));
    };
    if elements.is_empty() {
        return Err(CallError::argument(0, "cannot sum an empty list"));
    }
    if !is_sequence(list.ty()) {
        let kind = list.ty().kind();
        let message = format!("argument must be list, set, or tuple. Received {kind}");
        return Err(CallError::argument(0, message));
    }
    if !list.is_wholly_known() {
        return Ok(call.unknown());
    }
    let mut sum: Option<Number> = None;
    for element in elements {
        let converted = element.convert(&Type::Number).ok();
        let number = converted
            .as_ref()
            .and_then(Value::as_number)
            .ok_or_else(|| CallError::argument(0, NUMBERS))?;
        sum = Some(match sum {
            None => number.clone(),
            Some(sum) => sum
                .add(number)
                .map_err(|_| CallError::new("can't compute sum of opposing infinities"))?,
        });
    }
    Ok(sum.unwrap_or_default().into())
}
