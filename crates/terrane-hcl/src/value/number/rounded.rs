//! Numbers from parts: rounded to a precision, and within the range of exponents.

use std::sync::Arc;

use dashu_int::UBig;
use dashu_int::ops::BitTest as _;

use super::float::Float;
use super::{FLOAT_PRECISION, INTEGER_PRECISION, Number, PRECISION, Repr};

/// The greatest exponent of a number. Greater numbers are infinite, and as much smaller ones zero.
const MAX_EXPONENT: i64 = i32::MAX as i64;

impl Number {
    /// Rounds a mantissa to a precision, see [`Float::rounded`].
    pub(super) fn rounded(
        negative: bool,
        mantissa: UBig,
        exponent: i64,
        precision: u32,
        is_inexact: bool,
    ) -> Self {
        let float = Float::rounded(negative, mantissa, exponent, precision, is_inexact);
        let Some(float) = float else {
            return Self::zero(negative);
        };
        let top = float.top();
        if top > MAX_EXPONENT {
            return Self(Repr::Infinite { negative });
        }
        if top < -MAX_EXPONENT {
            return Self::zero(negative);
        }
        match float.to_i64() {
            Some(value) => Self(Repr::Integer { value, precision }),
            None => Self(Repr::Float(Arc::new(float))),
        }
    }

    /// Makes a zero with a sign.
    pub(super) fn zero(negative: bool) -> Self {
        if negative {
            Self(Repr::NegativeZero)
        } else {
            Self(Repr::Integer {
                value: 0,
                precision: PRECISION,
            })
        }
    }

    /// Makes a number from an integer of any size, without rounding.
    pub(crate) fn from_integer(negative: bool, magnitude: UBig) -> Self {
        let bits = u32::try_from(magnitude.bit_len()).unwrap_or(u32::MAX);
        Self::rounded(negative, magnitude, 0, bits.max(INTEGER_PRECISION), false)
    }

    /// Makes a number of 53 bits from a float, unless it is not a number.
    pub fn from_f64(float: f64) -> Option<Self> {
        if float.is_nan() {
            return None;
        }
        if float.is_infinite() {
            return Some(Self(Repr::Infinite {
                negative: float < 0.0,
            }));
        }
        if float == 0.0 {
            return Some(Self::zero(float.is_sign_negative()));
        }
        let bits = float.to_bits();
        let fraction = bits & ((1 << 52) - 1);
        let biased = i64::try_from(bits >> 52 & 0x7ff).unwrap_or(0);
        let (mantissa, exponent) = match biased {
            0 => (fraction, -1074),
            _ => (fraction | 1 << 52, biased - 1075),
        };
        Some(Self::rounded(
            float < 0.0,
            mantissa.into(),
            exponent,
            FLOAT_PRECISION,
            false,
        ))
    }
}

impl From<usize> for Number {
    fn from(value: usize) -> Self {
        match i64::try_from(value) {
            Ok(value) => Self::from(value),
            Err(_) => Self::rounded(false, value.into(), 0, INTEGER_PRECISION, false),
        }
    }
}
