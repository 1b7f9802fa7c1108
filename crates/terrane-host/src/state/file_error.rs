//! Why a state file cannot be read, locked or written.

use std::io;
use std::path::PathBuf;

use super::lock_info::LockInfo;
use super::read::StateError;

/// The reason why a state file cannot be read or written.
#[derive(Debug, thiserror::Error)]
pub enum StateFileError {
    /// The operating system reported an error.
    #[error("Cannot {action} {path:?}: {error}")]
    File {
        /// What failed: `read`, `write`, `lock` or `unlock`.
        action: &'static str,
        /// The file.
        path: PathBuf,
        /// The error.
        #[source]
        error: io::Error,
    },
    /// Another process holds the lock.
    #[error("Cannot lock {path:?}: another process holds the lock{}", holder(info.as_deref()))]
    Locked {
        /// The state file.
        path: PathBuf,
        /// Who holds the lock, unless the holder left no readable info file.
        info: Option<Box<LockInfo>>,
    },
    /// The content is no state.
    #[error("{path:?}: {error}")]
    Content {
        /// The file.
        path: PathBuf,
        /// The error.
        #[source]
        error: StateError,
    },
    /// The state belongs to another life of the infrastructure.
    #[error(
        "Cannot write {path:?}: the state has the lineage \"{found}\", expected \"{expected}\""
    )]
    Lineage {
        /// The file.
        path: PathBuf,
        /// The lineage of the file.
        expected: String,
        /// The lineage of the state.
        found: String,
    },
}

/// Describes the holder of a lock at the end of an error.
fn holder(info: Option<&LockInfo>) -> String {
    match info {
        Some(info) => format!(": {info}"),
        None => String::new(),
    }
}
