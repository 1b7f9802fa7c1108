//! Detecting on Unix that the host has exited.
//!
//! go-plugin passes its own standard input to the plugin, so the end of standard input says nothing about the host. But only the host reads the
//! plugin's standard output and standard error. So a hang-up of these pipes means that the host has exited, even if a launcher script between host
//! and plugin still runs. If they are no pipes, a changed parent process means the same.

use std::fs::File;
use std::io;
use std::os::fd::AsFd;
use std::thread;
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::{FileType, fstat};
use rustix::process::{Pid, getppid};

use crate::server::output::HostOutput;

/// How often the parent process is checked. Hang-ups are detected immediately.
const PARENT_CHECK: Duration = Duration::from_millis(400);

/// The process that started this one.
pub(crate) struct Host(Option<Pid>);

impl Host {
    /// Finds the host. It may exit as soon as it has read the handshake, and then the parent is another process.
    pub(crate) fn find() -> Self {
        Self(getppid())
    }

    /// Returns a function that waits until the host has exited.
    pub(super) fn watch(self, output: &HostOutput) -> io::Result<impl FnOnce() + Send + 'static> {
        let outputs = output.watched()?.into_iter();
        let pipes: Vec<File> = outputs.filter(|output| is_pipe(output)).collect();
        Ok(move || while getppid() == self.0 && !hung_up(&pipes) {})
    }
}

/// Waits for a hang-up, for at most [`PARENT_CHECK`].
fn hung_up(pipes: &[File]) -> bool {
    // The system always reports hang-ups and errors, so no flags are needed.
    let mut polled: Vec<PollFd<'_>> = pipes
        .iter()
        .map(|pipe| PollFd::new(pipe, PollFlags::empty()))
        .collect();
    let pause = Timespec {
        tv_sec: 0,
        tv_nsec: PARENT_CHECK.subsec_nanos().into(),
    };
    if poll(&mut polled, Some(&pause)).is_err() {
        // The poll was interrupted by a signal, or the system is out of memory. The caller tries again, and the pause prevents a busy loop.
        thread::sleep(Duration::from_millis(10));
        return false;
    }
    polled
        .iter()
        .any(|pipe| pipe.revents().intersects(PollFlags::HUP | PollFlags::ERR))
}

/// Whether the other end can hang up. Some hosts use sockets instead of pipes.
fn is_pipe(output: impl AsFd) -> bool {
    fstat(output).is_ok_and(|stat| {
        matches!(
            FileType::from_raw_mode(stat.st_mode),
            FileType::Fifo | FileType::Socket
        )
    })
}
