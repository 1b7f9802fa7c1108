//! Calls whose messages are not decoded. Decoding the schema here would add time that is not the provider's.

use bytes::{Buf, BufMut, Bytes};
use terrane_bench::workload::Error;
use terrane_composition::ProviderProcess;
use terrane_protocol::Version;
use tonic::client::Grpc;
use tonic::codec::{Codec, DecodeBuf, Decoder, EncodeBuf, Encoder};
use tonic::codegen::http::uri::PathAndQuery;
use tonic::{Request, Status};

/// Asks for the schema and returns the answer's bytes.
pub(crate) async fn schema(process: &ProviderProcess) -> Result<Bytes, Error> {
    let mut client = Grpc::new(process.client().channel()).max_decoding_message_size(usize::MAX);
    client.ready().await?;
    let method = PathAndQuery::from_static(match process.version() {
        Version::V5 => "/tfplugin5.Provider/GetSchema",
        Version::V6 => "/tfplugin6.Provider/GetProviderSchema",
    });
    let answer = client
        .unary(Request::new(Bytes::new()), method, BytesCodec)
        .await?;
    Ok(answer.into_inner())
}

struct BytesCodec;

impl Codec for BytesCodec {
    type Encode = Bytes;
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
    type Item = Bytes;
    type Error = Status;

    fn encode(&mut self, message: Bytes, buffer: &mut EncodeBuf<'_>) -> Result<(), Status> {
        buffer.put(message);
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
