//! The relay of messages as bytes, over the same and over the other protocol version.

use std::convert::Infallible;
use std::sync::Arc;

use allocation_counter::{AllocationInfo, measure};
use bytes::Bytes;
use futures_util::{FutureExt, stream};
use http_body::Frame;
use http_body_util::{BodyExt, Full, StreamBody};
use tonic::Code;
use tonic::body::Body;
use tower_service::Service;

use super::garbage::Random;
use super::provider::{Expecting, call_all};
use super::{call_raw, call_with, client, frame, server};
use crate::schema::{Attribute, BlockNesting, NestedBlock, Nesting, Schema, Schemas};
use crate::wire::relay::Relay;
use crate::*;

/// The provider behind a relay.
fn relayed(provider: Arc<dyn Provider>, served: Version, called: Version) -> Arc<dyn Provider> {
    client(served, Relay::new(server(called, provider), served, called))
}

#[tokio::test]
async fn every_rpc_passes_unchanged_between_all_versions() {
    for served in Version::ALL {
        for called in Version::ALL {
            // Only what both versions have can pass unchanged.
            let common = served.min(called);
            let provider = match common == called {
                true if served == called => Expecting::samples(called),
                _ => Expecting::anything(Version::V5),
            };
            let relay = relayed(provider, served, called);
            for (method, result) in call_all(&*relay, common).await {
                match result {
                    Ok(unchanged) if served == called || !differs(method) => {
                        assert!(unchanged, "{method} from {called:?} as {served:?}");
                    }
                    Ok(_) => {}
                    Err(error) => {
                        assert_eq!(
                            (common, error.code),
                            (Version::V5, RpcCode::Unimplemented),
                            "{method}: {error}"
                        );
                    }
                }
            }
        }
    }
}

/// Whether the sample answer has parts that one version does not have.
fn differs(method: &str) -> bool {
    ["get_metadata", "validate_provider_config"].contains(&method)
}

/// A provider that has schemas, and almost nothing else.
pub(super) struct Described(pub(super) Schemas);

impl Provider for Described {
    fn get_provider_schema(
        &self,
        _: GetProviderSchemaRequest,
    ) -> BoxFuture<'_, Result<Schemas, RpcError>> {
        Box::pin(async { Ok(self.0.clone()) })
    }

    fn get_metadata(
        &self,
        _: GetMetadataRequest,
    ) -> BoxFuture<'_, Result<GetMetadataResponse, RpcError>> {
        Box::pin(async {
            Ok(GetMetadataResponse {
                actions: vec!["zoo_feed".to_owned()],
                ..GetMetadataResponse::default()
            })
        })
    }

    fn validate_provider_config(
        &self,
        _: ValidateProviderConfigRequest,
    ) -> BoxFuture<'_, Result<ValidateProviderConfigResponse, RpcError>> {
        Box::pin(async { Ok(ValidateProviderConfigResponse::default()) })
    }

    fn stop_provider(
        &self,
        _: StopProviderRequest,
    ) -> BoxFuture<'_, Result<StopProviderResponse, RpcError>> {
        Box::pin(async { Ok(StopProviderResponse::default()) })
    }
}

/// Schemas with each field whose field number differs between the versions, at each place of attributes.
fn schemas() -> GetProviderSchemaResponse {
    let attribute = |name: &str| Attribute::new(name, terrane_value::Type::String);
    let mut written = attribute("secret");
    written.write_only = true;
    let mut deprecated = attribute("weight");
    deprecated.deprecation = Some("use another".to_owned());
    let mut both = attribute("word");
    (both.write_only, both.deprecation) = (true, deprecated.deprecation.clone());
    let mut inner = Schema::default();
    inner.block.attributes = vec![attribute("name"), written, deprecated, both];
    let mut schema = inner.clone();
    schema.block.blocks.push(NestedBlock {
        name: "nested".into(),
        nesting: BlockNesting::List,
        block: inner.block.clone(),
        min_items: 0,
        max_items: 0,
    });
    let one = || [("zoo_pet".to_owned(), schema.clone())].into();
    GetProviderSchemaResponse {
        provider: schema.clone(),
        provider_meta: Some(inner.clone()),
        resource_schemas: one(),
        data_source_schemas: one(),
        ephemeral_resource_schemas: one(),
        list_resource_schemas: one(),
        action_schemas: one(),
        ..GetProviderSchemaResponse::default()
    }
}

