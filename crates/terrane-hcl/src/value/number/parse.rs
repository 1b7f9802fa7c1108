//! Reading numbers from text.

use std::str::FromStr;

use dashu_int::UBig;
use dashu_int::ops::BitTest as _;
use terrane_value::{Error, ErrorKind};

use super::float::Float;
use super::{NotANumber, Number, PRECISION, Repr};

/// The greatest power of five that hosts compute exactly, before they start to round.
const EXACT_POWERS: u64 = 27;

impl FromStr for Number {
    type Err = Error;

    /// Reads a decimal number: `1`, `-1.5`, `+1e3`, `.5`, `Inf`. There must be no blanks.
    fn from_str(text: &str) -> Result<Self, Error> {
        let number = Self::parse(text);
        number.map_err(|error| Error::new(ErrorKind::Syntax, error.to_string()))
    }
}

impl Number {
    fn parse(text: &str) -> Result<Self, NotANumber> {
        let (negative, unsigned) = match text.as_bytes().first() {
            Some(b'-') => (true, &text[1..]),
            Some(b'+') => (false, &text[1..]),
            _ => (false, text),
        };
        if matches!(unsigned, "Inf" | "inf") {
            return Ok(Self(Repr::Infinite { negative }));
        }
        if let Some(value) = parse_small(unsigned) {
            return Ok(match (value, negative) {
                (0, true) => Self(Repr::NegativeZero),
                (value, negative) => Self(Repr::Integer {
                    value: if negative { -value } else { value },
                    precision: PRECISION,
                }),
            });
        }
        let split = unsigned.find(['e', 'E', 'p', 'P']);
        let (mantissa, exponent) = match split {
            Some(at) => (&unsigned[..at], Some(&unsigned[at..])),
            None => (unsigned, None),
        };
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let digits = [whole, fraction].concat();
        if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(NotANumber);
        }
        let places = i64::try_from(fraction.len()).map_err(|_| NotANumber)?;
        let (twos, tens) = match exponent {
            None => (0, 0),
            Some(exponent) => {
                let value = read_exponent(&exponent[1..])?;
                match exponent.as_bytes()[0] {
                    b'p' | b'P' => (value, 0),
                    _ => (0, value),
                }
            }
        };
        let mantissa = UBig::from_str_radix(&digits, 10).map_err(|_| NotANumber)?;
        if mantissa.is_zero() {
            return Ok(Self::zero(negative));
        }
        let fives = tens.checked_sub(places).ok_or(NotANumber)?;
        let exponent = fives.checked_add(twos).ok_or(NotANumber)?;
        let bits = i64::try_from(mantissa.bit_len()).map_err(|_| NotANumber)?;
        let top = exponent.checked_add(bits).ok_or(NotANumber)?;
        if i32::try_from(top).is_err() {
            return Err(NotANumber);
        }
        times_power_of_five(negative, mantissa, exponent, fives)
    }
}

/// Reads a short integer.
fn parse_small(text: &str) -> Option<i64> {
    let is_short = (1..=18).contains(&text.len());
    if !is_short || !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    text.parse().ok()
}

fn read_exponent(text: &str) -> Result<i64, NotANumber> {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(NotANumber);
    }
    text.parse().map_err(|_| NotANumber)
}

/// Returns `mantissa * 2^exponent * 5^fives`, rounded where hosts round.
fn times_power_of_five(
    negative: bool,
    mantissa: UBig,
    exponent: i64,
    fives: i64,
) -> Result<Number, NotANumber> {
    if fives == 0 {
        return Ok(Number::rounded(
            negative, mantissa, exponent, PRECISION, false,
        ));
    }
    // The mantissa is exact here, so it counts as more precise than the result.
    let bits = u32::try_from(mantissa.bit_len()).unwrap_or(u32::MAX);
    let exact = Number::rounded(negative, mantissa, exponent, bits.max(PRECISION), false);
    let Some(mut exact) = exact.to_float() else {
        return Ok(exact);
    };
    exact.precision = PRECISION;
    let Some(mut power) = power_of_five(fives.unsigned_abs(), PRECISION + 64) else {
        return Ok(if fives > 0 {
            Number(Repr::Infinite { negative })
        } else {
            Number::zero(negative)
        });
    };
    if fives > 0 {
        return Ok(exact.times(&power, PRECISION));
    }
    power.precision = PRECISION;
    Number::wide(exact).divide(&Number::wide(power))
}

/// Returns a power of five, rounded to a precision as hosts round it, unless it is infinite.
fn power_of_five(mut exponent: u64, precision: u32) -> Option<Float> {
    let exact = exponent.min(EXACT_POWERS);
    let power = UBig::from(5_u8).pow(usize::try_from(exact).unwrap_or(0));
    let mut inverse = Number::rounded(false, power, 0, precision, false).to_float()?;
    let mut factor = Float::from_integer(5, precision + 64);
    exponent -= exact;
    while exponent > 0 {
        if exponent & 1 == 1 {
            inverse = inverse.times(&factor, precision).to_float()?;
        }
        exponent >>= 1;
        if exponent > 0 {
            factor = factor.times(&factor, precision + 64).to_float()?;
        }
    }
    Some(inverse)
}

impl Number {
    /// Wraps a number whose mantissa may have more bits than its precision, which the next operation rounds.
    fn wide(float: Float) -> Self {
        Self(Repr::Float(std::sync::Arc::new(float)))
    }
}
