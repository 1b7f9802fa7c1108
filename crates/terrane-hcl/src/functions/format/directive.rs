//! The directives of a format, such as `%-10s`.

use terrane_value::Type;
use unicode_segmentation::UnicodeSegmentation as _;

use crate::functions::call::{Call, CallError};
use crate::functions::json;
use crate::functions::messages;
use crate::value::Value;

use super::number;

/// The steps of a directive, in addition to those of its argument.
const DIRECTIVE: u64 = 20;

/// A directive.
#[derive(Debug, Default)]
pub(super) struct Directive<'a> {
    /// The text of the directive.
    pub(super) text: &'a str,
    /// Where it starts in the format.
    pub(super) offset: usize,
    /// The number of the argument, from 1.
    pub(super) argument: usize,
    pub(super) verb: char,
    pub(super) zero: bool,
    pub(super) sharp: bool,
    pub(super) plus: bool,
    pub(super) minus: bool,
    pub(super) space: bool,
    pub(super) width: Option<usize>,
    pub(super) precision: Option<usize>,
}

/// Writes arguments into a format, which may be a text of at most some bytes.
pub(super) fn format(
    call: &Call<'_>,
    format: &str,
    arguments: &[&Value],
    max: usize,
) -> Result<String, CallError> {
    let mut text = String::with_capacity(format.len());
    let mut next = 1;
    let mut highest = 0;
    let mut offset = 0;
    while let Some(length) = format[offset..].find('%') {
        text += &format[offset..offset + length];
        offset += length;
        if format[offset..].starts_with("%%") {
            text.push('%');
            offset += 2;
            continue;
        }
        let directive = Directive::parse(format, offset, next)?;
        highest = highest.max(directive.argument);
        next = directive.argument.saturating_add(1);
        offset += directive.text.len();
        directive.append(call, arguments, &mut text, max)?;
        if text.len() > max {
            return Err(CallError::new(messages::too_long(text.len(), max)));
        }
    }
    text += &format[offset..];
    if highest < arguments.len() {
        let message = match highest {
            0 => "too many arguments; no verbs in format string".to_owned(),
            _ => format!("too many arguments; only {highest} used by format string"),
        };
        return Err(CallError::argument(highest + 1, message));
    }
    Ok(text)
}

impl<'a> Directive<'a> {
    /// Reads the directive at an offset of a format: flags, width, precision, number of the argument, verb.
    fn parse(format: &'a str, offset: usize, next: usize) -> Result<Self, CallError> {
        let mut directive = Self {
            offset,
            argument: next,
            ..Self::default()
        };
        let bytes = format.as_bytes();
        let mut at = offset + 1;
        while let Some(flag) = bytes.get(at) {
            match flag {
                b'0' => directive.zero = true,
                b'#' => directive.sharp = true,
                b'-' => directive.minus = true,
                b'+' => directive.plus = true,
                b' ' => directive.space = true,
                _ => break,
            }
            at += 1;
        }
        if bytes.get(at).is_some_and(|it| matches!(it, b'1'..=b'9')) {
            directive.width = Some(number(bytes, &mut at));
        }
        if bytes.get(at) == Some(&b'.') {
            at += 1;
            directive.precision = Some(number(bytes, &mut at));
        }
        if bytes.get(at) == Some(&b'[')
            && bytes
                .get(at + 1)
                .is_some_and(|it| matches!(it, b'1'..=b'9'))
        {
            at += 1;
            directive.argument = number(bytes, &mut at);
            if bytes.get(at) != Some(&b']') {
                return Err(wrong_character(format, at));
            }
            at += 1;
        }
        match bytes.get(at) {
            Some(verb) if verb.is_ascii_alphabetic() => directive.verb = char::from(*verb),
            _ => return Err(wrong_character(format, at)),
        }
        directive.text = &format[offset..=at];
        Ok(directive)
    }

    fn unsupported(&self, reason: impl std::fmt::Display) -> CallError {
        let (text, offset) = (self.text, self.offset);
        CallError::new(format!(
            "unsupported value for \"{text}\" at {offset}: {reason}"
        ))
    }

