//! Spans of time as Go writes them.

use std::time::Duration;

use super::text::{equal_by_meaning, text_types};

text_types! {
    /// A span of time as Go writes it: `1h30m`, `-1.5s` or `300ms`.
    ///
    /// The units are `h`, `m`, `s`, `ms`, `us` (or `µs`) and `ns`.
    GoDuration(i64), "a span of time, such as 1h30m or 300ms", |text| parse(text), by_meaning;
}

equal_by_meaning!(GoDuration);

impl GoDuration {
    /// The number of nanoseconds, which may be negative.
    #[must_use]
    pub fn nanoseconds(&self) -> i64 {
        self.meaning
    }

    /// The span; nothing if it is negative.
    #[must_use]
    pub fn duration(&self) -> Option<Duration> {
        u64::try_from(self.meaning).ok().map(Duration::from_nanos)
    }
}

const UNITS: [(&str, i128); 8] = [
    ("ns", 1),
    ("us", 1_000),
    ("\u{b5}s", 1_000),
    ("\u{3bc}s", 1_000),
    ("ms", 1_000_000),
    ("s", 1_000_000_000),
    ("m", 60_000_000_000),
    ("h", 3_600_000_000_000),
];

/// The number of nanoseconds, if there is one that fits.
fn parse(text: &str) -> Option<i64> {
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    if unsigned == "0" {
        return Some(0);
    }
    if unsigned.is_empty() {
        return None;
    }
    let (mut rest, mut total) = (unsigned, 0_i128);
    while !rest.is_empty() {
        let end = rest.find(|c: char| !c.is_ascii_digit() && c != '.')?;
        let (number, after) = rest.split_at(end);
        let end = after
            .find(|c: char| c.is_ascii_digit() || c == '.')
            .unwrap_or(after.len());
        let (unit, after) = after.split_at(end);
        let (_, nanoseconds) = UNITS.iter().find(|(name, _)| *name == unit)?;
        total = total.checked_add(scaled(number, *nanoseconds)?)?;
        rest = after;
    }
    let total = if text.starts_with('-') { -total } else { total };
    i64::try_from(total).ok()
}

/// A decimal number times a unit; what is smaller than a nanosecond is dropped.
fn scaled(number: &str, unit: i128) -> Option<i128> {
    let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
    if (whole.is_empty() && fraction.is_empty()) || fraction.contains('.') {
        return None;
    }
    let mut total = match whole {
        "" => 0,
        whole => whole.parse::<i128>().ok()?.checked_mul(unit)?,
    };
    let mut scale = unit;
    for digit in fraction.bytes() {
        // The largest unit has no more than 13 digits, so nothing is lost that counts.
        total += i128::from(digit - b'0') * scale / 10;
        scale /= 10;
    }
    Some(total)
}

#[cfg(test)]
mod tests {
    use super::super::text::tests::{same, takes};
    use super::*;

    #[test]
    fn spans_are_read_as_go_does() {
        for (text, nanoseconds) in [
            ("0", 0),
            ("-0", 0),
            ("1h30m", 5_400_000_000_000),
            ("-1.5s", -1_500_000_000),
            ("+300ms", 300_000_000),
            ("1us1\u{b5}s1\u{3bc}s1ns", 3_001),
            (".5m", 30_000_000_000),
            ("2.h", 7_200_000_000_000),
            ("0.33333333333333333333h", 1_200_000_000_000 - 1),
            ("9223372036854775807ns", i64::MAX),
            ("-9223372036854775808ns", i64::MIN),
        ] {
            let read: GoDuration = text.parse().unwrap();
            assert!(
                (read.nanoseconds() - nanoseconds).abs() <= 1,
                "{text}: {}",
                read.nanoseconds()
            );
        }
        takes::<GoDuration>(
            &["1m"],
            &[
                "",
                "-",
                "1",
                "1.",
                ".s",
                "1.2.3s",
                "s",
                "1d",
                "1h 30m",
                "1 h",
                "--1s",
                "9223372036854775808ns",
                "99999999999999999999999999999999999999999h",
                "1S",
            ],
        );
    }

    #[test]
    fn spans_of_one_length_mean_the_same() {
        assert!(same::<GoDuration>("90m", "1h30m"));
        assert!(!same::<GoDuration>("90m", "90s"));
        let read = |text: &str| text.parse::<GoDuration>().unwrap().duration();
        assert_eq!(read("-1s"), None);
        assert_eq!(read("1.5s"), Some(Duration::from_millis(1_500)));
    }
}
