//! Functions on timestamps.

mod duration;
mod layout;
mod timestamp;

use std::time::SystemTime;

use super::call::{Call, CallError};
use super::signature::{ArgumentType, Function, Returns, string};
use crate::value::Value;

use timestamp::Timestamp;

pub(super) use timestamp::Timestamp as Instant;

const TEXT: Returns = Returns::ArgumentType(ArgumentType::String);

pub(super) static FUNCTIONS: &[&[Function]] = &[&[
    Function::new(
        "formatdate",
        "Writes a timestamp in another format.",
        &[string("format"), string("time")],
        TEXT,
        format_date,
    ),
    Function::new(
        "plantimestamp",
        "Returns the time of the plan.",
        &[],
        TEXT,
        |call| Ok(moment(call, call.environment().plan_time())),
    )
    .since((1, 5, 0))
    .maybe_null(),
    Function::new(
        "timeadd",
        "Adds a duration to a timestamp.",
        &[string("timestamp"), string("duration")],
        TEXT,
        time_add,
    )
    .maybe_null(),
    Function::new(
        "timecmp",
        "Compares two timestamps: -1, 0 or 1.",
        &[string("timestamp_a"), string("timestamp_b")],
        Returns::ArgumentType(ArgumentType::Number),
        time_compare,
    )
    .since((1, 3, 0)),
    Function::new(
        "timestamp",
        "Returns the current time. Each call may have another result.",
        &[],
        TEXT,
        |call| Ok(moment(call, call.environment().now())),
    )
    .maybe_null(),
]];

fn moment(call: &Call<'_>, time: Option<SystemTime>) -> Value {
    let timestamp = time.and_then(Timestamp::from_system);
    timestamp.map_or_else(|| call.unknown(), |it| it.to_string().into())
}

fn format_date(call: &Call<'_>) -> Result<Value, CallError> {
    let time: Timestamp = call
        .text(1)
        .parse()
        .map_err(|message: String| CallError::argument(1, message))?;
    let text = layout::format(call.text(0), &time);
    Ok(text
        .map_err(|message| CallError::argument(0, message))?
        .into())
}

fn time_add(call: &Call<'_>) -> Result<Value, CallError> {
    let time: Timestamp = call
        .text(0)
        .parse()
        .map_err(|message: String| CallError::new(message))?;
    let nanoseconds = duration::parse(call.text(1)).map_err(CallError::new)?;
    let sum = time
        .plus(nanoseconds)
        .ok_or_else(|| CallError::new("the result is out of range"))?;
    Ok(sum.into())
}

fn time_compare(call: &Call<'_>) -> Result<Value, CallError> {
    let time = |index: usize| -> Result<Timestamp, CallError> {
        let parsed = Timestamp::parse_leniently(call.text(index));
        parsed.map_err(|message| CallError::argument(index, message))
    };
    let order = time(0)?.instant().cmp(&time(1)?.instant());
    Ok(Value::from(order as i64))
}
