//! The log of this process: the standard error that the host reads, and the events of the threads that answer the host.
//!
//! A thread that answers the host never writes to a stream, and never runs a subscriber of the author. If the host does not read, if author code holds
//! the lock of a stream, or if the author's subscriber blocks, it would wait, and so would all calls, health checks, deadlines and signals. So all text
//! goes through a [`Queue`], whose thread writes it, and the events of these threads go to the author's subscriber on another thread.

mod deferred;
mod host_thread;
mod queue;
mod stream;

use std::fs::File;
use std::io::{self, Write};
use std::mem;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{LazyLock, OnceLock};
use std::time::Instant;

use tracing::dispatcher::{self, Dispatch, SetGlobalDefaultError};
use tracing::{Level, Subscriber};

use self::deferred::Deferred;
use self::queue::{Batch, Limits, Queue, Urgency};

pub use self::host_thread::is_host_thread;
pub(crate) use self::stream::host_file;

/// The longest write, in bytes. Systems do not mix writes of up to this size with those of other processes.
const LONGEST_WRITE: usize = 4 << 10;

/// The memory of an element of the queue next to its text, in bytes.
const OVERHEAD: usize = 64;

/// The text that waits to be written to the host's standard error.
static TEXT: LazyLock<Queue<Text>> =
    LazyLock::new(|| Queue::new("plugin-log", Limits::LOG, |batch| write(host_file(), batch)));

/// The dispatcher of the threads that answer the host, unless the process's subscriber never blocks.
static DEFERRED: OnceLock<Dispatch> = OnceLock::new();

/// Whether the process's subscriber never blocks.
static IS_NONBLOCKING: AtomicBool = AtomicBool::new(false);

/// Text that is or becomes lines.
enum Text {
    Bytes(Vec<u8>),
    Rendered(Box<dyn FnOnce() -> Option<Vec<u8>> + Send>),
}

/// Declares that the current thread answers the host.
///
/// Until it ends, it does not wait for the [log](host_stderr). Its events and spans go to the process's subscriber on another thread, unless the
/// subscriber was installed by [`set_nonblocking_subscriber`]. So nothing that author code holds can block it.
pub fn enter_host_thread() {
    if !host_thread::mark() && !IS_NONBLOCKING.load(Ordering::Acquire) {
        let deferred = DEFERRED.get_or_init(|| Dispatch::new(Deferred::default()));
        mem::forget(dispatcher::set_default(deferred));
    }
}

/// Installs the process's subscriber, which must never block: the threads that answer the host call it directly. It should write by
/// [`HostStderr::log`].
///
/// # Errors
///
/// Fails if the process has a subscriber.
///
/// # Examples
///
/// ```
/// let subscriber = tracing::subscriber::NoSubscriber::new();
/// let installed = terrane_plugin::set_nonblocking_subscriber(subscriber);
/// assert!(installed.is_ok());
/// ```
pub fn set_nonblocking_subscriber(
    subscriber: impl Subscriber + Send + Sync + 'static,
) -> Result<(), SetGlobalDefaultError> {
    dispatcher::set_global_default(Dispatch::new(subscriber))?;
    IS_NONBLOCKING.store(true, Ordering::Release);
    Ok(())
}

/// Waits until there is room for more of the log, at most for a second. A thread that answers the host calls this before it reads more lines of
/// another process's log, so that the other process waits and no line is dropped.
pub async fn wait_for_room() {
    deferred::wait_for_room().await;
    TEXT.wait_for_room().await;
}

/// Writes the text and the events that wait, for at most a second. A process calls this before it exits.
///
/// The events go first, because the author's subscriber may write text. If it blocks, half of the time is left for the text.
pub(crate) fn flush() {
    let now = Instant::now();
    deferred::flush(now + Limits::LOG.patience / 2);
    TEXT.flush(now + Limits::LOG.patience);
}

