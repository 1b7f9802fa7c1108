//! The operators.

use std::fmt;

use dashu_int::UBig;
use dashu_int::ops::{BitTest as _, DivRem as _};

use super::float::Float;
use super::{INTEGER_PRECISION, Number, Repr};

/// The error of an operation that has no number as its result, such as the division of zero by zero, and of text that is not a number.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct NotANumber;

impl fmt::Display for NotANumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the result is not a number")
    }
}

impl std::error::Error for NotANumber {}

impl Number {
    /// Adds two numbers.
    ///
    /// # Errors
    ///
    /// Fails for infinities of opposite signs.
    pub(crate) fn add(&self, other: &Self) -> Result<Self, NotANumber> {
        let precision = self.precision().max(other.precision());
        if precision >= INTEGER_PRECISION
            && let (Repr::Integer { value: a, .. }, Repr::Integer { value: b, .. }) =
                (&self.0, &other.0)
            && let Some(value) = a.checked_add(*b)
        {
            return Ok(Self(Repr::Integer { value, precision }));
        }
        match (self.is_finite(), other.is_finite()) {
            (false, false) if self.is_negative() != other.is_negative() => return Err(NotANumber),
            (false, _) => return Ok(self.clone()),
            (true, false) => return Ok(other.clone()),
            (true, true) => {}
        }
        let (a, b) = match (self.to_float(), other.to_float()) {
            (Some(a), Some(b)) => (a, b),
            (Some(a), None) => return Ok(a.with_precision(precision)),
            (None, Some(b)) => return Ok(b.with_precision(precision)),
            (None, None) => {
                return Ok(Self::zero(
                    self.sign_is_negative() && other.sign_is_negative(),
                ));
            }
        };
        Ok(rounded_sum(&a, &b, precision))
    }

    /// Subtracts a number.
    ///
    /// # Errors
    ///
    /// Fails for infinities of one sign.
    pub(crate) fn subtract(&self, other: &Self) -> Result<Self, NotANumber> {
        let precision = self.precision().max(other.precision());
        if precision >= INTEGER_PRECISION
            && let (Repr::Integer { value: a, .. }, Repr::Integer { value: b, .. }) =
                (&self.0, &other.0)
            && let Some(value) = a.checked_sub(*b)
        {
            return Ok(Self(Repr::Integer { value, precision }));
        }
        self.add(&other.negate())
    }

    /// Multiplies two numbers.
    ///
    /// # Errors
    ///
    /// Fails for zero and an infinity.
    pub(crate) fn multiply(&self, other: &Self) -> Result<Self, NotANumber> {
        let precision = self.precision().max(other.precision());
        if precision >= INTEGER_PRECISION
            && let (Repr::Integer { value: a, .. }, Repr::Integer { value: b, .. }) =
                (&self.0, &other.0)
            && *a != 0
            && *b != 0
            && let Some(value) = a.checked_mul(*b)
        {
            return Ok(Self(Repr::Integer { value, precision }));
        }
        let negative = self.sign_is_negative() != other.sign_is_negative();
        if !self.is_finite() || !other.is_finite() {
            if self.is_zero() || other.is_zero() {
                return Err(NotANumber);
            }
            return Ok(Self(Repr::Infinite { negative }));
        }
        let (Some(a), Some(b)) = (self.to_float(), other.to_float()) else {
            return Ok(Self::zero(negative));
        };
        Ok(a.times(&b, precision))
    }

    /// Divides by a number. The quotient of a number other than zero and zero is infinite.
    ///
    /// # Errors
    ///
    /// Fails for two zeros and for two infinities.
    pub(crate) fn divide(&self, other: &Self) -> Result<Self, NotANumber> {
        let precision = self.precision().max(other.precision());
        if precision >= INTEGER_PRECISION
            && let (Repr::Integer { value: a, .. }, Repr::Integer { value: b, .. }) =
                (&self.0, &other.0)
            && *a != 0
            && a.checked_rem(*b) == Some(0)
        {
            let value = a / b;
            return Ok(Self(Repr::Integer { value, precision }));
        }
        let negative = self.sign_is_negative() != other.sign_is_negative();
        let is_undefined = self.is_zero() && other.is_zero();
        if is_undefined || !self.is_finite() && !other.is_finite() {
            return Err(NotANumber);
        }
        if other.is_zero() || !self.is_finite() {
            return Ok(Self(Repr::Infinite { negative }));
        }
        let (Some(a), Some(b)) = (self.to_float(), other.to_float()) else {
            return Ok(Self::zero(negative));
        };
        // Two more bits than the precision decide about the rounding, together with the remainder.
        let bits = usize::try_from(precision).unwrap_or(usize::MAX) + 2;
        let places = (bits + b.mantissa.bit_len()).saturating_sub(a.mantissa.bit_len());
        let (quotient, remainder) = (&a.mantissa << places).div_rem(&b.mantissa);
        Ok(Number::rounded(
            negative,
            quotient,
            (a.exponent - b.exponent).saturating_sub_unsigned(places as u64),
            precision,
            !remainder.is_zero(),
        ))
    }

