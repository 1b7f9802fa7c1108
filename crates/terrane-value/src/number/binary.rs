//! Conversions between floats and numbers.

use num_bigint::BigInt;

use super::{Number, Repr};

/// The smallest float that is greater than every `i64`.
const TWO_TO_63: f64 = 9_223_372_036_854_775_808.0;

impl Number {
    /// Converts a float from a message. The number is printed and compared as the shortest text of the float, but is encoded as the same float again.
    pub(crate) fn from_float(float: f64) -> Option<Self> {
        if float.is_nan() {
            return None;
        }
        let written = Self::shortest(float);
        let exact = !float.is_finite() || float.fract() == 0.0 || written.to_f64() == Some(float);
        Some(if exact {
            written
        } else {
            Self(Repr::Binary(float))
        })
    }

    /// Returns the shortest decimal that reads as this float. An integer in the range of `i64` is returned exactly, because hosts send it exactly.
    pub(super) fn shortest(float: f64) -> Self {
        if float.is_infinite() {
            return Self(Repr::Infinite {
                negative: float < 0.0,
            });
        }
        if float.fract() == 0.0 && (-TWO_TO_63..TWO_TO_63).contains(&float) {
            #[expect(
                clippy::cast_possible_truncation,
                reason = "the line above has checked the range"
            )]
            return Self(Repr::Int(float as i64));
        }
        // A float has at most 17 digits and 324 places, so neither the syntax nor a limit can fail.
        format!("{float:e}").parse().unwrap_or_default()
    }

    /// Returns the float that is exactly this number, if one exists.
    pub fn to_f64(&self) -> Option<f64> {
        match &self.0 {
            #[expect(
                clippy::cast_precision_loss,
                clippy::cast_possible_truncation,
                reason = "the result is compared"
            )]
            Repr::Int(int) => Some(*int as f64).filter(|float| *float as i128 == i128::from(*int)),
            Repr::Decimal {
                exponent,
                coefficient,
            } if *exponent < 0 => small_fraction(*coefficient, *exponent),
            Repr::Decimal { .. } | Repr::Big(_) => {
                Some(self.to_f64_lossy()).filter(|float| self.is_exactly(*float))
            }
            Repr::Binary(float) => Some(*float),
            Repr::Infinite { .. } => Some(self.to_f64_lossy()),
        }
    }

    /// Returns the nearest float.
    pub fn to_f64_lossy(&self) -> f64 {
        match &self.0 {
            #[expect(clippy::cast_precision_loss, reason = "the nearest float is asked for")]
            Repr::Int(int) => *int as f64,
            Repr::Decimal {
                exponent,
                coefficient,
            } => parse(&format!("{coefficient}e{exponent}")),
            Repr::Big(big) => parse(&format!("{}e{}", big.coefficient, big.exponent)),
            Repr::Binary(float) => *float,
            Repr::Infinite { negative: false } => f64::INFINITY,
            Repr::Infinite { negative: true } => f64::NEG_INFINITY,
        }
    }

    /// Returns whether a decimal and a float are the same number, however many digits that takes.
    fn is_exactly(&self, float: f64) -> bool {
        let (Some((mantissa, power)), Some((coefficient, exponent))) =
            (decompose(float), self.decimal())
        else {
            return false;
        };
        if power < 0 {
            // An odd multiple of 2^-n has n decimal places and the coefficient `mantissa * 5^n`.
            return exponent == power
                && coefficient == BigInt::from(5).pow(power.unsigned_abs()) * mantissa;
        }
        self.to_integer() == Some(BigInt::from(mantissa) << power.unsigned_abs())
    }
}

/// Returns the float that is exactly `coefficient * 10^exponent`, for a negative exponent. The coefficient is not a multiple of ten, so the value is
/// exact only if the coefficient is divisible by five to the power of `-exponent`.
fn small_fraction(coefficient: i64, exponent: i32) -> Option<f64> {
    let fives = 5_i64.checked_pow(exponent.unsigned_abs())?;
    if coefficient % fives != 0 {
        return None;
    }
    let mantissa = Number(Repr::Int(coefficient / fives)).to_f64()?;
    Some(mantissa * 2_f64.powi(exponent))
}

