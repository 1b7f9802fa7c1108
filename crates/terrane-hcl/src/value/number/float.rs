//! The general form of a finite number other than zero.

use std::cmp::Ordering;
use std::hash::{Hash as _, Hasher};

use dashu_int::UBig;
use dashu_int::ops::BitTest as _;

use super::decimal::Decimal;

/// The greatest exponent, in bits, of numbers that are compared by their texts.
const MAX_COMPARED_TEXT: u64 = 1_000_000;

/// A finite number other than zero: `mantissa * 2^exponent`.
#[derive(Clone)]
pub(super) struct Float {
    pub(super) negative: bool,
    /// An odd number of at most `precision` bits.
    pub(super) mantissa: UBig,
    pub(super) exponent: i64,
    /// How many bits the mantissa may have.
    pub(super) precision: u32,
}

impl Float {
    /// Makes a number from an integer other than zero that fits the precision.
    pub(super) fn from_integer(value: i64, precision: u32) -> Self {
        let magnitude = value.unsigned_abs();
        let zeros = magnitude.trailing_zeros();
        Self {
            negative: value < 0,
            mantissa: UBig::from(magnitude >> zeros),
            exponent: zeros.into(),
            precision,
        }
    }

    /// Rounds a mantissa to the precision, to the nearest number and of two equally near ones to the even one.
    ///
    /// `is_inexact` says that the exact mantissa is slightly greater than the given one.
    /// Returns `None` for zero.
    pub(super) fn rounded(
        negative: bool,
        mut mantissa: UBig,
        mut exponent: i64,
        precision: u32,
        is_inexact: bool,
    ) -> Option<Self> {
        let bits = mantissa.bit_len();
        let allowed = usize::try_from(precision).unwrap_or(usize::MAX);
        if bits > allowed {
            let dropped = bits - allowed;
            let half = mantissa.bit(dropped - 1);
            let more = is_inexact || mantissa.trailing_zeros() < Some(dropped - 1);
            mantissa >>= dropped;
            exponent = exponent.saturating_add_unsigned(dropped as u64);
            if half && (more || mantissa.bit(0)) {
                mantissa += UBig::ONE;
            }
        }
        let zeros = mantissa.trailing_zeros()?;
        mantissa >>= zeros;
        exponent = exponent.saturating_add_unsigned(zeros as u64);
        Some(Self {
            negative,
            mantissa,
            exponent,
            precision,
        })
    }

    /// Returns the number as an `i64`, if it is an integer in that range.
    pub(super) fn to_i64(&self) -> Option<i64> {
        if !(0..64).contains(&self.exponent) || self.top() > 63 {
            return None;
        }
        let magnitude = i64::try_from(&self.mantissa).ok()? << self.exponent;
        Some(if self.negative { -magnitude } else { magnitude })
    }

    /// Returns the exponent of the power of two above the number.
    pub(super) fn top(&self) -> i64 {
        let bits = i64::try_from(self.mantissa.bit_len()).unwrap_or(i64::MAX);
        self.exponent.saturating_add(bits)
    }

    pub(super) fn is_integer(&self) -> bool {
        self.exponent >= 0
    }

    pub(super) fn sign(&self) -> i32 {
        if self.negative { -1 } else { 1 }
    }

    pub(super) fn to_f64(&self) -> f64 {
        if self.top() > 2000 {
            return f64::from(self.sign()) * f64::INFINITY;
        }
        if self.top() < -2000 {
            return f64::from(self.sign()) * 0.0;
        }
        self.exact().scientific(None).parse().unwrap_or(f64::NAN)
    }

    pub(super) fn text_len(&self) -> u64 {
        let digits = self.top().unsigned_abs() / 3;
        digits + u64::from(self.precision) / 3 + 20
    }

    pub(super) fn compare(&self, other: &Self) -> Ordering {
        if self.negative != other.negative {
            return self.sign().cmp(&other.sign());
        }
        let magnitude = self.top().cmp(&other.top()).then_with(|| {
            let exponent = self.exponent.min(other.exponent);
            self.shifted(exponent).cmp(&other.shifted(exponent))
        });
        if self.negative {
            magnitude.reverse()
        } else {
            magnitude
        }
    }

    /// Returns the mantissa for an exponent that is not greater than that of this number.
    pub(super) fn shifted(&self, exponent: i64) -> UBig {
        let places = usize::try_from(self.exponent - exponent).unwrap_or(0);
        &self.mantissa << places
    }

    pub(super) fn equals(&self, other: &Self) -> bool {
        let same_bits = self.negative == other.negative
            && self.exponent == other.exponent
            && self.mantissa == other.mantissa;
        if self.is_compared_by_bits() || other.is_compared_by_bits() {
            return same_bits;
        }
        // Numbers of one text have nearly the same value, also at different precisions.
        same_bits && self.precision == other.precision
            || self.top().abs_diff(other.top()) <= 1 && self.shortest() == other.shortest()
    }

    pub(super) fn mantissa_len(&self) -> u64 {
        u64::try_from(self.mantissa.bit_len()).unwrap_or(u64::MAX)
    }

    /// Hashes what [`equals`](Self::equals) compares.
    pub(super) fn hash_content(&self, hasher: &mut impl Hasher) {
        hasher.write_u8(u8::from(self.negative));
        if self.is_compared_by_bits() {
            hasher.write_i64(self.exponent);
            self.mantissa.hash(hasher);
        } else {
            hasher.write(self.shortest().scientific(None).as_bytes());
        }
    }

    /// Returns whether only the same bits are equal. The text of a number with a great exponent would fill the memory.
    fn is_compared_by_bits(&self) -> bool {
        self.is_integer() || self.top().unsigned_abs() > MAX_COMPARED_TEXT
    }

    /// Returns all decimal digits.
    pub(super) fn exact(&self) -> Decimal {
        let (digits, point) = scaled(&self.mantissa, self.exponent);
        Decimal::new(self.negative, digits, point)
    }

    /// Returns the shortest decimal that is nearer to this number than to any other number of the precision.
    pub(super) fn shortest(&self) -> Decimal {
        let bits = self.mantissa.bit_len();
        let precision = usize::try_from(self.precision).unwrap_or(usize::MAX);
        // One more bit than the precision has, so that the neighbours are half as far away as the next number.
        let places = (precision + 1).saturating_sub(bits);
        let middle = &self.mantissa << places;
        let exponent = self.exponent.saturating_sub_unsigned(places as u64);
        let decimal = |mantissa: UBig| {
            let (digits, point) = scaled(&mantissa, exponent);
            Decimal::new(self.negative, digits, point)
        };
        let is_inclusive = !middle.bit(1);
        let (lower, upper) = (decimal(&middle - UBig::ONE), decimal(&middle + UBig::ONE));
        decimal(middle).shortened(&lower, &upper, is_inclusive)
    }
}

/// Returns the decimal digits of `mantissa * 2^exponent`, and the position of the point after the first digit's left edge.
fn scaled(mantissa: &UBig, exponent: i64) -> (Vec<u8>, i64) {
    let places = usize::try_from(exponent.unsigned_abs()).unwrap_or(usize::MAX);
    let (integer, point) = if exponent >= 0 {
        (mantissa << places, 0)
    } else {
        // A fraction of 2^n is a fraction of 10^n: m / 2^n = m * 5^n / 10^n.
        (mantissa * UBig::from(5_u8).pow(places), exponent)
    };
    let digits = integer.to_string().into_bytes();
    let length = i64::try_from(digits.len()).unwrap_or(i64::MAX);
    (digits, point + length)
}
