//! Logarithms and powers of 64-bit floats, computed in the steps in which hosts compute them, so that the last digit agrees.

use std::f64::consts::SQRT_2;

/// Returns the natural logarithm. The polynomial is that of FreeBSD's C library.
pub(super) fn log(x: f64) -> f64 {
    const LN2_HIGH: f64 = f64::from_bits(0x3fe62e42_fee00000);
    const LN2_LOW: f64 = f64::from_bits(0x3dea39ef_35793c76);
    const L1: f64 = f64::from_bits(0x3fe55555_55555593);
    const L2: f64 = f64::from_bits(0x3fd99999_9997fa04);
    const L3: f64 = f64::from_bits(0x3fd24924_94229359);
    const L4: f64 = f64::from_bits(0x3fcc71c5_1d8e78af);
    const L5: f64 = f64::from_bits(0x3fc74664_96cb03de);
    const L6: f64 = f64::from_bits(0x3fc39a09_d078c69f);
    const L7: f64 = f64::from_bits(0x3fc2f112_df3e5244);
    if x.is_nan() || x < 0.0 {
        return f64::NAN;
    }
    if x == 0.0 {
        return f64::NEG_INFINITY;
    }
    if x.is_infinite() {
        return x;
    }
    let (mut fraction, mut exponent) = split(x);
    if fraction < SQRT_2 / 2.0 {
        fraction *= 2.0;
        exponent -= 1;
    }
    let f = fraction - 1.0;
    let k = f64::from(exponent);
    let s = f / (2.0 + f);
    let s2 = s * s;
    let s4 = s2 * s2;
    let t1 = s2 * (L1 + s4 * (L3 + s4 * (L5 + s4 * L7)));
    let t2 = s4 * (L2 + s4 * (L4 + s4 * L6));
    let r = t1 + t2;
    let half = 0.5 * f * f;
    k * LN2_HIGH - ((half - (s * (half + r) + k * LN2_LOW)) - f)
}

/// Returns the exponential of a number of moderate size: a Taylor series of a sixteenth of the reduced number, squared four times.
fn exp(x: f64) -> f64 {
    const LN2_HIGH: f64 = f64::from_bits(0x3fe62e42_fefa3000);
    const LN2_LOW: f64 = f64::from_bits(0x3d53de6a_f278ece6);
    const FACTORS: [f64; 8] = [
        1.984_126_984_126_984e-4,
        1.388_888_888_888_889e-3,
        8.333_333_333_333_333e-3,
        4.166_666_666_666_666_4e-2,
        0.166_666_666_666_666_66,
        0.5,
        1.0,
        2.480_158_730_158_73e-5,
    ];
    let exponent = (x * std::f64::consts::LOG2_E).round_ties_even();
    let reduced = (-LN2_LOW).mul_add(exponent, (-LN2_HIGH).mul_add(exponent, x));
    let part = reduced * 0.0625;
    let [factors @ .., first] = FACTORS;
    let series = factors
        .into_iter()
        .fold(first, |sum, factor| part.mul_add(sum, factor));
    // The exponential minus one. Twice its half is squared without losing the digits behind the one.
    let mut less_one = part * series;
    for _ in 0..3 {
        less_one *= less_one + 2.0;
    }
    let result = (less_one + 2.0).mul_add(less_one, 1.0);
    #[expect(
        clippy::cast_possible_truncation,
        reason = "the number is a part of a logarithm"
    )]
    let power = exponent as i32;
    scale(result, power)
}

/// Raises a number to a power, by repeated multiplication for the whole part of the exponent.
pub(super) fn pow(x: f64, y: f64) -> f64 {
    if y == 0.0 || x == 1.0 {
        return 1.0;
    }
    if y == 1.0 {
        return x;
    }
    if x == 0.0 || x.is_infinite() || y.is_infinite() || x.is_nan() || y.is_nan() {
        return x.powf(y);
    }
    if y == 0.5 {
        return x.sqrt();
    }
    if y == -0.5 {
        return 1.0 / x.sqrt();
    }
    let mut whole = y.abs().trunc();
    let mut part = y.abs().fract();
    if part != 0.0 && x < 0.0 {
        return f64::NAN;
    }
    if whole >= 9_223_372_036_854_775_808.0 {
        return x.powf(y);
    }
    let mut result = 1.0;
    let mut exponent = 0_i32;
    if part != 0.0 {
        if part > 0.5 {
            part -= 1.0;
            whole += 1.0;
        }
        result = exp(part * log(x));
    }
    let (mut base, mut base_exponent) = split(x);
    #[expect(
        clippy::cast_possible_truncation,
        reason = "the number is less than 2^63"
    )]
    let mut rest = whole as i64;
    while rest != 0 {
        if base_exponent.abs() > 1 << 12 {
            // The result is infinite or zero.
            exponent += base_exponent;
            break;
        }
        if rest & 1 == 1 {
            result *= base;
            exponent += base_exponent;
        }
        base *= base;
        base_exponent <<= 1;
        if base < 0.5 {
            base += base;
            base_exponent -= 1;
        }
        rest >>= 1;
    }
    if y < 0.0 {
        result = 1.0 / result;
        exponent = -exponent;
    }
    scale(result, exponent)
}

/// Splits a finite number other than zero into a fraction from 0.5 to 1 and a power of two.
fn split(x: f64) -> (f64, i32) {
    let (normal, more) = if x.abs() < f64::MIN_POSITIVE {
        (x * (1_u64 << 52) as f64, -52)
    } else {
        (x, 0)
    };
    let bits = normal.to_bits();
    let biased = i32::try_from(bits >> 52 & 0x7ff).unwrap_or(0);
    let fraction = f64::from_bits(bits & !(0x7ff << 52) | 1022 << 52);
    (fraction, biased - 1022 + more)
}

/// Multiplies a number by a power of two. The result may be infinite or zero.
fn scale(x: f64, exponent: i32) -> f64 {
    if x == 0.0 || x.is_infinite() {
        return x;
    }
    let (fraction, own) = split(x);
    let scaled_exponent = own.saturating_add(exponent);
    if scaled_exponent > 1024 {
        return f64::INFINITY.copysign(x);
    }
    if scaled_exponent < -1100 {
        return 0.0_f64.copysign(x);
    }
    // Two steps, because a single power of two may be out of range.
    let half = scaled_exponent / 2;
    fraction * 2.0_f64.powi(half) * 2.0_f64.powi(scaled_exponent - half)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn powers_and_logarithms_agree_with_known_ones() {
        for (x, y, result) in [
            (3.0, 2.0, 9.0),
            (2.0, 0.5, std::f64::consts::SQRT_2),
            (2.0, -2.0, 0.25),
            (10.0, 400.0, f64::INFINITY),
            (2.0, -1074.0, f64::from_bits(1)),
            (-2.0, 3.0, -8.0),
            (0.1, 2.5, 0.003_162_277_660_168_38),
            (1e15, 2.0 / 3.0, 1e10),
            (2.0, 1.0 / 3.0, 1.259_921_049_894_873),
        ] {
            assert_eq!(pow(x, y), result, "{x} {y}");
        }
        assert!(pow(-8.0, 1.5).is_nan());
        assert_eq!(log(16.0) / log(2.0), 4.0);
        assert_eq!(log(f64::MIN_POSITIVE / 4.0), -1022.0 * log(2.0) - log(4.0));
    }
}
