//! Durations in the format of Go.

use std::time::Duration;

/// Parses a duration like Go, such as `1h30m` or `-1.5s`, in nanoseconds. Returns `None` for other texts.
///
/// Go reads the digits of a fraction that fit into 63 bits, and scales them as floats.
#[must_use]
pub const fn nanoseconds(text: &str) -> Option<i64> {
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
        // A total below 2^63 fits.
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

/// Parses a duration in the format of Go, such as `1h30m` or `1.5s`. Returns `None` for other texts and for negative durations.
#[must_use]
pub const fn parse(text: &str) -> Option<Duration> {
    match nanoseconds(text) {
        Some(nanoseconds @ 0..) => Some(Duration::from_nanos(nanoseconds.unsigned_abs())),
        Some(_) | None => None,
    }
}
