//! A guard on Unix systems without death signals: stays the parent of the plugin, and kills it when the guard's own parent has gone.

use std::io;
use std::os::unix::process::ExitStatusExt as _;
use std::process::{Command, exit};
use std::thread::sleep;
use std::time::Duration;

use rustix::process::{Pid, getppid};

/// How often the plugin and the parent are checked.
const CHECK: Duration = Duration::from_millis(50);

/// Runs the plugin until it exits, and exits with its code. Returns only with an error.
pub(super) fn run(mut plugin: Command, parent: Pid) -> io::Error {
    let mut plugin = match plugin.spawn() {
        Ok(plugin) => plugin,
        Err(error) => return error,
    };
    loop {
        match plugin.try_wait() {
            Ok(Some(status)) => {
                let signal = status.signal().map(|signal| 128 + signal);
                exit(status.code().or(signal).unwrap_or(1))
            }
            Ok(None) => {}
            Err(error) => return error,
        }
        if getppid() != Some(parent) {
            // The plugin may have exited meanwhile.
            let _ = plugin.kill();
            exit(1);
        }
        sleep(CHECK);
    }
}
