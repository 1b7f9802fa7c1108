//! Exact numbers.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use num_bigint::BigInt;

use crate::error::Error;

mod binary;
mod order;
mod parse;
mod print;

/// An exact number, or an infinity.
///
/// Numbers are decimals of up to 10 000 digits on either side of the point. As in Terraform, two numbers are equal if they print as the same text,
/// whether they came from an integer, a float or text. Up to 154 significant digits, text and encoding are the same as those of the hosts. Beyond
/// that, hosts round to 512 bits, and this type does not.
///
/// ```
/// # use terrane_value::Number;
/// let price: Number = "0.10".parse()?;
/// assert_eq!(price, Number::try_from(0.1)?);
/// assert_eq!(price.to_string(), "0.1");
/// assert!(price < 1.into());
/// # Ok::<(), terrane_value::Error>(())
/// ```
#[derive(Clone)]
pub struct Number(Repr);

/// Each number has exactly one representation, except that a `Binary` equals the decimal as which it is printed.
#[derive(Clone)]
enum Repr {
    /// An integer in the range of `i64`.
    Int(i64),
    /// Another finite number, whose coefficient without trailing zeros is in the range of `i64`.
    Decimal { exponent: i32, coefficient: i64 },
    /// Any other finite number, with a coefficient without trailing zeros.
    Big(Arc<Big>),
    /// A fraction that came as a float and whose shortest text is not its exact value, like 0.1.
    Binary(f64),
    /// An infinity.
    Infinite { negative: bool },
}

#[derive(Clone, PartialEq, Eq, Hash)]
struct Big {
    coefficient: BigInt,
    exponent: i32,
}

/// How many digits a number may have on either side of the point. This is enough for every float, and small enough that a short message cannot
/// produce a huge text.
const MAX_DIGITS: i32 = 10_000;

/// The largest number of decimal places in the text of a float.
const MOST_PLACES: usize = 344;

impl Number {
    /// Positive infinity.
    pub const INFINITY: Self = Self(Repr::Infinite { negative: false });
    /// Negative infinity.
    pub const NEGATIVE_INFINITY: Self = Self(Repr::Infinite { negative: true });

    /// Returns the number as an `i64`, if it is an integer in that range.
    pub fn to_i64(&self) -> Option<i64> {
        if let Repr::Int(int) = self.0 {
            Some(int)
        } else {
            None
        }
    }

    /// Returns the number as a `u64`, if it is an integer in that range.
    pub fn to_u64(&self) -> Option<u64> {
        match self.to_i64() {
            Some(int) => int.try_into().ok(),
            None => self.to_integer()?.try_into().ok(),
        }
    }

    /// Returns whether the number is an integer.
    pub fn is_integer(&self) -> bool {
        match &self.0 {
            Repr::Int(_) => true,
            Repr::Decimal { exponent, .. } => *exponent >= 0,
            Repr::Big(big) => big.exponent >= 0,
            Repr::Binary(_) | Repr::Infinite { .. } => false,
        }
    }

    /// Returns whether the number is finite.
    pub fn is_finite(&self) -> bool {
        !matches!(self.0, Repr::Infinite { .. })
    }

    /// Returns how many bytes the number takes in addition to its place in a value. These are its bytes on the heap, and the zeros of its text, which
    /// its encoding may omit.
    pub(crate) fn extra_bytes(&self) -> usize {
        let zeros = |exponent: i32| usize::try_from(exponent.unsigned_abs()).unwrap_or(usize::MAX);
        match &self.0 {
            Repr::Int(_) | Repr::Infinite { .. } => 0,
            Repr::Decimal { exponent, .. } => zeros(*exponent),
            Repr::Big(big) => {
                let bytes = usize::try_from(big.coefficient.bits() / 8).unwrap_or(usize::MAX);
                zeros(big.exponent) + size_of::<Big>() + 2 * size_of::<usize>() + bytes
            }
            Repr::Binary(float) if float.abs() < 1e-16 => MOST_PLACES,
            Repr::Binary(_) => 0,
        }
    }

    fn to_integer(&self) -> Option<BigInt> {
        let (coefficient, exponent) = self.decimal()?;
        Some(coefficient * BigInt::from(10).pow(exponent.try_into().ok()?))
    }

    /// Returns coefficient and exponent of the decimal as which the number is printed, unless it is infinite.
    fn decimal(&self) -> Option<(BigInt, i32)> {
        match self.written() {
            Repr::Int(int) => Some((int.into(), 0)),
            Repr::Decimal {
                exponent,
                coefficient,
            } => Some((coefficient.into(), exponent)),
            Repr::Big(big) => Some((big.coefficient.clone(), big.exponent)),
            Repr::Binary(_) | Repr::Infinite { .. } => None,
        }
    }

    /// Returns the representation of the decimal as which the number is printed. It is never `Binary`.
    fn written(&self) -> Repr {
        if let Repr::Binary(float) = self.0 {
            Self::shortest(float).0
        } else {
            self.0.clone()
        }
    }

    /// Makes a number in its canonical representation from a coefficient in the range of `i64`.
    fn small(mut coefficient: i64, mut exponent: i32) -> Result<Self, Error> {
        if coefficient == 0 || exponent == 0 {
            return Ok(Self(Repr::Int(coefficient)));
        }
        while coefficient % 10 == 0 {
            coefficient /= 10;
            exponent += 1;
        }
        if let Ok(zeros @ 0..=18) = u32::try_from(exponent)
            && let Some(int) = coefficient.checked_mul(10_i64.pow(zeros))
        {
            return Ok(Self(Repr::Int(int)));
        }
        check_digits(coefficient.unsigned_abs().ilog10() + 1, exponent)?;
        Ok(Self(Repr::Decimal {
            exponent,
            coefficient,
        }))
    }

