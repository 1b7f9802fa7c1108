//! Failures of the provider and of the proxy.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use terrane_protocol::{
    GetMetadataRequest, GetProviderSchemaRequest, ProviderProcess, RpcCode, StopProviderRequest,
};

use super::{awkward, launch, proxy};

/// The processes that run a program.
fn processes_of(program: &Path) -> Vec<u32> {
    let processes = std::fs::read_dir("/proc").unwrap().flatten();
    processes
        .filter(|process| {
            std::fs::read_link(process.path().join("exe")).is_ok_and(|exe| exe == program)
        })
        .filter_map(|process| process.file_name().to_str()?.parse().ok())
        .collect()
}

/// A copy of the provider, whose processes are those of one test.
fn own_copy(folder: &Path) -> Option<PathBuf> {
    let copy = folder.join("provider");
    std::fs::copy(awkward("sdkv2")?, &copy).unwrap();
    Some(copy)
}

async fn eventually(what: &str, mut holds: impl FnMut() -> bool) {
    let start = Instant::now();
    while !holds() {
        assert!(start.elapsed() < Duration::from_secs(10), "{what}");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

#[tokio::test]
async fn no_provider_outlives_a_killed_proxy_even_during_a_call() {
    let folder = tempfile::tempdir().unwrap();
    let Some(binary) = own_copy(folder.path()) else {
        return;
    };
    for rpc in ["GetMetadata", "none"] {
        let mut command = proxy(&binary, None);
        command.env("AWKWARD_FAULT", format!("hang:{rpc}"));
        let process = launch(command).await;
        let provider = process.provider();
        let call = tokio::spawn(async move { provider.get_metadata(GetMetadataRequest {}).await });
        tokio::time::sleep(Duration::from_millis(100)).await;
        assert_eq!(processes_of(&binary).len(), 1);
        let pid = process.client().pid().to_string();
        assert!(
            super::Command::new("kill")
                .args(["-KILL", &pid])
                .status()
                .unwrap()
                .success()
        );
        eventually("the provider ends", || processes_of(&binary).is_empty()).await;
        assert_eq!(call.await.unwrap().is_ok(), rpc == "none");
    }
}

#[tokio::test]
async fn no_provider_outlives_a_proxy_that_ends_by_itself() {
    let folder = tempfile::tempdir().unwrap();
    let Some(binary) = own_copy(folder.path()) else {
        return;
    };
    let (temporary, ended) = (folder.path().join("tmp"), folder.path().join("ended"));
    std::fs::create_dir(&temporary).unwrap();
    let mut command = proxy(&binary, None);
    command
        .env("TMPDIR", &temporary)
        .env("AWKWARD_FAREWELL", &ended);
    let process = launch(command).await;
    process.kill().await.unwrap();
    eventually("the provider ends", || processes_of(&binary).is_empty()).await;
    assert!(ended.exists(), "the provider was killed");
    assert_eq!(std::fs::read_dir(temporary).unwrap().count(), 0);
}

#[tokio::test]
async fn a_crash_is_an_error_of_the_call_and_its_panic_is_in_the_log() {
    let Some(binary) = awkward("sdkv2") else {
        return;
    };
    let mut command = proxy(&binary, Some(6));
    command.env("AWKWARD_FAULT", "crash:Stop");
    let process = launch(command).await;
    let provider = process.provider();
    let error = provider
        .stop_provider(StopProviderRequest {})
        .await
        .unwrap_err();
    assert_eq!(error.code, RpcCode::Unavailable, "{error}");
    let error = provider
        .get_metadata(GetMetadataRequest {})
        .await
        .unwrap_err();
    assert_eq!(error.code, RpcCode::Unavailable, "{error}");
    process.kill().await.unwrap();
    let crash = process.client().crash().unwrap();
    assert!(crash.starts_with("panic: awkward crash in Stop"), "{crash}");
}

#[tokio::test]
async fn garbage_is_an_error_of_the_call_and_other_calls_work() {
    let Some(binary) = awkward("sdkv2") else {
        return;
    };
    let mut command = proxy(&binary, Some(6));
    command.env("AWKWARD_FAULT", "garbage:GetSchema");
    let process = launch(command).await;
    let provider = process.provider();
    provider
        .get_provider_schema(GetProviderSchemaRequest {})
        .await
        .unwrap_err();
    provider.get_metadata(GetMetadataRequest {}).await.unwrap();
    process.kill().await.unwrap();
}

#[tokio::test]
async fn a_provider_that_does_not_start_is_an_error_at_start() {
    let Some(binary) = awkward("sdkv2") else {
        return;
    };
    let mut command = proxy(&binary, None);
    command.env("AWKWARD_FAULT", "crash:start");
    let error = ProviderProcess::launch(command).await.unwrap_err();
    let error = super::pass::error_chain(&error);
    assert!(
        error.contains("cannot start the provider behind the proxy"),
        "{error}"
    );
    assert!(error.contains("awkward crash in start"), "{error}");
}
