//! Functions that read one element or the number of elements.

use terrane_value::{Type, Unknown};
use unicode_segmentation::UnicodeSegmentation as _;

use crate::functions::call::{Call, CallError, whole};
use crate::functions::messages;
use crate::functions::signature::{Cost, Function, Parameter, Returns, any, number, string};
use crate::value::{Mark, Value};

pub(super) static FUNCTIONS: &[Function] = &[
    Function::new(
        "element",
        "Returns the element of a list at an index, which starts again at the end of the list.",
        &[any("list").marks(), number("index")],
        Returns::By(element_type),
        element,
    )
    .cost(Cost::Constant)
    .maybe_null(),
    Function::new(
        "length",
        "Returns the number of elements of a collection, or of characters of a string.",
        &[any("value").unknowns().dynamic().marks()],
        Returns::By(length_type),
        length,
    )
    .cost(Cost::Constant),
    Function::new(
        "lookup",
        "Returns the value of a key in a map, or a default.",
        &[
            any("inputMap").unknowns().marks(),
            string("key").unknowns().marks(),
        ],
        Returns::By(lookup_type),
        lookup,
    )
    .cost(Cost::Constant)
    .and_more(Parameter::everything("default"))
    .maybe_null(),
];

const EMPTY: &str = "cannot use element function with an empty list";

/// Returns the position of an index, which starts again at the end.
fn position(index: &Value, length: usize) -> Result<usize, CallError> {
    let whole_index = whole(index)
        .ok_or_else(|| CallError::new(format!("invalid index: {}", messages::WHOLE_NUMBER)))?;
    let signed_length = i64::try_from(length).unwrap_or(i64::MAX);
    let position = whole_index.checked_rem_euclid(signed_length);
    position
        .and_then(|it| usize::try_from(it).ok())
        .ok_or_else(|| CallError::new(EMPTY))
}

fn element_type(arguments: &[Value]) -> Result<Type, CallError> {
    let [list, index] = arguments else {
        return Ok(Type::Dynamic);
    };
    match list.ty() {
        Type::List(element) => Ok(Type::clone(element)),
        Type::Tuple(_) if index.is_unknown() => Ok(Type::Dynamic),
        Type::Tuple(types) => Ok(types[position(index, types.len())?].clone()),
        other => Err(CallError::new(format!(
            "cannot read elements from {}",
            other.kind()
        ))),
    }
}

fn element(call: &Call<'_>) -> Result<Value, CallError> {
    let (list, marks) = call.value(0).clone().unmark();
    let elements = list.elements().unwrap_or_default();
    let position = position(call.value(1), elements.len())?;
    Ok(elements[position].clone().with_marks(&marks))
}

fn length_type(arguments: &[Value]) -> Result<Type, CallError> {
    match arguments.first().map(Value::ty) {
        Some(Type::Number | Type::Bool) => Err(CallError::new(
            "argument must be a string, a collection type, or a structural type",
        )),
        _ => Ok(Type::Number),
    }
}

fn length(call: &Call<'_>) -> Result<Value, CallError> {
    let value = call.value(0);
    let unknown = Unknown::new().not_null();
    match value.ty() {
        Type::Dynamic => Ok(call.unknown().with_marks(value.marks())),
        Type::String => {
            let text = match value.as_unknown() {
                None => {
                    let string = call.text(0);
                    call.spend(
                        u64::try_from(string.len())
                            .unwrap_or(u64::MAX)
                            .saturating_mul(4),
                    )?;
                    return Ok(Value::from(count(string)).with_marks(value.marks()));
                }
                Some(unknown) => unknown.string_prefix(),
            };
            let min = text.map_or(0, |text| count(text.as_str()));
            let lower = i64::try_from(min).unwrap_or(i64::MAX);
            refined(unknown.with_number_lower(lower, true), value)
        }
        _ => {
            if let Some(elements) = value.elements().filter(|_| value.is_wholly_known()) {
                return Ok(Value::from(elements.len()).with_marks(value.marks()));
            }
            let (min, max) = value.length_range();
            let number = |length: u64| i64::try_from(length).unwrap_or(i64::MAX);
            let upper = max.map_or(i64::MAX, number);
            let refinement = unknown
                .with_number_lower(number(min), true)
                .and_then(|it| it.with_number_upper(upper, true));
            refined(refinement, value)
        }
    }
}

fn refined(
    unknown: Result<Unknown, terrane_value::Error>,
    value: &Value,
) -> Result<Value, CallError> {
    let known_bounds = unknown.map_err(|error| CallError::new(error.to_string()))?;
    Ok(Value::refined(Type::Number, known_bounds).with_marks(value.marks()))
}

/// Returns the number of characters as readers see them.
fn count(text: &str) -> usize {
    text.graphemes(true).count()
}

fn lookup_type(arguments: &[Value]) -> Result<Type, CallError> {
    let (Some(map), Some(key)) = (arguments.first(), arguments.get(1)) else {
        return Ok(Type::Dynamic);
    };
    if arguments.len() > 3 {
        let count = arguments.len();
        let message = format!("lookup() takes two or three arguments, got {count}");
        return Err(CallError::new(message));
    }
    let default = arguments.get(2);
    match map.ty() {
        Type::Object(object) => {
            let Some(key) = key.as_str() else {
                return Ok(Type::Dynamic);
            };
            match (object.attribute(key), default) {
                (Some(ty), _) => Ok(ty.clone()),
                (None, Some(default)) => Ok(default.ty().clone()),
                (None, None) => Err(CallError::argument(
                    0,
                    format!("the given object has no attribute \"{key}\""),
                )),
            }
        }
        Type::Map(element) => match default.map(|it| it.convert(element)) {
            Some(Err(_)) => Err(CallError::argument(
                2,
                "the default value must have the same type as the map elements",
            )),
            _ => Ok(Type::clone(element)),
        },
        _ => Err(CallError::argument(
            0,
            "lookup() requires a map as the first argument",
        )),
    }
}

fn lookup(call: &Call<'_>) -> Result<Value, CallError> {
    let (map, mut marks) = call.value(0).clone().unmark();
    let key = call.value(1);
    marks.merge(key.marks());
    if map.is_unknown() || key.is_unknown() {
        return Ok(call.unknown().with_marks(&marks));
    }
    if let Some(found) = map.get(call.text(1)) {
        return Ok(found.clone().with_marks(&marks));
    }
    let Some(default) = call.arguments.get(2) else {
        let shown = format!("\"{}\"", call.text(1));
        let visible_key = messages::unless_secret(shown, key.marks().contains(&Mark::Sensitive));
        return Err(CallError::new(format!(
            "lookup failed to find key {visible_key}"
        )));
    };
    let converted_default = default
        .convert(&call.ty)
        .map_err(|error| CallError::argument(2, error.to_string()))?;
    Ok(converted_default.with_marks(&marks))
}
