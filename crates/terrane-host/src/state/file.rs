//! State files.

use std::ffi::OsString;
use std::fs::{self, File, Permissions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use super::{State, StateError};

/// A state file that is read once and written after changes.
///
/// A write makes a new file, syncs it, renames it over the old one, and syncs the folder. So the file has either the old or the new content
/// after a crash. The first change keeps the content before it in a file whose name has `.backup` appended.
///
/// The file is not locked: the caller makes sure that no other process changes it.
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
    path: PathBuf,
    /// The content of the file. Absent if there is no state in it.
    state: Option<State>,
    /// The bytes for the backup, until it is written.
    backup: Option<Vec<u8>>,
}

/// The reason why a state file cannot be read or written.
#[derive(Debug, thiserror::Error)]
pub enum StateFileError {
    /// The operating system reported an error.
    #[error("Cannot {action} {path:?}: {error}")]
    File {
        /// What failed: `read` or `write`.
        action: &'static str,
        /// The file.
        path: PathBuf,
        /// The error.
        #[source]
        error: io::Error,
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

impl StateFile {
    /// Opens a state file. A missing or empty file has no state. A symbolic link is followed.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be read, or if its content is no state of version 4.
    pub fn open(path: impl Into<PathBuf>) -> Result<Self, StateFileError> {
        let path = path.into();
        let path = fs::canonicalize(&path).unwrap_or(path);
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
        match State::parse(&bytes) {
            Ok(state) => Ok(Self {
                backup: state.is_some().then_some(bytes),
                path,
                state,
            }),
            Err(error) => Err(StateFileError::Content { path, error }),
        }
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
    pub fn write(&mut self, mut state: State) -> Result<(), StateFileError> {
        let old = self.state.as_ref();
        let old_lineage = old.map_or("", |old| old.lineage.as_str());
        if state.lineage.is_empty() {
            state.lineage = match old_lineage {
                "" => random_lineage().map_err(|error| self.failed(error))?,
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
            return Ok(());
        }
        state.serial = old.map_or(state.serial, |old| old.serial.max(state.serial)) + 1;
        if let Some(backup) = &self.backup {
            let mut name: OsString = self.path.clone().into_os_string();
            name.push(".backup");
            replace(Path::new(&name), backup).map_err(|error| self.failed(error))?;
            self.backup = None;
        }
        replace(&self.path, state.to_json().as_bytes()).map_err(|error| self.failed(error))?;
        self.state = Some(state);
        Ok(())
    }

    fn failed(&self, error: io::Error) -> StateFileError {
        StateFileError::File {
            action: "write",
            path: self.path.clone(),
            error,
        }
    }
}

/// Makes a name in the form of a UUID of version 4.
fn random_lineage() -> io::Result<String> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(io::Error::other)?;
    Ok(uuid::Builder::from_random_bytes(bytes)
        .into_uuid()
        .to_string())
}

/// Replaces a file, so that it has either the old or the new content after a crash.
fn replace(path: &Path, content: &[u8]) -> io::Result<()> {
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let mut builder = tempfile::Builder::new();
    builder.prefix(".terraform.tfstate.");
    let permissions = match fs::metadata(path) {
        Ok(metadata) => Some(metadata.permissions()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => return Err(error),
    };
    if let Some(new) = permissions.clone().or_else(default_permissions) {
        builder.permissions(new);
    }
    let mut file = builder.tempfile_in(folder)?;
    file.write_all(content)?;
    if let Some(permissions) = permissions {
        file.as_file().set_permissions(permissions)?;
    }
    file.as_file().sync_all()?;
    file.persist(path)?;
    sync_folder(folder)
}

/// Returns the permissions of a new file, from which the system takes those that the user masks.
#[cfg(unix)]
#[expect(
    clippy::unnecessary_wraps,
    reason = "other systems have no such permissions"
)]
fn default_permissions() -> Option<Permissions> {
    use std::os::unix::fs::PermissionsExt as _;
    Some(Permissions::from_mode(0o666))
}

#[cfg(not(unix))]
fn default_permissions() -> Option<Permissions> {
    None
}

/// Syncs the entries of a folder, so that a rename survives a crash. Only Unix needs and allows this.
fn sync_folder(folder: &Path) -> io::Result<()> {
    if cfg!(unix) {
        File::open(folder)?.sync_all()
    } else {
        Ok(())
    }
}
