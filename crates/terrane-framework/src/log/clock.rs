//! Timestamps of log lines.
//!
//! `jiff`, the crate behind the time attributes of providers, could format them too. But its clock would also link the texts of all its errors into
//! providers that have no time attribute.

use std::time::{Duration, SystemTime};

use humantime::format_rfc3339_micros;

/// The latest time that RFC 3339 can represent: the end of the year 9999.
const LAST: Duration = Duration::from_secs(253_402_300_799);

/// Returns the time since 1970. Zero for a clock before that.
pub(super) fn since_unix(time: SystemTime) -> Duration {
    time.duration_since(SystemTime::UNIX_EPOCH)
        .unwrap_or_default()
}

/// Formats a time by RFC 3339 with exactly six fractional digits. Hosts accept no other number of digits.
pub(crate) fn rfc_3339(time: SystemTime) -> String {
    let time = SystemTime::UNIX_EPOCH + since_unix(time).min(LAST);
    format_rfc3339_micros(time).to_string()
}

#[cfg(test)]
mod tests {
    use jiff::Timestamp;
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn times_are_written_as_jiff_does(second in 0..253_402_300_799_u64, nanosecond in 0..1_000_000_000_u32) {
            let time = SystemTime::UNIX_EPOCH + Duration::new(second, nanosecond);
            let expected = Timestamp::try_from(time).unwrap();
            prop_assert_eq!(rfc_3339(time), format!("{expected:.6}"));
        }
    }

    #[test]
    fn times_without_a_form_are_the_first_or_the_last_one() {
        let first = SystemTime::UNIX_EPOCH - Duration::from_secs(1);
        assert_eq!(rfc_3339(first), "1970-01-01T00:00:00.000000Z");
        let last = SystemTime::UNIX_EPOCH + LAST + Duration::from_secs(1);
        assert_eq!(rfc_3339(last), "9999-12-31T23:59:59.000000Z");
    }
}
