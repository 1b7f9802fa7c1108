//! Points in time.

use std::time::{Duration, SystemTime};

use jiff::SignedDuration;
use jiff::civil::DateTime;

use crate::text::{equal_by_meaning, text_types};

text_types! {
    /// A point in time in RFC 3339: `2024-02-29T12:00:00Z` or `2024-02-29T12:00:00.5+01:00`.
    ///
    /// The years are those of RFC 3339: 0000 to 9999. As in Go, digits after nanoseconds are dropped, and a leap second (`23:59:60`) is refused.
    Rfc3339(SignedDuration), "a time in RFC 3339 format, such as 2024-02-29T12:00:00Z", parse, by_meaning;
}

equal_by_meaning!(Rfc3339);

/// The time from which others are counted.
const EPOCH: DateTime = DateTime::constant(1970, 1, 1, 0, 0, 0, 0);

/// The start of 1601, which is the first time that Windows can represent.
const BEFORE_EPOCH: Duration = Duration::from_secs(11_644_473_600);

impl Rfc3339 {
    /// The point in time. On a system that cannot represent times before 1601, these are the start of 1601.
    #[must_use]
    pub fn time(&self) -> SystemTime {
        let (epoch, distance) = (SystemTime::UNIX_EPOCH, self.meaning.unsigned_abs());
        if self.meaning.is_negative() {
            epoch.checked_sub(distance).unwrap_or(epoch - BEFORE_EPOCH)
        } else {
            epoch + distance
        }
    }
}

impl TryFrom<SystemTime> for Rfc3339 {
    type Error = terrane::Error;

    /// Formats a point in time in UTC.
    ///
    /// # Errors
    ///
    /// Fails for a time before the year 0 or after the year 9999, which RFC 3339 cannot represent.
    fn try_from(time: SystemTime) -> Result<Self, Self::Error> {
        let meaning = SignedDuration::system_until(SystemTime::UNIX_EPOCH, time).ok();
        let local = meaning.and_then(|since| EPOCH.checked_add(since).ok());
        match (meaning, local) {
            (Some(meaning), Some(local)) if local.year() >= 0 => Ok(Self {
                text: format!("{local}Z"),
                meaning,
            }),
            _ => Err(terrane::DecodeError::new(
                "expected a time from the year 0 to the year 9999, as RFC 3339 represents it",
            )
            .into()),
        }
    }
}

/// Parses a time and returns its distance to 1970.
fn parse(text: &str) -> Option<SignedDuration> {
    let (local, rest) = text.split_at_checked("0000-00-00T00:00:00".len())?;
    let (fraction, zone) = match rest.strip_prefix('.') {
        Some(rest) => {
            let zone = rest.trim_start_matches(|c: char| c.is_ascii_digit());
            let (fraction, zone) = rest.split_at(rest.len() - zone.len());
            (!fraction.is_empty()).then_some((fraction, zone))?
        }
        None => ("", rest),
    };
    let nanosecond = format!("{fraction:0<9}").get(..9)?.parse().ok()?;
    let [century, year, month, day, hour, minute, second] = numbers(local, "0000-00-00T00:00:00")?;
    let year = i16::from(century) * 100 + i16::from(year);
    let local = DateTime::new(year, month, day, hour, minute, second, nanosecond).ok()?;
    let offset = match zone.split_at_checked(1)? {
        ("Z", "") => 0,
        (sign @ ("+" | "-"), distance) => {
            let [hours, minutes] = numbers(distance, "00:00")?;
            // Go accepts a whole day, which RFC 3339 does not have.
            let minutes = (hours <= 24 && minutes <= 60)
                .then(|| i64::from(hours) * 60 + i64::from(minutes))?;
            if sign == "-" { -minutes } else { minutes }
        }
        _ => return None,
    };
    Some(local.duration_since(EPOCH) - SignedDuration::from_mins(offset))
}

