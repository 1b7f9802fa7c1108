//! A binary that crashes.

use terrane_protocol::{
    ConfigureProviderRequest, DynamicValue, EmptyRequest, ReadResourceRequest, Request, Rpc,
};

use super::calls::{each, request};
use super::{all_errors, awkward, errors};

/// Crashes the binary once in an RPC, and checks the answer.
async fn crash_once(rpc: Rpc) {
    let folder = tempfile::tempdir().unwrap();
    let marker = folder.path().join("crash");
    std::fs::write(&marker, "").unwrap();
    let fault = format!("crash:{rpc}:{}", marker.display());
    let Some(provider) = awkward("framework", &fault) else {
        return;
    };
    let provider = provider.provider();
    let mut answer = provider.call(request(rpc).unwrap()).await.unwrap();
    assert!(!marker.exists(), "{rpc} did not crash");
    if rpc.changes() {
        let crashed = all_errors(answer).await;
        for expected in [
            "Provider \"zoo-go\" has crashed",
            "It is unknown what it has changed",
            &format!("awkward crash in {rpc}"),
        ] {
            assert!(crashed.contains(expected), "{rpc}: {crashed}");
        }
        assert!(!crashed.contains("[DEBUG]"), "{rpc}: {crashed}");
        // A change is refused until a call that changes nothing has started the binary again.
        let mut refused = provider
            .call(request(Rpc::ApplyResourceChange).unwrap())
            .await
            .unwrap();
        assert!(errors(&mut refused).contains("has changed nothing"));
    } else if answer.diagnostics_mut().is_some() {
        let errors = errors(&mut answer);
        assert!(!errors.contains("crash"), "{rpc}: {errors}");
    }
    let metadata = provider.get_metadata(EmptyRequest {}).await.unwrap();
    assert!(metadata.resources.contains(&"awkward_volume".to_owned()));
}

#[tokio::test]
async fn a_crash_is_repaired_once_for_calls_that_change_nothing_and_reported_for_others() {
    each(crash_once).await;
}

#[tokio::test]
async fn a_second_crash_is_an_error_with_the_end_of_the_log_and_there_is_no_third_start() {
    let Some(provider) = awkward("sdkv2", "crash:ReadResource") else {
        return;
    };
    let provider = provider.provider();
    let read = || provider.call(Request::ReadResource(ReadResourceRequest::default()));
    let first = errors(&mut read().await.unwrap());
    assert!(
        first.contains("was started again, and has crashed again"),
        "{first}"
    );
    assert!(
        first.contains("panic: awkward crash in ReadResource"),
        "{first}"
    );
    let second = errors(&mut read().await.unwrap());
    assert!(second.contains("has crashed twice"), "{second}");
}

#[tokio::test]
async fn an_apply_that_crashes_after_its_work_keeps_the_prior_object() {
    let Some(provider) = awkward("sdkv2", "late:ApplyResourceChange") else {
        return;
    };
    let provider = provider.provider();
    let prior = DynamicValue::from_msgpack(b"\x81\xa4name\xa1a".as_slice().into());
    let answer = provider
        .apply_resource_change(terrane_protocol::ApplyResourceChangeRequest {
            type_name: "awkward_server".to_owned(),
            prior_state: prior.clone(),
            ..Default::default()
        })
        .await
        .unwrap();
    assert_eq!(answer.new_state, prior);
    let detail = &answer.diagnostics[0].detail;
    assert!(
        detail.contains("It is unknown what it has changed"),
        "{detail}"
    );
    // Lines of lower levels than WARN may have secrets.
    assert!(
        !detail.contains("[INFO]") && !detail.contains("[DEBUG]"),
        "{detail}"
    );
}

#[tokio::test]
async fn a_binary_that_is_started_again_is_configured_again() {
    let folder = tempfile::tempdir().unwrap();
    let marker = folder.path().join("crash");
    std::fs::write(folder.path().join("a.json"), r#"{"Size":7}"#).unwrap();
    let fault = format!("crash:ReadResource:{}", marker.display());
    let Some(provider) = awkward("framework", &fault) else {
        return;
    };
    let provider = provider.provider();
    // The token is unknown.
    let path = folder.path().to_str().unwrap();
    let mut config = b"\x82\xa6folder\xd9".to_vec();
    config.push(u8::try_from(path.len()).unwrap());
    config.extend(path.as_bytes());
    config.extend(b"\xa5token\xd4\0\0");
    let request = ConfigureProviderRequest {
        config: DynamicValue::from_msgpack(config.into()),
        ..ConfigureProviderRequest::default()
    };
    let configured = provider.configure_provider(request).await.unwrap();
    assert!(configured.diagnostics.is_empty());
    let state = b"\x88\xa3big\xc0\xa4fail\xc0\xa4name\xa1a\xa4part\x90\xa8revision\x01\xa6secret\xc0\xa4size\x01\xa8timeouts\xc0";
    let read = || ReadResourceRequest {
        type_name: "awkward_volume".to_owned(),
        current_state: DynamicValue::from_msgpack(state.as_slice().into()),
        ..ReadResourceRequest::default()
    };
    let before = provider.read_resource(read()).await.unwrap();
    assert!(before.diagnostics.is_empty(), "{:?}", before.diagnostics);
    std::fs::write(&marker, "").unwrap();
    let after = provider.read_resource(read()).await.unwrap();
    assert!(!marker.exists());
    assert_eq!(after, before);
    assert!(format!("{:?}", after.new_state).len() > 20);
}
