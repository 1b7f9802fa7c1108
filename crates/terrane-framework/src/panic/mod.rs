//! Panics: a panic of author code becomes an error value, and one that ends the process becomes the host's crash report.

use std::any::Any;
use std::cell::{Cell, RefCell};
use std::fmt;
use std::future::{Future, poll_fn};
use std::io::Write;
use std::panic::{set_hook, take_hook};
use std::pin::pin;
use std::sync::Once;
use std::task::Poll;
use std::thread;

use terrane_plugin::{catch_panic, host_stderr, is_host_thread, panic_text};
use tracing::Level;

use crate::secret::hide_in_panic;

thread_local! {
    /// Whether [`catch`] will catch a panic of this thread.
    static CATCHING: Cell<bool> = const { Cell::new(false) };
    /// The report of the last caught panic, from the hook.
    static LAST: RefCell<Option<PanicReport>> = const { RefCell::new(None) };
}

/// A report of a caught panic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PanicReport {
    /// The message of the panic.
    pub(crate) message: String,
    /// Source file, line and column. `None` if the panic came from another thread or the hook is not installed.
    pub(crate) location: Option<String>,
}

impl fmt::Display for PanicReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        self.location
            .iter()
            .try_for_each(|location| write!(f, " ({location})"))
    }
}

impl PanicReport {
    /// Creates the report of a caught payload, with the location from the hook.
    fn caught(payload: &(dyn Any + Send)) -> Self {
        let message = message(payload);
        // A panic that is resumed does not call the hook again. Then the hook's last report may belong to another panic.
        let location = take_last()
            .filter(|last| last.message == message)
            .and_then(|last| last.location);
        Self { message, location }
    }

    /// Returns the report with secrets hidden.
    fn hidden(&self) -> Self {
        let mut hidden = self.clone();
        hide_in_panic(&mut hidden.message);
        hidden
    }
}

/// Takes the hook's report of the last caught panic of this thread.
fn take_last() -> Option<PanicReport> {
    LAST.try_with(RefCell::take).ok().flatten()
}

/// Runs author code and returns its panic as a value.
///
/// # Errors
///
/// Returns the report of the panic.
pub(crate) fn catch<T>(code: impl FnOnce() -> T) -> Result<T, PanicReport> {
    let outer = CATCHING.replace(true);
    let result = catch_panic(code, PanicReport::caught);
    CATCHING.set(outer);
    result
}

/// Runs author code, such as the conversion of a value, and returns its panic as a text.
///
/// # Errors
///
/// Returns the message of the panic, with its place in the source.
pub fn caught<T>(code: impl FnOnce() -> T) -> Result<T, String> {
    catch(code).map_err(|report| report.to_string())
}

/// Runs a future of the author and returns its panic as a value. It is not polled again after a panic.
///
/// # Errors
///
/// Returns the report of the panic.
pub(crate) async fn catch_future<F: Future>(future: F) -> Result<F::Output, PanicReport> {
    let mut future = pin!(future);
    poll_fn(|cx| match catch(|| future.as_mut().poll(cx)) {
        Ok(poll) => poll.map(Ok),
        Err(report) => Poll::Ready(Err(report)),
    })
    .await
}

/// Replaces the process's panic hook, once.
///
/// - A caught panic is logged as one line. The code that catches it reports it to the user.
/// - A panic that ends the process is printed after `panic: `. Hosts recognize this prefix as a crash, and show the text after it.
/// - Any other panic ends a task or a thread of the author. It is logged, or printed as a line of text if the log is off, because nothing else may
///   report it.
pub(crate) fn install() {
    static INSTALLED: Once = Once::new();
    INSTALLED.call_once(|| {
        let previous = take_hook();
        set_hook(Box::new(move |info| {
            let report = PanicReport {
                message: message(info.payload()),
                location: info.location().map(ToString::to_string),
            };
            match Fate::of_this_panic() {
                Fate::Caught => {
                    log(&report);
                    // The thread-local is already destroyed if the thread is exiting.
                    let _ = LAST.try_with(|last| last.replace(Some(report)));
                }
                Fate::EndsTask => {
                    if !log(&report) {
                        // An error cannot be reported.
                        let _ = host_stderr().write_all(plain_line(&report.hidden()).as_bytes());
                    }
                }
                Fate::EndsProcess => {
                    let hidden = report.hidden();
                    host_stderr().write_final(&exit_message(&hidden));
                    // The previous hook prints the message too, so it is skipped if the message contains a secret. It also waits for the lock of
                    // standard error, which author code may hold.
                    if hidden == report && !is_host_thread() {
                        previous(info);
                    }
                }
            }
        }));
    });
}

/// The consequence of a panic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fate {
    /// [`catch`] turns the panic into a value.
    Caught,
    /// The runtime or the owner of the thread receives the panic.
    EndsTask,
    /// The panic unwinds through `main`.
    EndsProcess,
}

impl Fate {
    fn of_this_panic() -> Self {
        if CATCHING.get() {
            Self::Caught
        } else if thread::current().name() == Some("main") && tokio::task::try_id().is_none() {
            // The runtime catches a panic of a task, even on the main thread.
            Self::EndsProcess
        } else {
            Self::EndsTask
        }
    }
}

/// Logs a panic that the process survives. Returns `false` if the log is off.
fn log(PanicReport { message, location }: &PanicReport) -> bool {
    let location = location.as_deref();
    tracing::error!(target: "terrane::panic", panic_location = location, "Survived a panic: {message}");
    tracing::enabled!(target: "terrane::panic", Level::ERROR)
}

/// Formats a panic that the process survives, as text that a host shows as an error.
fn plain_line(PanicReport { message, location }: &PanicReport) -> String {
    let message = message.replace(['\n', '\r'], " ");
    format!(
        "[ERROR] Survived a panic at {}: {message}\n",
        shown(location.as_deref())
    )
}

/// Formats a panic that ends the process, as Go does.
fn exit_message(PanicReport { message, location }: &PanicReport) -> String {
    format!("panic: {message}\n\n{}\n", shown(location.as_deref()))
}

fn shown(location: Option<&str>) -> &str {
    location.unwrap_or("an unknown place")
}

fn message(payload: &(dyn Any + Send)) -> String {
    panic_text(payload)
        .unwrap_or("a panic without a text")
        .to_owned()
}

#[cfg(test)]
mod tests;
