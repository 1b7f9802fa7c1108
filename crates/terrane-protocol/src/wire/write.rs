//! Writing protobuf messages without building them first.

use prost::Message;
use prost::encoding::{WireType, encode_key, encode_varint, message};

use super::Wire;
use crate::{Diagnostics, pb};

/// The largest number that fits into one byte of a varint. The first bit of a byte marks that more bytes follow.
const ONE_BYTE: u8 = 127;

/// A message at the end of a buffer, written field by field.
///
/// As in all of proto3, a field that has its default value is left out.
pub(crate) struct Writer<'a>(&'a mut Vec<u8>);

impl<'a> Writer<'a> {
    pub(crate) fn new(buffer: &'a mut Vec<u8>) -> Self {
        Self(buffer)
    }

    #[inline]
    pub(crate) fn text(&mut self, field: u32, text: &str) {
        if !text.is_empty() {
            self.start(field, WireType::LengthDelimited, text.len() as u64);
            self.0.extend_from_slice(text.as_bytes());
        }
    }

    #[inline]
    pub(crate) fn flag(&mut self, field: u32, flag: bool) {
        self.number(field, flag.into());
    }

    #[inline]
    pub(crate) fn number(&mut self, field: u32, number: i64) {
        if number != 0 {
            self.start(field, WireType::Varint, number.cast_unsigned());
        }
    }

    /// Writes a nested message, even if it is empty.
    pub(crate) fn message(&mut self, field: u32, write: impl FnOnce(&mut Writer<'_>)) {
        self.measured(field, |buffer| write(&mut Writer(buffer)));
    }

    /// Writes a field whose length is known only once it is written.
    pub(crate) fn measured(&mut self, field: u32, write: impl FnOnce(&mut Vec<u8>)) {
        self.start(field, WireType::LengthDelimited, 0);
        let begin = self.0.len();
        write(self.0);
        // Most fields are short and need one byte for the length. The bytes of longer fields move once to make room.
        let (at, length) = (begin - 1, self.0.len() - begin);
        match u8::try_from(length) {
            Ok(length @ ..=ONE_BYTE) => self.0[at] = length,
            _ => {
                let mut prefix = Vec::new();
                encode_varint(length as u64, &mut prefix);
                self.0.splice(at..=at, prefix);
            }
        }
    }

    /// Writes a nested message from a protobuf struct.
    pub(crate) fn built(&mut self, field: u32, built: &impl Message) {
        message::encode(field, built, self.0);
    }

    pub(crate) fn diagnostics(&mut self, field: u32, diagnostics: &Diagnostics) {
        let built: Vec<pb::v6::Diagnostic> = diagnostics.clone().into_wire();
        for diagnostic in built {
            self.built(field, &diagnostic);
        }
    }

    /// Writes a field's key, and then its number or its length.
    #[inline]
    fn start(&mut self, field: u32, wire: WireType, number: u64) {
        encode_key(field, wire, self.0);
        encode_varint(number, self.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_take_as_many_bytes_as_they_need() {
        for (length, prefix) in [
            (0, &[0x0a, 0][..]),
            (127, &[0x0a, 127]),
            (128, &[0x0a, 0x80, 1]),
            (16384, &[0x0a, 0x80, 0x80, 1]),
        ] {
            let mut buffer = vec![7];
            Writer::new(&mut buffer).measured(1, |buffer| buffer.extend(vec![9; length]));
            assert_eq!(buffer[0], 7);
            assert_eq!(&buffer[1..=prefix.len()], prefix);
            assert_eq!(buffer.len(), 1 + prefix.len() + length);
        }
    }

    #[test]
    fn defaults_are_left_out() {
        let mut buffer = Vec::new();
        let mut writer = Writer::new(&mut buffer);
        writer.text(1, "");
        writer.flag(2, false);
        writer.number(3, 0);
        assert!(buffer.is_empty());
    }
}