fn parse(text: &str) -> f64 {
    text.parse().unwrap_or(f64::NAN)
}

/// Splits a finite float into an odd mantissa, or zero, and a power of two.
fn decompose(float: f64) -> Option<(i64, i32)> {
    if !float.is_finite() {
        return None;
    }
    let bits = float.to_bits();
    let fraction = i64::try_from(bits & ((1 << 52) - 1)).ok()?;
    let exponent = i32::try_from((bits >> 52) & 0x7ff).ok()?;
    let (mantissa, power) = if exponent == 0 {
        (fraction, -1074)
    } else {
        (fraction | (1 << 52), exponent - 1075)
    };
    if mantissa == 0 {
        return Some((0, 0));
    }
    let zeros = mantissa.trailing_zeros();
    let signed = if float.is_sign_negative() {
        -mantissa
    } else {
        mantissa
    };
    Some((signed >> zeros, power + zeros.cast_signed()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(text: &str) -> Number {
        text.parse().unwrap()
    }

    #[test]
    fn a_float_equals_its_decimal_text() {
        let tenth = Number::from_float(0.1).unwrap();
        assert_eq!(tenth, number("0.1"));
        assert_eq!(tenth.to_string(), "0.1");
        assert_eq!(tenth.to_f64(), Some(0.1));
        assert_eq!(number("0.1").to_f64(), None);
        assert_eq!(Number::try_from(0.1).unwrap().to_f64(), None);
        assert_eq!(number("0.1").to_f64_lossy(), 0.1);
    }

    #[test]
    fn short_forms_are_those_of_the_text() {
        let by_text = |float: f64| format!("{float:e}").parse::<Number>().unwrap();
        let mut grown = 0.000_123_456;
        for at in 0..20_000_u32 {
            let floats = [
                f64::from(at) / 10_f64.powi(at.cast_signed() % 9),
                -f64::from(at) / 8.0,
                grown,
                f64::from_bits(u64::from(at) * 0x0001_2345_6789_abcd),
            ];
            for float in floats.into_iter().filter(|float| float.fract() != 0.0) {
                let short = Number::try_from(float).unwrap();
                assert_eq!(short, by_text(float), "{float}");
                assert_eq!(short.to_f64_lossy(), float);
            }
            grown *= 1.003;
        }
        assert_eq!(number("0.1").to_f64_lossy(), 0.1);
        assert_eq!(
            number("9007199254740993e-3").to_f64_lossy(),
            9_007_199_254_740.993
        );
    }

    #[test]
    fn exact_floats_are_found() {
        for float in [
            0.5,
            -0.25,
            1.5e-5_f64.floor(),
            3.0,
            2_f64.powi(-1074),
            2_f64.powi(-30),
            1e22,
            -2_f64.powi(1000),
        ] {
            let exact = Number::from_float(float).unwrap();
            assert_eq!(exact.to_f64_lossy(), float);
        }
        assert_eq!(number("0.5").to_f64(), Some(0.5));
        assert_eq!(number("1e22").to_f64(), Some(1e22));
        assert_eq!(number("1e23").to_f64(), None);
        assert_eq!(number("9007199254740993").to_f64(), None);
        let exact_tenth = "0.1000000000000000055511151231257827021181583404541015625";
        assert_eq!(number(exact_tenth).to_f64(), Some(0.1));
        assert_eq!(number("0").to_f64(), Some(0.0));
        assert_eq!(number("1e400").to_f64(), None);
        assert_eq!(number("1e-400").to_f64(), None);
    }

    #[test]
    fn integers_from_floats_are_exact() {
        assert_eq!(Number::from_float(-3.0), Some(Number::from(-3)));
        assert_eq!(
            Number::from_float(2_f64.powi(60)),
            Some(Number::from(1_i64 << 60))
        );
        assert_eq!(Number::from_float(-TWO_TO_63), Some(Number::from(i64::MIN)));
        assert_eq!(Number::from_float(TWO_TO_63).unwrap().to_i64(), None);
        assert_eq!(Number::from_float(-0.0), Some(Number::from(0)));
        assert_eq!(Number::from_float(f64::NAN), None);
    }
}
