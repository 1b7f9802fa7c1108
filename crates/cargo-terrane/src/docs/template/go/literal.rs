//! The values of literals: numbers, characters and texts.

use super::value::Value;

/// A number in a template.
#[derive(Debug, Clone, Copy)]
pub(super) enum Number {
    Int(i64),
    Float(f64),
    /// A number between the greatest `int` and the greatest `uint64`. It is an error where it is used.
    TooLarge,
}

impl Number {
    pub(super) const fn value(self) -> Option<Value> {
        match self {
            Self::Int(number) => Some(Value::Int(number)),
            Self::Float(number) => Some(Value::Float(number)),
            Self::TooLarge => None,
        }
    }
}

/// Reads a number.
pub(super) fn number(text: &str) -> Result<Number, String> {
    let malformed = || format!("`{text}` is not a number");
    let (sign, digits) = match text.as_bytes().first() {
        Some(b'+' | b'-') => text.split_at(1),
        _ => ("", text),
    };
    if digits.contains('_') && !has_correct_underscores(digits) {
        return Err(malformed());
    }
    let plain = digits.replace('_', "");
    let prefix = plain.get(..2).map(str::to_ascii_lowercase);
    let is_hexadecimal = prefix.as_deref() == Some("0x");
    let magnitude = match prefix.as_deref() {
        Some("0x") => u64::from_str_radix(&plain[2..], 16),
        Some("0o") => u64::from_str_radix(&plain[2..], 8),
        Some("0b") => u64::from_str_radix(&plain[2..], 2),
        _ if plain.len() > 1 && plain.starts_with('0') => u64::from_str_radix(&plain[1..], 8),
        _ => plain.parse(),
    };
    let unsigned = magnitude.ok().map(i128::from);
    let whole = unsigned.map(|it| if sign == "-" { -it } else { it });
    // An integer with an `e` is a float in Go if it has a sign, although it is hexadecimal.
    let looks_like_float = digits.contains(['.', 'e', 'E', 'p', 'P'])
        && !(is_hexadecimal && sign.is_empty() && !digits.contains(['p', 'P']));
    match whole.map(|it| (i64::try_from(it), u64::try_from(it))) {
        Some((Ok(whole), _)) if looks_like_float => {
            #[expect(clippy::cast_precision_loss, reason = "Go rounds, too")]
            return Ok(Number::Float(whole as f64));
        }
        Some((Ok(whole), _)) => return Ok(Number::Int(whole)),
        // `uint64` has no sign.
        Some((_, Ok(_))) if sign.is_empty() => return Ok(Number::TooLarge),
        _ => {}
    }
    let float = if is_hexadecimal {
        hexadecimal_float(&plain[2..])
    } else {
        plain.parse().ok()
    };
    match float {
        Some(float) if f64::is_finite(float) => {
            if !digits.contains(['.', 'e', 'E', 'p', 'P']) {
                return Err(format!("`{text}` does not fit into an int"));
            }
            Ok(Number::Float(if sign == "-" { -float } else { float }))
        }
        _ => Err(malformed()),
    }
}

/// Whether each underscore is between digits, or between the prefix of a base and a digit.
fn has_correct_underscores(digits: &str) -> bool {
    let lower = digits.to_ascii_lowercase();
    let is_hexadecimal = lower.starts_with("0x");
    let has_prefix = is_hexadecimal || lower.starts_with("0b") || lower.starts_with("0o");
    let number = if has_prefix { &lower[2..] } else { &lower };
    let is_digit = |it: char| it.is_ascii_digit() || (is_hexadecimal && ('a'..='f').contains(&it));
    let mut before = has_prefix.then_some('0');
    for character in number.chars() {
        let follows = before.is_some_and(is_digit);
        match character {
            '_' if !follows => return false,
            other if before == Some('_') && !is_digit(other) => return false,
            _ => {}
        }
        before = Some(character);
    }
    before != Some('_')
}

