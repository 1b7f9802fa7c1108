//! The values of scalars.

use terrane_value::Type;

use crate::functions::encoding::decode_base64;
use crate::functions::time::Instant;
use crate::value::{Number, Value};

/// The notation of a scalar.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Style {
    Plain,
    SingleQuoted,
    DoubleQuoted,
    /// `|`.
    Literal,
    /// `>`.
    Folded,
}

/// The tag of a scalar.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Tagged {
    None,
    String,
    Bool,
    Integer,
    Float,
    Null,
    Timestamp,
    Binary,
    Unsupported,
}

/// The start of the tags that YAML defines.
pub(super) const CORE: &str = "tag:yaml.org,2002:";

impl Tagged {
    pub(super) fn of(tag: Option<&str>) -> Self {
        let Some(tag) = tag else {
            return Self::None;
        };
        match tag.strip_prefix(CORE) {
            Some("str") => Self::String,
            Some("bool") => Self::Bool,
            Some("int") => Self::Integer,
            Some("float") => Self::Float,
            Some("null") => Self::Null,
            Some("timestamp") => Self::Timestamp,
            Some("binary") => Self::Binary,
            _ => Self::Unsupported,
        }
    }
}

/// Returns the value of a scalar, or describes its error.
pub(super) fn resolve(text: &str, style: Style, tag: Tagged) -> Result<Value, String> {
    let is_quoted = matches!(style, Style::SingleQuoted | Style::DoubleQuoted);
    match tag {
        Tagged::Unsupported => {
            return Err("this tag is not supported".to_owned());
        }
        Tagged::String => return Ok(text.into()),
        Tagged::Binary => {
            // Line breaks may stand anywhere.
            return match decode_base64(&text.replace(['\r', '\n'], "")) {
                Some(_) => Ok(text.into()),
                None => Err(format!(
                    "cannot parse \"{text}\" as !!binary: not valid base64"
                )),
            };
        }
        _ => {}
    }
    let first = text.chars().next();
    let has_meaning = first.is_none_or(|it| it.is_ascii_digit() || "+-.yYnNtTfFoO~".contains(it));
    if has_meaning && is_quoted {
        return Ok(text.into());
    }
    let named = named_scalar(text);
    if has_meaning {
        if let Some(value) = named {
            return Ok(value);
        }
        if tag == Tagged::None && matches!(text, ".nan" | ".NaN" | ".NAN") {
            return Err("floating point NaN is not supported".to_owned());
        }
        if first == Some('.')
            && text.len() <= MAX_DIGITS
            && let Ok(number) = text.parse::<Number>()
        {
            return Ok(number.into());
        }
        if first.is_some_and(|it| it.is_ascii_digit() || it == '+' || it == '-') {
            if matches!(tag, Tagged::None | Tagged::Timestamp)
                && let Some(time) = scalar_timestamp(text)
            {
                return Ok(time.to_string().into());
            }
            if is_integer(text) || is_float(text) {
                return scalar_number(text);
            }
        }
    }
    match tag {
        Tagged::None => Ok(text.into()),
        Tagged::Integer | Tagged::Float => scalar_number(text),
        Tagged::Null => Ok(Value::null(Type::Dynamic)),
        _ => Err(format!("cannot parse \"{text}\" as its tag requires")),
    }
}

/// Returns the value of a reserved text.
fn named_scalar(text: &str) -> Option<Value> {
    Some(match text {
        "y" | "Y" | "yes" | "Yes" | "YES" | "true" | "True" | "TRUE" | "on" | "On" | "ON" => {
            true.into()
        }
        "n" | "N" | "no" | "No" | "NO" | "false" | "False" | "FALSE" | "off" | "Off" | "OFF" => {
            false.into()
        }
        "" | "~" | "null" | "Null" | "NULL" => Value::null(Type::Dynamic),
        ".inf" | ".Inf" | ".INF" | "+.inf" | "+.Inf" | "+.INF" => Number::INFINITY.into(),
        "-.inf" | "-.Inf" | "-.INF" => Number::NEGATIVE_INFINITY.into(),
        _ => return None,
    })
}

fn is_integer(text: &str) -> bool {
    let all = |text: &str, is_digit: fn(&u8) -> bool| {
        !text.is_empty() && text.as_bytes().iter().all(is_digit)
    };
    if let Some(digits) = text.strip_prefix("0o") {
        return all(digits, |it| (b'0'..=b'7').contains(it));
    }
    if let Some(digits) = text.strip_prefix("0x") {
        return all(digits, u8::is_ascii_hexdigit);
    }
    all(
        text.strip_prefix(['+', '-']).unwrap_or(text),
        u8::is_ascii_digit,
    )
}

