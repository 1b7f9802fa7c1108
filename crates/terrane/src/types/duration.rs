//! Durations in the format of Go.

use std::time::Duration;

use super::text::{equal_by_meaning, text_types};

text_types! {
    /// A duration in the format of Go: `1h30m`, `-1.5s` or `300ms`.
    ///
    /// The units are `h`, `m`, `s`, `ms`, `us` (or `µs`) and `ns`.
    GoDuration(i64), "a span of time, such as 1h30m or 300ms", |text| nanoseconds(text), by_meaning;
}

equal_by_meaning!(GoDuration);

impl GoDuration {
    /// The number of nanoseconds, which may be negative.
    #[must_use]
    pub fn nanoseconds(&self) -> i64 {
        self.meaning
    }

    /// The duration. `None` if it is negative.
    #[must_use]
    pub fn duration(&self) -> Option<Duration> {
        u64::try_from(self.meaning).ok().map(Duration::from_nanos)
    }
}

/// Parses a duration like Go, such as `1h30m` or `-1.5s`, in nanoseconds. Returns `None` for other texts.
///
/// Go reads the digits of a fraction that fit into 63 bits, and scales them as floats.
pub(crate) const fn nanoseconds(text: &str) -> Option<i64> {
    let bytes = text.as_bytes();
    let (negative, mut at) = match bytes {
        [b'-', ..] => (true, 1),
        [b'+', ..] => (false, 1),
        _ => (false, 0),
    };
    if bytes.len() == at + 1 && bytes[at] == b'0' {
        return Some(0);
    }
    if at >= bytes.len() {
        return None;
    }
    let mut total: u128 = 0;
    while at < bytes.len() {
        let first = at;
        let mut whole: u128 = 0;
        while at < bytes.len() && bytes[at].is_ascii_digit() {
            whole = whole * 10 + (bytes[at] - b'0') as u128;
            if whole > MOST {
                return None;
            }
            at += 1;
        }
        let mut digits = at - first;
        let (mut part, mut scale) = (0, 1.0);
        if at < bytes.len() && bytes[at] == b'.' {
            at += 1;
            let first = at;
            (at, part, scale) = fraction(bytes, at);
            digits += at - first;
        }
        if digits == 0 {
            return None;
        }
        let Some((unit, length)) = unit(bytes, at) else {
            return None;
        };
        at += length;
        total += whole * unit as u128;
        if part > 0 {
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_precision_loss,
                clippy::cast_sign_loss,
                reason = "Go rounds in this way"
            )]
            let part = (part as f64 * (unit as f64 / scale)) as u64;
            total += part as u128;
        }
        if total > MOST {
            return None;
        }
    }
    match (negative, total) {
        (true, MOST) => Some(i64::MIN),
        (false, MOST) => None,
        // Below 2^63 it fits.
        #[expect(clippy::cast_possible_truncation, reason = "checked above")]
        (true, total) => Some(-(total as i64)),
        #[expect(clippy::cast_possible_truncation, reason = "checked above")]
        (false, total) => Some(total as i64),
    }
}

/// The limit of Go's durations, in nanoseconds. Positive durations are smaller.
const MOST: u128 = 1 << 63;

/// Parses the digits of a fraction. Returns the rest, the value and its divisor. Digits that do not fit are skipped.
const fn fraction(bytes: &[u8], mut at: usize) -> (usize, u64, f64) {
    let (mut value, mut scale, mut full) = (0_u64, 1.0, false);
    while at < bytes.len() && bytes[at].is_ascii_digit() {
        if value > i64::MAX as u64 / 10 {
            full = true;
        }
        if !full {
            let more = value * 10 + (bytes[at] - b'0') as u64;
            if more > 1 << 63 {
                full = true;
            } else {
                (value, scale) = (more, scale * 10.0);
            }
        }
        at += 1;
    }
    (at, value, scale)
}

/// Returns the nanoseconds of the unit at a position, and the length of its name.
const fn unit(bytes: &[u8], at: usize) -> Option<(u64, usize)> {
    let (_, rest) = bytes.split_at(at);
    match rest {
        [b'n', b's', ..] => Some((1, 2)),
        [b'u', b's', ..] => Some((1_000, 2)),
        // The micro sign and the Greek letter.
        [0xc2, 0xb5, b's', ..] | [0xce, 0xbc, b's', ..] => Some((1_000, 3)),
        [b'm', b's', ..] => Some((1_000_000, 2)),
        [b's', ..] => Some((1_000_000_000, 1)),
        [b'm', ..] => Some((60_000_000_000, 1)),
        [b'h', ..] => Some((3_600_000_000_000, 1)),
        _ => None,
    }
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
            ("0.33333333333333333333h", 1_200_000_000_000),
            ("+1.0009223372036854775808h", 3_603_320_413_933),
            ("1.9999999999999999999h", 7_200_000_000_000),
            ("9.007199254740993m", 540_431_955_284),
            ("0.830103483285477580700h", 2_988_372_539_827),
            (".9999999999999999999ns", 1),
            ("1.0000000001m", 60_000_000_006),
            ("-1ns9223372036854775807ns", i64::MIN),
            ("2562047h47m16.854775807s", i64::MAX),
            ("9223372036854775807ns", i64::MAX),
            ("-9223372036854775808ns", i64::MIN),
        ] {
            let read: GoDuration = text.parse().unwrap();
            assert_eq!(read.nanoseconds(), nanoseconds, "{text}");
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
                "1ns9223372036854775807ns",
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
