//! Noticing that the host is gone.
//!
//! go-plugin gives the plugin its own standard input, whose end tells nothing. But the host alone reads the plugin's standard
//! output and standard error, so a hang-up there means that it died, even behind a launcher script that lives on. A parent
//! that changed means the same where those aren't pipes.

use std::os::fd::{AsFd, OwnedFd};
use std::thread;
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::{FileType, fstat};
use rustix::process::getppid;

/// How often the parent is looked at; hang-ups are noticed at once.
const PARENT_CHECK: Duration = Duration::from_millis(400);

/// Calls `gone` from a thread of its own, once.
pub(super) fn watch(
    outputs: [OwnedFd; 2],
    gone: impl FnOnce() + Send + 'static,
) -> std::io::Result<()> {
    let parent = getppid();
    let work = move || {
        let pipes: Vec<OwnedFd> = outputs
            .into_iter()
            .filter(|output| is_pipe(output))
            .collect();
        while getppid() == parent && !hung_up(&pipes) {}
        gone();
    };
    thread::Builder::new()
        .name("plugin-orphan".into())
        .spawn(work)?;
    Ok(())
}

/// Waits for a hang-up, but not for long.
fn hung_up(pipes: &[OwnedFd]) -> bool {
    // Hang-ups and errors are reported without being asked for.
    let mut polled: Vec<PollFd<'_>> = pipes
        .iter()
        .map(|pipe| PollFd::new(pipe, PollFlags::empty()))
        .collect();
    let pause = Timespec {
        tv_sec: 0,
        tv_nsec: PARENT_CHECK.subsec_nanos().into(),
    };
    if poll(&mut polled, Some(&pause)).is_err() {
        // Interrupted by a signal, or out of memory: look again, without spinning.
        thread::sleep(Duration::from_millis(10));
        return false;
    }
    polled
        .iter()
        .any(|pipe| pipe.revents().intersects(PollFlags::HUP | PollFlags::ERR))
}

/// Whether the other end can hang up: some hosts use sockets for pipes.
fn is_pipe(output: impl AsFd) -> bool {
    fstat(output).is_ok_and(|stat| {
        matches!(
            FileType::from_raw_mode(stat.st_mode),
            FileType::Fifo | FileType::Socket
        )
    })
}
