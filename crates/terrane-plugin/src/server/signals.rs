//! The signals that a plugin handles.

use std::io;

/// A signal that the process receives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Signal {
    /// SIGINT: the user pressed Ctrl+C.
    Interrupt,
    /// SIGTERM or SIGHUP, with its number, or the end of the console, of the session or of Windows: the process must terminate.
    Terminate(i32),
    /// SIGQUIT: the process must exit immediately with a core dump.
    Quit,
}

#[cfg(unix)]
pub(super) use self::unix::{Signals, quit};

#[cfg(windows)]
pub(super) use self::windows::{Signals, quit};

#[cfg(unix)]
mod unix {
    use std::fs;

    use rustix::process::Signal as Number;
    use tokio::signal::unix::{Signal as Stream, SignalKind, signal};

    use super::{Signal, io};

    /// The field of `/proc/self/stat` with the mask of ignored signals. The first field is 1.
    const IGNORED_SIGNALS: usize = 33;

    /// The first field of `/proc/self/stat` after the program's name.
    const FIRST_AFTER_NAME: usize = 3;

    /// A receiver for signals. The received signals do not end the process by themselves.
    pub(in crate::server) struct Signals {
        interrupt: Stream,
        terminate: Stream,
        /// `None` if the process was started with SIGHUP ignored, for example by `nohup`.
        hang_up: Option<Stream>,
        quit: Stream,
    }

    impl Signals {
        /// Starts to receive signals. Must be called within a runtime with I/O.
        pub(in crate::server) fn new() -> io::Result<Self> {
            let hang_up = (!ignores(Number::HUP)).then(|| signal(SignalKind::hangup()));
            Ok(Self {
                interrupt: signal(SignalKind::interrupt())?,
                terminate: signal(SignalKind::terminate())?,
                hang_up: hang_up.transpose()?,
                quit: signal(SignalKind::quit())?,
            })
        }

        pub(in crate::server) async fn next(&mut self) -> Signal {
            let hang_up = async {
                match &mut self.hang_up {
                    Some(hang_up) => hang_up.recv().await,
                    None => std::future::pending().await,
                }
            };
            tokio::select! {
                _ = self.interrupt.recv() => Signal::Interrupt,
                _ = self.terminate.recv() => Signal::Terminate(Number::TERM.as_raw()),
                _ = hang_up => Signal::Terminate(Number::HUP.as_raw()),
                _ = self.quit.recv() => Signal::Quit,
            }
        }
    }

    /// Ends the process with the default action of SIGQUIT.
    pub(in crate::server) fn quit() -> ! {
        let _ = signal_hook::low_level::emulate_default_handler(Number::QUIT.as_raw());
        // Reached only if the system refuses to send the signal.
        std::process::abort()
    }

    /// Whether the process was started with this signal ignored. Safe code can detect this only on Linux.
    ///
    /// `/proc/self/status` has the ignored signals too, but the host waits, and the system takes longer to write that file.
    fn ignores(signal: Number) -> bool {
        let stat = fs::read_to_string("/proc/self/stat").unwrap_or_default();
        // The second field is the program's name in parentheses, which may contain blanks and parentheses.
        let mut fields = stat
            .rsplit_once(')')
            .map(|(_, fields)| fields)
            .unwrap_or_default()
            .split_whitespace();
        let mask = fields.nth(IGNORED_SIGNALS - FIRST_AFTER_NAME);
        let mask = mask.and_then(|mask| mask.parse::<u64>().ok());
        mask.is_some_and(|mask| mask >> (signal.as_raw() - 1) & 1 == 1)
    }
}

#[cfg(windows)]
mod windows {
    use tokio::signal::windows::{
        CtrlBreak, CtrlC, CtrlClose, CtrlLogoff, CtrlShutdown, ctrl_break, ctrl_c, ctrl_close,
        ctrl_logoff, ctrl_shutdown,
    };

    use super::{Signal, io};

    /// The number of SIGTERM, for the exit code.
    const TERMINATE: i32 = 15;

    /// Receives events of the console, which no longer end the process.
    pub(in crate::server) struct Signals {
        interrupt: CtrlC,
        interrupt_by_break: CtrlBreak,
        close: CtrlClose,
        log_off: CtrlLogoff,
        shut_down: CtrlShutdown,
    }

    impl Signals {
        /// Starts to receive signals. Must be called within a runtime with I/O.
        pub(in crate::server) fn new() -> io::Result<Self> {
            Ok(Self {
                interrupt: ctrl_c()?,
                interrupt_by_break: ctrl_break()?,
                close: ctrl_close()?,
                log_off: ctrl_logoff()?,
                shut_down: ctrl_shutdown()?,
            })
        }

        pub(in crate::server) async fn next(&mut self) -> Signal {
            tokio::select! {
                _ = self.interrupt.recv() => Signal::Interrupt,
                _ = self.interrupt_by_break.recv() => Signal::Interrupt,
                _ = self.close.recv() => Signal::Terminate(TERMINATE),
                _ = self.log_off.recv() => Signal::Terminate(TERMINATE),
                _ = self.shut_down.recv() => Signal::Terminate(TERMINATE),
            }
        }
    }

    pub(in crate::server) fn quit() -> ! {
        std::process::abort()
    }
}
