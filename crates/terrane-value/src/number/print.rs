use std::fmt;

use super::{Number, Repr};

impl fmt::Display for Number {
    /// Writes all digits and never an exponent, like the hosts.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Repr::Int(int) => write!(f, "{int}"),
            Repr::Decimal {
                exponent,
                coefficient,
            } => {
                let mut digits = [0; 20];
                place_point(
                    f,
                    *coefficient < 0,
                    digits_of(coefficient.unsigned_abs(), &mut digits),
                    *exponent,
                )
            }
            Repr::Big(big) => {
                let digits = big.coefficient.magnitude().to_string();
                place_point(
                    f,
                    big.coefficient.sign() == num_bigint::Sign::Minus,
                    &digits,
                    big.exponent,
                )
            }
            Repr::Binary(float) => write!(f, "{float}"),
            Repr::Infinite { negative } => f.write_str(if *negative { "-Inf" } else { "+Inf" }),
        }
    }
}

impl fmt::Debug for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

fn digits_of(mut value: u64, buffer: &mut [u8; 20]) -> &str {
    let mut start = buffer.len();
    while value > 0 {
        start -= 1;
        buffer[start] = b"0123456789"[usize::try_from(value % 10).unwrap_or_default()];
        value /= 10;
    }
    std::str::from_utf8(&buffer[start..]).unwrap_or_default()
}

fn place_point(
    f: &mut fmt::Formatter<'_>,
    negative: bool,
    digits: &str,
    exponent: i32,
) -> fmt::Result {
    if negative {
        f.write_str("-")?;
    }
    let places = usize::try_from(exponent.unsigned_abs()).unwrap_or(usize::MAX);
    if exponent >= 0 {
        f.write_str(digits)?;
        return zeros(f, places);
    }
    match digits.len().checked_sub(places) {
        Some(whole) if whole > 0 => write!(f, "{}.{}", &digits[..whole], &digits[whole..]),
        _ => {
            f.write_str("0.")?;
            zeros(f, places.saturating_sub(digits.len()))?;
            f.write_str(digits)
        }
    }
}

/// Writes zeros in long pieces, because a number may have ten thousand zeros.
fn zeros(f: &mut fmt::Formatter<'_>, mut count: usize) -> fmt::Result {
    const PIECE: &str = "0000000000000000000000000000000000000000000000000000000000000000";
    while count > 0 {
        let length = count.min(PIECE.len());
        f.write_str(&PIECE[..length])?;
        count -= length;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn writes_plain_digits() {
        for (text, printed) in [
            ("12e3", "12000"),
            ("-12e-3", "-0.012"),
            ("12e-1", "1.2"),
            ("1e22", "10000000000000000000000"),
            ("123456789012345678901e-21", "0.123456789012345678901"),
            ("123456789012345678901e-20", "1.23456789012345678901"),
            ("-123456789012345678901e1", "-1234567890123456789010"),
            ("-9223372036854775808", "-9223372036854775808"),
            ("-9223372036854775808e-3", "-9223372036854775.808"),
        ] {
            assert_eq!(text.parse::<Number>().unwrap().to_string(), printed);
        }
    }

    #[test]
    fn long_runs_of_zeros_are_written() {
        let text = "1e9999".parse::<Number>().unwrap().to_string();
        assert_eq!(text.len(), 10_000);
        let text = "1e-10000".parse::<Number>().unwrap().to_string();
        assert_eq!(text.len(), 10_002);
    }
}
