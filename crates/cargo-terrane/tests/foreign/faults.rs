//! A binary that never answers, answers garbage, or floods its log: other members work, and nothing is left of it.

use std::sync::Arc;

use terrane_composition::{ForeignProvider, Mux, MuxMember, Pin};
use terrane_protocol::{
    ConfigureProviderRequest, DynamicValue, EmptyRequest, ReadResourceRequest, Request, Rpc,
};

use super::calls::{each, is_full, request, tested};
use super::processes::{eventually, own_copy, processes_of};
use super::start::{healthy, pin, read_fine};
use super::{all_errors, awkward};

/// Calls an RPC that is never answered, while another member and another call of the binary work.
async fn silence(rpc: Rpc, pin: &Pin) {
    let folder = tempfile::tempdir().unwrap();
    let Some(member) = own_copy("framework", folder.path()) else {
        return;
    };
    let foreign =
        ForeignProvider::new("zoo-go", &member).env("AWKWARD_FAULT", format!("hang:{rpc}"));
    let provider = foreign.provider();
    let silent = Arc::clone(&provider);
    let call = tokio::spawn(async move { silent.call(request(rpc).unwrap()).await.map(drop) });
    eventually("the member starts", || processes_of(&member) > 0).await;
    let member_of_mux = MuxMember::new("zoo-go", Arc::clone(&provider)).announced(pin.announced());
    let mux = Mux::new([healthy(pin), member_of_mux]);
    read_fine(&mux).await;
    let other = match rpc {
        Rpc::GetMetadata => Rpc::GetFunctions,
        _ => Rpc::GetMetadata,
    };
    provider.call(request(other).unwrap()).await.unwrap();
    assert!(!call.is_finished(), "{rpc} was answered");
    call.abort();
    assert!(call.await.unwrap_err().is_cancelled());
    drop((mux, provider));
    let orphan = format!("{rpc}: an orphan");
    eventually(&orphan, || processes_of(&member) == 0).await;
}

#[tokio::test]
async fn a_call_that_is_never_answered_delays_no_other_and_leaves_no_process() {
    let Some(pin) = pin("framework") else { return };
    each(|rpc| silence(rpc, &pin)).await;
}

/// Gets an answer that is no message, and then a sound one of another RPC.
async fn garbage(rpc: Rpc) {
    let Some(provider) = awkward("framework", &format!("garbage:{rpc}")) else {
        return;
    };
    let provider = provider.provider();
    match provider.call(request(rpc).unwrap()).await {
        Err(error) => assert!(error.message.contains("malformed"), "{rpc}: {error}"),
        Ok(answer) => {
            let errors = all_errors(answer).await;
            assert!(errors.contains("malformed"), "{rpc}: {errors}");
        }
    }
    let metadata = match rpc {
        Rpc::GetMetadata => return,
        _ => provider.get_metadata(EmptyRequest {}).await.unwrap(),
    };
    assert!(metadata.resources.contains(&"awkward_volume".to_owned()));
}

#[tokio::test]
async fn garbage_is_an_error_of_its_call_alone() {
    each(garbage).await;
}

#[tokio::test]
async fn a_flood_of_log_lines_delays_no_answer_for_ever() {
    let flooded = if is_full() {
        tested()
    } else {
        vec![Rpc::GetMetadata]
    };
    for rpc in flooded {
        let Some(foreign) = awkward("framework", &format!("flood:{rpc}")) else {
            return;
        };
        let provider = foreign.provider();
        // Without content, the answers of most RPCs are errors. The call must end.
        drop(provider.call(request(rpc).unwrap()).await);
        let metadata = provider.get_metadata(EmptyRequest {}).await.unwrap();
        assert!(!metadata.resources.is_empty(), "{rpc}");
    }
}

