//! Points in time: parsing, formatting, arithmetic, and their date and time of day.

#[cfg(test)]
mod tests;

use std::fmt;
use std::str::FromStr;
use std::sync::LazyLock;
use std::time::SystemTime;

use jiff::civil::{self, Date, DateTime};
use jiff::{SignedDuration, Timestamp};
use regex_lite::{Captures, Regex};
use terrane::schema::Violation;
use terrane::{Error, Result};

const NANOSECONDS: i128 = 1_000_000_000;
const DAY: i128 = 86_400;

/// The number of years after which dates and weekdays repeat. Years outside of the calendar of `jiff` are mapped to years within it by this cycle.
const CYCLE_YEARS: i128 = 400;
const CYCLE_DAYS: i128 = 146_097;
const EPOCH: Date = Date::constant(1970, 1, 1);

/// The nanoseconds of units of a fixed length.
pub(crate) const HOUR: i64 = 60 * MINUTE;
pub(crate) const MINUTE: i64 = 60 * SECOND;
pub(crate) const SECOND: i64 = 1_000_000_000;

/// A point in time of any year, with the offset from UTC in which it was written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Moment {
    /// Since 1970 began in UTC.
    nanoseconds: i128,
    /// The offset from UTC, in seconds.
    offset: i32,
}

/// The date and the time of day.
pub(crate) struct Shown {
    /// The year.
    pub(crate) year: i64,
    /// The date and time, shifted by whole cycles of the calendar.
    pub(crate) civil: DateTime,
    /// The year to which the week belongs.
    pub(crate) iso_year: i64,
    /// The Unix time, in seconds.
    pub(crate) unix: i64,
}

impl Moment {
    /// The start of the year 1, which is Go's zero time.
    pub(crate) const ZERO: Self = Self::unix(-62_135_596_800);

    /// Creates the time from a Unix time in seconds.
    pub(crate) const fn unix(seconds: i64) -> Self {
        Self {
            nanoseconds: seconds as i128 * NANOSECONDS,
            offset: 0,
        }
    }

    /// Returns the current time of this machine, in UTC.
    pub(crate) fn now() -> Self {
        let now = Timestamp::try_from(SystemTime::now()).unwrap_or_default();
        Self {
            nanoseconds: now.as_nanosecond(),
            offset: 0,
        }
    }

    /// Whether the time is in the past.
    pub(crate) fn is_past(self) -> bool {
        self.nanoseconds < Self::now().nanoseconds
    }

    /// Adds a number of units of a length in nanoseconds. As in Go, the sum of nanoseconds has 64 bits, which overflow after 292 years.
    pub(crate) fn plus(self, count: i64, unit: i64) -> Self {
        Self {
            nanoseconds: self.nanoseconds + i128::from(count.wrapping_mul(unit)),
            ..self
        }
    }

    /// Adds years, months and days, and keeps the time of day. A day that a month does not have continues in the next month: 31 January and one
    /// month is 2 or 3 March.
    pub(crate) fn plus_date(self, years: i64, months: i64, days: i64) -> Self {
        let (year, civil) = self.civil();
        let months = i128::from(civil.month() - 1) + i128::from(months);
        let day = i128::from(civil.day() - 1);
        let to = first_day(year + i128::from(years), months) + day + i128::from(days);
        let from = first_day(year, i128::from(civil.month() - 1)) + day;
        Self {
            nanoseconds: self.nanoseconds + (to - from) * DAY * NANOSECONDS,
            ..self
        }
    }

    /// The date and the time of day.
    pub(crate) fn shown(self) -> Result<Shown> {
        let (year, civil) = self.civil();
        let to_iso = civil.date().iso_week_date().year() - civil.year();
        let iso_year = i64::try_from(year + i128::from(to_iso));
        let unix = i64::try_from(self.nanoseconds.div_euclid(NANOSECONDS));
        if let (Ok(year), Ok(iso_year), Ok(unix)) = (i64::try_from(year), iso_year, unix) {
            return Ok(Shown {
                year,
                civil,
                iso_year,
                unix,
            });
        }
        Err(Error::new(
            "Timestamp out of range",
            "The timestamp lies more than 292 billion years from now. Expected offsets and rotations that stay within them.",
        ))
    }

    /// Returns the year, and the date and time in the equal year of the first cycle.
    fn civil(self) -> (i128, DateTime) {
        let local = self.nanoseconds.div_euclid(NANOSECONDS) + i128::from(self.offset);
        let cycle = CYCLE_DAYS * DAY;
        let within = i64::try_from(local.rem_euclid(cycle)).unwrap_or_default();
        let civil = EPOCH
            .at(0, 0, 0, 0)
            .saturating_add(SignedDuration::from_secs(within));
        (
            local.div_euclid(cycle) * CYCLE_YEARS + i128::from(civil.year()),
            civil,
        )
    }
}

