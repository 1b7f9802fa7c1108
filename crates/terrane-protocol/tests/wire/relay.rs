//! The relay of messages as bytes.

use std::convert::Infallible;

use allocation_counter::{AllocationInfo, measure};
use futures_util::FutureExt;
use http_body_util::{BodyExt, Full};
use tonic::body::Body;
use tower_service::Service;

use super::provider::{Expecting, call_all};
use super::{client, frame, server};
use crate::schema::{Attribute, Schema, Schemas};
use crate::*;
use terrane_composition::peer::Relay;

#[tokio::test]
async fn every_rpc_passes_unchanged() {
    for version in Version::ALL {
        let relay = Relay::new(server(version, Expecting::samples(version)), version);
        for (method, result) in call_all(&*client(version, relay), version).await {
            match result {
                Ok(unchanged) => assert!(unchanged, "{method} of {version:?}"),
                Err(error) => assert_eq!(
                    (version, error.code),
                    (Version::V5, RpcCode::Unimplemented),
                    "{method}: {error}"
                ),
            }
        }
    }
}

/// A channel that answers each call with the path and the body of the call.
#[derive(Clone)]
struct Mirror;

impl Service<http::Request<Body>> for Mirror {
    type Response = http::Response<Body>;
    type Error = Infallible;
    type Future = BoxFuture<'static, Result<Self::Response, Self::Error>>;

    fn poll_ready(
        &mut self,
        _: &mut std::task::Context<'_>,
    ) -> std::task::Poll<Result<(), Self::Error>> {
        std::task::Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: http::Request<Body>) -> Self::Future {
        let trailers = [("grpc-status".parse().unwrap(), 0.into())];
        let trailers = http::HeaderMap::from_iter(trailers);
        Box::pin(async move {
            let path = request.uri().path().to_owned();
            let body = request
                .into_body()
                .with_trailers(async { Some(Ok(trailers)) });
            let answer = http::Response::builder().header("called", path);
            Ok(answer.body(Body::new(body)).unwrap())
        })
    }
}

#[tokio::test]
async fn unknown_fields_and_unknown_rpcs_survive() {
    // Field 500 with the text "new".
    let message = frame(b"\xa2\x1f\x03new");
    for (version, service) in [(Version::V5, "tfplugin5"), (Version::V6, "tfplugin6")] {
        for rpc in ["PlanResourceChange", "GetMetadata", "RpcOfTheFuture"] {
            let path = format!("/{service}.Provider/{rpc}");
            let request = http::Request::post(&path).body(Body::new(Full::new(message.clone())));
            let answer = Relay::new(Mirror, version)
                .call(request.unwrap())
                .await
                .unwrap();
            assert_eq!(answer.headers()["called"], path);
            let body = answer.into_body().collect().await.unwrap();
            assert_eq!(body.to_bytes(), message);
        }
    }
}

/// The allocations for an answer with the schemas of a number of types.
fn allocations(types: usize) -> AllocationInfo {
    let mut schema = Schema::default();
    let name = Attribute::new("name", terrane_value::Type::String);
    schema.block.attributes.push(name);
    let resource_schemas = (0..types)
        .map(|number| (format!("zoo_{number}"), schema.clone()))
        .collect();
    let schemas = GetProviderSchemaResponse {
        resource_schemas,
        ..GetProviderSchemaResponse::default()
    };
    let body = frame(&peer::encode_schemas(&Schemas::from(schemas)));
    let length = body.len();
    let body = Body::new(Full::new(body));
    let request = http::Request::post("/tfplugin6.Provider/GetProviderSchema")
        .body(body)
        .unwrap();
    let mut relay = Relay::new(Mirror, Version::V6);
    measure(|| {
        let answer = relay.call(request).now_or_never().unwrap().unwrap();
        let body = answer.into_body().collect().now_or_never().unwrap();
        assert_eq!(body.unwrap().to_bytes().len(), length);
    })
}

#[test]
fn schemas_of_more_types_take_no_further_allocation() {
    // What a call allocates next to its messages.
    const CALL: u64 = 8 << 10;
    let (few, many) = (allocations(10), allocations(1000));
    assert_eq!(many.count_total, few.count_total);
    assert!(many.bytes_total <= CALL, "{many:?}");
}
