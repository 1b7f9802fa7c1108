//! Failures of the provider and of the proxy.

use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use terrane_composition::ProviderProcess;
use terrane_protocol::{EmptyRequest, RpcCode};

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

fn signal(signal: &str, pid: u32) {
    let status = Command::new("kill")
        .args([signal, &pid.to_string()])
        .status();
    assert!(status.unwrap().success());
}

async fn eventually(what: &str, mut holds: impl FnMut() -> bool) {
    let start = Instant::now();
    while !holds() {
        assert!(start.elapsed() < Duration::from_secs(600), "{what}");
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
        let calls = folder.path().join(rpc);
        command
            .env("AWKWARD_FAULT", format!("hang:{rpc}"))
            .env("AWKWARD_CALLS", &calls);
        let process = launch(command).await;
        let provider = process.provider();
        let call = tokio::spawn(async move { provider.get_metadata(EmptyRequest {}).await });
        eventually("the provider is called", || {
            let calls = std::fs::read_to_string(&calls).unwrap_or_default();
            let answered = rpc != "none" || call.is_finished();
            answered && calls.contains("GetMetadata")
        })
        .await;
        assert_eq!(processes_of(&binary).len(), 1);
        signal("-KILL", process.client().pid());
        eventually("the provider ends", || processes_of(&binary).is_empty()).await;
        assert_eq!(call.await.unwrap().is_ok(), rpc == "none");
    }
}

/// Starts a proxy and lets it end. The provider must exit by itself, and nothing may be left of both.
async fn exits(end: impl AsyncFnOnce(Command)) {
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
    end(command).await;
    eventually("the provider ends", || processes_of(&binary).is_empty()).await;
    assert!(ended.exists(), "the provider was killed");
    assert_eq!(std::fs::read_dir(temporary).unwrap().count(), 0);
}

#[tokio::test]
async fn the_provider_exits_when_the_host_asks_the_proxy_to_exit() {
    exits(async |command| {
        launch(command).await.kill().await.unwrap();
    })
    .await;
}

#[tokio::test]
async fn the_provider_exits_when_the_proxy_is_terminated() {
    exits(async |command| {
        let process = launch(command).await;
        signal("-TERM", process.client().pid());
        process.client().exited().await;
    })
    .await;
}

#[tokio::test]
async fn the_provider_exits_when_the_host_of_the_proxy_is_gone() {
    exits(async |mut command| {
        let cookie = "d602bf8f470bc67ca7faa0386276bbdd4330efaf76d1a219cb4d6991ca9872b2";
        command
            .env("TF_PLUGIN_MAGIC_COOKIE", cookie)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let mut proxy = command.spawn().unwrap();
        let mut handshake = String::new();
        let mut output = BufReader::new(proxy.stdout.take().unwrap());
        output.read_line(&mut handshake).unwrap();
        assert!(handshake.contains("|grpc|"), "{handshake}");
        // The pipes of a host that is killed are closed.
        drop((output, proxy.stderr.take()));
        proxy.wait().unwrap();
    })
    .await;
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
    let error = provider.stop_provider(EmptyRequest {}).await.unwrap_err();
    assert_eq!(error.code, RpcCode::Unavailable, "{error}");
    let error = provider.get_metadata(EmptyRequest {}).await.unwrap_err();
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
        .get_provider_schema(EmptyRequest {})
        .await
        .unwrap_err();
    provider.get_metadata(EmptyRequest {}).await.unwrap();
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