/// Returns a writer to the standard error that the host reads, for logs.
///
/// This is the process's standard error, unless [`Plugin::capture_stderr`] has replaced it.
///
/// [`Plugin::capture_stderr`]: crate::Plugin::capture_stderr
#[must_use]
pub fn host_stderr() -> HostStderr {
    HostStderr {
        incomplete: Vec::new(),
    }
}

/// A writer to the standard error that the host reads; see [`host_stderr`].
///
/// It takes no lock of the standard library, and it is never blocked by a host that does not read. Text is written line by line, on a thread of its own.
/// The caller waits until its text has been written, but at most a second. If nothing can be written in that time, nobody waits any longer, and 4 MiB of
/// text are stored. Beyond that, lines are dropped, those of lower levels first. Once the host reads again, a line says how many were dropped.
///
/// # Examples
///
/// ```
/// use std::io::Write;
///
/// writeln!(terrane_plugin::host_stderr(), "[WARN] the cache is cold")?;
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct HostStderr {
    /// The start of a line.
    incomplete: Vec<u8>,
}

impl HostStderr {
    /// Writes lines of a level. `render` makes them, and their line ends; `None` is no line. `size` is about their length.
    ///
    /// On a [thread that answers the host](enter_host_thread), `render` runs later, on the thread that writes.
    pub fn log(
        &self,
        level: Level,
        size: usize,
        render: impl FnOnce() -> Option<Vec<u8>> + Send + 'static,
    ) {
        let urgency = match level {
            Level::ERROR | Level::WARN => Urgency::High,
            Level::INFO | Level::DEBUG | Level::TRACE => Urgency::Low,
        };
        if is_host_thread() {
            TEXT.push(urgency, size + OVERHEAD, Text::Rendered(Box::new(render)));
        } else if let Some(bytes) = render() {
            push(urgency, bytes);
        }
    }

    /// Writes the last text of a process that ends. It is never dropped. Waits until it is written, for at most a second.
    pub fn write_final(&self, text: &str) {
        push(Urgency::Final, text.into());
        TEXT.flush(Instant::now() + Limits::LOG.patience);
    }

    /// Passes on the start of a line.
    fn complete(&mut self) {
        if !self.incomplete.is_empty() {
            push(Urgency::High, mem::take(&mut self.incomplete));
        }
    }
}

impl Write for HostStderr {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.incomplete.extend_from_slice(bytes);
        let end = self.incomplete.iter().rposition(|byte| *byte == b'\n');
        if let Some(end) = end {
            let rest = self.incomplete.split_off(end + 1);
            push(Urgency::High, mem::replace(&mut self.incomplete, rest));
        } else if self.incomplete.len() >= LONGEST_WRITE {
            self.complete();
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.complete();
        Ok(())
    }
}

impl Drop for HostStderr {
    fn drop(&mut self) {
        self.complete();
    }
}

/// Appends text to the queue. Waits until it is written, unless this thread answers the host.
fn push(urgency: Urgency, bytes: Vec<u8>) {
    let number = TEXT.push(urgency, bytes.len() + OVERHEAD, Text::Bytes(bytes));
    if !is_host_thread() {
        TEXT.wait(number);
    }
}

/// Writes text to the host's standard error. Errors are ignored, because nothing is left that could report them.
fn write(file: Option<&File>, batch: Batch<Text>) {
    let Some(file) = file else { return };
    let mut buffer = match batch.dropped {
        0 => Vec::new(),
        dropped => {
            format!("[WARN] dropped {dropped} lines of the log, because nobody has read it\n")
                .into_bytes()
        }
    };
    for text in batch.elements {
        let bytes = match text {
            Text::Bytes(bytes) => bytes,
            Text::Rendered(render) => render().unwrap_or_default(),
        };
        if !buffer.is_empty() && buffer.len() + bytes.len() > LONGEST_WRITE {
            stream::write(file, &mem::take(&mut buffer), batch.until);
        }
        buffer.extend(bytes);
    }
    stream::write(file, &buffer, batch.until);
}