    /// Makes a number in its canonical representation from a coefficient that has `digits` digits and no trailing zeros.
    fn big(coefficient: BigInt, digits: usize, exponent: i32) -> Result<Self, Error> {
        match i64::try_from(&coefficient) {
            Ok(small) => Self::small(small, exponent),
            Err(_) => {
                check_digits(u32::try_from(digits).unwrap_or(u32::MAX), exponent)?;
                Ok(Self(Repr::Big(Arc::new(Big {
                    coefficient,
                    exponent,
                }))))
            }
        }
    }
}

fn check_digits(digits: u32, exponent: i32) -> Result<(), Error> {
    let above = i64::from(digits) + i64::from(exponent);
    if above > i64::from(MAX_DIGITS) || exponent < -MAX_DIGITS {
        return Err(Error::limit(format!(
            "a number has at most {MAX_DIGITS} digits on either side of the point"
        )));
    }
    Ok(())
}

impl Default for Number {
    fn default() -> Self {
        Self(Repr::Int(0))
    }
}

impl PartialEq for Number {
    fn eq(&self, other: &Self) -> bool {
        match (self.written(), other.written()) {
            (Repr::Int(a), Repr::Int(b)) => a == b,
            (
                Repr::Decimal {
                    exponent: e1,
                    coefficient: c1,
                },
                Repr::Decimal {
                    exponent: e2,
                    coefficient: c2,
                },
            ) => (e1, c1) == (e2, c2),
            (Repr::Big(a), Repr::Big(b)) => a == b,
            (Repr::Infinite { negative: a }, Repr::Infinite { negative: b }) => a == b,
            _ => false,
        }
    }
}

impl Eq for Number {}

impl Hash for Number {
    fn hash<H: Hasher>(&self, state: &mut H) {
        match self.written() {
            Repr::Int(int) => int.hash(state),
            Repr::Decimal {
                exponent,
                coefficient,
            } => (coefficient, exponent).hash(state),
            Repr::Big(big) => big.hash(state),
            Repr::Infinite { negative } => negative.hash(state),
            Repr::Binary(float) => float.to_bits().hash(state),
        }
    }
}

macro_rules! from_small {
    ($($ty:ty),+) => {
        $(
            impl From<$ty> for Number {
                fn from(int: $ty) -> Self {
                    Self(Repr::Int(int.into()))
                }
            }
        )+
    };
}

macro_rules! from_wide {
    ($($ty:ty),+) => {
        $(
            impl From<$ty> for Number {
                fn from(int: $ty) -> Self {
                    match i64::try_from(int) {
                        Ok(small) => Self(Repr::Int(small)),
                        // An integer is a number of at most 39 digits.
                        Err(_) => int.to_string().parse().unwrap_or_default(),
                    }
                }
            }
        )+
    };
}

from_small!(i8, i16, i32, i64, u8, u16, u32);
from_wide!(u64, i128, u128, usize, isize);

impl TryFrom<f64> for Number {
    type Error = Error;

    /// Converts a float to the shortest decimal that reads as this float: `0.1` becomes the decimal 0.1, as a practitioner would write it.
    ///
    /// # Errors
    ///
    /// Fails for NaN.
    fn try_from(float: f64) -> Result<Self, Error> {
        if float.is_nan() {
            return Err(Error::mismatch("a number", "NaN"));
        }
        Ok(Self::shortest(float))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_value_has_one_form() {
        for (a, b) in [
            ("1e2", "100"),
            ("1.50", "1.5"),
            ("-0.0", "0"),
            ("18446744073709551615", "18446744073709551615.000"),
            ("9223372036854775807", "9223372036854775807"),
            ("92233720368547758080", "9223372036854775808e1"),
            ("1e22", "10000000000000000000000"),
        ] {
            let (a, b): (Number, Number) = (a.parse().unwrap(), b.parse().unwrap());
            assert_eq!(a, b);
            assert_eq!(std::mem::discriminant(&a.0), std::mem::discriminant(&b.0));
        }
        assert_eq!(
            Number::from(u64::MAX),
            u64::MAX.to_string().parse().unwrap()
        );
        assert_eq!(
            Number::from(i128::MIN),
            i128::MIN.to_string().parse().unwrap()
        );
        assert_eq!(Number::from(10_u128.pow(30)), "1e30".parse().unwrap());
    }

    #[test]
    fn converts_only_exactly() {
        assert_eq!(Number::from(i64::MIN).to_i64(), Some(i64::MIN));
        assert_eq!(Number::from(u64::MAX).to_u64(), Some(u64::MAX));
        assert_eq!(Number::from(u64::MAX).to_i64(), None);
        assert_eq!(
            "10000000000000000000".parse::<Number>().unwrap().to_u64(),
            Some(10_000_000_000_000_000_000)
        );
        assert_eq!(Number::from(-1).to_u64(), None);
        assert_eq!("1.5".parse::<Number>().unwrap().to_i64(), None);
        assert_eq!("1e9999".parse::<Number>().unwrap().to_u64(), None);
        assert_eq!(Number::INFINITY.to_u64(), None);
    }

    #[test]
    fn stays_small() {
        assert_eq!(size_of::<Number>(), 16);
    }

    #[test]
    fn not_a_number_is_none() {
        assert!(Number::try_from(f64::NAN).is_err());
    }
}
