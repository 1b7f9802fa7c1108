//! State files.

use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::State;
use super::file_error::StateFileError;
use super::lock::{LockRequest, StateLock};
use super::replace::replace_and_sync;
use super::uuid::random_uuid;

/// The name of the file that gets a state which cannot be written elsewhere.
const ERRORED: &str = "errored.tfstate";

/// A state file that is read once and written after changes.
///
/// A write makes a new file, syncs it, renames it over the old one, and syncs the folder. So the file has either the old or the new content
/// after a crash. The first change keeps the content before it in a file whose name has `.backup` appended.
///
/// [`lock`](Self::lock) excludes Terraform and other hosts until [`unlock`](Self::unlock), or until the value is dropped. [`open`](Self::open)
/// takes no lock: the caller makes sure that no other process changes the file.
///
/// ```
/// use terrane_host::state::{State, StateFile};
///
/// let folder = tempfile::tempdir()?;
/// let mut file = StateFile::open(folder.path().join("terraform.tfstate"))?;
/// assert!(file.state().is_none());
///
/// file.write(State { terraform_version: "1.11.4".to_owned(), ..State::default() })?;
/// let state = file.state().unwrap();
/// assert_eq!((state.serial, state.lineage.len()), (1, 36));
///
/// // A state without a change is not written.
/// file.write(state.clone())?;
/// assert_eq!(file.state().unwrap().serial, 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct StateFile {
    /// The path as given, which names the backup.
    given: PathBuf,
    /// The path without symbolic links.
    path: PathBuf,
    lock: Option<StateLock>,
    /// The content of the file. Absent if there is no state in it.
    state: Option<State>,
    /// The bytes for the backup, until it is written.
    backup: Option<Vec<u8>>,
}

impl StateFile {
    /// Opens a state file without a lock. A missing or empty file has no state. A symbolic link is followed.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be read, or if its content is no state of version 4.
    pub fn open(path: impl Into<PathBuf>) -> Result<Self, StateFileError> {
        let given = path.into();
        let path = fs::canonicalize(&given).unwrap_or_else(|_| given.clone());
        let bytes = match fs::read(&path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
            Err(error) => {
                let action = "read";
                return Err(StateFileError::File {
                    action,
                    path,
                    error,
                });
            }
        };
        Self::new(given, path, None, bytes)
    }

    /// Opens a state file and takes both locks that Terraform takes: the lock of the operating system on the file itself, and the file
    /// `.terraform.tfstate.lock.info` next to it. A missing file is made with its folder, and removed again if nothing is written to it.
    ///
    /// A wait for another holder blocks the thread.
    ///
    /// # Errors
    ///
    /// Fails if another process holds the lock, if a file cannot be read or written, or if the content is no state of version 4.
    pub fn lock(path: impl Into<PathBuf>, request: &LockRequest) -> Result<Self, StateFileError> {
        let given = path.into();
        let mut lock = StateLock::acquire(&given, request)?;
        let path = lock.path().to_owned();
        match lock.read() {
            Ok(bytes) => Self::new(given, path, Some(lock), bytes),
            Err(error) => Err(StateFileError::File {
                action: "read",
                path,
                error,
            }),
        }
    }

    fn new(
        given: PathBuf,
        path: PathBuf,
        lock: Option<StateLock>,
        bytes: Vec<u8>,
    ) -> Result<Self, StateFileError> {
        match State::parse(&bytes) {
            Ok(state) => Ok(Self {
                backup: state.is_some().then_some(bytes),
                given,
                path,
                lock,
                state,
            }),
            Err(error) => Err(StateFileError::Content { path, error }),
        }
    }

    /// Releases the locks.
    ///
    /// # Errors
    ///
    /// Fails if the info file cannot be removed. Other processes can take the lock nevertheless.
    pub fn unlock(mut self) -> Result<(), StateFileError> {
        let Some(mut lock) = self.lock.take() else {
            return Ok(());
        };
        lock.release().map_err(|error| self.failed("unlock", error))
    }

    /// Returns the path, without symbolic links.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the state in the file.
    pub fn state(&self) -> Option<&State> {
        self.state.as_ref()
    }

    /// Writes a state, unless the file contains it. The serial follows that of the file. A first state gets a random lineage.
    ///
    /// # Errors
    ///
    /// Fails if the state has another lineage than the file, or if a file cannot be written. The file then has its former content.
    pub fn write(&mut self, state: State) -> Result<(), StateFileError> {
        let Some(state) = self.next(state)? else {
            return Ok(());
        };
        if let Some(backup) = &self.backup {
            let mut name: OsString = self.given.clone().into_os_string();
            name.push(".backup");
            let written = replace_and_sync(Path::new(&name), backup);
            written.map_err(|error| self.failed("write", error))?;
            self.backup = None;
        }
        let json = state.to_json();
        let written = match &mut self.lock {
            Some(lock) => lock.replace(json.as_bytes()),
            None => replace_and_sync(&self.path, json.as_bytes()),
        };
        written.map_err(|error| self.failed("write", error))?;
        self.state = Some(state);
        Ok(())
    }

    /// Writes a state to `errored.tfstate` in a folder, as Terraform does if the state file cannot be written. Returns the path. The user
    /// copies the file over the state file once that is possible.
    ///
    /// # Errors
    ///
    /// Fails if the state has another lineage than the file, or if the file cannot be written.
    pub fn write_errored(&self, folder: &Path, state: State) -> Result<PathBuf, StateFileError> {
        let path = folder.join(ERRORED);
        let state = match self.next(state.clone())? {
            Some(next) => next,
            None => state,
        };
        match replace_and_sync(&path, state.to_json().as_bytes()) {
            Ok(()) => Ok(path),
            Err(error) => Err(StateFileError::File {
                action: "write",
                path,
                error,
            }),
        }
    }

    /// Returns the state with its lineage and serial, or nothing if the file contains it.
    fn next(&self, mut state: State) -> Result<Option<State>, StateFileError> {
        let old = self.state.as_ref();
        let old_lineage = old.map_or("", |old| old.lineage.as_str());
        if state.lineage.is_empty() {
            state.lineage = match old_lineage {
                "" => random_uuid().map_err(|error| self.failed("write", error))?,
                lineage => lineage.to_owned(),
            };
        } else if !old_lineage.is_empty() && state.lineage != old_lineage {
            return Err(StateFileError::Lineage {
                path: self.path.clone(),
                expected: old_lineage.to_owned(),
                found: state.lineage,
            });
        }
        if old.is_some_and(|old| !old.differs(&state)) {
            return Ok(None);
        }
        state.serial = old.map_or(state.serial, |old| old.serial.max(state.serial)) + 1;
        Ok(Some(state))
    }

    fn failed(&self, action: &'static str, error: io::Error) -> StateFileError {
        StateFileError::File {
            action,
            path: self.path.clone(),
            error,
        }
    }
}
