//! Process groups of Unix.

use std::io;
use std::os::unix::process::{CommandExt as _, ExitStatusExt as _};
use std::process::{Child, Command, ExitStatus};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};

use rustix::process::{Pid, kill_process, kill_process_group, test_kill_process_group};
use signal_hook::flag;

use crate::signal::Signal;

/// A process group, named by its leader.
#[derive(Debug)]
pub(super) struct Group(Pid);

impl Group {
    /// Starts a command as the leader of its own group.
    pub(super) fn start(command: &mut Command) -> io::Result<(Child, Self)> {
        restore_signals()?;
        let child = command.process_group(0).spawn()?;
        let leader = Pid::from_raw(child.id().cast_signed())
            .ok_or_else(|| io::Error::other("the process has no number"))?;
        Ok((child, Self(leader)))
    }

    /// Sends a signal to the leader alone, as `kill` does.
    pub(super) fn signal_leader(&self, signal: Signal) -> io::Result<()> {
        Ok(kill_process(self.0, signal_number(signal))?)
    }

    /// Sends a signal to all processes of the group.
    pub(super) fn signal(&self, signal: Signal) -> io::Result<()> {
        Ok(kill_process_group(self.0, signal_number(signal))?)
    }

    /// Returns whether a process of the group is alive.
    pub(super) fn lives(&self) -> bool {
        group_lives(self.0)
    }
}

/// Gives programs that are started the default actions of the signals that `nohup` and shells ignore in background jobs.
///
/// A program inherits ignored signals, but a signal that this process handles has its default action in the program. This process handles SIGINT and
/// SIGQUIT by their default actions, and survives SIGHUP.
fn restore_signals() -> io::Result<()> {
    use rustix::process::Signal;

    static HANDLED: Mutex<bool> = Mutex::new(false);
    let mut handled = HANDLED.lock().unwrap_or_else(PoisonError::into_inner);
    if !*handled {
        flag::register(Signal::HUP.as_raw(), Arc::default())?;
        for signal in [Signal::INT, Signal::QUIT] {
            let always = Arc::new(AtomicBool::new(true));
            flag::register_conditional_default(signal.as_raw(), always)?;
        }
        *handled = true;
    }
    Ok(())
}

/// Returns the signal that ended a process.
pub(super) fn died_of(status: ExitStatus) -> Option<i32> {
    status.signal()
}

fn signal_number(signal: Signal) -> rustix::process::Signal {
    match signal {
        Signal::Interrupt => rustix::process::Signal::INT,
        Signal::Terminate => rustix::process::Signal::TERM,
        Signal::HangUp => rustix::process::Signal::HUP,
        Signal::Quit => rustix::process::Signal::QUIT,
        Signal::Kill => rustix::process::Signal::KILL,
    }
}

/// Returns whether a process of the group is alive. A dead process that its parent has not reaped is not, if `/proc` shows its state.
pub(super) fn group_lives(group: Pid) -> bool {
    if test_kill_process_group(group).is_err() {
        return false;
    }
    let Ok(processes) = std::fs::read_dir("/proc") else {
        return true;
    };
    let wanted = group.as_raw_nonzero().to_string();
    processes.flatten().any(|process| {
        let stat = std::fs::read_to_string(process.path().join("stat")).unwrap_or_default();
        // "pid (name) state parent group ..."; the name may hold anything.
        let mut fields = stat
            .rsplit_once(')')
            .map_or("", |(_, rest)| rest)
            .split_whitespace();
        let state = fields.next();
        fields.nth(1) == Some(&wanted) && !matches!(state, Some("Z" | "X"))
    })
}
