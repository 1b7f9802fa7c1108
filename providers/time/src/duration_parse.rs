//! The `duration_parse` function.

use terrane::prelude::*;
use terrane_types::GoDuration;

use crate::moment::{HOUR, MINUTE, SECOND};

/// A duration in each unit of time.
#[derive(Model)]
pub(crate) struct Span {
    /// The duration in hours.
    hours: f64,
    /// The duration in minutes.
    minutes: f64,
    /// The duration in seconds.
    seconds: f64,
    /// The duration in whole milliseconds.
    milliseconds: i64,
    /// The duration in whole microseconds.
    microseconds: i64,
    /// The duration in nanoseconds.
    nanoseconds: i64,
}

/// Parses a duration in Go's format, such as `1h30m`.
#[function]
pub(crate) fn duration_parse(
    /// The duration: numbers, each followed by `ns`, `us`, `ms`, `s`, `m` or `h`.
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

/// Converts whole units and the remainder separately, which loses the least precision.
fn in_units(nanoseconds: i64, unit: i64) -> f64 {
    (nanoseconds / unit) as f64 + (nanoseconds % unit) as f64 / unit as f64
}
