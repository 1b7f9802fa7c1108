//! A fault in a provider becomes the answer to the one call in which it happens.

use std::sync::Arc;

use super::provider::call_all;
use super::sample::Sample;
use super::{call_raw, frame, server, through_wire};
use crate::*;

struct EmptyProvider;

impl Provider for EmptyProvider {
    fn call(&self, request: Request) -> ResponseFuture<'_> {
        Box::pin(async move { Err(request.rpc().unimplemented()) })
    }
}

#[tokio::test]
async fn rpcs_missing_in_a_provider_are_unimplemented() {
    for version in Version::ALL {
        let remote = through_wire(version, Arc::new(EmptyProvider));
        for (method, result) in call_all(&*remote, version).await {
            let error = result.unwrap_err();
            assert_eq!(error.code, RpcCode::Unimplemented, "{method}: {error}");
            let named = camel_case(method);
            assert!(
                error.message == format!("this provider does not implement {named}"),
                "{method}: {error}"
            );
        }
    }
}

fn camel_case(method: &str) -> String {
    let words = method.split('_');
    words
        .flat_map(|word| {
            word[..1]
                .to_uppercase()
                .chars()
                .chain(word[1..].chars())
                .collect::<Vec<_>>()
        })
        .collect()
}

#[tokio::test]
async fn rpcs_missing_in_a_protocol_version_are_unimplemented() {
    for (version, names) in [
        (
            Version::V5,
            &["LockState", "ConfigureProvider", "GetProviderSchema"][..],
        ),
        (
            Version::V6,
            &["Configure", "GetSchema", "PrepareProviderConfig"],
        ),
    ] {
        let mut server = server(version, Arc::new(EmptyProvider));
        let service = peer::WireServer::name(version);
        assert_eq!(service, format!("tfplugin{}.Provider", version.number()));
        for name in names {
            let path = format!("/{service}/{name}");
            let (code, message) = call_raw(&mut server, &path, frame(b"")).await;
            assert_eq!(code, 12);
            let expected = format!("{path} is not an RPC of {service}").replace(' ', "%20");
            assert_eq!(message, expected);
        }
    }
    let remote = through_wire(Version::V5, Arc::new(EmptyProvider));
    let error = remote
        .lock_state(LockStateRequest::new())
        .await
        .unwrap_err();
    assert_eq!(error.code, RpcCode::Unimplemented);
    assert_eq!(error.message, "this provider does not implement LockState");
}

/// A provider that panics before it returns a future, in the future, or never.
struct Panicking;

impl Provider for Panicking {
    fn call(&self, request: Request) -> ResponseFuture<'_> {
        let Request::ReadResource(request) = request else {
            panic!("out of nowhere");
        };
        assert!(request.type_name != "at once", "out of nowhere");
        Box::pin(async move {
            match request.type_name.as_str() {
                "later" => panic!("after {} thoughts", 2),
                "oddly" => std::panic::panic_any(7),
                _ => Ok(ReadResourceResponse::new().into()),
            }
        })
    }
}

/// A provider that answers everything as if it were GetMetadata.
struct Confused;

impl Provider for Confused {
    fn call(&self, _: Request) -> ResponseFuture<'_> {
        Box::pin(async { Ok(GetMetadataResponse::default().into()) })
    }
}

#[tokio::test]
async fn a_response_to_another_rpc_is_not_sent() {
    for version in Version::ALL {
        let remote = through_wire(version, Arc::new(Confused));
        let refused = remote.read_resource(Sample::new()).await;
        let text =
            "a decorator of the provider has answered ReadResource with an answer to GetMetadata";
        assert_eq!(refused, Err(RpcError::new(RpcCode::Internal, text)));
        let metadata = remote.get_metadata(EmptyRequest {}).await;
        assert!(metadata.is_ok());
    }
}

#[tokio::test]
async fn panics_are_answers() {
    for version in Version::ALL {
        let remote = through_wire(version, Arc::new(Panicking));
        let read = async |type_name: &str| {
            let type_name = type_name.to_owned();
            remote
                .read_resource(ReadResourceRequest {
                    type_name,
                    ..Sample::new()
                })
                .await
        };
        for how in ["at once", "later", "oddly"] {
            // The message of a panic may contain secrets.
            let expected =
                RpcError::new(RpcCode::Internal, "the provider panicked in ReadResource");
            assert_eq!(read(how).await, Err(expected));
            assert_eq!(read("well").await, Ok(ReadResourceResponse::new()));
        }
    }
}

#[tokio::test]
async fn malformed_requests_are_answered_with_invalid_argument() {
    let mut six = server(Version::V6, Arc::new(EmptyProvider));
    let truncated = frame(&[0x0a, 200, 1, b'x']);
    let not_utf8 = frame(&[0x0a, 1, 0xff]);
    let negative_length = {
        let mut chunk = Vec::new();
        prost::encoding::int64::encode(3, &-5, &mut chunk);
        frame(&chunk)
    };
    for (path, body, expected) in [
        (
            "/tfplugin6.Provider/ReadResource",
            truncated,
            "malformed ReadResource request: ",
        ),
        (
            "/tfplugin6.Provider/ReadResource",
            not_utf8,
            "malformed ReadResource request: ",
        ),
    ] {
        let (code, message) = call_raw(&mut six, path, body).await;
        assert_eq!(code, 3, "{message}");
        assert!(
            message.starts_with(&expected.replace(' ', "%20")) || message.starts_with(expected),
            "{message}"
        );
    }
    // The provider reads the messages of a request stream itself, so it also gets the stream's error.
    struct Takes;
    impl Provider for Takes {
        fn call(&self, request: Request) -> ResponseFuture<'_> {
            Box::pin(async move {
                use futures_util::StreamExt;
                let Request::WriteStateBytes(mut chunks) = request else {
                    return Err(request.rpc().unimplemented());
                };
                let error = chunks.next().await.unwrap().unwrap_err();
                assert_eq!(error.code, RpcCode::InvalidArgument);
                assert_eq!(
                    error.message,
                    "malformed WriteStateBytes request: total_length: expected 0 or more, found -5"
                );
                Err(error)
            })
        }
    }
    let mut takes = server(Version::V6, Arc::new(Takes));
    let (code, message) = call_raw(
        &mut takes,
        "/tfplugin6.Provider/WriteStateBytes",
        negative_length,
    )
    .await;
    assert_eq!(code, 3, "{message}");
}
