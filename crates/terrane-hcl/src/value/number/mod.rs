//! Numbers as hosts compute with them: binary floating point with a mantissa of 512 bits.

mod arithmetic;
mod decimal;
mod float;
mod parse;
mod rounded;

use std::cmp::Ordering;
use std::fmt;
use std::sync::Arc;

use self::float::Float;

pub(crate) use self::arithmetic::NotANumber;
pub(crate) use self::decimal::Decimal;

/// The precision of numbers that are read from text, in bits.
const PRECISION: u32 = 512;

/// The precision of numbers that hosts convert from integers, in bits.
const INTEGER_PRECISION: u32 = 64;

/// The precision of numbers that hosts convert from 64-bit floats, in bits.
const FLOAT_PRECISION: u32 = 53;

/// A number of the language: binary floating point, mostly with a mantissa of 512 bits, rounded to the nearest value.
///
/// Each number has its own precision, and the result of an operation has the greater precision of its operands. Hosts compute the same way,
/// so results agree to the last digit. Two numbers are equal if they are the same integer, or if their shortest decimal texts are equal.
///
/// ```
/// use terrane_hcl::value::Number;
///
/// let number: Number = "1.50".parse()?;
/// assert_eq!(number.to_string(), "1.5");
/// assert_eq!(number, "15e-1".parse()?);
/// # Ok::<(), terrane_value::Error>(())
/// ```
#[derive(Clone)]
pub struct Number(Repr);

/// Each number has one representation for each precision.
#[derive(Clone)]
enum Repr {
    /// An integer in the range of `i64`.
    Integer { value: i64, precision: u32 },
    /// Any other finite number.
    Float(Arc<Float>),
    /// Zero with a negative sign, which is printed as `-0`.
    NegativeZero,
    /// An infinity.
    Infinite { negative: bool },
}

impl Number {
    /// Positive infinity.
    pub const INFINITY: Self = Self(Repr::Infinite { negative: false });
    /// Negative infinity.
    pub(crate) const NEGATIVE_INFINITY: Self = Self(Repr::Infinite { negative: true });

    /// Returns the number as an `i64`, if it is an integer in that range.
    pub fn to_i64(&self) -> Option<i64> {
        match self.0 {
            Repr::Integer { value, .. } => Some(value),
            Repr::NegativeZero => Some(0),
            Repr::Float(_) | Repr::Infinite { .. } => None,
        }
    }

    /// Returns the number as a `usize`, if it is an integer in that range.
    pub fn to_usize(&self) -> Option<usize> {
        self.to_i64()?.try_into().ok()
    }

    /// Returns the nearest 64-bit float.
    pub fn to_f64(&self) -> f64 {
        match &self.0 {
            #[expect(clippy::cast_precision_loss, reason = "the nearest float is asked for")]
            Repr::Integer { value, .. } => *value as f64,
            Repr::NegativeZero => -0.0,
            Repr::Infinite { negative: false } => f64::INFINITY,
            Repr::Infinite { negative: true } => f64::NEG_INFINITY,
            Repr::Float(float) => float.to_f64(),
        }
    }

    /// Returns whether the number is finite.
    pub fn is_finite(&self) -> bool {
        !matches!(self.0, Repr::Infinite { .. })
    }

    /// Returns whether the number is an integer.
    pub fn is_integer(&self) -> bool {
        match &self.0 {
            Repr::Integer { .. } | Repr::NegativeZero => true,
            Repr::Float(float) => float.is_integer(),
            Repr::Infinite { .. } => false,
        }
    }

    /// Returns whether the number is zero.
    pub fn is_zero(&self) -> bool {
        matches!(self.0, Repr::Integer { value: 0, .. } | Repr::NegativeZero)
    }

    /// Returns whether the number is less than zero.
    pub fn is_negative(&self) -> bool {
        match &self.0 {
            Repr::Integer { value, .. } => *value < 0,
            Repr::NegativeZero => false,
            Repr::Float(float) => float.negative,
            Repr::Infinite { negative } => *negative,
        }
    }

    /// Returns how many decimal digits the plain text of the number has at most.
    ///
    /// A short literal can stand for a number whose text would fill the memory.
    pub(crate) fn text_len(&self) -> u64 {
        match &self.0 {
            Repr::Integer { .. } | Repr::NegativeZero | Repr::Infinite { .. } => 20,
            Repr::Float(float) => float.text_len(),
        }
    }

    /// Returns the number of bits of the mantissa, if it is a long one.
    pub(crate) fn mantissa_len(&self) -> u64 {
        match &self.0 {
            Repr::Float(float) => float.mantissa_len(),
            Repr::Integer { .. } | Repr::NegativeZero | Repr::Infinite { .. } => 0,
        }
    }

    /// Hashes the number. Equal numbers have equal hashes.
    pub(crate) fn hash_content(&self, hasher: &mut impl std::hash::Hasher) {
        match &self.0 {
            Repr::Integer { value, .. } => hasher.write_i64(*value),
            Repr::NegativeZero => hasher.write_i64(0),
            Repr::Infinite { negative } => hasher.write_u8(u8::from(*negative)),
            Repr::Float(float) => float.hash_content(hasher),
        }
    }

    /// Returns the shortest decimal that identifies the number at its precision.
    pub(crate) fn shortest(&self) -> Decimal {
        match self.to_float() {
            Some(float) => float.shortest(),
            None => Decimal::infinite_or_zero(self.sign_is_negative(), self.is_finite()),
        }
    }

