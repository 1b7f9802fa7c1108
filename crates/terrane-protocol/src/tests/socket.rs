//! Provider and host with a real socket between them.

use std::sync::Arc;

use bytes::Bytes;
use futures_util::stream::StreamExt;

use super::provider::{Expecting, call_all};
use super::sample::Sample;
use crate::*;

async fn behind_socket(
    server: Server,
) -> (terrane_plugin::Running, ProviderProcess, Arc<dyn Provider>) {
    let running = server.start().await.unwrap();
    let process = ProviderProcess::reattach(running.reattach()).await.unwrap();
    let provider = process.provider();
    (running, process, provider)
}

#[tokio::test]
async fn every_rpc_works_over_a_socket() {
    for version in Version::ALL {
        let server = Server::new(Expecting::samples(version)).versions([version]);
        let (running, process, provider) = behind_socket(server).await;
        assert_eq!(process.version(), version);
        for (method, result) in call_all(&*provider, version).await {
            match result {
                Ok(unchanged) => assert!(unchanged, "{method}"),
                Err(error) => {
                    assert_eq!((version, error.code), (Version::V5, RpcCode::Unimplemented));
                }
            }
        }
        running.stop().await;
    }
}

#[tokio::test]
async fn the_higher_major_is_served_if_both_are() {
    let (_running, process, _) = behind_socket(Server::new(Expecting::samples(Version::V6))).await;
    assert_eq!(process.version(), Version::V6);
}

/// Gives back what it gets.
struct Echo;

impl Provider for Echo {
    fn read_resource(
        &self,
        request: ReadResourceRequest,
    ) -> BoxFuture<'_, Result<ReadResourceResponse, RpcError>> {
        Box::pin(async move {
            Ok(ReadResourceResponse {
                new_state: request.current_state,
                private: request.private,
                ..ReadResourceResponse::default()
            })
        })
    }

    fn read_state_bytes(
        &self,
        _: ReadStateBytesRequest,
    ) -> BoxFuture<'_, Result<BoxStream<ReadStateBytesChunk>, RpcError>> {
        let chunk = |at: u64| ReadStateBytesChunk {
            bytes: Opaque::from(vec![7; 8 << 20]),
            total_length: at,
            ..ReadStateBytesChunk::default()
        };
        Box::pin(async move {
            Ok(
                Box::pin(futures_util::stream::iter(0..8).map(move |at| Ok(chunk(at))))
                    as BoxStream<_>,
            )
        })
    }
}

/// gRPC's usual limit is 4 MiB; Terraform sends more.
#[tokio::test]
async fn large_messages_pass_both_ways() {
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
    let chunks = provider
        .read_state_bytes(ReadStateBytesRequest::new())
        .await
        .unwrap();
    let chunks: Vec<_> = chunks.map(Result::unwrap).collect().await;
    assert_eq!(
        chunks.iter().map(|chunk| chunk.bytes.len()).sum::<usize>(),
        64 << 20
    );
    assert!(chunks.iter().map(|chunk| chunk.total_length).eq(0..8));
}

#[tokio::test]
async fn what_is_larger_than_allowed_is_an_error_and_no_end() {
    let (_running, _process, provider) = behind_socket(Server::new(Arc::new(Echo))).await;
    let state = DynamicValue::from_msgpack(Bytes::from(vec![0; (256 << 20) + 1]));
    let request = ReadResourceRequest {
        current_state: state,
        ..ReadResourceRequest::default()
    };
    let error = provider.read_resource(request).await.unwrap_err();
    assert_eq!(error.code, RpcCode::OutOfRange, "{error:?}");
    assert!(
        provider
            .read_resource(ReadResourceRequest::default())
            .await
            .is_ok()
    );
}
