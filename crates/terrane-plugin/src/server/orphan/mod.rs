//! Detecting that the host has exited.

#[cfg(unix)]
mod unix;
#[cfg(windows)]
mod windows;

#[cfg(unix)]
use self::unix as system;
#[cfg(windows)]
use self::windows as system;

use std::io;
use std::thread;

use super::output::HostOutput;

pub(super) use self::system::Host;

/// Calls `exited` once, from its own thread, when the host has exited.
pub(super) fn watch(
    host: Host,
    output: &HostOutput,
    exited: impl FnOnce() + Send + 'static,
) -> io::Result<()> {
    let wait = host.watch(output)?;
    let work = move || {
        wait();
        exited();
    };
    thread::Builder::new()
        .name("plugin-orphan".into())
        .spawn(work)?;
    Ok(())
}
