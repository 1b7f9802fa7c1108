//! The values of scalars.

use saphyr_parser::{ScalarStyle, Tag};
use terrane_value::Type;

use crate::functions::encoding::decode_base64;
use crate::functions::time::Instant;
use crate::value::{Number, Value};

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
    Merge,
    Unsupported,
}

impl Tagged {
    pub(super) fn of(tag: Option<&Tag>) -> Self {
        let Some(tag) = tag else {
            return Self::None;
        };
        if !tag.is_yaml_core_schema() {
            return Self::Unsupported;
        }
        match tag.suffix.as_str() {
            "str" => Self::String,
            "bool" => Self::Bool,
            "int" => Self::Integer,
            "float" => Self::Float,
            "null" => Self::Null,
            "timestamp" => Self::Timestamp,
            "binary" => Self::Binary,
            "merge" => Self::Merge,
            _ => Self::Unsupported,
        }
    }
}

/// Returns the value of a scalar, or describes its error.
pub(super) fn resolve(text: &str, style: ScalarStyle, tag: Tagged) -> Result<Value, String> {
    let is_quoted = matches!(style, ScalarStyle::SingleQuoted | ScalarStyle::DoubleQuoted);
    match tag {
        Tagged::Unsupported | Tagged::Merge => {
            return Err("this tag is not supported".to_owned());
        }
        Tagged::String => return Ok(text.into()),
        Tagged::Binary => {
            return match decode_base64(text) {
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
    let named = named(text);
    if has_meaning {
        if let Some(value) = named {
            return Ok(value);
        }
        if tag == Tagged::None && matches!(text, ".nan" | ".NaN" | ".NAN") {
            return Err("floating point NaN is not supported".to_owned());
        }
        if first == Some('.')
            && let Ok(number) = text.parse::<Number>()
        {
            return Ok(number.into());
        }
        if first.is_some_and(|it| it.is_ascii_digit() || it == '+' || it == '-') {
            if matches!(tag, Tagged::None | Tagged::Timestamp)
                && let Some(time) = timestamp(text)
            {
                return Ok(time.to_string().into());
            }
            if is_integer(text) || is_float(text) {
                return number(text);
            }
        }
    }
    match tag {
        Tagged::None => Ok(text.into()),
        Tagged::Integer | Tagged::Float => number(text),
        Tagged::Null => Ok(Value::null(Type::Dynamic)),
        _ => Err(format!("cannot parse \"{text}\" as its tag requires")),
    }
}

/// Returns the value of a reserved text.
fn named(text: &str) -> Option<Value> {
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
    let text = text.strip_prefix(['+', '-']).unwrap_or(text);
    let digits = |text: &str| text.bytes().all(|it| it.is_ascii_digit());
    let (mantissa, exponent) = match text.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, Some(exponent)),
        None => (text, None),
    };
    let is_exponent = exponent.is_none_or(|it| {
        let it = it.strip_prefix(['+', '-']).unwrap_or(it);
        !it.is_empty() && digits(it)
    });
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let is_empty = whole.is_empty() && fraction.is_empty();
    is_exponent && !is_empty && digits(whole) && digits(fraction)
}

fn number(text: &str) -> Result<Value, String> {
    let plain = text.replace('_', "");
    if let Ok(number) = plain.parse::<Number>() {
        return Ok(number.into());
    }
    let (is_negative, digits) = match plain.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, plain.strip_prefix('+').unwrap_or(&plain)),
    };
    let (radix, digits) = match digits.get(..2) {
        Some("0x" | "0X") => (16, &digits[2..]),
        Some("0o" | "0O") => (8, &digits[2..]),
        Some("0b" | "0B") => (2, &digits[2..]),
        _ => (10, digits),
    };
    let wrong = || format!("cannot parse \"{text}\" as a number");
    let magnitude = u64::from_str_radix(digits, radix).map_err(|_| wrong())?;
    let is_too_large = is_negative && magnitude > 1 << 63;
    match is_too_large {
        true => Err(wrong()),
        false => Ok(Number::from_integer(is_negative, magnitude.into()).into()),
    }
}

/// Reads a timestamp in one of the forms that hosts accept: with short numbers, a blank instead of the `T`, or the date only.
fn timestamp(text: &str) -> Option<Instant> {
    let (date, time) = match text.find(['T', 't', ' ']) {
        Some(at) => (&text[..at], Some(&text[at..])),
        None => (text, None),
    };
    let mut date = date.split('-');
    let year = date.next().filter(|it| it.len() == 4).and_then(short)?;
    let (month, day) = (date.next().and_then(short)?, date.next().and_then(short)?);
    if date.next().is_some() {
        return None;
    }
    let date = [year, month, day];
    let Some(time) = time else {
        return Instant::from_parts(date, [0; 3], 0, 0);
    };
    let (time, zone) = match time.strip_prefix(' ') {
        Some(time) => (time, "Z"),
        None => {
            let at = time.find(['Z', '+', '-'])?;
            (&time[1..at], &time[at..])
        }
    };
    let mut parts = time.split(':');
    let (hour, minute) = (parts.next().and_then(short)?, parts.next().and_then(short)?);
    let second = parts.next().filter(|_| parts.next().is_none())?;
    let (second, fraction) = match second.split_once(['.', ',']) {
        Some((second, fraction)) => (second, fraction),
        None => (second, ""),
    };
    let is_fraction = fraction.bytes().all(|it| it.is_ascii_digit());
    let second = short(second).filter(|it| *it < 60 && is_fraction)?;
    Instant::from_parts(date, [hour, minute, second], 0, offset(zone)?)
}

/// Reads a number of few digits.
fn short(text: &str) -> Option<u16> {
    let is_number = (1..=4).contains(&text.len()) && text.bytes().all(|it| it.is_ascii_digit());
    text.parse().ok().filter(|_| is_number)
}

/// Reads the distance to UTC in seconds.
fn offset(zone: &str) -> Option<i32> {
    if zone == "Z" {
        return Some(0);
    }
    let (hours, minutes) = zone.get(1..)?.split_once(':')?;
    let two = |text: &str| short(text).filter(|_| text.len() == 2);
    let (hours, minutes) = (two(hours)?, two(minutes)?);
    let seconds = (i32::from(hours) * 60 + i32::from(minutes)) * 60;
    Some(if zone.starts_with('-') {
        -seconds
    } else {
        seconds
    })
}
