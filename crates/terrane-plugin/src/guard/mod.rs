//! Plugins that never outlive the process that started them, not even if it is killed.
//!
//! A Go plugin does not notice the death of its host. So a process starts its own executable as a guard. On Linux, the guard binds itself to the process
//! and becomes the plugin. On other Unix systems, it supervises the plugin. On Windows, a job object ends the plugin.

#[cfg(unix)]
mod bound;
mod ending;
#[cfg(target_os = "linux")]
mod exec;
#[cfg(all(unix, not(target_os = "linux")))]
mod supervise;

#[cfg(target_os = "linux")]
use self::exec as system;
#[cfg(all(unix, not(target_os = "linux")))]
use self::supervise as system;

#[cfg(unix)]
pub use self::bound::GUARD_PARENT;
pub(crate) use self::ending::has_guarded_plugins;
pub use self::ending::{EndsWithProcess, end_guarded_plugins, is_exiting, register};

use std::sync::atomic::{AtomicBool, Ordering};

/// Whether the executable of this process can be started as a guard.
static AVAILABLE: AtomicBool = AtomicBool::new(false);

/// Allows this process to guard its plugins: they end with this process, even if it is killed.
///
/// Call this first in `main`. [`Plugin::serve`](crate::Plugin::serve) calls it too. If this process was started as the guard of a plugin, the function
/// does not return, and the plugin runs instead. The option `guarded` of the client selects the plugins to guard.
pub fn guard_plugins() {
    #[cfg(unix)]
    bound::become_guard();
    AVAILABLE.store(true, Ordering::Relaxed);
}

/// Whether [`guard_plugins`] was called.
pub fn is_available() -> bool {
    AVAILABLE.load(Ordering::Relaxed)
}
