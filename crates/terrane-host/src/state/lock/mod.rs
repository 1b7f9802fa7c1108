//! The locks of a state file, which exclude Terraform and other hosts.

mod system;

use std::collections::VecDeque;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read as _, Seek as _, Write as _};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use super::file_error::StateFileError;
use super::lock_info::LockInfo;
use super::replace::{folder_of, replace, sync_folder};
use super::uuid::random_uuid;

/// What a replaced file contains, on whose lock another process may still wait. No host accepts this version.
const REPLACED: &[u8] = b"{\"version\": 99}";

/// The number of replaced files that stay locked, so that a process that waits for one of them waits until the end.
const REPLACED_FILES: usize = 64;

/// The first and the longest time between two attempts to take a lock.
const DELAYS: (Duration, Duration) = (Duration::from_millis(100), Duration::from_secs(1));

/// How the lock of a state file is taken, and what others see of its holder.
///
/// ```
/// use std::time::Duration;
/// use terrane_host::state::{LockRequest, StateFile, StateFileError};
///
/// let folder = tempfile::tempdir()?;
/// let path = folder.path().join("terraform.tfstate");
/// let request = LockRequest::new("OperationTypeApply", "1.11.4").timeout(Duration::from_secs(1));
/// let file = StateFile::lock(&path, &request)?;
///
/// # if cfg!(target_os = "linux") {
/// let request = LockRequest::new("OperationTypePlan", "1.11.4");
/// let error = StateFile::lock(&path, &request).unwrap_err();
/// assert!(matches!(error, StateFileError::Locked { .. }));
/// # }
///
/// file.unlock()?;
/// assert!(!path.exists(), "nothing was written");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LockRequest {
    operation: String,
    version: String,
    timeout: Duration,
}

impl LockRequest {
    /// Describes a lock that is taken at once or not at all. Terraform's names of operations are `OperationTypePlan`, `OperationTypeApply` and
    /// `OperationTypeRefresh`. The version is that of the host.
    pub fn new(operation: impl Into<String>, version: impl Into<String>) -> Self {
        Self {
            operation: operation.into(),
            version: version.into(),
            timeout: Duration::ZERO,
        }
    }

    /// Sets how long to wait for another holder.
    #[must_use]
    pub const fn timeout(mut self, timeout: Duration) -> Self {
        self.timeout = timeout;
        self
    }
}

/// Both locks of a state file. Dropping it releases them.
#[derive(Debug)]
pub(super) struct StateLock {
    /// The state file without symbolic links.
    path: PathBuf,
    info: PathBuf,
    /// The state file, whose handle holds the lock of the operating system.
    file: File,
    /// The files that were replaced, the oldest first.
    replaced: VecDeque<File>,
    /// Whether the file was made for the lock.
    is_new: bool,
    is_released: bool,
}

