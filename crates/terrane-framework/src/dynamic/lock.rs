//! Locks of states, with information for other clients that find a state locked.

use std::env;
use std::fmt;
use std::time::SystemTime;

use serde::{Deserialize, Serialize};

use crate::error::Error;
use crate::log;
use crate::messages::calls::locked;

/// The holder, time and purpose of a lock.
///
/// A store without native locks writes the lock next to the state, as JSON with the keys of Terraform's Go framework.
///
/// # Examples
///
/// ```
/// use terrane::dynamic::Lock;
///
/// let lock = Lock::new("apply");
/// let stored = serde_json::to_string(&lock)?;
/// let found: Lock = serde_json::from_str(&stored)?;
/// assert_eq!(found, lock);
/// assert!(found.conflict("default").to_string().contains(&lock.id));
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Lock {
    /// The id of the lock.
    pub id: String,
    /// The operation that holds the lock, such as `apply`.
    pub operation: String,
    /// The user and the machine, if known.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub who: String,
    /// The creation time, in RFC 3339.
    pub created: String,
}

impl Lock {
    /// Creates a lock for the user of this process, with the current time and a new id.
    #[must_use]
    pub fn new(operation: impl Into<String>) -> Self {
        Self {
            id: log::request::id(),
            operation: operation.into(),
            who: who(),
            created: log::clock::rfc_3339(SystemTime::now()),
        }
    }

    /// Creates the error for other clients that find this lock on a state.
    #[must_use]
    pub fn conflict(&self, state: &str) -> Error {
        locked(state, self)
    }
}

impl fmt::Display for Lock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            id,
            operation,
            who,
            created,
        } = self;
        write!(
            f,
            "Lock Info:\n  ID:        {id}\n  Operation: {operation}\n  Who:       {who}\n  Created:   {created}"
        )
    }
}

fn who() -> String {
    let user = ["USER", "LOGNAME", "USERNAME"]
        .into_iter()
        .find_map(env::var_os)
        .map(|name| name.to_string_lossy().into_owned());
    let machine = machine();
    match user {
        Some(user) => format!("{user}@{machine}"),
        None => machine,
    }
}

/// Returns the name of this machine.
#[cfg(unix)]
fn machine() -> String {
    let system = rustix::system::uname();
    system.nodename().to_string_lossy().into_owned()
}

/// Returns the name of this machine.
#[cfg(not(unix))]
fn machine() -> String {
    gethostname::gethostname().to_string_lossy().into_owned()
}
