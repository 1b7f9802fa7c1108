//! The frame of a message in a gRPC body: a flag for compression, four bytes of length, and the message.

use bytes::Bytes;

use crate::wire::Malformed;

/// The length of the flag and the length.
pub(super) const HEADER: usize = 5;

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

/// Makes a body of one message. `None` if the message is too large.
pub(super) fn framed(message: &[u8]) -> Option<Bytes> {
    let length = u32::try_from(message.len()).ok()?;
    let mut body = Vec::with_capacity(HEADER + message.len());
    body.push(0);
    body.extend(length.to_be_bytes());
    body.extend(message);
    Some(body.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_framed_message_is_read_back() {
        let body = framed(b"zoo").unwrap();
        assert_eq!(body, Bytes::from_static(b"\0\0\0\0\x03zoo"));
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
            assert!(message(body).is_err(), "{body:?}");
        }
    }
}
