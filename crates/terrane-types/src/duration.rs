//! Durations in the format of Go.

use std::time::Duration;

use terrane_framework::duration::nanoseconds;

use crate::text::{equal_by_meaning, text_types};

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::tests::{same, takes};

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
