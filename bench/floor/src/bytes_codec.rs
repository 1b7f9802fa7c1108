//! Messages that stay bytes.

use bytes::{Buf, BufMut, Bytes};
use tonic::Status;
use tonic::codec::{Codec, DecodeBuf, Decoder, EncodeBuf, Encoder};

use crate::answer::Answer;

#[derive(Default)]
pub(crate) struct BytesCodec;

impl Codec for BytesCodec {
    type Encode = Answer;
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

impl Encoder for BytesCodec {
    type Item = Answer;
    type Error = Status;

    fn encode(&mut self, answer: Answer, buffer: &mut EncodeBuf<'_>) -> Result<(), Status> {
        buffer.reserve(answer.head.len() + answer.body.len());
        buffer.put(answer.head);
        buffer.put(answer.body);
        Ok(())
    }
}

impl Decoder for BytesCodec {
    type Item = Bytes;
    type Error = Status;

    fn decode(&mut self, buffer: &mut DecodeBuf<'_>) -> Result<Option<Bytes>, Status> {
        Ok(Some(buffer.copy_to_bytes(buffer.remaining())))
    }
}
