//! Frames: messages, and bytes that are a message already.

use std::marker::PhantomData;

use bytes::{BufMut, Bytes};
use prost::Message;
use tonic::Status;
use tonic::codec::{DecodeBuf, Decoder, EncodeBuf, Encoder};

/// What can be sent in a frame.
pub(crate) trait Frame: Send + 'static {
    fn encode(self, buffer: &mut EncodeBuf<'_>) -> Result<(), Status>;
}

impl<M: Message + 'static> Frame for M {
    fn encode(self, buffer: &mut EncodeBuf<'_>) -> Result<(), Status> {
        buffer.reserve(self.encoded_len());
        Message::encode(&self, buffer).map_err(|error| Status::internal(error.to_string()))
    }
}

/// A message that has been encoded before.
#[derive(Debug, Clone)]
pub(crate) struct Encoded(pub(crate) Bytes);

impl Frame for Encoded {
    fn encode(self, buffer: &mut EncodeBuf<'_>) -> Result<(), Status> {
        buffer.reserve(self.0.len());
        buffer.put(self.0);
        Ok(())
    }
}

/// Sends `E` and receives `D`.
#[derive(Debug)]
pub(crate) struct Codec<E, D> {
    /// What is wrong when a message cannot be decoded: the other side's argument, or its answer.
    refusal: fn(String) -> Status,
    messages: PhantomData<fn(E) -> D>,
}

impl<E, D> Codec<E, D> {
    /// Receives requests: what cannot be decoded is the caller's fault.
    pub(crate) const fn server() -> Self {
        Self {
            refusal: |problem| Status::invalid_argument(format!("malformed request: {problem}")),
            messages: PhantomData,
        }
    }

    /// Receives responses.
    pub(crate) const fn client() -> Self {
        Self {
            refusal: |problem| Status::internal(format!("malformed response: {problem}")),
            messages: PhantomData,
        }
    }
}

impl<E, D> Clone for Codec<E, D> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<E, D> Copy for Codec<E, D> {}

impl<E: Frame, D: Message + Default + 'static> tonic::codec::Codec for Codec<E, D> {
    type Encode = E;
    type Decode = D;
    type Encoder = Self;
    type Decoder = Self;

    fn encoder(&mut self) -> Self {
        *self
    }

    fn decoder(&mut self) -> Self {
        *self
    }
}

impl<E: Frame, D> Encoder for Codec<E, D> {
    type Item = E;
    type Error = Status;

    fn encode(&mut self, item: E, buffer: &mut EncodeBuf<'_>) -> Result<(), Status> {
        item.encode(buffer)
    }
}

impl<E, D: Message + Default + 'static> Decoder for Codec<E, D> {
    type Item = D;
    type Error = Status;

    fn decode(&mut self, buffer: &mut DecodeBuf<'_>) -> Result<Option<D>, Status> {
        D::decode(buffer)
            .map(Some)
            .map_err(|error| (self.refusal)(error.to_string()))
    }
}
