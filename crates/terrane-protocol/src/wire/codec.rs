//! The tonic codec: encodes outgoing messages, and passes received messages on as bytes.
//!
//! The codec is independent of message types. So tonic's generic code is monomorphised once, and shared by all RPCs.

use bytes::{Buf, BufMut, Bytes};
use prost::encoding::{DecodeContext, WireType, decode_key};
use prost::{DecodeError, Message};
use terrane_plugin::MAX_MESSAGE_SIZE;
use tonic::Status;
use tonic::codec::{BufferSettings, DecodeBuf, Decoder, EncodeBuf, Encoder};

use super::{FromWire, Malformed, Wire};
use crate::{RpcCode, RpcError};

/// A message that can be encoded and sent.
pub(crate) trait Frame: Send + Sync {
    fn encoded_len(&self) -> usize;

    /// Writes the message into a buffer that has room for it.
    fn encode(&self, buffer: &mut EncodeBuf<'_>);
}

impl<M: Message> Frame for M {
    fn encoded_len(&self) -> usize {
        Message::encoded_len(self)
    }

    fn encode(&self, buffer: &mut EncodeBuf<'_>) {
        self.encode_raw(buffer);
    }
}

/// A message of any type, on its way out.
#[expect(missing_debug_implementations, reason = "no part of the interface")]
pub struct Outgoing(Form);

enum Form {
    /// A message that is encoded when it is sent.
    Built(Box<dyn Frame>),
    /// A message that is already encoded.
    Encoded(Bytes),
}

impl Outgoing {
    /// Wraps a message that is not too large for the receiver.
    ///
    /// # Errors
    ///
    /// When the message is too large.
    pub(crate) fn new(frame: Box<dyn Frame>) -> Result<Self, RpcError> {
        fits(frame.encoded_len())?;
        Ok(Self(Form::Built(frame)))
    }

    /// Wraps a message that is already encoded.
    ///
    /// # Errors
    ///
    /// When the message is too large.
    pub fn encoded(message: Bytes) -> Result<Self, RpcError> {
        fits(message.len())?;
        Ok(Self(Form::Encoded(message)))
    }
}

/// Checks the length of a message.
///
/// # Errors
///
/// When the length is over the limit.
fn fits(length: usize) -> Result<(), RpcError> {
    if length <= MAX_MESSAGE_SIZE {
        return Ok(());
    }
    Err(RpcError::new(
        RpcCode::ResourceExhausted,
        format!("a message of {length} bytes is larger than the limit of {MAX_MESSAGE_SIZE} bytes"),
    ))
}

/// Reads a message.
///
/// # Errors
///
/// When the bytes are not a message of type `W`, or when the protocol does not allow the message.
pub(crate) fn read<T: FromWire<W>, W: Message + Default>(message: Bytes) -> Result<T, Malformed> {
    let mut wire = W::default();
    merge(message, &mut |tag, wire_type, rest| {
        wire.merge_field(tag, wire_type, rest, DecodeContext::default())
    })?;
    T::from_wire(wire)
}

/// Calls `field` for each field of a message. Unlike [`Message::decode`], this function is shared by all message types.
fn merge(
    mut message: Bytes,
    field: &mut dyn FnMut(u32, WireType, &mut Bytes) -> Result<(), DecodeError>,
) -> Result<(), Malformed> {
    let malformed = |error: DecodeError| Malformed::new(error.to_string());
    let mut fields = 0;
    while message.has_remaining() {
        fields += 1;
        if fields > MOST_FIELDS {
            return Err(Malformed::new(format!(
                "expected at most {MOST_FIELDS} fields, found more"
            )));
        }
        let (tag, wire_type) = decode_key(&mut message).map_err(malformed)?;
        field(tag, wire_type, &mut message).map_err(malformed)?;
    }
    Ok(())
}

/// The largest number of fields in a message. An element of a repeated field can take two bytes on the wire and over a hundred in memory.
const MOST_FIELDS: usize = 1 << 18;

/// The initial capacity of a buffer, before the length of its message is known. It is small because most messages are small.
const FIRST: usize = 512;

/// How many encoded bytes of a stream are collected before they are sent.
const AT_ONCE: usize = 32 << 10;

fn buffers() -> BufferSettings {
    BufferSettings::new(FIRST, AT_ONCE)
}

/// Encodes [`Outgoing`] messages and receives bytes.
#[derive(Debug, Clone, Copy)]
pub struct Codec;

impl tonic::codec::Codec for Codec {
    type Encode = Outgoing;
    type Decode = Bytes;
    type Encoder = Self;
    type Decoder = Self;

    fn encoder(&mut self) -> Self {
        Self
    }

    fn decoder(&mut self) -> Self {
        Self
    }
}

impl Encoder for Codec {
    type Item = Outgoing;
    type Error = Status;

    fn encode(&mut self, outgoing: Outgoing, buffer: &mut EncodeBuf<'_>) -> Result<(), Status> {
        match outgoing.0 {
            Form::Built(frame) => {
                buffer.reserve(frame.encoded_len());
                frame.encode(buffer);
            }
            Form::Encoded(message) => {
                buffer.reserve(message.len());
                buffer.put(message);
            }
        }
        Ok(())
    }

    fn buffer_settings(&self) -> BufferSettings {
        buffers()
    }
}

impl Decoder for Codec {
    type Item = Bytes;
    type Error = Status;

    fn decode(&mut self, buffer: &mut DecodeBuf<'_>) -> Result<Option<Bytes>, Status> {
        Ok(Some(buffer.copy_to_bytes(buffer.remaining())))
    }

    fn buffer_settings(&self) -> BufferSettings {
        buffers()
    }
}

/// Converts a message into one that can be sent, and checks its size.
///
/// tonic also checks the size, but only while it sends: the call breaks, and the caller gets no error that names the cause.
///
/// # Errors
///
/// When the message is too large.
pub(crate) fn sendable<T: Wire<W>, W: Message + 'static>(message: T) -> Result<Outgoing, RpcError> {
    Outgoing::new(Box::new(message.into_wire()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::CallFunctionRequest;
    use crate::pb::v6::call_function;

    #[test]
    fn a_message_of_many_small_fields_is_refused_before_it_fills_the_memory() {
        let arguments = |count: usize| Bytes::from([0x12, 0].repeat(count));
        let read = read::<CallFunctionRequest, call_function::Request>;
        assert_eq!(read(arguments(1000)).unwrap().arguments.len(), 1000);
        let Err(error) = read(arguments(8_000_000)) else {
            panic!("8 million arguments are read");
        };
        assert_eq!(
            error.to_string(),
            "expected at most 262144 fields, found more"
        );
    }
}
