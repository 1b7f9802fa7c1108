//! The log of the process during tests.

use std::io::{self, Write};
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};

use terrane::log::Log;
use tracing::Level;
use tracing::subscriber::set_global_default;
use tracing_subscriber::layer::SubscriberExt as _;

static LINES: Mutex<Vec<u8>> = Mutex::new(Vec::new());

/// Whether the log is captured. A test that installs a subscriber of its own before has its own log.
static CAPTURED: LazyLock<bool> = LazyLock::new(|| {
    let mut log = Log::new("registry.terraform.io/terrane/tested");
    log.level(Level::DEBUG);
    let subscriber = tracing_subscriber::registry().with(log.layer(Lines));
    set_global_default(subscriber).is_ok()
});

/// Captures the log of the process, as a host gets it from its provider. Returns whether no other subscriber does.
pub(crate) fn capture() -> bool {
    *CAPTURED
}

/// Returns the first line that contains a text.
pub(crate) fn line_with(text: &str) -> Option<String> {
    let log = String::from_utf8_lossy(&lines()).into_owned();
    log.lines()
        .find(|line| line.contains(text))
        .map(str::to_owned)
}

/// Whether the log has a line.
pub(crate) fn is_written() -> bool {
    !lines().is_empty()
}

fn lines() -> MutexGuard<'static, Vec<u8>> {
    LINES.lock().unwrap_or_else(PoisonError::into_inner)
}

struct Lines;

impl Write for Lines {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        lines().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
