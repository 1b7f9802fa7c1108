//! Floats, as the packages `fmt` and `strconv` of Go print them. Numbers of templates are finite.

use super::flags::Flags;

/// More digits than these behind the point of a float are zeros.
const MAX_DIGITS: usize = 1100;

/// Returns the sign and the text of a number for one of the verbs `b`, `e`, `E`, `f`, `g`, `G`, `x` and `X`.
pub(super) fn text(
    number: f64,
    verb: char,
    precision: Option<usize>,
    flags: Flags,
) -> (&'static str, String) {
    let sign = match (number.is_sign_negative(), flags.plus, flags.space) {
        (true, ..) => "-",
        (_, true, _) => "+",
        (_, _, true) => " ",
        _ => "",
    };
    let magnitude = number.abs();
    let digits = match verb {
        'b' => binary_form(magnitude),
        'x' | 'X' => hexadecimal_form(magnitude, precision, verb == 'X'),
        'f' => Decimal::new(magnitude, precision.map(Precision::Places)).plain(precision),
        'e' | 'E' => {
            let digits = precision.map(|it| Precision::Digits(it + 1));
            Decimal::new(magnitude, digits).scientific(precision, verb)
        }
        _ => general_form(magnitude, verb, precision),
    };
    if flags.sharp && verb != 'b' {
        (sign, with_point(&digits, verb, precision))
    } else {
        (sign, digits)
    }
}

/// How many digits of a number are kept.
#[derive(Clone, Copy)]
enum Precision {
    /// Behind the point.
    Places(usize),
    /// In all, from the first one that is no zero.
    Digits(usize),
}

/// The decimal digits of a number, as `0.DIGITS` times a power of ten. Zero has none.
struct Decimal {
    digits: String,
    power: i32,
}

impl Decimal {
    /// Rounds a number to a precision, or to the fewest digits that mean the same float.
    fn new(magnitude: f64, precision: Option<Precision>) -> Self {
        let zero = Self {
            digits: String::new(),
            power: 0,
        };
        if magnitude == 0.0 {
            return zero;
        }
        let formatted = match precision {
            None => format!("{magnitude:e}"),
            Some(Precision::Digits(count)) => {
                let places = count.saturating_sub(1).min(MAX_DIGITS);
                format!("{magnitude:.places$e}")
            }
            Some(Precision::Places(places)) => {
                let places = places.min(MAX_DIGITS);
                let shown = format!("{magnitude:.places$}");
                let (whole, fraction) = shown.split_once('.').unwrap_or((&shown, ""));
                let digits = format!("{whole}{fraction}");
                let significant = digits.trim_start_matches('0');
                if significant.is_empty() {
                    return zero;
                }
                let power = digit_count(significant) - digit_count(fraction);
                return Self {
                    digits: significant.trim_end_matches('0').to_owned(),
                    power,
                };
            }
        };
        let (mantissa, exponent) = formatted.split_once('e').unwrap_or((&formatted, "0"));
        let digits = mantissa.replace('.', "");
        Self {
            digits: digits.trim_end_matches('0').to_owned(),
            power: exponent.parse().unwrap_or(0) + 1,
        }
    }

    /// Returns the number without an exponent.
    fn plain(&self, places: Option<usize>) -> String {
        let split = usize::try_from(self.power).unwrap_or(0);
        let zeros = "0".repeat(usize::try_from(-self.power).unwrap_or(0));
        let mut whole: String = self.digits.chars().take(split).collect();
        whole.push_str(&"0".repeat(split - whole.len()));
        let mut fraction = zeros;
        fraction.extend(self.digits.chars().skip(split));
        if whole.is_empty() {
            whole.push('0');
        }
        with_fraction(&whole, fraction, places)
    }

    /// Returns the number with an exponent of two digits or more.
    fn scientific(&self, places: Option<usize>, verb: char) -> String {
        let (first, rest) = self.digits.split_at(usize::from(!self.digits.is_empty()));
        let leading = if first.is_empty() { "0" } else { first };
        let exponent = if self.digits.is_empty() {
            0
        } else {
            self.power - 1
        };
        let sign = if exponent < 0 { '-' } else { '+' };
        let mantissa = with_fraction(leading, rest.to_owned(), places);
        format!("{mantissa}{verb}{sign}{:02}", exponent.unsigned_abs())
    }
}

