//! Starting this process's own executable as a guard.

use std::env;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{OnceLock, mpsc};
use std::thread;

use terrane_plugin::peer;
use tokio::process::Child;
use tokio::runtime::Handle;

/// Starts a command behind a guard. `stdio` sets the outputs of the process.
pub(crate) fn start(
    command: tokio::process::Command,
    stdio: impl FnOnce(&mut tokio::process::Command),
) -> io::Result<Child> {
    let std_command = command.into_std();
    let program = Path::new(std_command.get_program());
    // A guard could report a missing program only in its log.
    if program.components().count() > 1 && std_command.get_current_dir().is_none() {
        program.metadata()?;
    }
    let mut guard = Command::new(own_executable()?);
    guard.arg(program).args(std_command.get_args());
    for (name, value) in std_command.get_envs() {
        match value {
            Some(value) => guard.env(name, value),
            None => guard.env_remove(name),
        };
    }
    if let Some(folder) = std_command.get_current_dir() {
        guard.current_dir(folder);
    }
    guard.env(peer::GUARD_PARENT, std::process::id().to_string());
    // Such a guard stays next to the plugin, and the host kills both.
    #[cfg(not(target_os = "linux"))]
    std::os::unix::process::CommandExt::process_group(&mut guard, 0);
    let mut async_guard = tokio::process::Command::from(guard);
    stdio(&mut async_guard);
    spawn_guard(async_guard)
}

/// Returns a path that starts this executable even if its file was replaced.
fn own_executable() -> io::Result<PathBuf> {
    if cfg!(target_os = "linux") {
        Ok(PathBuf::from("/proc/self/exe"))
    } else {
        env::current_exe()
    }
}

/// A process to start, the runtime that waits for it, and the receiver of the result.
struct Spawn {
    command: tokio::process::Command,
    runtime: Handle,
    result: mpsc::Sender<io::Result<Child>>,
}

/// Starts a process from a thread that lives as long as this process, because Linux sends the death signal when the parent's thread ends.
fn spawn_guard(command: tokio::process::Command) -> io::Result<Child> {
    static STARTER: OnceLock<mpsc::Sender<Spawn>> = OnceLock::new();
    let starter = match STARTER.get() {
        Some(starter) => starter,
        None => {
            let (requests, received) = mpsc::channel::<Spawn>();
            thread::Builder::new()
                .name("plugin-starter".into())
                .spawn(move || received.into_iter().for_each(spawn_requested))?;
            // If another thread was quicker, this thread ends, because its sender is dropped.
            STARTER.get_or_init(|| requests)
        }
    };
    let (result, started) = mpsc::channel();
    let request = Spawn {
        command,
        runtime: Handle::try_current().map_err(io::Error::other)?,
        result,
    };
    let gone = |_| io::Error::other("the thread that starts plugins has ended");
    starter
        .send(request)
        .map_err(|error| gone(error.to_string()))?;
    started.recv().map_err(|error| gone(error.to_string()))?
}

fn spawn_requested(request: Spawn) {
    let Spawn {
        mut command,
        runtime,
        result,
    } = request;
    let _runtime = runtime.enter();
    // The receiver waits for the result, so sending cannot fail.
    let _ = result.send(command.spawn());
}
