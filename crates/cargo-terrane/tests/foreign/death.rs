//! The death of the process that has a member.

use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use futures_util::future::join_all;
use terrane_protocol::{ProviderProcess, Rpc};

use super::binary;
use super::calls::{request, tested};

/// The processes that run a program.
fn processes_of(program: &Path) -> usize {
    let processes = std::fs::read_dir("/proc").unwrap().flatten();
    let programs = processes.map(|process| std::fs::read_link(process.path().join("exe")));
    programs
        .filter(|exe| exe.as_ref().is_ok_and(|exe| exe == program))
        .count()
}

/// Kills a provider while its member answers the request.
async fn kill_during(rpc: Rpc) {
    let folder = tempfile::tempdir().unwrap();
    let member = folder.path().join("member");
    let Some(binary) = binary("framework") else {
        return;
    };
    std::fs::copy(binary, &member).unwrap();
    let test = std::env::current_exe().unwrap();
    let target = test.parent().and_then(Path::parent).unwrap();
    let mut command = Command::new(target.join("examples/member"));
    command
        .env("MEMBER", &member)
        .env("AWKWARD_FAULT", format!("hang:{rpc}"));
    let process = ProviderProcess::launch(command).await.unwrap();
    let provider = process.provider();
    let call = tokio::spawn(async move { request(rpc).unwrap().send(&*provider).await.map(drop) });
    let start = Instant::now();
    while processes_of(&member) == 0 {
        assert!(
            start.elapsed() < Duration::from_secs(10),
            "{rpc}: the member does not start"
        );
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    tokio::time::sleep(Duration::from_millis(200)).await;
    let pid = process.client().pid().to_string();
    assert!(
        Command::new("kill")
            .args(["-KILL", &pid])
            .status()
            .unwrap()
            .success()
    );
    call.await.unwrap().unwrap_err();
    let start = Instant::now();
    while processes_of(&member) > 0 {
        assert!(
            start.elapsed() < Duration::from_secs(10),
            "{rpc}: an orphan"
        );
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

#[tokio::test]
async fn no_member_outlives_a_killed_process() {
    join_all(tested().into_iter().map(kill_during)).await;
}
