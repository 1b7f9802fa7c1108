//! The processes that run a copy of a program.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use super::binary;

/// Copies a Go provider, so that its processes are those of one test.
pub(super) fn own_copy(name: &str, folder: &Path) -> Option<PathBuf> {
    let copy = folder.join("member");
    fs::copy(binary(name)?, &copy).unwrap();
    Some(copy)
}

/// The number of processes that run a program.
pub(super) fn processes_of(program: &Path) -> usize {
    let processes = fs::read_dir("/proc").unwrap().flatten();
    let programs = processes.map(|process| fs::read_link(process.path().join("exe")));
    programs
        .filter(|exe| exe.as_ref().is_ok_and(|exe| exe == program))
        .count()
}

/// Sends a signal to a process.
pub(super) fn signal(signal: &str, pid: u32) {
    let status = Command::new("kill")
        .args([signal, &pid.to_string()])
        .status();
    assert!(status.unwrap().success());
}

/// Waits until a condition holds.
pub(super) async fn eventually(what: &str, mut holds: impl FnMut() -> bool) {
    let start = Instant::now();
    while !holds() {
        assert!(start.elapsed() < Duration::from_secs(600), "{what}");
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}
