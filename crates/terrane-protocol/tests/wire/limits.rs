//! The sizes of messages: more than gRPC's usual limit, and no more than hosts take.

use std::sync::Arc;

use bytes::{BufMut, Bytes, BytesMut};
use futures_util::stream::{self, StreamExt};

use super::call_raw;
use super::sample::Sample;
use super::socket::behind_socket;
use crate::*;

const LIMIT: usize = 256 << 20;

/// A provider that returns the data of its requests.
struct Echo;

impl Provider for Echo {
    fn call(&self, request: Request) -> ResponseFuture<'_> {
        Box::pin(async move {
            Ok(match request {
                Request::ReadResource(request) => Response::from(ReadResourceResponse {
                    new_state: request.current_state,
                    private: request.private,
                    ..ReadResourceResponse::default()
                }),
                Request::ListResource(_) => {
                    let event = ListResourceEvent {
                        resource_object: Some(too_large()),
                        ..ListResourceEvent::default()
                    };
                    Response::ListResource(Box::pin(stream::iter([Ok(event)])))
                }
                Request::ImportResourceState(_) => {
                    let imported = ImportedResource {
                        state: too_large(),
                        ..ImportedResource::default()
                    };
                    Response::from(ImportResourceStateResponse {
                        imported_resources: vec![imported],
                        ..ImportResourceStateResponse::default()
                    })
                }
                Request::ReadStateBytes(_) => {
                    let chunk = |at: u64| ReadStateBytesChunk {
                        bytes: Opaque::from(vec![7; 8 << 20]),
                        total_length: at,
                        ..ReadStateBytesChunk::default()
                    };
                    let chunks = stream::iter(0..8).map(move |at| Ok(chunk(at)));
                    Response::ReadStateBytes(Box::pin(chunks))
                }
                request => return Err(request.rpc().unimplemented()),
            })
        })
    }
}

/// gRPC's usual limit is 4 MiB; Terraform sends more.
#[tokio::test]
async fn large_messages_pass_in_both_directions() {
    for version in Version::ALL {
        let (_running, _process, provider) =
            behind_socket(Server::new(Arc::new(Echo)).versions([version])).await;
        for mebibytes in [5, 70] {
            let state = DynamicValue::from_msgpack(Bytes::from(vec![0xab; mebibytes << 20]));
            let request = ReadResourceRequest {
                current_state: state.clone(),
                ..Sample::new()
            };
            let response = provider.read_resource(request).await.unwrap();
            assert!(
                response.new_state == state,
                "{mebibytes} MiB over {version:?}"
            );
        }
    }
}

#[tokio::test]
async fn streams_may_be_larger_than_a_message() {
    let (_running, _process, provider) = behind_socket(Server::new(Arc::new(Echo))).await;
    let chunks: Vec<_> = provider
        .read_state_bytes(StateId::new())
        .await
        .unwrap()
        .map(Result::unwrap)
        .collect()
        .await;
    assert_eq!(
        chunks.iter().map(|chunk| chunk.bytes.len()).sum::<usize>(),
        64 << 20
    );
    assert!(chunks.iter().map(|chunk| chunk.total_length).eq(0..8));
}

/// A state that makes its message larger than the limit.
fn too_large() -> DynamicValue {
    DynamicValue::from_msgpack(Bytes::from(vec![0; LIMIT]))
}

fn assert_refused<T: std::fmt::Debug>(answer: Result<T, RpcError>) {
    let error = answer.unwrap_err();
    assert_eq!(error.code, RpcCode::ResourceExhausted, "{error:?}");
    assert!(
        error.message.starts_with("a message of 26843")
            && error
                .message
                .ends_with(" bytes is larger than the limit of 268435456 bytes"),
        "{error:?}"
    );
}

async fn assert_answers(provider: &dyn Provider) {
    let state = DynamicValue::from_msgpack(Bytes::from_static(b"small"));
    let request = ReadResourceRequest {
        current_state: state.clone(),
        ..ReadResourceRequest::default()
    };
    let response = provider.read_resource(request).await.unwrap();
    assert_eq!(response.new_state, state);
}

#[tokio::test]
async fn a_message_above_the_limit_is_not_sent() {
    let (_running, _process, provider) = behind_socket(Server::new(Arc::new(Echo))).await;
    let request = ReadResourceRequest {
        current_state: too_large(),
        ..ReadResourceRequest::default()
    };
    assert_refused(provider.read_resource(request).await);
    let chunk = WriteStateBytesChunk {
        bytes: Opaque(too_large().msgpack),
        ..WriteStateBytesChunk::default()
    };
    let chunks = stream::iter([Ok(WriteStateBytesChunk::default()), Ok(chunk)]);
    assert_refused(provider.write_state_bytes(Box::pin(chunks)).await);
    assert_answers(&*provider).await;
}

#[tokio::test]
async fn an_answer_that_is_too_large_is_an_error_instead() {
    let (_running, _process, provider) = behind_socket(Server::new(Arc::new(Echo))).await;
    let request = ListResourceRequest::default();
    let events: Vec<_> = provider
        .list_resource(request)
        .await
        .unwrap()
        .collect()
        .await;
    let [event] = <[_; 1]>::try_from(events).unwrap();
    assert_refused(event);
    assert_refused(provider.import_resource_state(Sample::new()).await);
    assert_answers(&*provider).await;
}

/// The host in this test does not check the size itself.
#[tokio::test]
async fn a_request_that_is_too_large_is_refused() {
    let (_running, process, provider) = behind_socket(Server::new(Arc::new(Echo))).await;
    let mut channel = process.client.channel();
    let mut frame = BytesMut::with_capacity(LIMIT + 6);
    frame.put_u8(0);
    frame.put_u32(u32::try_from(LIMIT + 1).unwrap());
    // Field 3, `private`, fills the rest of the message.
    frame.put_slice(&[0x1a, 0xfc, 0xff, 0xff, 0x7f]);
    frame.resize(LIMIT + 6, 0);
    for _ in 0..2 {
        let path = "/tfplugin6.Provider/ReadResource";
        let (code, message) = call_raw(&mut channel, path, frame.clone().freeze()).await;
        assert_eq!(code, 11, "{message}");
        assert!(message.contains("268435457"), "{message}");
        assert_answers(&*provider).await;
    }
}
