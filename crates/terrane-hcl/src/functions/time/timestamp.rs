//! Timestamps as RFC 3339 has them.

use std::fmt;
use std::str::FromStr;
use std::time::SystemTime;

use jiff::SignedDuration;
use jiff::civil::DateTime;

/// A date and time of day with an offset from UTC.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::functions) struct Timestamp {
    pub(super) local: DateTime,
    /// The offset from UTC in seconds.
    pub(super) offset: i32,
}

impl Timestamp {
    /// Makes a timestamp in UTC.
    pub(super) fn from_system(time: SystemTime) -> Option<Self> {
        let timestamp = jiff::Timestamp::try_from(time).ok()?;
        Some(Self {
            local: jiff::tz::Offset::UTC.to_datetime(timestamp),
            offset: 0,
        })
    }

    /// Makes a timestamp from year, month and day, hour, minute and second, and the offset from UTC in seconds. `None` if there is no such date.
    pub(in crate::functions) fn from_parts(
        date: [u16; 3],
        time: [u16; 3],
        nanosecond: u32,
        offset: i32,
    ) -> Option<Self> {
        let small = |number: u16| i8::try_from(number).ok();
        let local = DateTime::new(
            i16::try_from(date[0]).ok()?,
            small(date[1])?,
            small(date[2])?,
            small(time[0])?,
            small(time[1])?,
            small(time[2])?,
            i32::try_from(nanosecond).ok()?,
        );
        Some(Self {
            local: local.ok()?,
            offset,
        })
    }

    /// Returns the date and time in UTC, by which timestamps are compared.
    pub(super) fn instant(&self) -> DateTime {
        let offset = SignedDuration::from_secs(i64::from(self.offset));
        self.local.saturating_sub(offset)
    }

    /// Formats the sum of the timestamp and a duration. The year may have five digits.
    pub(super) fn plus(&self, nanoseconds: i64) -> Option<String> {
        let duration = SignedDuration::from_nanos(nanoseconds);
        // jiff ends at the year 9999. The calendar repeats after 400 years, so a late sum is computed 400 years earlier.
        let years = if self.local.year() > 9000 { 400 } else { 0 };
        let earlier = self.local.with().year(self.local.year() - years);
        let local = earlier.build().ok()?.checked_add(duration).ok()?;
        let sum = Self {
            local,
            offset: self.offset,
        };
        Some(sum.formatted(years))
    }

    /// Writes the timestamp to the second, with years added.
    fn formatted(&self, years: i16) -> String {
        let local = &self.local;
        let year = local.year() + years;
        let sign = if year < 0 { "-" } else { "" };
        let zone = match self.offset {
            0 => "Z".to_owned(),
            _ => self.zone(":"),
        };
        format!(
            "{sign}{:04}-{:02}-{:02}T{:02}:{:02}:{:02}{zone}",
            year.abs(),
            local.month(),
            local.day(),
            local.hour(),
            local.minute(),
            local.second(),
        )
    }

    /// Reads a timestamp as `timecmp` does, which allows a comma before the fraction, an hour of one digit, and an offset from UTC of up to a whole day.
    pub(super) fn parse_leniently(text: &str) -> Result<Self, String> {
        Self::read(Reader {
            rest: text,
            is_lenient: true,
        })
    }

    /// Returns the offset from UTC as `+02:00`, with or without a colon.
    pub(super) fn zone(&self, separator: &str) -> String {
        let minutes = self.offset.abs() / 60;
        let sign = if self.offset < 0 { '-' } else { '+' };
        format!("{sign}{:02}{separator}{:02}", minutes / 60, minutes % 60)
    }
}

impl fmt::Display for Timestamp {
    /// Writes the timestamp to the second.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.formatted(0))
    }
}

impl FromStr for Timestamp {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        Self::read(Reader {
            rest: text,
            is_lenient: false,
        })
    }
}

impl Timestamp {
    fn read(mut reader: Reader<'_>) -> Result<Self, String> {
        let year = reader.number(4, "year", 0..=9999)?;
        reader.separator("-")?;
        let month = reader.number(2, "month", 1..=12)?;
        reader.separator("-")?;
        let day = reader.number(2, "day of month", 1..=31)?;
        if !reader.rest.starts_with('T') {
            return Err(invalid("missing required time introducer 'T'"));
        }
        reader.separator("T")?;
        let hour = reader.number(reader.hour_length(), "hour", 0..=23)?;
        reader.separator(":")?;
        let minute = reader.number(2, "minute", 0..=59)?;
        reader.separator(":")?;
        let second = reader.number(2, "second", 0..=59)?;
        let nanosecond = reader.fraction();
        let offset = reader.offset()?;
        Self::from_parts(
            [year, month, day],
            [hour, minute, second],
            nanosecond,
            offset,
        )
        .ok_or_else(|| invalid("day out of range"))
    }
}

/// Describes why a text is no timestamp.
fn invalid(reason: &str) -> String {
    format!("not a valid RFC3339 timestamp: {reason}")
}

/// What is left of a text that is read.
struct Reader<'a> {
    rest: &'a str,
    /// Whether the notations that only `timecmp` reads are allowed.
    is_lenient: bool,
}

