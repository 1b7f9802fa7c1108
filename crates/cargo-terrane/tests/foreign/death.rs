//! The death of the process that has a member.

use std::fs;
use std::path::Path;
use std::process::Command;

use terrane_composition::ProviderProcess;
use terrane_protocol::Rpc;

use super::calls::{each, request};
use super::processes::{eventually, own_copy, processes_of, signal};

/// The program of a provider with one member.
pub(super) fn provider_of(member: &Path) -> Command {
    let test = std::env::current_exe().unwrap();
    let target = test.parent().and_then(Path::parent).unwrap();
    let mut command = Command::new(target.join("examples/member"));
    command.env("MEMBER", member);
    command
}

/// Kills a provider while its member answers the request.
async fn kill_during(rpc: Rpc) {
    let folder = tempfile::tempdir().unwrap();
    let Some(member) = own_copy("framework", folder.path()) else {
        return;
    };
    let mut command = provider_of(&member);
    let calls = folder.path().join("calls");
    command
        .env("AWKWARD_FAULT", format!("hang:{rpc}"))
        .env("AWKWARD_CALLS", &calls);
    let process = ProviderProcess::launch(command).await.unwrap();
    let provider = process.provider();
    let call = tokio::spawn(async move { provider.call(request(rpc).unwrap()).await.map(drop) });
    eventually(&format!("{rpc} reaches the member"), || {
        let calls = fs::read_to_string(&calls).unwrap_or_default();
        calls.lines().any(|call| call == rpc.to_string())
    })
    .await;
    signal("-KILL", process.client().pid());
    call.await.unwrap().unwrap_err();
    let orphan = format!("{rpc}: an orphan");
    eventually(&orphan, || processes_of(&member) == 0).await;
}

#[tokio::test]
async fn no_member_outlives_a_killed_process() {
    each(kill_during).await;
}