/// Joins the digits before and behind the point. The latter get a number of places.
fn with_fraction(whole: &str, mut fraction: String, places: Option<usize>) -> String {
    if let Some(places) = places {
        fraction.truncate(places);
        fraction.push_str(&"0".repeat(places - fraction.len()));
    }
    if fraction.is_empty() {
        whole.to_owned()
    } else {
        format!("{whole}.{fraction}")
    }
}

fn digit_count(digits: &str) -> i32 {
    i32::try_from(digits.len()).unwrap_or(i32::MAX)
}

/// Returns a number with an exponent if the exponent is large.
fn general_form(magnitude: f64, verb: char, precision: Option<usize>) -> String {
    let min_precision = precision.map(|it| it.max(1));
    let decimal = Decimal::new(magnitude, min_precision.map(Precision::Digits));
    let max = min_precision.map_or(6, |it| i32::try_from(it).unwrap_or(i32::MAX));
    let exponent = decimal.power - 1;
    if exponent < -4 || exponent >= max {
        decimal.scientific(None, if verb == 'G' { 'E' } else { 'e' })
    } else {
        decimal.plain(None)
    }
}

/// The bits of a float: its mantissa and the power of two of the mantissa's last bit.
fn mantissa_and_exponent(magnitude: f64) -> (u64, i32) {
    let bits = magnitude.to_bits();
    let mantissa = bits & ((1 << 52) - 1);
    let exponent = i32::try_from(bits >> 52).unwrap_or(0);
    match exponent {
        0 => (mantissa, -1074),
        exponent => (mantissa + (1 << 52), exponent - 1075),
    }
}

/// Returns the mantissa and the power of two.
fn binary_form(magnitude: f64) -> String {
    let (mantissa, power) = mantissa_and_exponent(magnitude);
    format!("{mantissa}p{power:+}")
}

/// Returns a number as `0x1.8p+00`.
fn hexadecimal_form(magnitude: f64, precision: Option<usize>, is_upper: bool) -> String {
    let (mut mantissa, power) = mantissa_and_exponent(magnitude);
    let mut exponent = 0;
    if mantissa != 0 {
        // The first bit becomes that before the point, which 60 bits follow.
        let shift = mantissa.leading_zeros() - 3;
        mantissa <<= shift;
        exponent = power + 60 - i32::try_from(shift).unwrap_or(0);
    }
    if let Some(precision @ 0..15) = precision {
        let shift = precision * 4;
        let extra = (mantissa << shift) & ((1 << 60) - 1);
        mantissa >>= 60 - shift;
        // Half of a digit is rounded to an even one.
        if extra + (mantissa & 1) > 1 << 59 {
            mantissa += 1;
        }
        mantissa <<= 60 - shift;
        if mantissa & 1 << 61 != 0 {
            mantissa >>= 1;
            exponent += 1;
        }
    }
    let whole = mantissa >> 60 & 1;
    let fraction = format!("{:015x}", mantissa & ((1 << 60) - 1));
    let shortest = match precision {
        None => fraction.trim_end_matches('0').to_owned(),
        Some(_) => fraction,
    };
    let number = with_fraction(&whole.to_string(), shortest, precision);
    let sign = if exponent < 0 { '-' } else { '+' };
    let text = format!("0x{number}p{sign}{:02}", exponent.unsigned_abs());
    if is_upper {
        text.to_ascii_uppercase()
    } else {
        text
    }
}

/// Returns a number with a point, and with zeros up to its precision.
fn with_point(number: &str, verb: char, precision: Option<usize>) -> String {
    let is_hexadecimal = matches!(verb, 'x' | 'X');
    let ends: &[char] = if is_hexadecimal {
        &['p', 'P']
    } else {
        &['e', 'E']
    };
    let (digits, tail) = number.split_at(number.find(ends).unwrap_or(number.len()));
    let mut missing = match verb {
        'g' | 'G' | 'x' => precision.unwrap_or(6),
        _ => 0,
    };
    let significant = digits.trim_start_matches(['0', '.']);
    // Go counts the `x` of a prefix as a digit.
    let counted = if is_hexadecimal {
        digits[1..].trim_start_matches('0')
    } else {
        significant
    };
    missing = missing.saturating_sub(counted.chars().filter(|it| *it != '.').count());
    let mut text = digits.to_owned();
    if !digits.contains('.') {
        missing = missing.saturating_sub(usize::from(digits == "0"));
        text.push('.');
    }
    text.push_str(&"0".repeat(missing));
    text.push_str(tail);
    text
}
