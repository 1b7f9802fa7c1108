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
                let digits = coefficient.unsigned_abs().to_string();
                place_point(f, *coefficient < 0, &digits, *exponent)
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
        return write!(f, "{:0<places$}", "");
    }
    match digits.len().checked_sub(places) {
        Some(whole) if whole > 0 => write!(f, "{}.{}", &digits[..whole], &digits[whole..]),
        _ => {
            let zeros = places.saturating_sub(digits.len());
            write!(f, "0.{:0<zeros$}{digits}", "")
        }
    }
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
