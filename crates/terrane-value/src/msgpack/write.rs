use std::fmt;
use std::io::Write as _;

use bytes::Bytes;

use super::REFINED;
use crate::error::Error;
use crate::limits::{Budget, Limits, check_written};
use crate::number::Number;

/// The size of an encoded value.
///
/// ```
/// # use terrane_value::{Type, Value, msgpack::Size};
/// let size = Size::of(&Value::list([true, false]), &Type::list(Type::Bool))?;
/// assert_eq!(size.message, 3);
/// # Ok::<(), terrane_value::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Size {
    /// How many bytes the message has.
    pub message: usize,
    /// How many bytes of memory the value takes at the receiver, as far as [`Limits::memory`] counts them.
    pub memory: usize,
}

impl Size {
    /// Checks that a receiver with these limits accepts a message of this size.
    ///
    /// # Errors
    ///
    /// Fails if the message or its value is too large.
    pub fn check(self, limits: &Limits) -> Result<(), Error> {
        limits.check_size(self.message)?;
        Budget::new(limits, self.message).take(self.memory)
    }
}

/// Writes MessagePack, in as few bytes as possible.
#[derive(Debug, Default)]
pub(super) struct Writer {
    bytes: Vec<u8>,
    /// How many bytes of memory the value takes at the receiver.
    memory: usize,
    /// Whether infinite numbers are refused.
    finite: bool,
    /// Whether the message may exceed the limits, because only its size is needed.
    unlimited: bool,
}

impl Writer {
    /// Creates a writer of messages without infinite numbers.
    pub(super) fn of_finite() -> Self {
        Self {
            finite: true,
            ..Self::default()
        }
    }

    /// Removes the limits of the message.
    pub(super) fn unlimited(self) -> Self {
        Self {
            unlimited: true,
            ..self
        }
    }

    /// Returns whether the message may contain a number.
    pub(super) fn accepts(&self, number: &Number) -> bool {
        !self.finite || number.is_finite()
    }

    /// Returns the message.
    ///
    /// # Errors
    ///
    /// Fails if the message exceeds [`Limits::default`](crate::Limits).
    pub(super) fn into_message(self) -> Result<Bytes, Error> {
        check_written(self.bytes.len())?;
        self.size().check(&Limits::default())?;
        Ok(self.bytes.into())
    }

    /// Returns the size of the message.
    pub(super) fn size(&self) -> Size {
        Size {
            message: self.bytes.len(),
            memory: self.memory,
        }
    }

    /// Checks the size of the incomplete message.
    pub(super) fn check_size(&self) -> Result<(), Error> {
        if self.unlimited {
            Ok(())
        } else {
            check_written(self.bytes.len())
        }
    }

    /// Adds the memory that `items` items of a size will take at the receiver.
    pub(super) fn count(&mut self, items: usize, size: usize) {
        self.memory = self.memory.saturating_add(items.saturating_mul(size));
    }

    pub(super) fn nil(&mut self) {
        self.bytes.push(0xc0);
    }

    pub(super) fn bool(&mut self, value: bool) {
        self.bytes.push(if value { 0xc3 } else { 0xc2 });
    }

    pub(super) fn int(&mut self, value: i64) {
        if let Ok(value) = u64::try_from(value) {
            if let Ok(small @ 0..=0x7f) = u8::try_from(value) {
                self.bytes.push(small);
            } else if let Ok(value) = u8::try_from(value) {
                self.with(0xcc, value.to_be_bytes());
            } else if let Ok(value) = u16::try_from(value) {
                self.with(0xcd, value.to_be_bytes());
            } else if let Ok(value) = u32::try_from(value) {
                self.with(0xce, value.to_be_bytes());
            } else {
                self.with(0xcf, value.to_be_bytes());
            }
        } else if let Ok(small @ -32..) = i8::try_from(value) {
            self.bytes.push(small.cast_unsigned());
        } else if let Ok(value) = i8::try_from(value) {
            self.with(0xd0, value.to_be_bytes());
        } else if let Ok(value) = i16::try_from(value) {
            self.with(0xd1, value.to_be_bytes());
        } else if let Ok(value) = i32::try_from(value) {
            self.with(0xd2, value.to_be_bytes());
        } else {
            self.with(0xd3, value.to_be_bytes());
        }
    }

