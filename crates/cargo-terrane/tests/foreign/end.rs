//! When a process with a member ends, it asks the member to exit. No socket of the member stays.

use std::fs;
use std::path::Path;

use terrane_composition::ProviderProcess;
use terrane_protocol::EmptyRequest;

use super::death::provider_of;
use super::processes::{eventually, own_copy, processes_of, signal};

/// Starts a provider and its member, whose temporary files are in `folder`. Lets it end, and returns whether the member exited by itself.
async fn ended(fault: &str, end: impl AsyncFnOnce(&ProviderProcess)) -> Option<bool> {
    let folder = tempfile::tempdir().unwrap();
    let member = own_copy("framework", folder.path())?;
    let (temporary, exited) = (folder.path().join("tmp"), folder.path().join("ended"));
    fs::create_dir(&temporary).unwrap();
    let mut command = provider_of(&member);
    command
        .env("TMPDIR", &temporary)
        .env("AWKWARD_FAULT", fault)
        .env("AWKWARD_FAREWELL", &exited);
    let process = ProviderProcess::launch(command).await.unwrap();
    let provider = process.provider();
    let answer = provider.get_metadata(EmptyRequest {}).await.unwrap();
    assert!(answer.diagnostics.is_empty(), "{:?}", answer.diagnostics);
    assert!(entries(&temporary) > 0);
    end(&process).await;
    eventually("both processes end", || processes_of(&member) == 0).await;
    process.client().exited().await;
    assert_eq!(entries(&temporary), 0);
    Some(exited.exists())
}

fn entries(folder: &Path) -> usize {
    fs::read_dir(folder).unwrap().count()
}

#[tokio::test]
async fn a_member_exits_and_its_sockets_are_removed_when_the_host_ends_the_provider() {
    let end = async |process: &ProviderProcess| {
        process.kill().await.unwrap();
    };
    if let Some(by_itself) = ended("", end).await {
        assert!(by_itself);
    }
}

#[tokio::test]
async fn a_member_exits_and_its_sockets_are_removed_when_the_provider_is_terminated() {
    let end = async |process: &ProviderProcess| signal("-TERM", process.client().pid());
    if let Some(by_itself) = ended("", end).await {
        assert!(by_itself);
    }
}

#[tokio::test]
async fn a_member_that_does_not_exit_is_killed_in_time_and_its_sockets_are_removed() {
    let end = async |process: &ProviderProcess| {
        let ending = format!("{:?}", process.kill().await.unwrap());
        assert!(
            ending.starts_with("Exited"),
            "the host has killed the provider: {ending}"
        );
    };
    if let Some(by_itself) = ended("hang:Shutdown", end).await {
        assert!(!by_itself);
    }
}