    fn append(
        &self,
        call: &Call<'_>,
        arguments: &[&Value],
        text: &mut String,
        max: usize,
    ) -> Result<(), CallError> {
        let wanted = self.width.unwrap_or(0).max(self.precision.unwrap_or(0));
        if wanted > max {
            return Err(CallError::new(messages::too_long(wanted, max)));
        }
        let Some(value) = self
            .argument
            .checked_sub(1)
            .and_then(|it| arguments.get(it))
        else {
            let (raw, offset, index) = (self.text, self.offset, self.argument);
            return Err(CallError::new(format!(
                "not enough arguments for \"{raw}\" at {offset}: need index {index} but have {} total",
                arguments.len()
            )));
        };
        // Each directive writes its argument again.
        call.spend(DIRECTIVE.saturating_add(value.effort()))?;
        call.spend(value.numbers_as_text())?;
        if self.verb != 'v' && value.is_null() {
            return Err(self.unsupported("null value cannot be formatted"));
        }
        let converted = |ty: &Type| value.convert(ty).map_err(|error| self.unsupported(error));
        match self.verb {
            'v' => {
                let formatted = self.any(value, max)?;
                self.pad(&formatted, text);
            }
            't' => {
                *text += converted(&Type::Bool)?
                    .to_text()
                    .map_err(|it| self.unsupported(it))?
                    .as_str()
            }
            's' | 'q' => {
                let value = converted(&Type::String)?;
                let formatted = self.string(value.as_str().unwrap_or_default());
                self.pad(&formatted, text);
            }
            'b' | 'd' | 'o' | 'x' | 'X' => {
                let value = converted(&Type::Number)?
                    .as_number()
                    .cloned()
                    .unwrap_or_default();
                *text += &number::integer(self, &value).map_err(|it| self.unsupported(it))?;
            }
            'e' | 'E' | 'f' | 'g' | 'G' => {
                let value = converted(&Type::Number)?
                    .as_number()
                    .cloned()
                    .unwrap_or_default();
                *text += &number::decimal(self, &value).map_err(|it| self.unsupported(it))?;
            }
            verb => {
                let (raw, offset) = (self.text, self.offset);
                return Err(CallError::new(format!(
                    "unsupported format verb '{verb}' in \"{raw}\" at offset {offset}"
                )));
            }
        }
        Ok(())
    }

    /// Writes a value of any type: strings verbatim, numbers in their shortest form, others as JSON.
    fn any(&self, value: &Value, max: usize) -> Result<String, CallError> {
        if !self.sharp {
            if let Some(text) = value.as_str() {
                return Ok(text.to_owned());
            }
            if let Some(number) = value.as_number() {
                number::check(number).map_err(|it| self.unsupported(it))?;
                return Ok(number.shortest().general(None));
            }
        }
        json::encode(value, max).map_err(|error| self.unsupported(error))
    }

    fn string(&self, text: &str) -> String {
        let shortened = match self.precision {
            Some(precision) if precision > 0 => {
                let length = text.grapheme_indices(true).nth(precision);
                &text[..length.map_or(text.len(), |(at, _)| at)]
            }
            _ => text,
        };
        match self.verb {
            'q' => json::quoted(shortened),
            _ => shortened.to_owned(),
        }
    }

    /// Appends a text, filled up to the width.
    fn pad(&self, shown: &str, text: &mut String) {
        let length = match self.width {
            Some(_) => shown.graphemes(true).count(),
            None => 0,
        };
        let missing = self.width.unwrap_or(0).saturating_sub(length);
        let fill = if self.zero { "0" } else { " " }.repeat(missing);
        if self.minus {
            text.extend([shown, &fill])
        } else {
            text.extend([&fill, shown])
        }
    }
}

/// Reads the digits at an offset.
fn number(bytes: &[u8], at: &mut usize) -> usize {
    let mut number: usize = 0;
    while let Some(digit) = bytes.get(*at).filter(|it| it.is_ascii_digit()) {
        let digit = usize::from(*digit - b'0');
        number = number.saturating_mul(10).saturating_add(digit);
        *at += 1;
    }
    number
}

fn wrong_character(format: &str, at: usize) -> CallError {
    CallError::new(match format.get(at..).and_then(|it| it.chars().next()) {
        Some(character) => {
            format!("unrecognized format character '{character}' at offset {at}")
        }
        None => format!("invalid format string starting at offset {at}"),
    })
}
