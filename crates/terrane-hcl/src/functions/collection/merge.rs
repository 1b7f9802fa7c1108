//! `merge`.

use std::collections::BTreeMap;

use terrane_value::{Text, Type};

use crate::functions::call::{Call, CallError};
use crate::functions::signature::{Function, Returns, any};
use crate::value::{Marks, Value};

pub(super) static FUNCTIONS: &[Function] = &[Function::new(
    "merge",
    "Merges maps or objects. Of equal keys the last one counts.",
    &[],
    Returns::By(merge_type),
    merge,
)
.and_more(any("maps").nulls().dynamic().marks())];

fn merge_type(arguments: &[Value]) -> Result<Type, CallError> {
    let no_attributes = || Type::object(Vec::<(Text, Type)>::new());
    // The type of a known result is that of its value.
    let all_known = arguments
        .iter()
        .all(|it| it.is_null() || it.elements().is_some());
    let mut attributes: BTreeMap<Text, Type> = BTreeMap::new();
    let mut common: Option<Type> = None;
    let mut is_one_type = true;
    let mut is_known = true;
    for argument in arguments {
        let mut ty = argument.ty().clone();
        match &ty {
            Type::Dynamic => return Ok(Type::Dynamic),
            Type::Object(_) if argument.is_null() => ty = no_attributes(),
            Type::Object(_) | Type::Map(_) if all_known => {}
            Type::Object(object) => {
                let own = object.iter();
                attributes.extend(own.map(|(name, ty)| (name.clone(), ty.clone())));
            }
            Type::Map(element) if argument.elements().is_some() => {
                let own = argument.entries();
                attributes.extend(own.map(|(key, _)| (key.clone(), Type::clone(element))));
            }
            Type::Map(_) => is_known &= argument.is_null(),
            other => {
                let kind = other.kind();
                let message = format!("arguments must be maps or objects, got \"{kind}\"");
                return Err(CallError::new(message));
            }
        }
        match &common {
            None => common = Some(ty),
            Some(common) => is_one_type &= *common == ty,
        }
    }
    match common {
        None => Ok(no_attributes()),
        Some(ty) if is_one_type => Ok(ty),
        Some(_) if all_known => Ok(Type::Dynamic),
        Some(_) if is_known => Ok(Type::object(attributes)),
        Some(_) => Ok(Type::Dynamic),
    }
}

fn merge(call: &Call<'_>) -> Result<Value, CallError> {
    let mut marks = Marks::new();
    let mut merged: Vec<(Text, Value)> = Vec::new();
    for argument in call.arguments.iter().filter(|it| !it.is_null()) {
        marks.merge(argument.marks());
        // The types after one that is not known have not been checked.
        let is_map = matches!(argument.ty(), Type::Map(_) | Type::Object(_));
        if !is_map && argument.elements().is_none_or(|it| !it.is_empty()) {
            return Err(CallError::new("arguments must be maps or objects"));
        }
        let entries = argument.entries();
        merged.extend(entries.map(|(key, value)| (key.clone(), value.clone())));
    }
    let typed = match &call.ty {
        Type::Map(element) => Value::map_of(Type::clone(element), merged),
        _ => Value::object(merged),
    };
    Ok(typed.with_marks(&marks))
}
