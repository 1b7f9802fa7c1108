//! The `duration_parse` function.

use terrane::prelude::*;
use terrane::types::GoDuration;

use crate::moment::{HOUR, MINUTE, SECOND};

/// A span of time, as a whole in each unit.
#[derive(Schema)]
pub(crate) struct Span {
    /// In hours.
    hours: f64,
    /// In minutes.
    minutes: f64,
    /// In seconds.
    seconds: f64,
    /// In whole milliseconds.
    milliseconds: i64,
    /// In whole microseconds.
    microseconds: i64,
    /// In nanoseconds.
    nanoseconds: i64,
}

/// Takes a span of time apart that is written as Go writes it, such as `1h30m`.
#[function]
pub(crate) fn duration_parse(
    /// The span: numbers, each with `ns`, `us`, `ms`, `s`, `m` or `h` after it.
    duration: String,
) -> Result<Span> {
    let Ok(parsed) = duration.parse::<GoDuration>() else {
        let problem =
            format!("Error parsing duration string: {duration:?} is not a valid duration string");
        return Err(Error::argument(0, problem));
    };
    let nanoseconds = parsed.nanoseconds();
    Ok(Span {
        hours: in_units(nanoseconds, HOUR),
        minutes: in_units(nanoseconds, MINUTE),
        seconds: in_units(nanoseconds, SECOND),
        milliseconds: nanoseconds / 1_000_000,
        microseconds: nanoseconds / 1_000,
        nanoseconds,
    })
}

/// Whole units and the rest apart, so that as little as possible is lost.
fn in_units(nanoseconds: i64, unit: i64) -> f64 {
    (nanoseconds / unit) as f64 + (nanoseconds % unit) as f64 / unit as f64
}
