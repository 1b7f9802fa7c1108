//! The size of values: how much memory they take, and how much work it is to read them.

use super::number::Number;
use super::tree::{Content, NODE_STEPS, Value};

/// The bytes of an element in its collection, with its type.
pub(crate) const ELEMENT: u64 = 128;

/// The steps of writing a number that is no integer of 64 bits.
const FRACTION: u64 = 1000;

/// The number of digits of one step. The work for a number grows with the square of its digits.
const DIGITS: u64 = 100;

impl Value {
    /// Returns the number of values in this one. A value that occurs twice counts twice.
    pub(crate) fn nodes(&self) -> u64 {
        match self.content() {
            Content::Parts(parts) => parts.nodes,
            _ => 1,
        }
    }

    /// Returns the number of bytes of all texts, numbers, names and collections in the value.
    pub(crate) fn bytes(&self) -> u64 {
        match self.content() {
            Content::Parts(parts) => parts.bytes,
            Content::String(text) => length(text.len()),
            Content::Number(number) => number.mantissa_len() / 8,
            _ => 0,
        }
    }

    /// Returns the number of bytes that the value takes in memory, if it shares nothing.
    pub(crate) fn size(&self) -> u64 {
        let nodes = self.nodes().saturating_mul(ELEMENT);
        nodes.saturating_add(self.bytes())
    }

    /// Returns the steps of reading the value, as for a comparison or a copy.
    pub(crate) fn effort(&self) -> u64 {
        match self.content() {
            Content::Parts(parts) => parts.effort,
            Content::String(text) => NODE_STEPS + length(text.len()) / 16,
            // Fractions are compared by their texts.
            Content::Number(number) if !number.is_integer() => number.text_steps(),
            Content::Number(number) => NODE_STEPS + number.mantissa_len() / 64,
            _ => NODE_STEPS,
        }
    }

    /// Returns the steps of writing the digits of a number, or of reading those of a text.
    pub(crate) fn digits(&self) -> u64 {
        match self.content() {
            Content::Number(number) => number.text_steps(),
            Content::String(text) => text_steps(text.len()),
            _ => 0,
        }
    }

    /// Returns the steps of writing all numbers in the value as texts.
    pub(crate) fn numbers_as_text(&self) -> u64 {
        match (self.elements(), self.content()) {
            (Some(elements), _) => elements.iter().fold(0, |sum: u64, element| {
                sum.saturating_add(crate::stack::deeper(|| element.numbers_as_text()))
            }),
            (None, Content::Number(number)) => number.text_steps(),
            (None, _) => 0,
        }
    }

    /// Returns the steps of converting all texts in the value to numbers, or all numbers to texts.
    pub(crate) fn all_digits(&self) -> u64 {
        match self.elements() {
            Some(elements) => elements.iter().fold(0, |sum: u64, element| {
                sum.saturating_add(crate::stack::deeper(|| element.all_digits()))
            }),
            None => self.digits(),
        }
    }
}

impl Number {
    /// Returns the steps of writing the number as text.
    pub(crate) fn text_steps(&self) -> u64 {
        if self.to_i64().is_some() || !self.is_finite() {
            return NODE_STEPS;
        }
        let digits = self.text_len() / DIGITS;
        let steps = digits.saturating_mul(digits).saturating_mul(DIGITS / 3);
        steps.saturating_add(FRACTION)
    }

    /// Returns the steps of an operation with another number.
    pub(crate) fn operation(&self, other: &Self) -> u64 {
        let words = self.mantissa_len().max(other.mantissa_len()) / 1024;
        words.saturating_mul(words)
    }
}

/// Returns the steps of reading a number from a text.
pub(crate) fn text_steps(digits: usize) -> u64 {
    let digit_steps = length(digits) / DIGITS;
    digit_steps.saturating_mul(digit_steps)
}

fn length(length: usize) -> u64 {
    u64::try_from(length).unwrap_or(u64::MAX)
}
