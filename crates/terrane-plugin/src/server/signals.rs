//! The signals that a plugin handles.

use std::io;

/// A signal that the process receives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Signal {
    /// SIGINT: the user pressed Ctrl+C.
    Interrupt,
    /// SIGTERM or SIGHUP, with its number: the process must terminate.
    #[cfg_attr(not(unix), expect(dead_code, reason = "Windows has no such signal"))]
    Terminate(i32),
    /// SIGQUIT: the process must exit immediately with a core dump.
    #[cfg_attr(not(unix), expect(dead_code, reason = "Windows has no such signal"))]
    Quit,
}

#[cfg(unix)]
pub(super) use self::unix::{Signals, quit};

#[cfg(not(unix))]
pub(super) use self::windows::{Signals, quit};

#[cfg(unix)]
mod unix {
    use std::fs;

    use rustix::process::Signal as Number;
    use tokio::signal::unix::{Signal as Stream, SignalKind, signal};

    use super::{Signal, io};

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
    fn ignores(signal: Number) -> bool {
        let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
        let mut lines = status.lines();
        let mask = lines.find_map(|line| line.strip_prefix("SigIgn:"));
        let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
        mask.is_some_and(|mask| mask >> (signal.as_raw() - 1) & 1 == 1)
    }
}

#[cfg(not(unix))]
mod windows {
    use super::{Signal, io};

    /// A receiver for signals. The received signals do not end the process by themselves.
    pub(in crate::server) struct Signals(tokio::signal::windows::CtrlC);

    impl Signals {
        /// Starts to receive signals. Must be called within a runtime with I/O.
        pub(in crate::server) fn new() -> io::Result<Self> {
            Ok(Self(tokio::signal::windows::ctrl_c()?))
        }

        pub(in crate::server) async fn next(&mut self) -> Signal {
            let _ = self.0.recv().await;
            Signal::Interrupt
        }
    }

    pub(in crate::server) fn quit() -> ! {
        std::process::abort()
    }
}
