//! `range`.

use terrane_value::Type;

use crate::functions::call::{Call, CallError};
use crate::functions::signature::{ArgumentType, Function, Returns, number};
use crate::value::{Number, Value};

pub(super) static FUNCTIONS: &[Function] = &[Function::new(
    "range",
    "Returns the numbers from a start to an end by a step.",
    &[],
    Returns::ArgumentType(ArgumentType::Numbers),
    range,
)
.and_more(number("params"))
.since((0, 12, 2))];

/// The greatest number of elements, as hosts have it.
const MAX_ELEMENTS: usize = 1024;

fn range(call: &Call<'_>) -> Result<Value, CallError> {
    let direction = |from: &Number, to: &Number| Number::from(if to < from { -1 } else { 1 });
    let (start, end, step) = match call.arguments.len() {
        1 => {
            let (start, end) = (Number::from(0), call.number(0));
            let step = direction(&start, &end);
            (start, end, step)
        }
        2 => {
            let (start, end) = (call.number(0), call.number(1));
            let step = direction(&start, &end);
            (start, end, step)
        }
        3 => (call.number(0), call.number(1), call.number(2)),
        _ => return Err(CallError::new("must have one, two, or three arguments")),
    };
    let is_down = step.is_negative();
    if is_down && end > start {
        let message = "end must be less than start when step is negative";
        return Err(CallError::argument(1, message));
    }
    if !is_down && end < start {
        let message = "end must be greater than start when step is positive";
        return Err(CallError::argument(1, message));
    }
    let mut numbers = Vec::new();
    let mut next = start;
    while if is_down { next > end } else { next < end } {
        if numbers.len() >= MAX_ELEMENTS {
            return Err(CallError::new(format!(
                "more than {MAX_ELEMENTS} values were generated; either decrease the difference between start and end or use a smaller step"
            )));
        }
        let following = next.add(&step);
        numbers.push(Value::from(next));
        next = following.map_err(|error| CallError::new(error.to_string()))?;
    }
    Ok(Value::list_of(Type::Number, numbers))
}
