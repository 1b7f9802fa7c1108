//! The fields of an encoded message, without its type.

use prost::encoding::{WireType, decode_key, decode_varint};

use crate::wire::Malformed;

/// A field of a message that is edited in place.
pub(super) struct Field<'a> {
    pub(super) number: u32,
    /// The first byte of the field's key.
    key: &'a mut u8,
    /// The bytes of a text, of bytes or of a message. Empty for numbers.
    pub(super) content: &'a mut [u8],
}

impl Field<'_> {
    /// Changes the number of the field. Both numbers must be less than 16, so that the key has one byte.
    pub(super) fn renumber(&mut self, number: u8) {
        debug_assert!(self.number < 16 && number < 16, "keys have one byte");
        *self.key = number << 3 | *self.key & 7;
    }
}

/// Calls `edit` for each field of a message.
pub(super) fn each(
    message: &mut [u8],
    edit: &mut dyn FnMut(Field<'_>) -> Result<(), Malformed>,
) -> Result<(), Malformed> {
    let malformed = |error: prost::DecodeError| Malformed::new(error.to_string());
    let mut rest = message;
    while !rest.is_empty() {
        let mut reader = &*rest;
        let (number, wire_type) = decode_key(&mut reader).map_err(malformed)?;
        let mut length = 0;
        match wire_type {
            WireType::Varint => drop(decode_varint(&mut reader).map_err(malformed)?),
            WireType::SixtyFourBit => reader = skipped(reader, 8)?,
            WireType::ThirtyTwoBit => reader = skipped(reader, 4)?,
            WireType::LengthDelimited => {
                let announced = decode_varint(&mut reader).map_err(malformed)?;
                length = usize::try_from(announced).unwrap_or(usize::MAX);
                skipped(reader, length)?;
            }
            WireType::StartGroup | WireType::EndGroup => {
                return Err(Malformed::new("expected no group"));
            }
        }
        let head = rest.len() - reader.len();
        let (head, tail) = std::mem::take(&mut rest).split_at_mut(head);
        let (content, tail) = tail.split_at_mut(length);
        rest = tail;
        if let Some(key) = head.first_mut() {
            edit(Field {
                number,
                key,
                content,
            })?;
        }
    }
    Ok(())
}

fn skipped(bytes: &[u8], count: usize) -> Result<&[u8], Malformed> {
    bytes
        .get(count..)
        .ok_or_else(|| Malformed::new("a field is longer than its message"))
}