/// Returns the first day of a month as days since 1970. The month is counted from January of a year.
fn first_day(year: i128, months: i128) -> i128 {
    let years = year + months.div_euclid(12) - i128::from(EPOCH.year());
    let within = |count: i128, of: i128| i8::try_from(count.rem_euclid(of)).unwrap_or_default();
    let month = within(months, 12) + 1;
    let years_within = i16::try_from(years.rem_euclid(CYCLE_YEARS)).unwrap_or_default();
    let date = civil::date(EPOCH.year() + years_within, month, 1);
    years.div_euclid(CYCLE_YEARS) * CYCLE_DAYS
        + i128::from(date.duration_since(EPOCH).as_hours() / 24)
}

impl fmt::Display for Moment {
    /// Writes the time in RFC 3339 format, to the second.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (year, civil) = self.civil();
        let sign = if year < 0 { "-" } else { "" };
        write!(
            f,
            "{sign}{:04}-{}",
            year.unsigned_abs(),
            civil.strftime("%m-%dT%H:%M:%S")
        )?;
        if self.offset == 0 {
            return f.write_str("Z");
        }
        let sign = if self.offset < 0 { '-' } else { '+' };
        let minutes = self.offset.abs() / 60;
        write!(f, "{sign}{:02}:{:02}", minutes / 60, minutes % 60)
    }
}

/// Parses RFC 3339 with Go's tolerance: hours of one digit, commas, and offsets of a day. Years may have more digits, because offsets can result in such years.
static FORMAT: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let date = r"(-?\d{4,12})-(\d\d)-(\d\d)";
    let time = r"(\d\d?):(\d\d):(\d\d)(?:[.,](\d+))?";
    let zone = r"(?:Z|([+-])(\d\d):(\d\d))";
    Regex::new(&format!("^{date}T{time}{zone}$")).ok()
});

impl FromStr for Moment {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let captures = FORMAT.as_ref().and_then(|format| format.captures(text));
        captures.and_then(|captures| read(&captures)).ok_or_else(|| {
            format!("expected a time in RFC 3339 format, such as 2020-02-12T06:36:13Z, found {text:?}")
        })
    }
}

/// Creates a time from its parts. `None` if the date or the time of day does not exist.
fn read(captures: &Captures<'_>) -> Option<Moment> {
    let text = |at: usize| captures.get(at).map_or("0", |found| found.as_str());
    let small = |at: usize| text(at).parse::<i8>().ok();
    let year: i128 = text(1).parse().ok()?;
    let in_cycle = i16::try_from(year.rem_euclid(CYCLE_YEARS)).ok()?;
    let date = Date::new(in_cycle, small(2)?, small(3)?).ok()?;
    let fraction = format!("{:0<9}", text(7)).get(..9)?.parse().ok()?;
    let time = civil::Time::new(small(4)?, small(5)?, small(6)?, fraction).ok()?;
    let (hours, minutes) = (i32::from(small(9)?), i32::from(small(10)?));
    if hours > 24 || minutes > 60 {
        return None;
    }
    let sign = if text(8) == "-" { -1 } else { 1 };
    let offset = sign * (hours * 60 + minutes) * 60;
    let local = date
        .to_datetime(time)
        .duration_since(EPOCH.at(0, 0, 0, 0))
        .as_nanos();
    let cycles = year.div_euclid(CYCLE_YEARS) * CYCLE_DAYS * DAY;
    Some(Moment {
        nanoseconds: local + (cycles - i128::from(offset)) * NANOSECONDS,
        offset,
    })
}

/// Parses a configured timestamp, with a year of four digits.
pub(crate) fn written(text: &str) -> Result<Moment, String> {
    let moment: Moment = text.parse()?;
    match text.find('-') {
        Some(4) => Ok(moment),
        _ => Err(format!("expected a year of four digits, found {text:?}")),
    }
}

/// Returns the given time, or the current one.
pub(crate) fn given(text: Option<&String>, doing: &str) -> Result<Moment> {
    text.map_or_else(
        || Ok(Moment::now()),
        |text| text.parse().map_err(unreadable(doing)),
    )
}

/// Returns the error for a time that cannot be parsed.
pub(crate) fn unreadable(doing: &str) -> impl Fn(String) -> Error {
    move |error| {
        let detail =
            format!("The timestamp could not be parsed as RFC3339.\n\nOriginal Error: {error}");
        Error::new(doing, detail)
    }
}

/// Checks a configured timestamp.
pub(crate) fn rfc3339(text: &str) -> Result<(), Violation> {
    written(text).map(drop).map_err(|error| {
        let detail = format!(
            "A string value was provided that is not valid RFC3339 string format.\n\nGiven Value: {text}\nError: {error}"
        );
        Violation::new(detail).summary("Invalid RFC3339 String Value")
    })
}
