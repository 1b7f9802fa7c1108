//! Frames: messages that can be encoded, and the bytes of those that came.
//!
//! Nothing here knows a type of message, so that what tonic makes of a codec is shared, and not once for each RPC.

use bytes::{Buf, BufMut, Bytes};
use prost::encoding::{DecodeContext, WireType, decode_key};
use prost::{DecodeError, Message};
use tonic::Status;
use tonic::codec::{BufferSettings, DecodeBuf, Decoder, EncodeBuf, Encoder};

use super::limit::fits;
use super::{FromWire, Malformed, Wire};
use crate::RpcError;

/// What can be sent in a frame.
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
pub(crate) enum Outgoing {
    /// It is encoded when it is sent.
    Built(Box<dyn Frame>),
    /// It has been encoded before.
    Encoded(Bytes),
}

impl Outgoing {
    /// Takes a message that the other side will take.
    ///
    /// # Errors
    ///
    /// When it is too large.
    pub(crate) fn new(frame: Box<dyn Frame>) -> Result<Self, RpcError> {
        fits(frame.encoded_len())?;
        Ok(Self::Built(frame))
    }

    /// Takes a message that has been encoded before.
    ///
    /// # Errors
    ///
    /// When it is too large.
    pub(crate) fn encoded(message: Bytes) -> Result<Self, RpcError> {
        fits(message.len())?;
        Ok(Self::Encoded(message))
    }
}

/// Reads a message.
///
/// # Errors
///
/// When the bytes are no such message, or one that the protocol does not allow.
pub(crate) fn read<T: FromWire<W>, W: Message + Default>(message: Bytes) -> Result<T, Malformed> {
    let mut wire = W::default();
    merge(message, &mut |tag, wire_type, rest| {
        wire.merge_field(tag, wire_type, rest, DecodeContext::default())
    })?;
    T::from_wire(wire)
}

/// Goes over the fields of a message, whatever it is: what [`Message::decode`] does, once for all.
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

/// How many fields a message may have: two bytes of a repeated one take more than a hundred bytes of memory.
const MOST_FIELDS: usize = 1 << 18;

/// What a buffer holds before its message's length is known: little, because most messages are small and those that are not tell their length.
const FIRST: usize = 512;

/// How much of a stream is sent at once.
const AT_ONCE: usize = 32 << 10;

fn buffers() -> BufferSettings {
    BufferSettings::new(FIRST, AT_ONCE)
}

/// Sends what can be encoded and receives bytes.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Codec;

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
        match outgoing {
            Outgoing::Built(frame) => {
                buffer.reserve(frame.encoded_len());
                frame.encode(buffer);
            }
            Outgoing::Encoded(message) => {
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

/// Makes a message that the other side will take.
///
/// tonic looks at the size as well, but too late for the caller to learn of it: it breaks the call.
///
/// # Errors
///
/// When it is too large.
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
