//! A crash of the provider, as a member of another one.

#![cfg(target_os = "linux")]

use std::path::Path;
use std::process::Command;

use bytes::Bytes;
use terrane_composition::ForeignProvider;

use super::store::{configure, read, states, write};
use super::{Kitchen, program};

/// A process that replaces a crashed one gets the configuration of the drawer, too.
#[tokio::test]
async fn a_drawer_is_open_after_a_crash() {
    let folder = tempfile::tempdir().expect("a folder");
    let copy = folder.path().join("member");
    std::fs::copy(program(6), &copy).expect("a copy");
    let provider = ForeignProvider::new("sink", &copy).provider();
    let schema = provider.get_provider_schema(Default::default()).await;
    let kitchen = Kitchen {
        major: Some(6),
        provider,
        schema: schema.expect("an answer"),
        folder: folder.path().join("sink"),
        _process: None,
    };
    configure(&kitchen).await;
    let bytes = Bytes::from_static(b"{}");
    write(&kitchen, &bytes).await;
    assert_eq!(kill(&copy), 1);
    assert_eq!(states(&kitchen).await, ["default"]);
    assert_eq!(read(&kitchen).await, bytes);
}

/// Kills the processes that run a program, and returns their number.
fn kill(program: &Path) -> usize {
    let processes = std::fs::read_dir("/proc").expect("processes").flatten();
    let killed = processes.filter(|process| {
        let exe = std::fs::read_link(process.path().join("exe"));
        let runs = exe.is_ok_and(|exe| exe == program);
        let mut kill = Command::new("kill");
        kill.arg("-KILL").arg(process.file_name());
        runs && kill.status().is_ok_and(|status| status.success())
    });
    killed.count()
}
