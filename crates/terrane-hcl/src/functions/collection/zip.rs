//! `zipmap`.

use terrane_value::{Text, Type};

use crate::functions::call::{Call, CallError};
use crate::functions::signature::{ArgumentType, Function, Parameter, Returns, any};
use crate::value::Value;

pub(super) static FUNCTIONS: &[Function] = &[Function::new(
    "zipmap",
    "Makes a map from a list of keys and a list of values.",
    &[
        Parameter::new("keys", ArgumentType::Strings).marks(),
        any("values").marks(),
    ],
    Returns::By(zip_type),
    zip,
)];

fn zip_type(arguments: &[Value]) -> Result<Type, CallError> {
    let [keys, values] = arguments else {
        return Ok(Type::Dynamic);
    };
    match values.ty() {
        Type::List(element) => Ok(Type::map(Type::clone(element))),
        Type::Tuple(_) if !keys.is_wholly_known() => Ok(Type::Dynamic),
        Type::Tuple(types) => {
            let keys = key_texts(keys)?;
            check_lengths(keys.len(), types.len())?;
            Ok(Type::object(keys.into_iter().zip(types.iter().cloned())))
        }
        _ => Err(CallError::new(
            "values argument must be a list or tuple value",
        )),
    }
}

fn key_texts(keys: &Value) -> Result<Vec<Text>, CallError> {
    let key_elements = keys.elements().unwrap_or_default().iter().enumerate();
    let texts = key_elements.map(|(index, key)| {
        let text = key.as_text().cloned();
        text.ok_or_else(|| CallError::new(format!("keys list has null value at index {index}")))
    });
    texts.collect()
}

fn check_lengths(keys: usize, values: usize) -> Result<(), CallError> {
    if keys == values {
        return Ok(());
    }
    Err(CallError::new(format!(
        "number of keys ({keys}) does not match number of values ({values})"
    )))
}

fn zip(call: &Call<'_>) -> Result<Value, CallError> {
    let (keys, values) = (call.value(0), call.value(1));
    let mut marks = keys.marks().clone();
    marks.merge(values.marks());
    if !keys.is_wholly_known() {
        return Ok(call.unknown().with_marks(&marks));
    }
    check_lengths(call.elements(0).len(), call.elements(1).len())?;
    for key in call.elements(0) {
        marks.merge(key.marks());
    }
    let entries = key_texts(keys)?
        .into_iter()
        .zip(call.elements(1).iter().cloned());
    let map = match &call.ty {
        Type::Map(element) => Value::map_of(Type::clone(element), entries),
        _ => Value::object(entries),
    };
    Ok(map.with_marks(&marks))
}
