//! Escapes in patterns: quoted texts, assertions, sets and characters.

use super::{Assertion, Parser};
use crate::functions::regex::names;
use crate::functions::regex::set::Set;

impl Parser<'_> {
    pub(super) fn escape(&mut self) -> Result<(), String> {
        if let Some(quoted) = self.rest.strip_prefix("\\Q") {
            let (text, rest) = quoted.split_once("\\E").unwrap_or((quoted, ""));
            for character in text.chars() {
                self.literal(0, character)?;
            }
            self.rest = rest;
            return Ok(());
        }
        let assertion = match self.rest.as_bytes().get(1) {
            Some(b'A') => Some(Assertion::TextStart),
            Some(b'z') => Some(Assertion::TextEnd),
            Some(b'b') => Some(Assertion::Boundary),
            Some(b'B') => Some(Assertion::NoBoundary),
            _ => None,
        };
        if let Some(assertion) = assertion {
            return self.assertion(2, assertion);
        }
        if let Some(set) = self.set_escape()? {
            return self.push_set(set);
        }
        let code = self.character_escape()?;
        match char::from_u32(code) {
            Some(character) => self.literal(0, character),
            None => self.push_set(Set::empty()),
        }
    }

    /// Returns a set of a name, with the case of letters and the negation.
    pub(super) fn with_case_and_negation(&self, set: Set, is_negated: bool) -> Set {
        let cased = if self.flags.ignores_case {
            set.folded()
        } else {
            set
        };
        if is_negated { cased.negated() } else { cased }
    }

    /// Reads an escape that stands for a set of characters, if there is one.
    pub(super) fn set_escape(&mut self) -> Result<Option<Set>, String> {
        let mut characters = self.rest.chars().skip(1);
        let Some(kind) = characters.next() else {
            return Ok(None);
        };
        if let Some(set) = names::perl(kind) {
            self.advance(2);
            return Ok(Some(
                self.with_case_and_negation(set, kind.is_ascii_uppercase()),
            ));
        }
        if !matches!(kind, 'p' | 'P') {
            return Ok(None);
        }
        let (name, length) = match characters.next() {
            Some('{') => match self.rest.find('}') {
                Some(end) => (&self.rest[3..end], end + 1),
                None => return Err(self.error_at("invalid character class range", self.rest.len())),
            },
            Some(other) => {
                let end = 2 + other.len_utf8();
                (&self.rest[2..end], end)
            }
            None => ("", 2),
        };
        let is_negated = (kind == 'P') != name.starts_with('^');
        let Some(set) = names::unicode(name.strip_prefix('^').unwrap_or(name)) else {
            return Err(self.error_at("invalid character class range", length));
        };
        self.advance(length);
        Ok(Some(self.with_case_and_negation(set, is_negated)))
    }

    /// Reads an escape that stands for one character. Returns its number, which may be that of a surrogate.
    pub(super) fn character_escape(&mut self) -> Result<u32, String> {
        let mut characters = self.rest.chars().skip(1);
        let Some(kind) = characters.next() else {
            // Go prints the part of the pattern after the backslash, which is empty.
            return Err("trailing backslash at end of expression in ".to_owned());
        };
        let code = match kind {
            'a' => 7,
            'f' => 12,
            'n' => 10,
            'r' => 13,
            't' => 9,
            'v' => 11,
            'x' | '0'..='7' => {
                let number = match kind {
                    'x' => hexadecimal_escape(self.rest),
                    _ => octal_escape(self.rest),
                };
                let Some((code, length)) = number else {
                    return Err(self.error_at("invalid escape sequence", 2));
                };
                self.advance(length);
                return Ok(code);
            }
            other if other.is_ascii() && !other.is_ascii_alphanumeric() => u32::from(other),
            other => return Err(self.error_at("invalid escape sequence", 1 + other.len_utf8())),
        };
        self.advance(2);
        Ok(code)
    }
}

/// Reads `\x41` or `\x{41}`. Returns the number of the character and the length of the escape.
fn hexadecimal_escape(text: &str) -> Option<(u32, usize)> {
    let after_x = &text[2..];
    let (digits, length) = match after_x.strip_prefix('{') {
        Some(inner) => {
            let end = inner.find('}')?;
            (inner[..end].trim_start_matches('0'), end + 4)
        }
        None => (after_x.get(..2)?, 4),
    };
    let is_empty = after_x.starts_with("{}");
    let is_hexadecimal = digits.len() <= 6 && digits.bytes().all(|it| it.is_ascii_hexdigit());
    if is_empty || !is_hexadecimal {
        return None;
    }
    let code = match digits {
        "" => 0,
        digits => u32::from_str_radix(digits, 16).ok()?,
    };
    (code <= u32::from(char::MAX)).then_some((code, length))
}

/// Reads an octal escape. A single digit other than 0 would refer to a group, which is not supported.
fn octal_escape(text: &str) -> Option<(u32, usize)> {
    let length = text[1..]
        .bytes()
        .take(3)
        .take_while(|it| (b'0'..=b'7').contains(it))
        .count();
    let digits = &text[1..=length];
    if length == 1 && digits != "0" {
        return None;
    }
    Some((u32::from_str_radix(digits, 8).ok()?, 1 + length))
}