fn is_float(text: &str) -> bool {
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    let digits = |unsigned: &str| unsigned.bytes().all(|it| it.is_ascii_digit());
    let (mantissa, exponent) = match unsigned.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, Some(exponent)),
        None => (unsigned, None),
    };
    let is_exponent = exponent.is_none_or(|it| {
        let it = it.strip_prefix(['+', '-']).unwrap_or(it);
        !it.is_empty() && digits(it)
    });
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let is_empty = whole.is_empty() && fraction.is_empty();
    is_exponent && !is_empty && digits(whole) && digits(fraction)
}

/// The most digits of a number. The time of reading it grows with their square.
const MAX_DIGITS: usize = 10_000;

/// Reads a decimal number, or a whole number of 64 bits with a prefix for its base.
fn scalar_number(text: &str) -> Result<Value, String> {
    if text.len() > MAX_DIGITS {
        return Err(format!(
            "cannot parse a number of more than {MAX_DIGITS} digits"
        ));
    }
    let plain = text.replace('_', "");
    if let Ok(number) = plain.parse::<Number>() {
        return Ok(number.into());
    }
    let unsigned = plain.strip_prefix(['+', '-']);
    let is_negative = plain.starts_with('-');
    let digits = unsigned.unwrap_or(&plain);
    let radix = match digits.get(..2) {
        Some("0x" | "0X") => 16,
        Some("0o" | "0O") => 8,
        Some("0b" | "0B") => 2,
        _ => 10,
    };
    let plain_digits = digits.get(2..).filter(|_| radix != 10).unwrap_or(digits);
    // Only a number without a sign may take all 64 bits.
    let max = match (unsigned, is_negative) {
        (None, _) => u64::MAX,
        (Some(_), true) => 1 << 63,
        (Some(_), false) => (1 << 63) - 1,
    };
    let magnitude = if plain_digits.starts_with(['+', '-']) {
        None
    } else {
        u64::from_str_radix(plain_digits, radix).ok()
    };
    match magnitude.filter(|magnitude| *magnitude <= max) {
        Some(magnitude) => Ok(Number::from_integer(is_negative, magnitude.into()).into()),
        None => Err(format!("cannot parse \"{text}\" as a number")),
    }
}

/// Reads a timestamp in one of the forms that hosts accept: with short numbers, a blank instead of the `T`, or the date only.
fn scalar_timestamp(text: &str) -> Option<Instant> {
    let mut rest = text;
    let year = digits(&mut rest, 4..=4)?;
    let month = after(&mut rest, '-')?;
    let day = after(&mut rest, '-')?;
    let date = [year, month, day];
    if rest.is_empty() {
        return Instant::from_parts(date, [0; 3], 0, 0);
    }
    let has_zone = rest.starts_with(['T', 't']);
    rest = if has_zone {
        &rest[1..]
    } else {
        rest.strip_prefix(' ')?.trim_start_matches(' ')
    };
    let hour = digits(&mut rest, 1..=2)?;
    let minute = after(&mut rest, ':')?;
    let second = after(&mut rest, ':')?;
    if let Some(fraction) = rest.strip_prefix(['.', ',']) {
        let fraction = fraction.trim_start_matches(|it: char| it.is_ascii_digit());
        // A point without digits is no fraction.
        if fraction.len() + 1 < rest.len() {
            rest = fraction;
        }
    }
    let offset = if has_zone {
        zone_offset(rest)?
    } else if rest.is_empty() {
        0
    } else {
        return None;
    };
    let time = [hour, minute, second];
    Instant::from_parts(date, time, 0, offset).filter(|_| second < 60)
}

/// Reads a number of some digits, and removes it from the text.
fn digits(rest: &mut &str, count: std::ops::RangeInclusive<usize>) -> Option<u16> {
    let found = rest.bytes().take(*count.end());
    let length = found.take_while(u8::is_ascii_digit).count();
    let (number, after) = rest.split_at(length);
    *rest = after;
    number.parse().ok().filter(|_| count.contains(&length))
}

/// Reads a separator and a number of one or two digits.
fn after(rest: &mut &str, separator: char) -> Option<u16> {
    *rest = rest.strip_prefix(separator)?;
    digits(rest, 1..=2)
}

/// Reads the distance to UTC in seconds.
fn zone_offset(zone: &str) -> Option<i32> {
    if zone == "Z" {
        return Some(0);
    }
    let mut rest = zone.strip_prefix(['+', '-'])?;
    let hours = digits(&mut rest, 2..=2).filter(|hours| *hours <= 24)?;
    rest = rest.strip_prefix(':')?;
    let minutes = digits(&mut rest, 2..=2).filter(|minutes| *minutes <= 60)?;
    let seconds = (i32::from(hours) * 60 + i32::from(minutes)) * 60;
    rest.is_empty().then_some(if zone.starts_with('-') {
        -seconds
    } else {
        seconds
    })
}