    /// Returns all digits of the number.
    pub(crate) fn exact(&self) -> Decimal {
        match self.to_float() {
            Some(float) => float.exact(),
            None => Decimal::infinite_or_zero(self.sign_is_negative(), self.is_finite()),
        }
    }

    fn sign_is_negative(&self) -> bool {
        matches!(self.0, Repr::NegativeZero) || self.is_negative()
    }

    fn precision(&self) -> u32 {
        match &self.0 {
            Repr::Integer { precision, .. } => *precision,
            Repr::Float(float) => float.precision,
            Repr::NegativeZero | Repr::Infinite { .. } => PRECISION,
        }
    }

    /// Returns the number in its general form, unless it is zero or infinite.
    fn to_float(&self) -> Option<Float> {
        match &self.0 {
            Repr::Integer { value: 0, .. } | Repr::NegativeZero | Repr::Infinite { .. } => None,
            Repr::Integer { value, precision } => Some(Float::from_integer(*value, *precision)),
            Repr::Float(float) => Some(Float::clone(float)),
        }
    }
}

impl Default for Number {
    fn default() -> Self {
        Self::from(0)
    }
}

impl From<i64> for Number {
    fn from(value: i64) -> Self {
        Self(Repr::Integer {
            value,
            precision: INTEGER_PRECISION,
        })
    }
}

impl From<i32> for Number {
    fn from(value: i32) -> Self {
        Self::from(i64::from(value))
    }
}

impl PartialEq for Number {
    fn eq(&self, other: &Self) -> bool {
        match (&self.0, &other.0) {
            (Repr::Integer { value: a, .. }, Repr::Integer { value: b, .. }) => a == b,
            (Repr::Float(a), Repr::Float(b)) => a.equals(b),
            (Repr::Infinite { negative: a }, Repr::Infinite { negative: b }) => a == b,
            _ => self.is_zero() && other.is_zero(),
        }
    }
}

impl Eq for Number {}

impl PartialOrd for Number {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Number {
    /// Compares the exact values, which may differ between numbers that are equal by their text.
    fn cmp(&self, other: &Self) -> Ordering {
        if let (Some(a), Some(b)) = (self.to_i64(), other.to_i64()) {
            return a.cmp(&b);
        }
        match (self.rank(), other.rank()) {
            (0, 0) => match (self.to_float(), other.to_float()) {
                (Some(a), Some(b)) => a.compare(&b),
                (None, Some(b)) => 0.cmp(&b.sign()),
                (Some(a), None) => a.sign().cmp(&0),
                (None, None) => Ordering::Equal,
            },
            (a, b) => a.cmp(&b),
        }
    }
}

impl Number {
    /// Returns -1 and 1 for the infinities, and 0 for finite numbers.
    fn rank(&self) -> i8 {
        match self.0 {
            Repr::Infinite { negative: true } => -1,
            Repr::Infinite { negative: false } => 1,
            Repr::Integer { .. } | Repr::Float(_) | Repr::NegativeZero => 0,
        }
    }
}

impl fmt::Display for Number {
    /// Writes the shortest plain decimal: `1000`, `0.1`, `+Inf`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Repr::Integer { value, precision } if *precision >= INTEGER_PRECISION => {
                write!(f, "{value}")
            }
            _ => f.write_str(&self.shortest().plain(None)),
        }
    }
}

impl fmt::Debug for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.shortest().general(None))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(text: &str) -> Number {
        text.parse().unwrap()
    }

    #[test]
    fn prints_the_digits_that_hosts_print() {
        for (text, printed) in [
            ("1.50", "1.5"),
            ("1e21", "1000000000000000000000"),
            ("1.5e-7", "0.00000015"),
            (
                "123456789.123456789123456789",
                "123456789.123456789123456789",
            ),
            ("-0", "-0"),
            ("Inf", "+Inf"),
            ("1p4", "16"),
            (".5", "0.5"),
            ("5.", "5"),
            ("1e1000000000", "+Inf"),
        ] {
            assert_eq!(number(text).to_string(), printed, "{text}");
        }
        let third = number("1").divide(&number("3")).unwrap().to_string();
        assert_eq!(third.len(), 157);
        assert!(third.ends_with("3335"));
        let power = number("1p512").add(&number("1")).unwrap();
        assert!(power.to_string().ends_with("006084096"));
    }

    #[test]
    fn fractions_are_equal_by_their_text() {
        let sum = number("0.1").add(&number("0.2")).unwrap();
        assert_eq!(sum, number("0.3"));
        let one = number("1").divide(&number("3")).unwrap();
        assert_eq!(one.multiply(&number("3")).unwrap(), number("1"));
        assert_ne!(one, number("0.3333333333333333"));
    }

    #[test]
    fn orders_by_value() {
        let mut numbers = ["1e400", "-Inf", "0.5", "-1e400", "Inf", "-0.5", "0", "7"].map(number);
        numbers.sort();
        let texts = numbers.map(|number| format!("{number:?}"));
        assert_eq!(
            texts,
            ["-Inf", "-1e+400", "-0.5", "0", "0.5", "7", "1e+400", "+Inf"]
        );
    }

    #[test]
    fn stays_small() {
        assert_eq!(size_of::<Number>(), 16);
    }
}