impl StateLock {
    /// Takes both locks of a state file. A missing file is made.
    pub(super) fn acquire(path: &Path, request: &LockRequest) -> Result<Self, StateFileError> {
        let deadline = Instant::now() + request.timeout;
        let (mut delay, longest) = DELAYS;
        loop {
            if let Some(lock) = Self::attempt(path, request)? {
                return Ok(lock);
            }
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                let info = fs::read(LockInfo::path_for(path)).ok();
                return Err(StateFileError::Locked {
                    path: path.to_owned(),
                    info: info.and_then(|bytes| LockInfo::parse(&bytes).ok().map(Box::new)),
                });
            }
            thread::sleep(delay.min(left));
            delay = longest.min(delay * 2);
        }
    }

    /// Takes both locks, or returns nothing if another process holds them.
    fn attempt(path: &Path, request: &LockRequest) -> Result<Option<Self>, StateFileError> {
        let failed = |path: &Path, error| StateFileError::File {
            action: "lock",
            path: path.to_owned(),
            error,
        };
        loop {
            let is_new = !fs::exists(path).map_err(|error| failed(path, error))?;
            let file = open(path).map_err(|error| failed(path, error))?;
            if !system::try_lock(&file).map_err(|error| failed(path, error))? {
                return Ok(None);
            }
            // Another holder may have replaced or removed the file between the opening and the locking.
            if !system::is_at(&file, path).map_err(|error| failed(path, error))? {
                continue;
            }
            let lock = Self {
                path: fs::canonicalize(path).map_err(|error| failed(path, error))?,
                info: LockInfo::path_for(path),
                file,
                replaced: VecDeque::new(),
                is_new,
                is_released: false,
            };
            let id = random_uuid().map_err(|error| failed(path, error))?;
            let info = LockInfo::new(id, &request.operation, &request.version, path);
            let written = write_private(&lock.info, info.to_json().as_bytes());
            written.map_err(|error| failed(&lock.info, error))?;
            return Ok(Some(lock));
        }
    }

    /// Returns the path of the state file, without symbolic links.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Reads the state file. Another handle would not do: on some systems closing it releases the lock, on others the lock excludes it.
    pub(super) fn read(&mut self) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        self.file.rewind()?;
        self.file.read_to_end(&mut bytes)?;
        Ok(bytes)
    }

    /// Replaces the state file. The new file is locked before it takes the name.
    pub(super) fn replace(&mut self, content: &[u8]) -> io::Result<()> {
        let new = replace(&self.path, content, |file| {
            if system::try_lock(file)? {
                Ok(())
            } else {
                Err(io::Error::other("another process locks the new file"))
            }
        })?;
        let old = std::mem::replace(&mut self.file, new);
        let invalidated = invalidate(&old);
        if self.replaced.len() == REPLACED_FILES {
            self.replaced.pop_front();
        }
        self.replaced.push_back(old);
        invalidated?;
        sync_folder(&folder_of(&self.path))
    }

    /// Releases both locks, and removes a file that was made for the lock and is still empty.
    pub(super) fn release(&mut self) -> io::Result<()> {
        // Afterwards, both files may be those of another holder.
        if std::mem::replace(&mut self.is_released, true) {
            return Ok(());
        }
        let removed = match fs::remove_file(&self.info) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        };
        if self.is_new && self.file.metadata()?.len() == 0 && system::is_at(&self.file, &self.path)?
        {
            fs::remove_file(&self.path)?;
            invalidate(&self.file)?;
        }
        for file in self.replaced.iter().chain([&self.file]) {
            system::unlock(file)?;
        }
        removed
    }
}

impl Drop for StateLock {
    fn drop(&mut self) {
        // Whoever wants to know of errors has released the locks before.
        let _ = self.release();
    }
}

/// Opens a state file for a lock on it.
fn open(path: &Path) -> io::Result<File> {
    fs::create_dir_all(folder_of(path))?;
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false);
    options.open(path)
}

/// Makes a file without a name useless for a process that waits for the lock on it, so that this process fails instead of losing its changes.
fn invalidate(mut file: &File) -> io::Result<()> {
    if !system::is_nameless(file)? {
        // A hard link keeps the old content.
        return Ok(());
    }
    file.rewind()?;
    file.write_all(REPLACED)?;
    file.set_len(REPLACED.len() as u64)
}

/// Writes a file that only its owner may read.
fn write_private(path: &Path, content: &[u8]) -> io::Result<()> {
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)?.write_all(content)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Between a fork and the start of its program, a process of another thread has a copy of every handle.
    #[test]
    fn a_released_lock_can_be_taken_while_a_copy_of_its_handle_exists() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("terraform.tfstate");
        fs::write(&path, "{}").unwrap();
        let request = LockRequest::new("OperationTypeApply", "1.14.0");
        let mut lock = StateLock::acquire(&path, &request).unwrap();
        let copy = lock.file.try_clone().unwrap();
        lock.release().unwrap();
        let next = StateLock::acquire(&path, &request).unwrap();
        drop(lock);
        assert!(
            LockInfo::path_for(&path).exists(),
            "the info of the next holder stays"
        );
        drop((copy, next));
    }
}
