use std::ops::Range;

use crate::error::Error;
use crate::limits::Depth;
use crate::number::Number;

/// Reads MessagePack piece by piece, in the order in which the caller expects the pieces.
pub(super) struct Reader<'a> {
    bytes: &'a [u8],
    position: usize,
}

/// The head of a MessagePack value. The content of strings, arrays, maps and extensions follows the head.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Head {
    Nil,
    Bool(bool),
    Int(i64),
    /// An unsigned integer beyond the range of `i64`.
    Uint(u64),
    Float(f64),
    Str(usize),
    Bin(usize),
    Array(usize),
    Map(usize),
    Ext {
        code: i8,
        length: usize,
    },
}

impl Head {
    /// Returns the name of the kind with its article, for error messages.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Nil => "null",
            Self::Bool(_) => "a bool",
            Self::Int(_) | Self::Uint(_) | Self::Float(_) => "a number",
            Self::Str(_) => "a string",
            Self::Bin(_) => "bytes",
            Self::Array(_) => "an array",
            Self::Map(_) => "a map",
            Self::Ext { .. } => "an unknown value",
        }
    }
}

impl<'a> Reader<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, position: 0 }
    }

    /// Returns the number of unread bytes.
    pub(super) fn remaining(&self) -> usize {
        self.bytes.len() - self.position
    }

    fn ended(&self) -> Error {
        Error::syntax(format!(
            "the message ends too early, after {} bytes",
            self.bytes.len()
        ))
    }

    /// Reads the head of the next value. A length that exceeds the rest of the message is an error, so the caller may allocate that length.
    pub(super) fn head(&mut self) -> Result<Head, Error> {
        let start = self.position;
        let [marker] = self.array()?;
        let head = match marker {
            0x00..=0x7f => Head::Int(marker.into()),
            0x80..=0x8f => Head::Map(usize::from(marker & 0x0f)),
            0x90..=0x9f => Head::Array(usize::from(marker & 0x0f)),
            0xa0..=0xbf => Head::Str(usize::from(marker & 0x1f)),
            0xc0 => Head::Nil,
            0xc1 => {
                return Err(Error::syntax(format!(
                    "expected MessagePack, found the byte 0xc1 at {start}"
                )));
            }
            0xc2 => Head::Bool(false),
            0xc3 => Head::Bool(true),
            0xc4..=0xc6 => Head::Bin(self.length(marker - 0xc4)?),
            0xc7..=0xc9 => {
                let length = self.length(marker - 0xc7)?;
                Head::Ext {
                    code: self.array().map(i8::from_be_bytes)?,
                    length,
                }
            }
            0xca => Head::Float(self.array().map(f32::from_be_bytes)?.into()),
            0xcb => Head::Float(self.array().map(f64::from_be_bytes)?),
            0xcc => Head::Int(self.array().map(u8::from_be_bytes)?.into()),
            0xcd => Head::Int(self.array().map(u16::from_be_bytes)?.into()),
            0xce => Head::Int(self.array().map(u32::from_be_bytes)?.into()),
            0xcf => {
                let uint = self.array().map(u64::from_be_bytes)?;
                i64::try_from(uint).map_or(Head::Uint(uint), Head::Int)
            }
            0xd0 => Head::Int(self.array().map(i8::from_be_bytes)?.into()),
            0xd1 => Head::Int(self.array().map(i16::from_be_bytes)?.into()),
            0xd2 => Head::Int(self.array().map(i32::from_be_bytes)?.into()),
            0xd3 => Head::Int(self.array().map(i64::from_be_bytes)?),
            0xd4..=0xd8 => Head::Ext {
                code: self.array().map(i8::from_be_bytes)?,
                length: 1 << (marker - 0xd4),
            },
            0xd9..=0xdb => Head::Str(self.length(marker - 0xd9)?),
            0xdc | 0xdd => Head::Array(self.length(marker - 0xdc + 1)?),
            0xde | 0xdf => Head::Map(self.length(marker - 0xde + 1)?),
            0xe0..=0xff => Head::Int(marker.cast_signed().into()),
        };
        let least = match head {
            Head::Str(length)
            | Head::Bin(length)
            | Head::Array(length)
            | Head::Ext { length, .. } => length,
            Head::Map(length) => length.saturating_mul(2),
            Head::Nil | Head::Bool(_) | Head::Int(_) | Head::Uint(_) | Head::Float(_) => 0,
        };
        if least > self.remaining() {
            Err(self.ended())
        } else {
            Ok(head)
        }
    }

    /// Reads a length of 1, 2 or 4 bytes.
    fn length(&mut self, width: u8) -> Result<usize, Error> {
        match width {
            0 => self.array().map(u8::from_be_bytes).map(usize::from),
            1 => self.array().map(u16::from_be_bytes).map(usize::from),
            _ => self
                .array()
                .map(u32::from_be_bytes)
                .map(|length| usize::try_from(length).unwrap_or(usize::MAX)),
        }
    }

    /// Reads a string, or binary data that may be text, and returns its range in the message.
    pub(super) fn text(&mut self, expected: &str) -> Result<Range<usize>, Error> {
        let head = self.head()?;
        let (Head::Str(length) | Head::Bin(length)) = head else {
            return Err(Error::mismatch(expected, head.name()));
        };
        self.take(length)
    }

    /// Reads `length` bytes and returns their range in the message.
    pub(super) fn take(&mut self, length: usize) -> Result<Range<usize>, Error> {
        if length > self.remaining() {
            return Err(self.ended());
        }
        let start = self.position;
        self.position += length;
        Ok(start..self.position)
    }

    /// Reads `length` bytes.
    pub(super) fn slice(&mut self, length: usize) -> Result<&'a [u8], Error> {
        self.take(length).map(|range| &self.bytes[range])
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], Error> {
        let found = self.bytes[self.position..]
            .first_chunk()
            .copied()
            .ok_or_else(|| self.ended())?;
        self.position += N;
        Ok(found)
    }

    /// Skips any value.
    pub(super) fn skip(&mut self, depth: Depth) -> Result<(), Error> {
        let inner = depth.enter()?;
        match self.head()? {
            Head::Nil | Head::Bool(_) | Head::Int(_) | Head::Uint(_) | Head::Float(_) => Ok(()),
            Head::Str(length) | Head::Bin(length) | Head::Ext { length, .. } => {
                self.take(length).map(drop)
            }
            Head::Array(length) => (0..length).try_for_each(|_| self.skip(inner)),
            Head::Map(length) => (0..length.saturating_mul(2)).try_for_each(|_| self.skip(inner)),
        }
    }

    /// Checks that the whole message has been read.
    pub(super) fn end(&self) -> Result<(), Error> {
        match self.remaining() {
            0 => Ok(()),
            left => Err(Error::syntax(format!(
                "expected the end of the message, found {left} more bytes"
            ))),
        }
    }
}

/// Reads a number, whose head has been read, from any encoding of numbers: integer, float or text.
pub(super) fn read_number(reader: &mut Reader<'_>, head: Head) -> Result<Number, Error> {
    match head {
        Head::Int(int) => Ok(int.into()),
        Head::Uint(uint) => Ok(uint.into()),
        Head::Float(float) => {
            Number::from_float(float).ok_or_else(|| Error::mismatch("a number", "NaN"))
        }
        Head::Str(length) | Head::Bin(length) => {
            let text = std::str::from_utf8(reader.slice(length)?);
            text.map_err(|_| Error::mismatch("a number", "bytes that are no text"))?
                .parse()
        }
        Head::Nil | Head::Bool(_) | Head::Array(_) | Head::Map(_) | Head::Ext { .. } => {
            Err(Error::mismatch("a number", head.name()))
        }
    }
}
