//! Durations as `1h30m`.

/// Reads a duration in nanoseconds: numbers with units, after an optional sign.
pub(super) fn parse(text: &str) -> Result<i64, String> {
    read(text).ok_or_else(|| {
        let units = "\"ns\", \"us\", \"ms\", \"s\", \"m\" and \"h\"";
        format!("invalid duration \"{text}\": expected numbers with the units {units}, such as \"1h30m\"")
    })
}

fn read(text: &str) -> Option<i64> {
    let (is_negative, mut rest) = match text.as_bytes().first()? {
        b'-' => (true, &text[1..]),
        b'+' => (false, &text[1..]),
        _ => (false, text),
    };
    if rest == "0" {
        return Some(0);
    }
    if rest.is_empty() {
        return None;
    }
    let mut sum: i128 = 0;
    while !rest.is_empty() {
        let end = rest.find(|it: char| !it.is_ascii_digit() && it != '.')?;
        let (number, after) = rest.split_at(end);
        let end = after.find(|it: char| it.is_ascii_digit() || it == '.');
        let (unit, remaining) = after.split_at(end.unwrap_or(after.len()));
        let nanoseconds: i128 = match unit {
            "ns" => 1,
            "us" | "\u{b5}s" | "\u{3bc}s" => 1_000,
            "ms" => 1_000_000,
            "s" => 1_000_000_000,
            "m" => 60_000_000_000,
            "h" => 3_600_000_000_000,
            _ => return None,
        };
        sum = sum.checked_add(scaled(number, nanoseconds)?)?;
        rest = remaining;
    }
    let signed_sum = if is_negative { -sum } else { sum };
    i64::try_from(signed_sum).ok()
}

/// Multiplies a decimal number by a unit, and drops fractions of a nanosecond.
fn scaled(number: &str, unit: i128) -> Option<i128> {
    let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
    if whole.is_empty() && fraction.is_empty() {
        return None;
    }
    let whole_units: i128 = match whole {
        "" => 0,
        digits => digits.parse().ok()?,
    };
    let mut sum = whole_units.checked_mul(unit)?;
    if !fraction.bytes().all(|it| it.is_ascii_digit()) {
        return None;
    }
    // Further digits are less than a nanosecond, also of hours.
    let digits = &fraction[..fraction.len().min(18)];
    if !digits.is_empty() {
        let length = u32::try_from(digits.len()).ok()?;
        let part = digits.parse::<i128>().ok()?.checked_mul(unit)? / 10_i128.pow(length);
        sum = sum.checked_add(part)?;
    }
    Some(sum)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_numbers_with_units() {
        for (text, nanoseconds) in [
            ("1h30m", Some(5_400_000_000_000)),
            ("-1.5s", Some(-1_500_000_000)),
            ("+.5ms", Some(500_000)),
            ("0", Some(0)),
            ("1h-30m", None),
            ("1", None),
            ("", None),
            ("1.s", Some(1_000_000_000)),
            (".s", None),
            ("1d", None),
            ("9999999999h", None),
        ] {
            assert_eq!(parse(text).ok(), nanoseconds, "{text}");
        }
    }
}