#[tokio::test]
async fn stop_ends_a_call_that_waits_for_the_start_and_the_next_call_starts_the_binary_again() {
    let folder = tempfile::tempdir().unwrap();
    let Some(member) = own_copy("framework", folder.path()) else {
        return;
    };
    let marker = folder.path().join("hang");
    std::fs::write(&marker, "").unwrap();
    let fault = format!("hang:start:{}", marker.display());
    let foreign = ForeignProvider::new("zoo-go", &member).env("AWKWARD_FAULT", fault);
    let provider = foreign.provider();
    let waiting = Arc::clone(&provider);
    let read = || Request::ReadResource(ReadResourceRequest::default());
    let call = tokio::spawn(async move { waiting.call(read()).await });
    eventually("the member starts", || !marker.exists()).await;
    provider.stop_provider(EmptyRequest {}).await.unwrap();
    let errors = all_errors(call.await.unwrap().unwrap()).await;
    assert!(errors.contains("Operation was stopped"), "{errors}");
    eventually("the first process ends", || processes_of(&member) == 0).await;
    let metadata = provider.get_metadata(EmptyRequest {}).await.unwrap();
    assert!(metadata.resources.contains(&"awkward_volume".to_owned()));
}

#[tokio::test]
async fn stop_ends_a_call_that_waits_for_the_second_start_and_the_next_call_starts_the_binary_again()
 {
    let folder = tempfile::tempdir().unwrap();
    let Some(member) = own_copy("framework", folder.path()) else {
        return;
    };
    let (crash, hang) = (folder.path().join("crash"), folder.path().join("hang"));
    let fault = format!(
        "crash:ReadResource:{},hang:start:{}",
        crash.display(),
        hang.display()
    );
    let foreign = ForeignProvider::new("zoo-go", &member).env("AWKWARD_FAULT", fault);
    let provider = foreign.provider();
    provider.get_metadata(EmptyRequest {}).await.unwrap();
    std::fs::write(&crash, "").unwrap();
    std::fs::write(&hang, "").unwrap();
    let read = || Request::ReadResource(ReadResourceRequest::default());
    let waiting = Arc::clone(&provider);
    let call = tokio::spawn(async move { waiting.call(read()).await });
    eventually("the member starts again", || !hang.exists()).await;
    assert!(!crash.exists());
    provider.stop_provider(EmptyRequest {}).await.unwrap();
    let errors = all_errors(call.await.unwrap().unwrap()).await;
    assert!(errors.contains("Operation was stopped"), "{errors}");
    eventually("the second process ends", || processes_of(&member) == 0).await;
    let errors = all_errors(provider.call(read()).await.unwrap()).await;
    assert!(!errors.contains("zoo-go"), "{errors}");
    assert_eq!(processes_of(&member), 1);
}

#[tokio::test]
async fn a_process_that_is_started_again_gets_the_calls_of_a_host_in_their_order() {
    let folder = tempfile::tempdir().unwrap();
    let (marker, calls) = (folder.path().join("crash"), folder.path().join("calls"));
    std::fs::write(&marker, "").unwrap();
    let fault = format!("crash:ReadResource:{}", marker.display());
    let Some(foreign) = awkward("framework", &fault) else {
        return;
    };
    let provider = foreign
        .env("AWKWARD_CALLS", calls.to_str().unwrap())
        .provider();
    let configure = ConfigureProviderRequest {
        config: DynamicValue::from_msgpack(b"\x82\xa6folder\xc0\xa5token\xc0".as_slice().into()),
        ..ConfigureProviderRequest::default()
    };
    provider.configure_provider(configure).await.unwrap();
    provider
        .read_resource(ReadResourceRequest::default())
        .await
        .unwrap();
    let calls = std::fs::read_to_string(calls).unwrap();
    let expected = [
        "ConfigureProvider",
        "ReadResource",
        "GetProviderSchema",
        "ConfigureProvider",
        "ReadResource",
    ];
    assert_eq!(calls.lines().collect::<Vec<_>>(), expected);
}

#[tokio::test]
async fn an_error_of_a_running_process_is_passed_on() {
    let Some(provider) = awkward("sdkv2", "refuse:ReadResource") else {
        return;
    };
    let provider = provider.provider();
    provider.get_metadata(EmptyRequest {}).await.unwrap();
    for _ in 0..10 {
        let read = provider.read_resource(ReadResourceRequest::default());
        let error = read.await.unwrap_err();
        assert_eq!(error.message, "awkward refusal of ReadResource");
    }
}
