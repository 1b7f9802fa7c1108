//! Numbers in the notations of directives.

use dashu_int::UBig;

use crate::value::{Number, number_text};

use super::directive::Directive;

/// Refuses a number whose digits would fill the memory.
pub(super) fn check(number: &Number) -> Result<(), String> {
    number_text(number)
        .map(|_| ())
        .map_err(|error| error.to_string())
}

/// Writes a whole number.
pub(super) fn integer(directive: &Directive<'_>, number: &Number) -> Result<String, String> {
    if !number.is_integer() {
        return Err("an integer is required".to_owned());
    }
    check(number)?;
    let decimal = number.absolute().exact().plain(None);
    let digits = match directive.verb {
        'd' => decimal,
        verb => {
            let magnitude = UBig::from_str_radix(&decimal, 10).map_err(|it| it.to_string())?;
            let radix = match verb {
                'b' => 2,
                'o' => 8,
                _ => 16,
            };
            let digits = magnitude.in_radix(radix).to_string();
            match verb {
                'X' => digits.to_ascii_uppercase(),
                _ => digits,
            }
        }
    };
    if directive.precision == Some(0) && digits == "0" {
        return Ok(String::new());
    }
    let prefix = match (directive.sharp, directive.verb) {
        (true, 'b') => "0b",
        (true, 'o') => "0",
        (true, 'x') => "0x",
        (true, 'X') => "0X",
        _ => "",
    };
    let sign = sign(directive, number.is_negative());
    let mut zeros = directive
        .precision
        .unwrap_or(0)
        .saturating_sub(digits.len());
    let length = sign.len() + prefix.len() + zeros + digits.len();
    let missing = directive.width.unwrap_or(0).saturating_sub(length);
    let (mut before, mut after) = (0, 0);
    match (
        directive.minus,
        directive.zero && directive.precision.is_none(),
    ) {
        (true, _) => after = missing,
        (false, true) => zeros = missing,
        (false, false) => before = missing,
    }
    let (left_padding, right_padding) = (" ".repeat(before), " ".repeat(after));
    let zero_padding = "0".repeat(zeros);
    Ok([
        &left_padding,
        sign,
        prefix,
        &zero_padding,
        &digits,
        &right_padding,
    ]
    .concat())
}

/// Writes a number with a fraction.
pub(super) fn decimal(directive: &Directive<'_>, number: &Number) -> Result<String, String> {
    check(number)?;
    let places = directive
        .precision
        .map(|it| u32::try_from(it).unwrap_or(u32::MAX));
    let formatted = match directive.verb {
        'f' => number.exact().plain(Some(places.unwrap_or(6))),
        'e' | 'E' => number.exact().scientific(Some(places.unwrap_or(6))),
        _ => match places {
            None => number.shortest().general(None),
            Some(_) => number.exact().general(places),
        },
    };
    let (sign, digits) = match formatted.as_bytes().first() {
        Some(b'-') => ("-", &formatted[1..]),
        Some(b'+') if directive.space => (" ", &formatted[1..]),
        Some(b'+') => ("+", &formatted[1..]),
        _ => (sign(directive, false), formatted.as_str()),
    };
    let cased_digits = match directive.verb {
        'E' | 'G' if number.is_finite() => digits.to_ascii_uppercase(),
        _ => digits.to_owned(),
    };
    let length = sign.len() + cased_digits.len();
    let missing = directive.width.unwrap_or(0).saturating_sub(length);
    // Other than for whole numbers, zeros go before blanks.
    Ok(
        match (directive.zero && number.is_finite(), directive.minus) {
            (true, _) => [sign, &"0".repeat(missing), &cased_digits].concat(),
            (false, true) => [sign, &cased_digits, &" ".repeat(missing)].concat(),
            (false, false) => [&" ".repeat(missing), sign, &cased_digits].concat(),
        },
    )
}

fn sign(directive: &Directive<'_>, is_negative: bool) -> &'static str {
    match (is_negative, directive.plus, directive.space) {
        (true, ..) => "-",
        (_, true, _) => "+",
        (_, _, true) => " ",
        _ => "",
    }
}