#[tokio::test]
async fn fields_with_another_field_number_in_the_other_version_are_moved() {
    let config = DynamicValue::from_msgpack(Bytes::from_static(b"\x81\xa1a\xc0"));
    for (served, called) in [(Version::V5, Version::V6), (Version::V6, Version::V5)] {
        let relay = relayed(Arc::new(Described(schemas().into())), served, called);
        let answer = relay.get_provider_schema(Default::default()).await.unwrap();
        assert_eq!(*answer, schemas(), "{served:?}");
        let metadata = relay.get_metadata(Default::default()).await.unwrap();
        assert_eq!(metadata.actions, ["zoo_feed"]);
        assert!(metadata.state_stores.is_empty());
        let request = ValidateProviderConfigRequest {
            config: config.clone(),
        };
        let validated = relay.validate_provider_config(request).await.unwrap();
        let prepared = match served {
            Version::V5 => config.clone(),
            Version::V6 => DynamicValue::default(),
        };
        assert_eq!(validated.prepared_config, prepared);
    }
}

/// A channel that answers each call with the path and the body of the call, and with a status.
#[derive(Clone)]
struct Mirror(Code);

impl Service<http::Request<Body>> for Mirror {
    type Response = http::Response<Body>;
    type Error = std::convert::Infallible;
    type Future = BoxFuture<'static, Result<Self::Response, Self::Error>>;

    fn poll_ready(
        &mut self,
        _: &mut std::task::Context<'_>,
    ) -> std::task::Poll<Result<(), Self::Error>> {
        std::task::Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: http::Request<Body>) -> Self::Future {
        let trailers = [("grpc-status".parse().unwrap(), (self.0 as i32).into())];
        let trailers = http::HeaderMap::from_iter(trailers);
        Box::pin(async move {
            let path = request.uri().path().to_owned();
            let body = request.into_body();
            let body = body.with_trailers(async { Some(Ok(trailers)) });
            let answer = http::Response::builder().header("called", path);
            Ok(answer.body(Body::new(body)).unwrap())
        })
    }
}

/// A body in chunks.
fn chunks<'a>(chunks: impl IntoIterator<Item = &'a [u8]>) -> Body {
    let chunks: Vec<_> = chunks.into_iter().map(Bytes::copy_from_slice).collect();
    let frames = chunks
        .into_iter()
        .map(|data| Ok::<_, Infallible>(Frame::data(data)));
    Body::new(StreamBody::new(stream::iter(frames)))
}

/// The path of the schemas in a protocol version.
fn schemas_of(version: Version) -> &'static str {
    match version {
        Version::V5 => "/tfplugin5.Provider/GetSchema",
        Version::V6 => "/tfplugin6.Provider/GetProviderSchema",
    }
}

async fn mirrored(served: Version, called: Version, path: &str, message: &[u8]) -> (String, Bytes) {
    let request = http::Request::post(path).body(Body::new(Full::new(frame(message))));
    let mut relay = Relay::new(Mirror(Code::Ok), served, called);
    let answer = relay.call(request.unwrap()).await.unwrap();
    let path = answer.headers()["called"].to_str().unwrap().to_owned();
    (path, answer.into_body().collect().await.unwrap().to_bytes())
}

#[tokio::test]
async fn unknown_fields_and_unknown_rpcs_survive() {
    // Field 500 with the text "new", in messages that pass and in messages that are edited.
    let message = b"\xa2\x1f\x03new";
    for (served, called) in [
        (Version::V5, Version::V5),
        (Version::V5, Version::V6),
        (Version::V6, Version::V5),
    ] {
        let (five, six) = ("/tfplugin5.Provider/", "/tfplugin6.Provider/");
        let service = |version| if version == Version::V5 { five } else { six };
        let schema = |version| {
            if version == Version::V5 {
                "GetSchema"
            } else {
                "GetProviderSchema"
            }
        };
        for (sent, expected) in [
            ("PlanResourceChange", "PlanResourceChange"),
            ("RpcOfTheFuture", "RpcOfTheFuture"),
            (schema(served), schema(called)),
            ("GetMetadata", "GetMetadata"),
        ] {
            let path = format!("{}{sent}", service(served));
            let (path, body) = mirrored(served, called, &path, message).await;
            assert_eq!(path, format!("{}{expected}", service(called)));
            assert_eq!(body, frame(message), "{sent}");
        }
    }
}

