//! Starting plugins that never outlive this process, not even if it is killed. [`guard_plugins`](terrane_plugin::guard_plugins) allows it.

#[cfg(windows)]
mod job;
#[cfg(unix)]
mod launch;

#[cfg(windows)]
pub(crate) use self::job::start;
#[cfg(unix)]
pub(crate) use self::launch::start;
