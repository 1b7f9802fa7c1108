//! The decoded bytes of an escape.

/// The decoded bytes of one escape: at most one character. A null byte is decoded to nothing.
pub(super) struct Decoded {
    bytes: [u8; 4],
    length: usize,
}

impl Decoded {
    pub(super) const EMPTY: Self = Self {
        bytes: [0; 4],
        length: 0,
    };

    pub(super) fn as_slice(&self) -> &[u8] {
        &self.bytes[..self.length]
    }
}

impl From<u8> for Decoded {
    fn from(byte: u8) -> Self {
        match byte {
            0 => Self::EMPTY,
            _ => Self {
                bytes: [byte, 0, 0, 0],
                length: 1,
            },
        }
    }
}

impl From<char> for Decoded {
    fn from(char: char) -> Self {
        if char == '\0' {
            return Self::EMPTY;
        }
        let mut bytes = [0; 4];
        let length = char.encode_utf8(&mut bytes).len();
        Self { bytes, length }
    }
}

pub(super) fn hex(digits: &[u8]) -> Option<u32> {
    if digits.is_empty() {
        return None;
    }
    digits.iter().try_fold(0_u32, |number, digit| {
        Some(number * 16 + char::from(*digit).to_digit(16)?)
    })
}
