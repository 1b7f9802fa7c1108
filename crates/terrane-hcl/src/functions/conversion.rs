//! Conversion between types, and marks.

use terrane_value::Type;

use crate::value::{Mark, Value};

use super::call::{Call, CallError};
use super::signature::{ArgumentType, Cost, Function, Parameter, Returns, any};

const EVERYTHING: &[Parameter] = &[Parameter::everything("value")];
const V: &[Parameter] = &[Parameter::everything("v")];
const SAME: Returns = Returns::By(same_type);

macro_rules! conversion {
    ($name:literal, $description:literal, $kind:expr) => {
        Function::new(
            $name,
            $description,
            V,
            Returns::By(|arguments| check_conversion(arguments, $kind)),
            |call| convert(call, $kind),
        )
        .cost(Cost::Nested(match $kind {
            ArgumentType::Set => 20,
            _ => 2,
        }))
        .maybe_null()
    };
}

pub(super) static FUNCTIONS: &[&[Function]] = &[&[
    conversion!("tobool", "Converts a value to a bool.", ArgumentType::Bool),
    conversion!("tolist", "Converts a value to a list.", ArgumentType::List),
    conversion!("tomap", "Converts a value to a map.", ArgumentType::Map),
    conversion!(
        "tonumber",
        "Converts a value to a number.",
        ArgumentType::Number
    ),
    conversion!("toset", "Converts a value to a set.", ArgumentType::Set),
    conversion!(
        "tostring",
        "Converts a value to a string.",
        ArgumentType::String
    ),
    Function::new(
        "ephemeralasnull",
        "Replaces all ephemeral parts of a value by null.",
        EVERYTHING,
        SAME,
        |call| Ok(without_ephemeral(call.value(0).clone())),
    )
    .maybe_null()
    .since((1, 10, 0))
    .since_opentofu((1, 11, 0)),
    Function::new(
        "issensitive",
        "Returns whether a value is sensitive.",
        EVERYTHING,
        Returns::ArgumentType(ArgumentType::Bool),
        is_sensitive,
    )
    .cost(Cost::Constant)
    .maybe_null()
    .since((1, 8, 0))
    .since_opentofu((1, 7, 0)),
    Function::new(
        "nonsensitive",
        "Removes the mark of sensitive values.",
        EVERYTHING,
        SAME,
        non_sensitive,
    )
    .cost(Cost::Constant)
    .maybe_null()
    .since((0, 15, 0)),
    Function::new(
        "sensitive",
        "Marks a value as sensitive.",
        EVERYTHING,
        SAME,
        |call| Ok(call.value(0).clone().with_mark(Mark::Sensitive)),
    )
    .cost(Cost::Constant)
    .maybe_null()
    .since((0, 15, 0)),
    Function::new(
        "type",
        "Returns the type of a value, to be shown in the console.",
        const { &[any("value").nulls().unknowns().dynamic()] },
        Returns::ArgumentType(ArgumentType::Any),
        |call| Ok(Value::type_value(call.value(0).ty().clone())),
    )
    .cost(Cost::Constant)
    .maybe_null()
    .since((1, 1, 0)),
]];

fn same_type(arguments: &[Value]) -> Result<Type, CallError> {
    Ok(arguments
        .first()
        .map_or(Type::Dynamic, |it| it.ty().clone()))
}

fn check_conversion(arguments: &[Value], to: ArgumentType) -> Result<Type, CallError> {
    let from = arguments.first().map_or(&Type::Dynamic, Value::ty);
    let ty = to.ty();
    let null = Value::null(from.clone());
    match null.convert(&ty) {
        Ok(_) => Ok(ty),
        Err(_) => Err(refused_conversion(from, to)),
    }
}

fn refused_conversion(from: &Type, to: ArgumentType) -> CallError {
    let target = match to {
        ArgumentType::List => "list of any single type",
        ArgumentType::Set => "set of any single type",
        ArgumentType::Map => "map of any single type",
        ArgumentType::Bool => "bool",
        ArgumentType::Number => "number",
        _ => "string",
    };
    CallError::argument(0, format!("cannot convert {} to {target}", from.kind()))
}

fn convert(call: &Call<'_>, to: ArgumentType) -> Result<Value, CallError> {
    let value = call.value(0);
    if value.is_unknown() {
        return Ok(Value::unknown(to.ty()).with_marks(value.marks()));
    }
    call.spend(value.all_digits())?;
    let error = match value.convert(&to.ty()) {
        Ok(converted) => return Ok(converted),
        Err(error) => error,
    };
    let is_secret = value.clone().unmark_deep().1.contains(&Mark::Sensitive);
    Err(match (value.as_str(), to) {
        _ if is_secret => refused_conversion(value.ty(), to),
        (Some(text), ArgumentType::Bool) => CallError::argument(
            0,
            format!(
                "cannot convert \"{text}\" to bool; only the strings \"true\" or \"false\" are allowed"
            ),
        ),
        (Some(text), ArgumentType::Number) => CallError::argument(
            0,
            format!(
                "cannot convert \"{text}\" to number; given string must be a decimal representation of a number"
            ),
        ),
        _ => CallError::argument(
            0,
            format!("{}: {error}", refused_conversion(value.ty(), to).message),
        ),
    })
}

fn is_sensitive(call: &Call<'_>) -> Result<Value, CallError> {
    let value = call.value(0);
    if value.marks().contains(&Mark::Sensitive) {
        return Ok(true.into());
    }
    Ok(if value.is_unknown() {
        call.unknown()
    } else {
        false.into()
    })
}

fn non_sensitive(call: &Call<'_>) -> Result<Value, CallError> {
    let (value, mut marks) = call.value(0).clone().unmark();
    marks.remove(&Mark::Sensitive);
    Ok(value.with_marks(&marks))
}

fn without_ephemeral(value: Value) -> Value {
    if !value.contains_marks() {
        return value;
    }
    let (unmarked, mut marks) = value.unmark();
    let is_ephemeral = marks.contains(&Mark::Ephemeral);
    marks.remove(&Mark::Ephemeral);
    let stripped = match (is_ephemeral, unmarked.is_unknown()) {
        (false, _) => unmarked.map_elements(|_, element| without_ephemeral(element)),
        (true, true) => Value::unknown(unmarked.ty().clone()),
        (true, false) => Value::null(unmarked.ty().clone()),
    };
    stripped.with_marks(&marks)
}
