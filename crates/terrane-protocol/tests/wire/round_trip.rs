//! Every message keeps every field when it is encoded and decoded.

use std::sync::Arc;

use futures_util::stream::{self, StreamExt};

use super::provider::{Expecting, call_all};
use super::sample::Sample;
use super::through_wire;
use crate::*;

#[tokio::test]
async fn protocol_6_transports_every_field_of_every_rpc() {
    let provider = Expecting::samples(Version::V6);
    let remote = through_wire(Version::V6, provider.clone());
    let results = call_all(&*remote, Version::V6).await;
    assert_eq!(results.len(), 36);
    for (method, result) in &results {
        assert_eq!(*result, Ok(true), "{method}");
    }
    let methods: Vec<_> = results.iter().map(|(method, _)| *method).collect();
    assert_eq!(provider.calls(), methods);
}

#[tokio::test]
async fn protocol_5_transports_every_field_that_it_has() {
    let provider = Expecting::samples(Version::V5);
    let remote = through_wire(Version::V5, provider.clone());
    for (method, result) in call_all(&*remote, Version::V5).await {
        let of_state_stores = method.contains("state_store")
            || method.contains("state_bytes")
            || ["lock_state", "unlock_state", "get_states", "delete_state"].contains(&method);
        if of_state_stores {
            assert_eq!(result.unwrap_err().code, RpcCode::Unimplemented, "{method}");
        } else {
            assert_eq!(result, Ok(true), "{method}");
        }
    }
    assert_eq!(provider.calls().len(), 28);
}

/// Checks that the sample tests detect a dropped field.
#[tokio::test]
async fn a_dropped_field_would_be_found() {
    let expects_all = Expecting::samples(Version::V6);
    let remote = through_wire(Version::V5, expects_all);
    let results = call_all(&*remote, Version::V6).await;
    let changed: Vec<_> = results
        .into_iter()
        .filter(|(_, result)| *result != Ok(true))
        .collect();
    assert!(
        changed
            .iter()
            .any(|(method, _)| *method == "plan_resource_change")
    );
    assert!(changed.iter().any(|(method, _)| *method == "get_metadata"));
}

struct Expectant;

impl Provider for Expectant {
    fn call(&self, request: Request) -> ResponseFuture<'_> {
        Box::pin(async move {
            Ok(match request {
                Request::GetProvisionerSchema(_) => GetProvisionerSchemaResponse::new()
                    .through(Version::V5)
                    .into(),
                Request::ValidateProvisionerConfig(request) => {
                    assert_eq!(request, ValidateProvisionerConfigRequest::new());
                    Response::ValidateProvisionerConfig(DiagnosticsResponse::new())
                }
                Request::ProvisionResource(request) => {
                    assert_eq!(request, ProvisionResourceRequest::new());
                    let events = [
                        ProvisionResourceEvent::new(),
                        ProvisionResourceEvent::default(),
                    ];
                    Response::ProvisionResource(Box::pin(stream::iter(events.map(Ok))))
                }
                Request::StopProvisioner(_) => Response::StopProvisioner(StopResponse::new()),
                request => return Err(request.rpc().unimplemented()),
            })
        })
    }
}

#[tokio::test]
async fn provisioners_go_through_v5() {
    let remote = through_wire(Version::V5, Arc::new(Expectant));
    let schema = remote.get_provisioner_schema(Sample::new()).await.unwrap();
    assert_eq!(
        schema,
        GetProvisionerSchemaResponse::new().through(Version::V5)
    );
    let validated = remote.validate_provisioner_config(Sample::new()).await;
    assert_eq!(validated.unwrap(), Sample::new());
    let events: Vec<_> = remote
        .provision_resource(Sample::new())
        .await
        .unwrap()
        .map(Result::unwrap)
        .collect()
        .await;
    assert_eq!(
        events,
        [
            ProvisionResourceEvent::new(),
            ProvisionResourceEvent::default()
        ]
    );
    assert_eq!(
        remote.stop_provisioner(Sample::new()).await.unwrap(),
        Sample::new()
    );
}