/// Reads a hexadecimal float without its prefix. It has an exponent.
fn hexadecimal_float(text: &str) -> Option<f64> {
    let at = text.find(['p', 'P'])?;
    let (mantissa, exponent) = (&text[..at], &text[at + 1..]);
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits = format!("{whole}{fraction}");
    let significant = digits.trim_start_matches('0');
    if whole.is_empty() && fraction.is_empty() {
        return None;
    }
    // Bits that do not fit decide only how the others are rounded.
    let (kept, dropped) = significant.split_at(significant.len().min(15));
    let mut number = u64::from_str_radix(if kept.is_empty() { "0" } else { kept }, 16).ok()?;
    number = (number << 3) + u64::from(dropped.contains(|it| it != '0'));
    let places = i32::try_from(dropped.len()).ok()? - i32::try_from(fraction.len()).ok()?;
    let written_exponent: i32 = exponent.parse().ok()?;
    let power = written_exponent.clamp(-100_000, 100_000) + 4 * places.clamp(-100_000, 100_000) - 3;
    #[expect(clippy::cast_precision_loss, reason = "the number is rounded once")]
    let rounded = number as f64;
    // In two steps, because 2 to the power of a subnormal result is no number.
    Some(rounded * 2_f64.powi(power / 2) * 2_f64.powi(power - power / 2))
}

/// Reads a character with its quotes.
pub(super) fn character(text: &str) -> Result<Number, String> {
    let malformed = || format!("{text} is not a character");
    let inner = text.get(1..text.len() - 1).ok_or_else(malformed)?;
    match escaped_character(inner, '\'').ok_or_else(malformed)? {
        (Unit::Character(character), "") => Ok(Number::Int(u32::from(character).into())),
        (Unit::Byte(byte), "") => Ok(Number::Int(byte.into())),
        _ => Err(malformed()),
    }
}

/// Reads a text with its quotes.
pub(super) fn text(quoted: &str) -> Result<String, String> {
    let inner = &quoted[1..quoted.len() - 1];
    if quoted.starts_with('`') {
        return Ok(inner.replace('\r', ""));
    }
    let mut bytes = Vec::new();
    let mut rest = inner;
    while !rest.is_empty() {
        let (unit, after) = escaped_character(rest, '"')
            .ok_or_else(|| format!("{quoted} has an unknown escape sequence"))?;
        match unit {
            Unit::Byte(byte) => bytes.push(byte),
            Unit::Character(character) => {
                bytes.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
            }
        }
        rest = after;
    }
    String::from_utf8(bytes).map_err(|_| format!("{quoted} is not UTF-8 text"))
}

/// What a character or an escape sequence stands for.
enum Unit {
    Byte(u8),
    Character(char),
}

/// Reads a character or an escape sequence, and returns what follows it.
fn escaped_character(text: &str, quote: char) -> Option<(Unit, &str)> {
    let mut characters = text.chars();
    let first = characters.next()?;
    if first != '\\' {
        let is_quote = first == quote;
        return (!is_quote).then_some((Unit::Character(first), characters.as_str()));
    }
    let escape = characters.next()?;
    let rest = characters.as_str();
    let code = |digits: &str, radix| {
        let are_digits = digits.chars().all(|it| it.is_digit(radix));
        are_digits.then(|| u32::from_str_radix(digits, radix).ok())?
    };
    let character = match escape {
        'a' => '\u{7}',
        'b' => '\u{8}',
        'f' => '\u{c}',
        'n' => '\n',
        'r' => '\r',
        't' => '\t',
        'v' => '\u{b}',
        '\\' => '\\',
        '\'' | '"' if escape == quote => quote,
        'x' => {
            let byte = u8::try_from(code(rest.get(..2)?, 16)?).ok()?;
            return Some((Unit::Byte(byte), &rest[2..]));
        }
        '0'..='7' => {
            let digits = text.get(1..4)?;
            let byte = u8::try_from(code(digits, 8)?).ok()?;
            return Some((Unit::Byte(byte), &text[4..]));
        }
        'u' | 'U' => {
            let length = if escape == 'u' { 4 } else { 8 };
            let character = char::from_u32(code(rest.get(..length)?, 16)?)?;
            return Some((Unit::Character(character), &rest[length..]));
        }
        _ => return None,
    };
    Some((Unit::Character(character), rest))
}
