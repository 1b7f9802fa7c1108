//! The end of guarded plugins when this process exits.
//!
//! `std::process::exit` drops no value. Without this module, the system would kill the plugins, and the folders of their sockets would stay.

use std::pin::Pin;
use std::sync::{Mutex, MutexGuard, PoisonError};

use futures_util::future::join_all;
use tokio::sync::OnceCell;

/// The guarded plugins of this process.
static GUARDED: Mutex<Guarded> = Mutex::new(Guarded {
    plugins: Vec::new(),
    is_exiting: false,
});

struct Guarded {
    plugins: Vec<Box<dyn EndsWithProcess>>,
    is_exiting: bool,
}

/// A guarded plugin. It is a trait object, so that a program that starts no plugin contains nothing of the client.
pub trait EndsWithProcess: Send {
    /// Whether the process exists.
    fn is_running(&self) -> bool;

    /// Ends the process.
    fn end(self: Box<Self>) -> Pin<Box<dyn Future<Output = ()> + Send>>;
}

/// Registers a plugin that ends with this process. Returns `false` if this process is exiting, so that no plugin may start.
pub fn register(plugin: impl EndsWithProcess + 'static) -> bool {
    let mut guarded = guarded();
    if guarded.is_exiting {
        return false;
    }
    guarded.plugins.retain(|plugin| plugin.is_running());
    guarded.plugins.push(Box::new(plugin));
    true
}

/// Returns whether [`end_guarded_plugins`] was called.
pub fn is_exiting() -> bool {
    guarded().is_exiting
}

/// Whether a guarded plugin may run.
pub(crate) fn has_guarded_plugins() -> bool {
    !guarded().plugins.is_empty()
}

/// Ends the guarded plugins of this process before it exits: asks them to exit, waits up to a second, then kills them.
///
/// Afterwards no guarded plugin can start. [`Plugin::serve`](crate::Plugin::serve) and [`Plugin::debug`](crate::Plugin::debug) call this function.
/// Another program calls it at its end. Otherwise plugins that still run are killed, and the folders of their sockets stay.
pub async fn end_guarded_plugins() {
    static ENDED: OnceCell<()> = OnceCell::const_new();
    let end = async || {
        let plugins = {
            let mut guarded = guarded();
            guarded.is_exiting = true;
            std::mem::take(&mut guarded.plugins)
        };
        join_all(plugins.into_iter().map(|plugin| plugin.end())).await;
    };
    ENDED.get_or_init(end).await;
}

fn guarded() -> MutexGuard<'static, Guarded> {
    GUARDED.lock().unwrap_or_else(PoisonError::into_inner)
}