/// Schemas with fields that move in a nested block alone.
fn nested_schemas() -> GetProviderSchemaResponse {
    let mut schemas = schemas();
    let plain = Attribute::new("name", terrane_value::Type::String);
    schemas.provider.block.attributes = vec![plain];
    GetProviderSchemaResponse {
        provider: schemas.provider,
        ..GetProviderSchemaResponse::default()
    }
}

#[tokio::test]
async fn an_answer_is_translated_at_every_split() {
    for schemas in [schemas(), nested_schemas()] {
        let schemas = Schemas::from(schemas);
        let (five, six) = (
            crate::v5::encode_schemas(&schemas),
            crate::v6::encode_schemas(&schemas),
        );
        let (five, six) = (frame(&five), frame(&six));
        for (served, called, sent, expected) in [
            (Version::V5, Version::V6, &six, &five),
            (Version::V6, Version::V5, &five, &six),
        ] {
            let mut relay = Relay::new(Mirror(Code::Ok), served, called);
            let halves = (0..=sent.len()).map(|at| <[&[u8]; 2]>::from(sent.split_at(at)).to_vec());
            for sent in halves.chain([sent.chunks(1).collect()]) {
                let request = http::Request::post(schemas_of(served)).body(chunks(sent));
                let answer = relay.call(request.unwrap()).await.unwrap();
                let answer = answer.into_body().collect().await.unwrap();
                assert_eq!(answer.trailers().unwrap()["grpc-status"], "0");
                assert_eq!(answer.to_bytes(), expected, "{served:?}");
            }
        }
    }
}

