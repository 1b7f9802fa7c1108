//! The death of the process that has a member.

use std::path::Path;
use std::process::Command;
use std::time::Duration;

use terrane_protocol::{ProviderProcess, Rpc};

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
    command.env("AWKWARD_FAULT", format!("hang:{rpc}"));
    let process = ProviderProcess::launch(command).await.unwrap();
    let provider = process.provider();
    let call = tokio::spawn(async move { request(rpc).unwrap().send(&*provider).await.map(drop) });
    eventually("the member starts", || processes_of(&member) > 0).await;
    tokio::time::sleep(Duration::from_millis(200)).await;
    signal("-KILL", process.client().pid());
    call.await.unwrap().unwrap_err();
    let orphan = format!("{rpc}: an orphan");
    eventually(&orphan, || processes_of(&member) == 0).await;
}

#[tokio::test]
async fn no_member_outlives_a_killed_process() {
    each(kill_during).await;
}
