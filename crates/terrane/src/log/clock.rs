//! The time as lines tell it.
//!
//! `jiff`, which authors' attributes of time are made of, could write it too; but with its clock come the texts of all its errors, and they
//! would be a fiftieth of a program that has no such attribute.

use std::time::{Duration, SystemTime};

const DAY: u64 = 24 * 60 * 60;

/// The days of four hundred years, after which the calendar is the same again.
const DAYS_OF_ERA: u64 = 146_097;

/// The days from the first of March of the year 0 to the first of January of 1970.
const DAYS_BEFORE_UNIX: u64 = 719_468;

/// How long it is since 1970; nothing by a clock that is older.
pub(super) fn since_unix(time: SystemTime) -> Duration {
    time.duration_since(SystemTime::UNIX_EPOCH)
        .unwrap_or_default()
}

/// Writes a time by RFC 3339 with exactly six digits of a second: hosts take no other number of them.
pub(crate) fn rfc_3339(time: SystemTime) -> String {
    let since = since_unix(time);
    let (year, month, day) = date(since.as_secs() / DAY);
    let second = since.as_secs() % DAY;
    format!(
        "{year:04}-{month:02}-{day:02}T{:02}:{:02}:{:02}.{:06}Z",
        second / 3600,
        second / 60 % 60,
        second % 60,
        since.subsec_micros()
    )
}

/// The year, month and day of a day after the first of January of 1970.
///
/// Years are counted from March, so that the day which only some years have is their last.
fn date(day: u64) -> (u64, u64, u64) {
    let day = day + DAYS_BEFORE_UNIX;
    let (era, day) = (day / DAYS_OF_ERA, day % DAYS_OF_ERA);
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    // Five months in turn have 153 days.
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let year = 400 * era + year;
    match month {
        0..10 => (year, month + 3, day),
        _ => (year + 1, month - 9, day),
    }
}

#[cfg(test)]
mod tests {
    use jiff::Timestamp;
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn times_are_written_as_jiff_does(second in 0..253_402_300_800_u64, nanosecond in 0..1_000_000_000_u32) {
            let time = SystemTime::UNIX_EPOCH + Duration::new(second, nanosecond);
            let expected = Timestamp::try_from(time).unwrap();
            prop_assert_eq!(rfc_3339(time), format!("{expected:.6}"));
        }
    }

    #[test]
    fn a_clock_before_1970_shows_1970() {
        let time = SystemTime::UNIX_EPOCH - Duration::from_secs(1);
        assert_eq!(rfc_3339(time), "1970-01-01T00:00:00.000000Z");
    }
}
