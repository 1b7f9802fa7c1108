//! A process that was started as the guard of a plugin.

use std::env;
use std::ffi::OsString;
use std::io;
use std::process::{Command, exit};

use rustix::process::Pid;

use super::system;
use crate::log::host_stderr;

/// The environment variable that makes a process a guard. Its value is the id of the process that the guard is bound to.
pub const GUARD_PARENT: &str = "TERRANE_GUARD_PARENT";

/// The exit code of a guard that cannot start its plugin, as of a shell.
const NOT_STARTED: i32 = 127;

/// Runs the plugin in the arguments if this process was started as a guard.
pub(super) fn become_guard() {
    let Some(parent) = env::var_os(GUARD_PARENT) else {
        return;
    };
    let mut arguments = env::args_os().skip(1);
    let program = arguments.next().unwrap_or_default();
    let mut plugin = Command::new(&program);
    plugin.args(arguments).env_remove(GUARD_PARENT);
    let error = match parent_id(&parent) {
        Some(parent) => system::run(plugin, parent),
        None => io::Error::other(format!("expected the id of a process in {GUARD_PARENT}")),
    };
    let program = program.display();
    host_stderr().write_final(&format!("cannot start {program}: {error}\n"));
    exit(NOT_STARTED)
}

fn parent_id(value: &OsString) -> Option<Pid> {
    value.to_str()?.parse().ok().and_then(Pid::from_raw)
}