    /// Writes a number. An integer in the range of `i64` is written as an integer, and a fraction that a float represents exactly as a float. All
    /// other numbers are written as text.
    pub(super) fn number(&mut self, number: &Number) {
        if let Some(int) = number.to_i64() {
            return self.int(int);
        }
        self.count(1, number.extra_bytes());
        match number.to_f64().filter(|_| !number.is_integer()) {
            Some(float) => self.with(0xcb, float.to_be_bytes()),
            None => self.display(number),
        }
    }

    /// Writes text whose length is known only after it is formatted.
    fn display(&mut self, text: &impl fmt::Display) {
        let start = self.bytes.len();
        self.bytes.push(0xa0);
        // Writing to a vector cannot fail.
        let _ = write!(self.bytes, "{text}");
        match u8::try_from(self.bytes.len() - start - 1) {
            Ok(length @ 0..32) => self.bytes[start] |= length,
            _ => {
                let text = self.bytes.split_off(start + 1);
                self.bytes.truncate(start);
                self.length([0xd9, 0xda, 0xdb], text.len());
                self.bytes.extend_from_slice(&text);
            }
        }
    }

    pub(super) fn str(&mut self, text: &str) {
        match text.len() {
            length @ 0..32 => self.short(0xa0, length),
            length => self.length([0xd9, 0xda, 0xdb], length),
        }
        self.bytes.extend_from_slice(text.as_bytes());
    }

    pub(super) fn bin(&mut self, bytes: &[u8]) {
        self.length([0xc4, 0xc5, 0xc6], bytes.len());
        self.bytes.extend_from_slice(bytes);
    }

    pub(super) fn array(&mut self, length: usize) {
        match length {
            0..16 => self.short(0x90, length),
            _ => self.length([0xdc, 0xdc, 0xdd], length),
        }
    }

    pub(super) fn map(&mut self, length: usize) {
        match length {
            0..16 => self.short(0x80, length),
            _ => self.length([0xde, 0xde, 0xdf], length),
        }
    }

    /// Writes an unknown value without a refinement.
    pub(super) fn unknown(&mut self) {
        self.bytes.extend_from_slice(&[0xd4, 0, 0]);
    }

    /// Starts the refinement of an unknown value, and returns its position in the message.
    pub(super) fn start_refinement(&mut self) -> usize {
        self.map(0);
        self.bytes.len() - 1
    }

    /// Completes a refinement: the entries since `start` become a map, which becomes the body of an extension. There are fewer than 16 entries.
    /// Without entries, an unknown value without a refinement is written. With entries, the body has at least three bytes.
    pub(super) fn end_refinement(&mut self, start: usize, entries: u8) {
        if entries == 0 {
            self.bytes.truncate(start);
            return self.unknown();
        }
        self.bytes[start] |= entries;
        let length = self.bytes.len() - start;
        match length {
            4 => self.bytes.push(0xd6),
            8 => self.bytes.push(0xd7),
            16 => self.bytes.push(0xd8),
            _ => self.length([0xc7, 0xc8, 0xc9], length),
        }
        self.bytes.push(REFINED.cast_unsigned());
        // The head was written after the body, so it is moved to the front.
        self.bytes[start..].rotate_left(length);
    }

    fn with<const N: usize>(&mut self, marker: u8, bytes: [u8; N]) {
        self.bytes.push(marker);
        self.bytes.extend_from_slice(&bytes);
    }

    /// Writes a marker that contains a length below 32.
    fn short(&mut self, marker: u8, length: usize) {
        self.bytes
            .push(marker + u8::try_from(length).unwrap_or_default());
    }

    /// Writes a length in 1, 2 or 4 bytes after the marker for that width. If no one-byte form exists, the first two markers are equal.
    fn length(&mut self, markers: [u8; 3], length: usize) {
        if let Ok(length) = u8::try_from(length)
            && markers[0] != markers[1]
        {
            self.with(markers[0], length.to_be_bytes());
        } else if let Ok(length) = u16::try_from(length) {
            self.with(markers[1], length.to_be_bytes());
        } else {
            // Messages are far smaller than 4 GiB: gRPC cannot carry more.
            self.with(
                markers[2],
                u32::try_from(length).unwrap_or(u32::MAX).to_be_bytes(),
            );
        }
    }
}
