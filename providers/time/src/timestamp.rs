//! The `rfc3339_parse` and `unix_timestamp_parse` functions.

use terrane::prelude::*;

use crate::moment::{Moment, Shown, written};

/// Declares what a function tells of a time: the two differ in how else they write it.
macro_rules! described {
    ($(#[$doc:meta])* $name:ident, $(#[$other_doc:meta])* $other:ident: $ty:ty = $value:expr) => {
        $(#[$doc])*
        #[derive(Schema)]
        pub(crate) struct $name {
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
            $(#[$other_doc])*
            $other: $ty,
        }

        impl $name {
            fn of(moment: Moment) -> Result<Self> {
                let shown = moment.shown()?;
                let (civil, date) = (shown.civil, shown.civil.date());
                Ok(Self {
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
                    $other: ($value)(moment, &shown),
                })
            }
        }
    };
}

described! {
    /// What a timestamp says.
    Timestamp,
    /// Seconds since 1970 began.
    unix: i64 = |_, shown: &Shown| shown.unix
}

described! {
    /// What a Unix timestamp says.
    UnixTimestamp,
    /// The time in RFC 3339 format, in UTC.
    rfc3339: String = |moment: Moment, _: &Shown| moment.to_string()
}

/// Takes a timestamp in RFC 3339 format apart.
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
    Timestamp::of(moment)
}

/// Takes a Unix timestamp apart, in UTC.
#[function]
pub(crate) fn unix_timestamp_parse(
    /// Seconds since 1970 began.
    unix_timestamp: i64,
) -> Result<UnixTimestamp> {
    UnixTimestamp::of(Moment::unix(unix_timestamp))
}