impl Reader<'_> {
    /// Reads a number with a fixed count of digits.
    fn number(
        &mut self,
        length: usize,
        name: &str,
        range: std::ops::RangeInclusive<u16>,
    ) -> Result<u16, String> {
        if self.rest.is_empty() {
            return Err(invalid(&format!("end of string before {name}")));
        }
        let digits = self.rest.get(..length);
        let is_number = |text: &&str| text.bytes().all(|it| it.is_ascii_digit());
        let Some(digits) = digits.filter(is_number) else {
            let excerpt: String = self.rest.chars().take(length).collect();
            return Err(invalid(&format!("cannot use \"{excerpt}\" as {name}")));
        };
        let number = digits.parse().ok().filter(|number| range.contains(number));
        let Some(number) = number else {
            let (low, high) = range.into_inner();
            let message = format!("{name} must be between {low} and {high} inclusive");
            return Err(invalid(&message));
        };
        self.rest = &self.rest[length..];
        Ok(number)
    }

    fn separator(&mut self, separator: &str) -> Result<(), String> {
        if let Some(rest) = self.rest.strip_prefix(separator) {
            self.rest = rest;
            return Ok(());
        }
        Err(invalid(&if self.rest.is_empty() {
            format!("end of string where \"{separator}\" is expected")
        } else {
            format!("found \"{}\" where \"{separator}\" is expected", self.rest)
        }))
    }

    /// Returns the number of digits of the hour.
    fn hour_length(&self) -> usize {
        let has_one_digit = self.rest.as_bytes().get(1) == Some(&b':');
        if self.is_lenient && has_one_digit {
            1
        } else {
            2
        }
    }

    /// Reads the fraction of a second in nanoseconds.
    fn fraction(&mut self) -> u32 {
        let separators: &[char] = if self.is_lenient { &['.', ','] } else { &['.'] };
        let Some(fraction) = self.rest.strip_prefix(separators) else {
            return 0;
        };
        let length = fraction.bytes().take_while(u8::is_ascii_digit).count();
        if length == 0 {
            return 0;
        }
        let (digits, rest) = fraction.split_at(length);
        self.rest = rest;
        let nine = digits.bytes().chain(std::iter::repeat(b'0')).take(9);
        nine.fold(0, |sum, digit| sum * 10 + u32::from(digit - b'0'))
    }

    fn offset(&mut self) -> Result<i32, String> {
        if self.rest == "Z" {
            return Ok(0);
        }
        let sign = match self.rest.as_bytes().first() {
            Some(b'+') => 1,
            Some(b'-') => -1,
            None => return Err(invalid("end of string before UTC offset")),
            Some(_) => return Err(self.wrong_offset()),
        };
        if self.rest.len() != "+00:00".len() {
            return Err(self.wrong_offset());
        }
        self.rest = &self.rest[1..];
        let (last_hour, last_minute) = if self.is_lenient { (24, 60) } else { (23, 59) };
        let hour = self.number(2, "timezone hour", 0..=last_hour)?;
        self.separator(":")?;
        let minute = self.number(2, "timezone minute", 0..=last_minute)?;
        Ok(sign * (i32::from(hour) * 60 + i32::from(minute)) * 60)
    }

    fn wrong_offset(&self) -> String {
        invalid(&format!("cannot use \"{}\" as UTC offset", self.rest))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_only_what_the_standard_allows() {
        for text in [
            "2020-02-03T04:05:06Z",
            "2020-02-03T04:05:06+01:30",
            "0000-02-29T00:00:00Z",
        ] {
            assert_eq!(
                text.parse::<Timestamp>()
                    .map(|it| it.to_string())
                    .as_deref(),
                Ok(text)
            );
        }
        for text in [
            "2020-02-03",
            "2021-02-29T00:00:00Z",
            "2020-02-03T4:05:06Z",
            "2020-02-03T04:05:06",
            "2020-02-03T04:05:06,5Z",
            "2020-02-03T24:00:00Z",
            "2020-02-03T04:05:06+24:00",
            "20é",
            "2020-02-03t04:05:06Z",
        ] {
            assert!(text.parse::<Timestamp>().is_err(), "{text}");
        }
    }

    #[test]
    fn comparisons_read_further_notations() {
        for (text, shown) in [
            ("2020-02-03T4:05:06Z", "2020-02-03T04:05:06Z"),
            ("2020-02-03T04:05:06,5Z", "2020-02-03T04:05:06Z"),
            ("2020-02-03T04:05:06+24:60", "2020-02-03T04:05:06+25:00"),
        ] {
            let found = Timestamp::parse_leniently(text).map(|it| it.to_string());
            assert_eq!(found.as_deref(), Ok(shown), "{text}");
        }
        assert!(Timestamp::parse_leniently("2020-02-03t04:05:06Z").is_err());
    }

    #[test]
    fn sums_may_lie_outside_of_four_digits() {
        let last: Timestamp = "9999-12-31T23:59:59Z".parse().unwrap();
        let sum = last.plus(1_000_000_000);
        assert_eq!(sum.as_deref(), Some("10000-01-01T00:00:00Z"));
        let first: Timestamp = "0000-01-01T00:00:00Z".parse().unwrap();
        let sum = first.plus(-1_000_000_000);
        assert_eq!(sum.as_deref(), Some("-0001-12-31T23:59:59Z"));
    }
}
