//! Faults of the program itself.

use std::io::Write as _;
use std::process::ExitCode;

/// Starts a fault of the program. Returns an exit code if the program is not to serve.
pub(crate) fn start(fault: &str) -> Option<ExitCode> {
    let mut stdout = std::io::stdout();
    // A host that does not read has ended.
    match fault {
        "prints-before-the-handshake" => {
            let _ = writeln!(stdout, "welcome");
        }
        "exits-at-the-start" => return Some(ExitCode::FAILURE),
        "serves-protocol-7" => {
            let _ = writeln!(stdout, "1|7|tcp|127.0.0.1:1|grpc|");
            let _ = stdout.flush();
            std::thread::park();
        }
        "is-silent-without-a-host" if std::env::var_os("TF_PLUGIN_MAGIC_COOKIE").is_none() => {
            return Some(ExitCode::FAILURE);
        }
        #[cfg(unix)]
        "prints-after-the-handshake" => print_later(),
        #[cfg(unix)]
        "ends-at-an-interrupt" => end_at_an_interrupt(),
        _ => {}
    }
    let _ = stdout.flush();
    None
}

/// Writes to the pipe that the host reads, although the server captures the standard output later.
#[cfg(unix)]
fn print_later() {
    let Ok(pipe) = rustix::io::dup(std::io::stdout()) else {
        return;
    };
    std::thread::spawn(move || {
        loop {
            std::thread::sleep(std::time::Duration::from_millis(100));
            if rustix::io::write(&pipe, b"still here\n").is_err() {
                return;
            }
        }
    });
}

/// Ends the process at an interrupt, as a program without a handler does.
#[cfg(unix)]
fn end_at_an_interrupt() {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, Ordering};

    let interrupted = Arc::new(AtomicBool::new(false));
    let registered = signal_hook::flag::register(2, Arc::clone(&interrupted));
    if registered.is_err() {
        return;
    }
    std::thread::spawn(move || {
        while !interrupted.load(Ordering::Relaxed) {
            std::thread::sleep(std::time::Duration::from_millis(10));
        }
        std::process::exit(130);
    });
}