/// Reads the numbers of two digits in a text of this shape.
fn numbers<const COUNT: usize>(text: &str, shape: &str) -> Option<[i8; COUNT]> {
    if text.len() != shape.len() {
        return None;
    }
    let mut found = [0; COUNT];
    let mut digits = 0;
    for (byte, shape) in text.bytes().zip(shape.bytes()) {
        if shape != b'0' {
            (byte == shape).then_some(())?;
            continue;
        }
        let digit = i8::try_from(char::from(byte).to_digit(10)?).ok()?;
        let number: &mut i8 = found.get_mut(digits / 2)?;
        *number = *number * 10 + digit;
        digits += 1;
    }
    Some(found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::tests::{same, takes};

    #[test]
    fn only_rfc_3339_is_taken() {
        takes::<Rfc3339>(
            &[
                "2024-02-29T12:00:00Z",
                "2024-02-29T12:00:00.123456789+01:00",
                "1969-12-31T23:59:59-08:00",
                "0000-01-01T00:00:00Z",
                "0000-01-01T00:00:00+23:59",
                "9999-12-31T23:59:59Z",
                "9999-12-31T23:59:59.999999999999-23:59",
                "2024-02-29T12:00:00.1234567891Z",
            ],
            &[
                "",
                "2024-02-29",
                "2023-02-29T12:00:00Z",
                "2024-02-29 12:00:00Z",
                "2024-02-29T12:00:00",
                "2024-02-29T12:00Z",
                "2024-02-29T12:00:00.Z",
                "2024-02-29t12:00:00z",
                "2024-02-29T12:00:60Z",
                "2024-02-29T24:00:00Z",
                "2024-02-29T12:00:00+01:00[Europe/Berlin]",
                "2024-02-29T12:00:00+1",
                "2024-02-29T12:00:é0Z",
                "2024-02-29T12:00:00+99:00",
            ],
        );
    }

    #[test]
    fn forms_of_one_point_in_time_mean_the_same() {
        assert!(same::<Rfc3339>(
            "2024-02-29T12:00:00Z",
            "2024-02-29T12:00:00+00:00"
        ));
        assert!(same::<Rfc3339>(
            "2024-02-29T13:00:00.0+01:00",
            "2024-02-29T12:00:00Z"
        ));
        assert!(!same::<Rfc3339>(
            "2024-02-29T12:00:01Z",
            "2024-02-29T12:00:00Z"
        ));
        let written = Rfc3339::try_from(SystemTime::UNIX_EPOCH).unwrap();
        assert_eq!(written.as_str(), "1970-01-01T00:00:00Z");
        assert_eq!(written.time(), SystemTime::UNIX_EPOCH);
    }

    /// The seconds and nanoseconds since 1970.
    fn since(text: &str) -> (i64, i32) {
        let time: Rfc3339 = text.parse().unwrap();
        (time.meaning.as_secs(), time.meaning.subsec_nanos())
    }

    /// `time.Parse` of Go gives these seconds.
    #[test]
    fn all_years_of_rfc_3339_are_points_in_time() {
        for (text, seconds) in [
            ("0000-01-01T00:00:00Z", -62_167_219_200),
            ("0000-01-01T00:00:00+23:59", -62_167_305_540),
            ("0000-03-01T00:00:00Z", -62_162_035_200),
            ("1582-10-15T00:00:00Z", -12_219_292_800),
            ("9999-12-30T22:00:01Z", 253_402_207_201),
            ("9999-12-31T23:59:59Z", 253_402_300_799),
            ("9999-12-31T23:59:59-23:59", 253_402_387_139),
        ] {
            assert_eq!(since(text), (seconds, 0), "{text}");
            let time: Rfc3339 = text.parse().unwrap();
            let epoch = SystemTime::UNIX_EPOCH;
            let distance = Duration::from_secs(seconds.unsigned_abs());
            let expected = if seconds < 0 {
                epoch.checked_sub(distance)
            } else {
                epoch.checked_add(distance)
            };
            if let Some(expected) = expected {
                assert_eq!(time.time(), expected, "{text}");
            }
        }
        assert!(same::<Rfc3339>(
            "9999-12-31T23:59:59Z",
            "9999-12-31T13:59:59-10:00"
        ));
        assert!(!same::<Rfc3339>(
            "9999-12-31T23:59:59Z",
            "9999-12-31T23:59:58Z"
        ));
    }

    #[test]
    fn digits_after_nanoseconds_are_dropped() {
        assert_eq!(since("1970-01-01T00:00:00.9999999999Z"), (0, 999_999_999));
        assert_eq!(since("1969-12-31T23:59:59.5Z"), (0, -500_000_000));
        let long = format!("1970-01-01T00:00:00.{}Z", "1".repeat(1_000));
        assert_eq!(since(&long), (0, 111_111_111));
        assert!(same::<Rfc3339>(
            &long,
            "1970-01-01T00:00:00.111111111+00:00"
        ));
    }

    #[test]
    fn every_time_that_is_written_is_read_again() {
        let epoch = SystemTime::UNIX_EPOCH;
        for (seconds, nanoseconds, text) in [
            (
                253_402_300_799,
                999_999_999,
                "9999-12-31T23:59:59.999999999Z",
            ),
            (253_402_300_799, 0, "9999-12-31T23:59:59Z"),
            (0, 120_000_000, "1970-01-01T00:00:00.12Z"),
        ] {
            let time = epoch + Duration::new(seconds, nanoseconds);
            let written = Rfc3339::try_from(time).unwrap();
            assert_eq!(written.as_str(), text);
            assert_eq!(written, text.parse().unwrap());
            assert_eq!(written.time(), time);
        }
        let after = epoch + Duration::from_secs(253_402_300_800);
        let error = Rfc3339::try_from(after).unwrap_err().to_string();
        assert!(
            error.contains("from the year 0 to the year 9999"),
            "{error}"
        );
        if let Some(first) = epoch.checked_sub(Duration::from_secs(62_167_219_200)) {
            let written = Rfc3339::try_from(first).unwrap();
            assert_eq!(written.as_str(), "0000-01-01T00:00:00Z");
            let before = first - Duration::from_nanos(1);
            assert!(Rfc3339::try_from(before).is_err());
        }
    }
}