    /// Returns the remainder of a division whose quotient is truncated. The remainder of a division by zero is the number itself.
    ///
    /// # Errors
    ///
    /// Fails if one of the numbers is infinite, except for the remainder of a division by zero.
    pub(crate) fn remainder(&self, other: &Self) -> Result<Self, NotANumber> {
        if other.is_zero() {
            return Ok(self.clone());
        }
        if !self.is_finite() || !other.is_finite() {
            return Err(NotANumber);
        }
        // Hosts round each step to the precision of the dividend.
        let precision = self.precision();
        if precision >= INTEGER_PRECISION
            && let (Repr::Integer { value: a, .. }, Repr::Integer { value: b, .. }) =
                (&self.0, &other.0)
            && let Some(value) = a.checked_rem(*b)
        {
            return Ok(Self(Repr::Integer { value, precision }));
        }
        let whole = self.divide(other)?.truncate().with_precision(precision);
        match (other.to_float(), whole.to_float()) {
            (Some(other), Some(whole)) => self.subtract(&other.times(&whole, precision)),
            _ if !self.is_zero() => Ok(self.clone()),
            _ => self.subtract(&Self::zero(other.sign_is_negative())),
        }
    }

    /// Changes the sign.
    #[must_use]
    pub(crate) fn negate(&self) -> Self {
        match &self.0 {
            Repr::Integer { value: 0, .. } => Self(Repr::NegativeZero),
            Repr::NegativeZero => Self::zero(false),
            Repr::Infinite { negative } => Self(Repr::Infinite {
                negative: !negative,
            }),
            Repr::Integer { value, precision } if *value != i64::MIN => Self(Repr::Integer {
                value: -value,
                precision: *precision,
            }),
            Repr::Integer { .. } | Repr::Float(_) => match self.to_float() {
                Some(float) => Float {
                    negative: !float.negative,
                    ..float
                }
                .with_own_precision(),
                None => self.clone(),
            },
        }
    }

    /// Returns the number without its sign.
    #[must_use]
    pub(crate) fn absolute(&self) -> Self {
        if self.sign_is_negative() {
            self.negate()
        } else {
            self.clone()
        }
    }

    /// Returns the integer part.
    #[must_use]
    pub(crate) fn truncate(&self) -> Self {
        match &self.0 {
            Repr::Float(float) if !float.is_integer() => {
                let places = usize::try_from(-float.exponent).unwrap_or(usize::MAX);
                let whole = if places >= float.mantissa.bit_len() {
                    UBig::ZERO
                } else {
                    &float.mantissa >> places
                };
                let negative = float.negative && !whole.is_zero();
                Number::rounded(negative, whole, 0, float.precision, false)
            }
            Repr::NegativeZero => Self::zero(false),
            _ => self.clone(),
        }
    }

    /// Returns the greatest integer that is not greater than the number.
    ///
    /// # Errors
    ///
    /// Never fails for numbers that exist.
    pub(crate) fn floor(&self) -> Result<Self, NotANumber> {
        let whole = self.truncate();
        if self.is_negative() && whole != *self {
            return whole.subtract(&Self::from(1));
        }
        Ok(whole)
    }

    /// Returns the least integer that is not less than the number.
    ///
    /// # Errors
    ///
    /// Never fails for numbers that exist.
    pub(crate) fn ceil(&self) -> Result<Self, NotANumber> {
        let whole = self.truncate();
        if !self.is_negative() && whole != *self {
            return whole.add(&Self::from(1));
        }
        Ok(whole)
    }

    /// Returns the number at another precision.
    pub(super) fn with_precision(self, precision: u32) -> Self {
        match (&self.0, self.to_float()) {
            (Repr::Integer { value: 0, .. }, _) => Self(Repr::Integer {
                value: 0,
                precision,
            }),
            (_, Some(float)) => float.with_precision(precision),
            (_, None) => self,
        }
    }
}

impl Float {
    fn with_precision(self, precision: u32) -> Number {
        Number::rounded(
            self.negative,
            self.mantissa,
            self.exponent,
            precision,
            false,
        )
    }

    /// Multiplies two numbers, and rounds the product to a precision.
    pub(super) fn times(&self, other: &Self, precision: u32) -> Number {
        Number::rounded(
            self.negative != other.negative,
            &self.mantissa * &other.mantissa,
            self.exponent + other.exponent,
            precision,
            false,
        )
    }

    fn with_own_precision(self) -> Number {
        let precision = self.precision;
        self.with_precision(precision)
    }
}

/// Adds two numbers other than zero.
fn rounded_sum(a: &Float, b: &Float, precision: u32) -> Number {
    let (large, small) = if a.top() >= b.top() { (a, b) } else { (b, a) };
    let bits = i64::from(precision) + 3;
    let distance = large.exponent.min(large.top() - bits) - small.top();
    if distance > 0 {
        // The small number only decides in which direction the large one is rounded.
        let places = usize::try_from(bits)
            .unwrap_or(usize::MAX)
            .saturating_sub(large.mantissa.bit_len());
        let mantissa = &large.mantissa << places;
        let exponent = large.exponent.saturating_sub_unsigned(places as u64);
        let (rounded_mantissa, is_inexact) = if large.negative == small.negative {
            (mantissa, true)
        } else {
            (mantissa - UBig::ONE, true)
        };
        return Number::rounded(
            large.negative,
            rounded_mantissa,
            exponent,
            precision,
            is_inexact,
        );
    }
    let exponent = large.exponent.min(small.exponent);
    let (x, y) = (large.shifted(exponent), small.shifted(exponent));
    let (negative, mantissa) = if large.negative == small.negative {
        (large.negative, x + y)
    } else if x >= y {
        (large.negative, x - y)
    } else {
        (small.negative, y - x)
    };
    if mantissa.is_zero() {
        return Number::zero(false);
    }
    Number::rounded(negative, mantissa, exponent, precision, false)
}
