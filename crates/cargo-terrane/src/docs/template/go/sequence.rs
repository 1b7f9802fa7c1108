//! `len`, `index` and `slice` of Go's templates.

use super::value::Value;

/// Returns the number of bytes of a text, or of elements of a list.
pub(super) fn length(value: &Value) -> Result<i64, String> {
    let length = match value {
        Value::Text(text) => text.len(),
        Value::List(list) => list.elements().len(),
        other => {
            return Err(format!(
                "a value of type {} has no length",
                other.type_name()
            ));
        }
    };
    i64::try_from(length).map_err(|error| error.to_string())
}

/// Returns an element of an element of a value. An element of a text is a byte.
pub(super) fn index(value: &Value, positions: &[Value]) -> Result<Value, String> {
    if matches!(value, Value::Nothing) {
        return Err("nil has no elements".to_owned());
    }
    positions.iter().try_fold(value.clone(), |value, position| {
        let element = match &value {
            Value::Text(text) => {
                let place = position_in_sequence(position, text.len())?;
                text.as_bytes().get(place).copied().map(Value::Byte)
            }
            Value::List(list) => {
                let elements = list.elements();
                let place = position_in_sequence(position, elements.len())?;
                elements.get(place).cloned().map(Value::Text)
            }
            other => {
                return Err(format!(
                    "a value of type {} has no elements",
                    other.type_name()
                ));
            }
        };
        element.ok_or_else(|| out_of_range(position))
    })
}

/// Returns the part of a text, by bytes, or of a list.
pub(super) fn slice(value: &Value, positions: &[Value]) -> Result<Value, String> {
    let (length, capacity) = match value {
        Value::Text(text) => (text.len(), text.len()),
        Value::List(list) => (list.elements().len(), list.capacity()),
        other => {
            return Err(format!(
                "a value of type {} has no parts",
                other.type_name()
            ));
        }
    };
    let max = match value {
        Value::Text(_) => 2,
        _ => 3,
    };
    if positions.len() > max {
        return Err(format!("`slice` has more than {max} positions"));
    }
    let mut places = [0, length, capacity];
    for (place_of, position) in places.iter_mut().zip(positions) {
        *place_of = position_in_sequence(position, capacity)?;
    }
    let [start, end, limit] = places;
    if start > end || end > limit {
        return Err(format!("a part cannot be from {start} to {end}"));
    }
    match value {
        Value::Text(text) => match text.get(start..end) {
            Some(part) => Ok(Value::text(part)),
            None => Err(format!(
                "the part from {start} to {end} starts or ends within a character, which is not supported"
            )),
        },
        Value::List(list) => Ok(Value::List(list.slice(start..end, limit))),
        other => Ok(other.clone()),
    }
}

/// Reads a position, which may be the one behind the last element.
fn position_in_sequence(position: &Value, max: usize) -> Result<usize, String> {
    let place = match position {
        Value::Int(number) => usize::try_from(*number).ok(),
        Value::Byte(byte) => Some(usize::from(*byte)),
        other => {
            return Err(format!(
                "a value of type {} is not a position",
                other.type_name()
            ));
        }
    };
    let valid_place = place.filter(|place| *place <= max);
    valid_place.ok_or_else(|| out_of_range(position))
}

fn out_of_range(position: &Value) -> String {
    match position {
        Value::Int(number) => format!("the position {number} is out of range"),
        _ => "the position is out of range".to_owned(),
    }
}
