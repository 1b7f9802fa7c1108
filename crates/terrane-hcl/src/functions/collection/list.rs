//! Functions that make lists from lists.

use terrane_value::Type;

use crate::functions::call::{Call, CallError, whole};
use crate::functions::messages;
use crate::functions::signature::{ArgumentType, Cost, Function, Parameter, Returns, any, number};
use crate::value::{Marks, Value, unify_lossy};

use super::kind::element_type;
use super::seen::Seen;

const LIST: Parameter = Parameter::new("list", ArgumentType::List);

pub(super) static FUNCTIONS: &[Function] = &[
    Function::new(
        "chunklist",
        "Splits a list into lists of a size.",
        &[LIST.marks(), number("size").marks()],
        Returns::By(|arguments| first_type(arguments).map(Type::list)),
        chunk_list,
    ),
    Function::new(
        "compact",
        "Removes null and empty strings from a list.",
        &[Parameter::new("list", ArgumentType::Strings)],
        Returns::ArgumentType(ArgumentType::Strings),
        compact,
    ),
    Function::new(
        "concat",
        "Joins lists to one list.",
        &[],
        Returns::By(concat_type),
        concat,
    )
    .and_more(any("seqs").marks()),
    Function::new(
        "distinct",
        "Removes all duplicates of elements from a list.",
        &[LIST],
        Returns::By(first_type),
        distinct,
    )
    .cost(Cost::Nested(4)),
    Function::new(
        "reverse",
        "Reverses the order of the elements of a list.",
        &[any("list").marks()],
        Returns::By(reverse_type),
        reverse,
    ),
];

/// The type of the first argument.
fn first_type(arguments: &[Value]) -> Result<Type, CallError> {
    Ok(arguments
        .first()
        .map_or(Type::Dynamic, |it| it.ty().clone()))
}

fn chunk_list(call: &Call<'_>) -> Result<Value, CallError> {
    let (list, mut marks) = call.value(0).clone().unmark();
    marks.merge(call.value(1).marks());
    let size = whole(call.value(1))
        .ok_or_else(|| CallError::new(format!("invalid size: {}", messages::WHOLE_NUMBER)))?;
    let chunk_size =
        usize::try_from(size).map_err(|_| CallError::new("the size argument must be positive"))?;
    let elements = list.elements().unwrap_or_default();
    let element = element_type(list.ty());
    let chunks: Vec<Value> = match (chunk_size, elements.is_empty()) {
        (_, true) => Vec::new(),
        (0, _) => vec![list.clone()],
        _ => elements
            .chunks(chunk_size)
            .map(|chunk| Value::list_of(element.clone(), chunk.to_vec()))
            .collect(),
    };
    Ok(Value::list_of(list.ty().clone(), chunks).with_marks(&marks))
}

fn compact(call: &Call<'_>) -> Result<Value, CallError> {
    if !call.value(0).is_wholly_known() {
        return Ok(call.unknown());
    }
    let elements = call.elements(0).iter();
    let full = elements.filter(|it| it.as_str().is_some_and(|text| !text.is_empty()));
    Ok(Value::list_of(Type::String, full.cloned().collect()))
}

fn concat_type(arguments: &[Value]) -> Result<Type, CallError> {
    if arguments.is_empty() {
        return Err(CallError::new("at least one argument is required"));
    }
    if arguments.iter().all(|it| matches!(it.ty(), Type::List(_)))
        && let Some(common) = unify_lossy(arguments.iter().map(Value::ty))
    {
        return Ok(common);
    }
    let mut types = Vec::new();
    for (index, argument) in arguments.iter().enumerate() {
        match argument.ty() {
            Type::Tuple(own) => types.extend(own.iter().cloned()),
            Type::List(element) => {
                let Some(elements) = argument.elements() else {
                    return Ok(Type::Dynamic);
                };
                types.extend(elements.iter().map(|_| Type::clone(element)));
            }
            other => {
                let kind = other.kind();
                let message = format!("all arguments must be lists or tuples; got {kind}");
                return Err(CallError::argument(index, message));
            }
        }
    }
    Ok(Type::tuple(types))
}

fn concat(call: &Call<'_>) -> Result<Value, CallError> {
    let mut marks = Marks::new();
    let mut all = Vec::new();
    for (index, argument) in call.arguments.iter().enumerate() {
        let list = match call.ty {
            Type::List(_) => argument
                .convert(&call.ty)
                .map_err(|error| CallError::argument(index, error.to_string()))?,
            _ => argument.clone(),
        };
        marks.merge(list.marks());
        let elements = list.elements().unwrap_or_default();
        call.check_elements(all.len().saturating_add(elements.len()))?;
        all.extend_from_slice(elements);
    }
    let joined = match &call.ty {
        Type::List(element) => Value::list_of(Type::clone(element), all),
        _ => Value::tuple(all),
    };
    Ok(joined.with_marks(&marks))
}

fn distinct(call: &Call<'_>) -> Result<Value, CallError> {
    let list = call.value(0);
    if !list.is_wholly_known() {
        return Ok(call.unknown());
    }
    let mut seen = Seen::default();
    let elements = call.elements(0).iter();
    let unique = elements.filter(|element| seen.insert(element));
    Ok(Value::list_of(
        element_type(list.ty()),
        unique.cloned().collect(),
    ))
}

fn reverse_type(arguments: &[Value]) -> Result<Type, CallError> {
    match arguments.first().map(Value::ty) {
        Some(Type::Tuple(types)) => Ok(Type::tuple(types.iter().rev().cloned())),
        Some(ty @ (Type::List(_) | Type::Set(_))) => Ok(Type::list(element_type(ty))),
        other => {
            let kind = other.map_or("no value", Type::kind);
            let message = format!("can only reverse list or tuple values, not {kind}");
            Err(CallError::argument(0, message))
        }
    }
}

fn reverse(call: &Call<'_>) -> Result<Value, CallError> {
    let (list, marks) = call.value(0).clone().unmark();
    let elements = list.elements().unwrap_or_default().iter().rev().cloned();
    let reversed = match &call.ty {
        Type::List(element) => Value::list_of(Type::clone(element), elements.collect()),
        _ => Value::tuple(elements.collect()),
    };
    Ok(reversed.with_marks(&marks))
}
