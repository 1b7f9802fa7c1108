//! The `rfc3339_parse` and `unix_timestamp_parse` functions.

use terrane::prelude::*;

use crate::moment::{Moment, Shown, written};

/// The parts of a time that both functions return.
#[derive(Model)]
struct Parts {
    /// The year.
    year: i64,
    /// The day of the year, from 1.
    year_day: i64,
    /// The month.
    month: i64,
    /// The month's name in English.
    month_name: String,
    /// The day of the month.
    day: i64,
    /// The day of the week, from 0 for Sunday.
    weekday: i64,
    /// The weekday's name in English.
    weekday_name: String,
    /// The hour.
    hour: i64,
    /// The minute.
    minute: i64,
    /// The second.
    second: i64,
    /// The year to which the ISO 8601 week belongs.
    iso_year: i64,
    /// The ISO 8601 week.
    iso_week: i64,
}

impl Parts {
    fn of(shown: &Shown) -> Self {
        let (civil, date) = (shown.civil, shown.civil.date());
        Self {
            year: shown.year,
            year_day: date.day_of_year().into(),
            month: date.month().into(),
            month_name: date.strftime("%B").to_string(),
            day: date.day().into(),
            weekday: date.weekday().to_sunday_zero_offset().into(),
            weekday_name: date.strftime("%A").to_string(),
            hour: civil.hour().into(),
            minute: civil.minute().into(),
            second: civil.second().into(),
            iso_year: shown.iso_year,
            iso_week: date.iso_week_date().week().into(),
        }
    }
}

/// The parts of a timestamp.
#[derive(Model)]
pub(crate) struct Timestamp {
    #[tf(flatten)]
    parts: Parts,
    /// The Unix time, in seconds.
    unix: i64,
}

/// The parts of a Unix timestamp.
#[derive(Model)]
pub(crate) struct UnixTimestamp {
    #[tf(flatten)]
    parts: Parts,
    /// The time in RFC 3339 format, in UTC.
    rfc3339: String,
}

/// Parses a timestamp in RFC 3339 format.
#[function]
pub(crate) fn rfc3339_parse(
    /// The timestamp, such as `2023-07-25T23:43:16-05:00`.
    timestamp: String,
) -> Result<Timestamp> {
    let Ok(moment) = written(&timestamp) else {
        let problem = format!(
            "Error parsing RFC3339 timestamp: {timestamp:?} is not a valid RFC3339 timestamp"
        );
        return Err(Error::argument(0, problem));
    };
    let shown = moment.shown()?;
    Ok(Timestamp {
        parts: Parts::of(&shown),
        unix: shown.unix,
    })
}

/// Converts a Unix timestamp to its date and time in UTC.
#[function]
pub(crate) fn unix_timestamp_parse(
    /// The Unix time, in seconds.
    unix_timestamp: i64,
) -> Result<UnixTimestamp> {
    let moment = Moment::unix(unix_timestamp);
    Ok(UnixTimestamp {
        parts: Parts::of(&moment.shown()?),
        rfc3339: moment.to_string(),
    })
}
