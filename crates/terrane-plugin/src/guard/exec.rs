//! A guard on Linux: asks the system for a death signal, then becomes the plugin.

use std::io;
use std::os::unix::process::CommandExt as _;
use std::process::{Command, exit};

use rustix::process::{Pid, Signal, getppid, set_parent_process_death_signal};

/// Replaces this process by the plugin. Returns only with an error.
pub(super) fn run(mut plugin: Command, parent: Pid) -> io::Error {
    if let Err(error) = set_parent_process_death_signal(Some(Signal::KILL)) {
        return error.into();
    }
    // The parent may have died before the system was asked. Then this process has another parent.
    if getppid() != Some(parent) {
        exit(1);
    }
    plugin.exec()
}
