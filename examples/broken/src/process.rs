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
        "serves-plain-text" => return serve_plain_text(),
        #[cfg(unix)]
        "ignores-sigterm" => return Some(launch(Launcher::IgnoresTermination)),
        #[cfg(unix)]
        "does-not-exit" => return Some(launch(Launcher::NeverExits)),
        #[cfg(unix)]
        "outlives-its-host" => return Some(launch(Launcher::ReadsOutput)),
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

/// Serves without TLS, also to a host that asks for it. The process becomes one that does not see what the host asks for.
#[cfg(unix)]
fn serve_plain_text() -> Option<ExitCode> {
    use std::os::unix::process::CommandExt as _;

    const CERTIFICATE: &str = "PLUGIN_CLIENT_CERT";
    std::env::var_os(CERTIFICATE)?;
    let program = std::env::current_exe().ok()?;
    // It returns only if the program cannot be started.
    let _ = std::process::Command::new(program)
        .env_remove(CERTIFICATE)
        .exec();
    Some(ExitCode::FAILURE)
}

/// The fault of a program that only starts the provider and waits for it, as launcher scripts do.
#[cfg(unix)]
#[derive(Clone, Copy, PartialEq, Eq)]
enum Launcher {
    /// It ignores SIGTERM.
    IgnoresTermination,
    /// It still runs after the provider has exited.
    NeverExits,
    /// It reads the output of the provider, so the provider does not notice the end of its host.
    ReadsOutput,
}

/// Starts the correct provider as a child, and waits for it.
#[cfg(unix)]
fn launch(launcher: Launcher) -> ExitCode {
    use std::io::{BufRead as _, BufReader};
    use std::process::{Command, Stdio};
    use std::sync::Arc;
    use std::sync::atomic::AtomicBool;

    const INTERRUPT: i32 = 2;
    const TERMINATE: i32 = 15;
    let ignored: &[i32] = match launcher {
        Launcher::IgnoresTermination => &[INTERRUPT, TERMINATE],
        Launcher::NeverExits | Launcher::ReadsOutput => &[INTERRUPT],
    };
    for signal in ignored {
        if signal_hook::flag::register(*signal, Arc::new(AtomicBool::new(false))).is_err() {
            return ExitCode::FAILURE;
        }
    }
    let Ok(program) = std::env::current_exe() else {
        return ExitCode::FAILURE;
    };
    let mut command = Command::new(program);
    command.env_remove(crate::fault::VARIABLE);
    if launcher == Launcher::ReadsOutput {
        command.stdout(Stdio::piped());
    }
    let Ok(mut provider) = command.spawn() else {
        return ExitCode::FAILURE;
    };
    if let Some(stdout) = &mut provider.stdout {
        let mut line = String::new();
        // Without a line, the host reports that there is no handshake.
        let _ = BufReader::new(stdout).read_line(&mut line);
        let mut own = std::io::stdout();
        let _ = own.write_all(line.as_bytes());
        let _ = own.flush();
    }
    let has_succeeded = provider.wait().is_ok_and(|status| status.success());
    if !has_succeeded {
        return ExitCode::FAILURE;
    }
    if launcher == Launcher::NeverExits {
        loop {
            std::thread::park();
        }
    }
    ExitCode::SUCCESS
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
