//! The frame of a message in a gRPC body: a flag for compression, four bytes of length, and the message.

use bytes::BytesMut;

use crate::wire::Malformed;

/// The length of the flag and the length.
pub(super) const HEADER: usize = 5;

/// The body of a message without fields.
pub(super) const EMPTY: &[u8] = &[0; HEADER];

/// Returns the only message of a body.
pub(super) fn message(body: &[u8]) -> Result<&[u8], Malformed> {
    let (header, message) = body
        .split_first_chunk::<HEADER>()
        .ok_or_else(|| Malformed::new("the header of the message is incomplete"))?;
    let [compressed, length @ ..] = *header;
    if compressed != 0 {
        return Err(Malformed::new("the message is compressed"));
    }
    if u32::from_be_bytes(length) as usize != message.len() {
        return Err(Malformed::new("expected exactly one message"));
    }
    Ok(message)
}

/// Appends fields to the only message of a body.
pub(super) fn extend(body: &mut BytesMut, fields: &[u8]) -> Result<(), Malformed> {
    let length = message(body)?.len() + fields.len();
    let length = u32::try_from(length).map_err(|error| Malformed::new(error.to_string()))?;
    body.extend_from_slice(fields);
    if let Some([_, announced @ ..]) = body.first_chunk_mut::<HEADER>() {
        *announced = length.to_be_bytes();
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_appended_to_the_message() {
        let mut body = BytesMut::from(b"\0\0\0\0\x02zo".as_slice());
        extend(&mut body, b"o").unwrap();
        assert_eq!(body, b"\0\0\0\0\x03zoo".as_slice());
        assert_eq!(message(&body).unwrap(), b"zoo");
    }

    #[test]
    fn other_bytes_are_refused() {
        for body in [
            b"\0\0".as_slice(),
            b"\x01\0\0\0\0",
            b"\0\0\0\0\x01",
            b"\0\0\0\0\x01ab",
        ] {
            let mut body = BytesMut::from(body);
            assert!(message(&body).is_err(), "{body:?}");
            assert!(extend(&mut body, b"").is_err(), "{body:?}");
        }
    }
}
