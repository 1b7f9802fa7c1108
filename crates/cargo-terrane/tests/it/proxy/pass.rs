//! Calls that pass the proxy unchanged.

use std::process::Command;

use terrane_protocol::{
    ConfigRequest, ConfigureProviderRequest, DynamicValue, EmptyRequest, PlanResourceChangeRequest,
    Version,
};
use terrane_schema::Differences as _;

use super::{awkward, launch, proxy};

/// An object of `awkward_blob` in MessagePack: `data` is unknown and `size` is 3.
const BLOB: &[u8] = b"\x83\xa4data\xd4\0\0\xa2id\xd4\0\0\xa4size\x03";
/// Its configuration.
const BLOB_CONFIG: &[u8] = b"\x83\xa4data\xc0\xa2id\xc0\xa4size\x03";

#[tokio::test]
async fn a_provider_of_protocol_5_is_the_same_behind_a_proxy_of_either_protocol() {
    let Some(binary) = awkward("sdkv2") else {
        return;
    };
    let direct = launch(Command::new(&binary)).await;
    let provider = direct.provider();
    let schemas = provider.get_provider_schema(EmptyRequest {}).await.unwrap();
    let plan = || PlanResourceChangeRequest {
        type_name: "awkward_blob".to_owned(),
        prior_state: DynamicValue::from_msgpack(b"\xc0".as_slice().into()),
        proposed_new_state: DynamicValue::from_msgpack(BLOB.into()),
        config: DynamicValue::from_msgpack(BLOB_CONFIG.into()),
        ..PlanResourceChangeRequest::default()
    };
    let planned = provider.plan_resource_change(plan()).await.unwrap();
    assert!(planned.diagnostics.is_empty(), "{:?}", planned.diagnostics);
    for (protocol, version) in [
        (None, Version::V5),
        (Some(5), Version::V5),
        (Some(6), Version::V6),
    ] {
        let process = launch(proxy(&binary, protocol)).await;
        assert_eq!(process.version(), version);
        let provider = process.provider();
        let answer = provider.get_provider_schema(EmptyRequest {}).await.unwrap();
        assert_eq!(answer.differences(&schemas), []);
        let metadata = provider.get_metadata(EmptyRequest {}).await.unwrap();
        assert_eq!(metadata.resources.len(), 2);
        let configured = provider
            .configure_provider(ConfigureProviderRequest {
                config: DynamicValue::from_msgpack(
                    b"\x82\xa6folder\xc0\xa5token\xc0".as_slice().into(),
                ),
                ..ConfigureProviderRequest::default()
            })
            .await
            .unwrap();
        assert!(configured.diagnostics.is_empty());
        assert_eq!(
            provider.plan_resource_change(plan()).await.unwrap(),
            planned
        );
        let refused = provider
            .validate_resource_config(ConfigRequest {
                type_name: "awkward_blob".to_owned(),
                config: DynamicValue::from_msgpack(
                    b"\x83\xa4data\xc0\xa2id\xc0\xa4size\xc0".as_slice().into(),
                ),
                ..ConfigRequest::default()
            })
            .await
            .unwrap();
        assert!(refused.diagnostics.errors().next().is_some());
        process.kill().await.unwrap();
    }
}

#[tokio::test]
async fn protocol_5_in_front_of_nested_attributes_is_an_error_at_start_that_names_each() {
    let Some(binary) = awkward("framework") else {
        return;
    };
    let started = terrane_composition::ProviderProcess::launch(proxy(&binary, Some(5))).await;
    let error = error_chain(&started.unwrap_err());
    for attribute in ["main", "nodes", "roles", "spares"] {
        let expected = format!("resource awkward_cluster, {attribute}: a nested attribute");
        assert!(error.contains(&expected), "{error}");
    }
}

#[tokio::test]
async fn a_missing_binary_is_an_error_with_its_path() {
    let error = super::Command::new(env!("CARGO_BIN_EXE_cargo-terrane"))
        .args(["terrane", "proxy", "/nowhere/provider"])
        .output()
        .unwrap();
    assert_eq!(error.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&error.stderr).contains("/nowhere/provider"));
}

#[tokio::test]
async fn the_launcher_starts_without_arguments() {
    let Some(binary) = awkward("sdkv2") else {
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    // A name that a shell would split.
    let binary_with_quote = folder.path().join("the provider's binary");
    std::fs::copy(&binary, &binary_with_quote).unwrap();
    let launcher = folder.path().join("terraform-provider-awkward");
    let written = proxy(&binary_with_quote, Some(6))
        .arg("--out")
        .arg(&launcher)
        .status();
    assert!(written.unwrap().success());
    let process = launch(Command::new(&launcher)).await;
    assert_eq!(process.version(), Version::V6);
    process.kill().await.unwrap();
}

pub(super) fn error_chain(error: &dyn std::error::Error) -> String {
    let source = error.source().map(error_chain).unwrap_or_default();
    format!("{error}: {source}")
}
