use std::str::FromStr;

use num_bigint::{BigInt, Sign};

use super::{MAX_DIGITS, Number};
use crate::error::Error;

impl FromStr for Number {
    type Err = Error;

    /// Parses a number in Terraform's syntax: an optional sign, digits with an optional point, and an optional exponent.
    ///
    /// # Errors
    ///
    /// Fails on any other text, such as text with underscores or blanks. Also fails on numbers of more than 10 000 digits on either side of the
    /// point.
    fn from_str(text: &str) -> Result<Self, Error> {
        let (negative, unsigned) = match text.as_bytes() {
            [b'-', rest @ ..] => (true, rest),
            [b'+', rest @ ..] => (false, rest),
            rest => (false, rest),
        };
        if matches!(unsigned, b"Inf" | b"inf") {
            return Ok(if negative {
                Self::NEGATIVE_INFINITY
            } else {
                Self::INFINITY
            });
        }
        let refused = || Error::syntax("expected a number, found other text");
        let (mantissa, exponent) =
            match unsigned.iter().position(|byte| matches!(byte, b'e' | b'E')) {
                Some(at) => (
                    &unsigned[..at],
                    read_exponent(&unsigned[at + 1..]).ok_or_else(refused)?,
                ),
                None => (unsigned, 0),
            };
        let (whole, fraction) = match mantissa.iter().position(|byte| *byte == b'.') {
            Some(at) => (&mantissa[..at], &mantissa[at + 1..]),
            None => (mantissa, &[][..]),
        };
        let all = || whole.iter().chain(fraction);
        if mantissa.len() == usize::from(mantissa.contains(&b'.')) || !all().all(u8::is_ascii_digit)
        {
            return Err(refused());
        }

        let Some(first) = all().position(|digit| *digit != b'0') else {
            return Ok(Self::default());
        };
        let zeros = all().rev().take_while(|digit| **digit == b'0').count();
        let digits = whole.len() + fraction.len() - first - zeros;
        let significant = all().skip(first).take(digits);
        let exponent = i64::try_from(zeros)
            .ok()
            .zip(i64::try_from(fraction.len()).ok())
            .and_then(|(zeros, places)| exponent.checked_add(zeros)?.checked_sub(places))
            .and_then(|exponent| i32::try_from(exponent).ok())
            .filter(|exponent| exponent.unsigned_abs() <= 2 * MAX_DIGITS.unsigned_abs());
        let Some(exponent) = exponent.filter(|_| digits <= 2 * MAX_DIGITS.unsigned_abs() as usize)
        else {
            return Err(Error::limit(format!(
                "a number has at most {MAX_DIGITS} digits on either side of the point"
            )));
        };

        if digits <= 18 {
            let coefficient =
                significant.fold(0, |value, digit| value * 10 + i64::from(digit - b'0'));
            return Self::small(if negative { -coefficient } else { coefficient }, exponent);
        }
        let sign = if negative { Sign::Minus } else { Sign::Plus };
        let decimals: Vec<u8> = significant.map(|digit| digit - b'0').collect();
        let coefficient = BigInt::from_radix_be(sign, &decimals, 10).ok_or_else(refused)?;
        Self::big(coefficient, digits, exponent)
    }
}

/// Parses an exponent. An exponent outside the range of `i64` saturates, which is still outside the allowed range.
fn read_exponent(text: &[u8]) -> Option<i64> {
    let (negative, digits) = match text {
        [b'-', rest @ ..] => (true, rest),
        [b'+', rest @ ..] => (false, rest),
        rest => (false, rest),
    };
    if digits.is_empty() || !digits.iter().all(u8::is_ascii_digit) {
        return None;
    }
    let value = digits.iter().fold(0_i64, |value, digit| {
        value
            .saturating_mul(10)
            .saturating_add(i64::from(digit - b'0'))
    });
    Some(if negative { -value } else { value })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exponents_at_the_ends_of_their_integers_are_over_the_limit() {
        for text in [
            "1e-2147483648",
            "-1e-2147483648",
            "10e-2147483649",
            "0.1e-2147483647",
            "1e2147483647",
            "1e2147483648",
            "1e-9223372036854775807",
            "0.1e-9223372036854775808",
            "10e9223372036854775807",
        ] {
            let error = text.parse::<Number>().unwrap_err();
            assert_eq!(error.kind(), crate::ErrorKind::Limit, "{text}");
        }
    }

    #[test]
    fn reads_every_number_that_terraform_reads() {
        for (text, printed) in [
            ("0", "0"),
            ("-0", "0"),
            ("007", "7"),
            ("+5", "5"),
            (".5", "0.5"),
            ("5.", "5"),
            ("1E+2", "100"),
            ("1e-7", "0.0000001"),
            ("0e99999999999999999999", "0"),
            (
                "123456789012345678901234567890",
                "123456789012345678901234567890",
            ),
            ("-Inf", "-Inf"),
            ("inf", "+Inf"),
        ] {
            assert_eq!(
                text.parse::<Number>().unwrap().to_string(),
                printed,
                "{text}"
            );
        }
    }

    #[test]
    fn refuses_everything_else() {
        for text in [
            "", "-", ".", "e5", "1e", "1e+", "1_000", "0x10", " 1", "1 ", "1.2.3", "١", "NaN",
            "--1", "1p4",
        ] {
            let error = text.parse::<Number>().unwrap_err();
            assert_eq!(
                error.to_string(),
                "expected a number, found other text",
                "{text}"
            );
        }
    }

    #[test]
    fn caps_the_digits() {
        for text in [
            "1e1000000000",
            "1e-1000000000",
            "1e10000",
            "1e-10001",
            "1e99999999999999999999",
            "-1e19999",
        ] {
            assert_eq!(
                text.parse::<Number>().unwrap_err().kind(),
                crate::ErrorKind::Limit,
                "{text}"
            );
        }
        assert!("1".repeat(10_001).parse::<Number>().is_err());
        assert!("1".repeat(10_000).parse::<Number>().is_ok());
        assert!("1e9999".parse::<Number>().is_ok());
        assert!("1e-10000".parse::<Number>().is_ok());
        assert!(
            format!("0.{}1", "0".repeat(10_001))
                .parse::<Number>()
                .is_err()
        );
        assert!(
            format!("1{}", "0".repeat(100_000))
                .parse::<Number>()
                .is_err()
        );
    }
}