/// Schemas that protocol 5 cannot express, and the reason.
fn inexpressible() -> [(&'static str, GetProviderSchemaResponse); 3] {
    let mut nested = schemas();
    let blocks = &mut nested.provider.block.blocks;
    let diet = Attribute::nested("diet", Nesting::Single, []);
    blocks[0].block.attributes.push(diet);
    let mut computed = schemas();
    computed.provider = Schema::default();
    computed.provider.block.computed = true;
    let mut store = schemas();
    let schema = Schema::default();
    store.state_store_schemas = [("zoo_barn".to_owned(), schema)].into();
    [
        ("a nested attribute", nested),
        ("a computed block", computed),
        ("a state store", store),
    ]
}

#[tokio::test]
async fn an_answer_that_protocol_5_cannot_express_is_an_error_of_the_call() {
    let relay = |schemas: GetProviderSchemaResponse| {
        let provider = Arc::new(Described(schemas.into()));
        Relay::new(server(Version::V6, provider), Version::V5, Version::V6)
    };
    assert!(relay(schemas()).translates_schemas().await);
    for (reason, schemas) in inexpressible() {
        let relay = relay(schemas);
        assert!(!relay.translates_schemas().await, "{reason}");
        let answer = client(Version::V5, relay)
            .get_provider_schema(Default::default())
            .await;
        let error = answer.unwrap_err().to_string();
        let expected = format!("protocol 5 cannot express {reason}");
        assert!(error.contains(&expected), "{error}");
    }
}

#[tokio::test]
async fn garbage_in_an_edited_message_is_an_error_of_the_call() {
    // The schema of a data source, whose attribute has a varint as field 2.
    let varint = |varint: &[u8]| {
        let levels = [&[0x10], varint].concat();
        let levels = [0x12, 0x12, 0x12, 0x1a]
            .into_iter()
            .fold(levels, |inner, tag| {
                [&[tag, u8::try_from(inner.len()).unwrap()], &*inner].concat()
            });
        frame(&levels)
    };
    let tag = |tag: &[u8]| varint(&[&[0], tag].concat());
    let mut relay = Relay::new(Mirror(Code::Ok), Version::V6, Version::V5);
    for (body, expected) in [
        (frame(b"\x12\x7f"), "a field is longer than its message"),
        (
            frame(b"\x12\x02\x12\x01\x12\x00"),
            "a field is longer than its message",
        ),
        (frame(b"\x11\0\0\0"), "a field is longer than its message"),
        (frame(b"\x10"), "the message is incomplete"),
        (frame(b"\x10\x80"), "the message is incomplete"),
        (varint(b"\x80"), "the message is incomplete"),
        (frame(b"\x0b\x0c"), "expected no group"),
        (frame(b"\x0f"), "a field has no valid type"),
        (frame(b"\x02\0"), "a tag has no valid field number"),
        (
            tag(b"\x80\x80\x80\x80\x10\0"),
            "a tag has no valid field number",
        ),
        (
            varint(b"\xff\xff\xff\xff\xff\xff\xff\xff\xff\x02"),
            "a varint has more than 64 bits",
        ),
        // Field 10 with a tag of two bytes.
        (tag(b"\xd0\0\x01"), "a tag has more bytes than it needs"),
        (Bytes::from_static(b"\0\0"), "the message is incomplete"),
        (
            Bytes::from_static(b"\0\0\0\0\x01"),
            "the message is incomplete",
        ),
        (
            Bytes::from_static(b"\0\0\0\0\x03\x12\x01"),
            "the message is incomplete",
        ),
        (
            Bytes::from_static(b"\x01\0\0\0\0"),
            "the message is compressed",
        ),
        (
            Bytes::from_static(b"\0\0\0\0\0\0\0\0\0\0"),
            "expected exactly one message",
        ),
    ] {
        for at in 0..=body.len() {
            let body = chunks(<[&[u8]; 2]>::from(body.split_at(at)));
            let (code, message) = call_with(&mut relay, schemas_of(Version::V6), body).await;
            let expected = format!("malformed answer: {expected}").replace(' ', "%20");
            assert_eq!((code, message), (Code::Internal as i32, expected));
        }
    }
}

#[tokio::test]
async fn a_damaged_answer_has_the_same_result_at_every_split() {
    let good = frame(&crate::v6::encode_schemas(&Schemas::from(schemas())));
    let mut random = Random::new();
    let mut relay = Relay::new(Mirror(Code::Ok), Version::V5, Version::V6);
    let mut errors = 0;
    for _ in 0..1000 {
        let damaged = random.damage(&good);
        let halves = damaged.split_at(random.below(damaged.len()));
        let mut results = Vec::new();
        for sent in [vec![&damaged[..]], vec![halves.0, halves.1]] {
            let request = http::Request::post(schemas_of(Version::V5)).body(chunks(sent));
            let answer = relay.call(request.unwrap()).await.unwrap();
            let answer = answer.into_body().collect().await.unwrap();
            let trailers = answer.trailers().cloned().unwrap();
            let succeeded = trailers["grpc-status"] == "0";
            results.push((trailers, succeeded.then(|| answer.to_bytes())));
        }
        assert_eq!(results[0], results[1], "{damaged:?} at {}", halves.0.len());
        errors += usize::from(results[0].1.is_none());
    }
    assert!((100..900).contains(&errors), "{errors} errors");
}

#[tokio::test]
async fn an_error_of_the_provider_passes_a_translation() {
    let mut relay = Relay::new(Mirror(Code::Unavailable), Version::V6, Version::V5);
    // No message, and a message that breaks off.
    for body in [&b""[..], b"\0\0\0\0\x09\x12"] {
        let body = Full::new(Bytes::from_static(body));
        let (code, _) = call_with(&mut relay, schemas_of(Version::V6), body).await;
        assert_eq!(code, Code::Unavailable as i32);
    }
}

#[tokio::test]
async fn deep_blocks_do_not_overflow_the_stack() {
    // A block in a nested block in a block, and so on; then the schema of the provider.
    let mut message = Vec::new();
    let path = [2, 3].into_iter().cycle().take(400).chain([2, 1]);
    for field in path {
        let mut outer = Vec::new();
        prost::encoding::bytes::encode(field, &message, &mut outer);
        message = outer;
    }
    let mut relay = Relay::new(Mirror(Code::Ok), Version::V6, Version::V5);
    let path = "/tfplugin6.Provider/GetProviderSchema";
    let (code, message) = call_raw(&mut relay, path, frame(&message)).await;
    assert_eq!(code, Code::Internal as i32, "{message}");
    assert!(message.contains("too%20deeply"), "{message}");
}

/// The allocations for an answer with the schemas of a number of types.
fn allocations(served: Version, types: usize) -> AllocationInfo {
    let mut all = schemas();
    for number in 0..types {
        let schema = all.provider.clone();
        all.resource_schemas.insert(format!("zoo_{number}"), schema);
    }
    let message = crate::v6::encode_schemas(&Schemas::from(all));
    let body = frame(&message);
    let length = body.len();
    let body = Body::new(Full::new(body));
    let request = http::Request::post(schemas_of(served)).body(body).unwrap();
    let mut relay = Relay::new(Mirror(Code::Ok), served, Version::V6);
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
    for served in Version::ALL {
        let few = allocations(served, 10);
        let many = allocations(served, 1000);
        assert_eq!(many.count_total, few.count_total, "{served:?}");
        assert!(many.bytes_total <= CALL, "{served:?}: {many:?}");
    }
}
