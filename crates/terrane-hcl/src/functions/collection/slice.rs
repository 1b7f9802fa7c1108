//! `slice`.

use terrane_value::Type;

use crate::functions::call::{Call, CallError, whole};
use crate::functions::messages;
use crate::functions::signature::{Function, Returns, any, number};
use crate::value::Value;

use super::kind::element_type;

pub(super) static FUNCTIONS: &[Function] = &[Function::new(
    "slice",
    "Returns the elements of a list from a start index to the index before an end.",
    &[
        any("list").marks(),
        number("start_index"),
        number("end_index"),
    ],
    Returns::By(slice_type),
    slice,
)];

fn slice_type(arguments: &[Value]) -> Result<Type, CallError> {
    let [list, start, end] = arguments else {
        return Ok(Type::Dynamic);
    };
    match list.ty() {
        Type::Set(_) => Err(CallError::argument(
            0,
            "cannot slice a set, because its elements do not have indices; explicitly convert to a list if the ordering of the result is not important",
        )),
        Type::List(_) => indexes(list, start, end).map(|_| list.ty().clone()),
        Type::Tuple(types) => Ok(match indexes(list, start, end)? {
            Some((start, end)) => Type::tuple(types[start..end].iter().cloned()),
            None => Type::Dynamic,
        }),
        _ => Err(CallError::argument(0, "must be a list or tuple value")),
    }
}

/// Checks the known indexes, and returns them if both are known.
fn indexes(list: &Value, start: &Value, end: &Value) -> Result<Option<(usize, usize)>, CallError> {
    let (min, max) = list.length_range();
    let length = max.filter(|max| *max == min);
    let index = |value: &Value, argument: usize, name: &str| {
        if value.is_unknown() {
            return Ok(None);
        }
        let wrong = |message: String| CallError::argument(argument, message);
        let whole_index = whole(value)
            .ok_or_else(|| wrong(format!("invalid {name} index: {}", messages::WHOLE_NUMBER)))?;
        let position = usize::try_from(whole_index)
            .map_err(|_| wrong(format!("{name} index must not be less than zero")))?;
        if length.is_some_and(|length| position as u64 > length) {
            return Err(wrong(format!(
                "{name} index must not be greater than the length of the list"
            )));
        }
        Ok(Some(position))
    };
    let (start_index, end_index) = (index(start, 1, "start")?, index(end, 2, "end")?);
    let (Some(from), Some(to)) = (start_index, end_index) else {
        return Ok(None);
    };
    if from > to {
        let message = "start index must not be greater than end index";
        return Err(CallError::argument(1, message));
    }
    Ok(Some((from, to)))
}

fn slice(call: &Call<'_>) -> Result<Value, CallError> {
    let list = call.value(0);
    let range = indexes(list, call.value(1), call.value(2))?;
    let elements = list.elements().unwrap_or_default();
    let part = range.and_then(|(start, end)| elements.get(start..end));
    let Some(part) = part else {
        return Ok(call.unknown().with_marks(list.marks()));
    };
    let typed_part = match list.ty() {
        Type::List(_) => Value::list_of(element_type(list.ty()), part.to_vec()),
        _ => Value::tuple(part.to_vec()),
    };
    Ok(typed_part.with_marks(list.marks()))
}
