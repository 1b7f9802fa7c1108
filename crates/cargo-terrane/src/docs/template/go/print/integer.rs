//! Integers, as the package `fmt` of Go prints them.

use std::fmt::Write as _;

use super::super::quote::is_printable;
use super::flags::Flags;

/// An integer of one of Go's types.
#[derive(Debug, Clone, Copy)]
pub(super) struct Integer {
    is_negative: bool,
    magnitude: u64,
    pub(super) is_signed: bool,
}

impl Integer {
    pub(super) const fn signed(number: i64) -> Self {
        Self {
            is_negative: number < 0,
            magnitude: number.unsigned_abs(),
            is_signed: true,
        }
    }

    pub(super) fn unsigned(number: u8) -> Self {
        Self {
            is_negative: false,
            magnitude: number.into(),
            is_signed: false,
        }
    }

    /// Returns the number with its sign, its prefix and the zeros before its digits, without padding.
    pub(super) fn text(self, base: u64, verb: char, flags: Flags) -> String {
        if flags.precision == Some(0) && self.magnitude == 0 {
            return String::new();
        }
        let sign = match (self.is_negative, flags.plus, flags.space) {
            (true, ..) => "-",
            (_, true, _) => "+",
            (_, _, true) => " ",
            _ => "",
        };
        let count = match (flags.precision, flags.width) {
            (Some(precision), _) => precision,
            (None, Some(width)) if flags.fills_with_zeros() => width.saturating_sub(sign.len()),
            _ => 0,
        };
        let mut digits = integer_digits(self.magnitude, base);
        if verb == 'X' {
            digits.make_ascii_uppercase();
        }
        let zeros = "0".repeat(count.saturating_sub(digits.len()));
        let prefix = match (flags.sharp, base) {
            (true, 2) => "0b",
            (true, 8) if zeros.is_empty() && !digits.starts_with('0') => "0",
            (true, 16) if verb == 'X' => "0X",
            (true, 16) => "0x",
            _ => "",
        };
        let octal = if verb == 'O' { "0o" } else { "" };
        format!("{sign}{octal}{prefix}{zeros}{digits}")
    }

    /// Returns the character with this number, or that for unknown ones.
    pub(super) fn character(self) -> char {
        let code = u32::try_from(self.magnitude).ok();
        let character = code.filter(|_| !self.is_negative).and_then(char::from_u32);
        character.unwrap_or(char::REPLACEMENT_CHARACTER)
    }

    /// Returns the number as a code point: `U+0078`, and `U+0078 'x'` with a sharp.
    pub(super) fn code_point(self, flags: Flags) -> String {
        let number = if self.is_negative {
            self.magnitude.wrapping_neg()
        } else {
            self.magnitude
        };
        let digits = integer_digits(number, 16).to_ascii_uppercase();
        let count = flags.precision.unwrap_or(0).max(4);
        let zeros = "0".repeat(count.saturating_sub(digits.len()));
        let mut text = format!("U+{zeros}{digits}");
        let character = u32::try_from(number).ok().and_then(char::from_u32);
        if let Some(character) = character.filter(|it| flags.sharp && is_printable(*it)) {
            // Writing to a text cannot fail.
            let _ = write!(text, " '{character}'");
        }
        text
    }
}

fn integer_digits(number: u64, base: u64) -> String {
    match base {
        2 => format!("{number:b}"),
        8 => format!("{number:o}"),
        16 => format!("{number:x}"),
        _ => number.to_string(),
    }
}
