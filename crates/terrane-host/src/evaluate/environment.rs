//! Files, the clock and random numbers for functions.

use std::fs;
use std::io;
use std::path::PathBuf;
use std::time::SystemTime;

use terrane_hcl::{DirectoryEntry, Environment, FileError, FileKind};

/// The machine on which the host runs.
#[derive(Debug, Clone)]
pub(crate) struct Machine {
    /// The folder to which relative paths refer: that of the root module.
    pub(crate) folder: String,
    /// The folder to which the other relative paths refer. Empty is the working directory of this process.
    pub(crate) working: PathBuf,
    /// The time of the plan.
    pub(crate) plan_time: SystemTime,
    /// Whether a plan is being applied. Only then functions return the time and random numbers.
    pub(crate) is_apply: bool,
}

fn failed(error: io::Error) -> FileError {
    match error.kind() {
        io::ErrorKind::NotFound => FileError::NotFound,
        _ => FileError::Other(error.to_string()),
    }
}

impl Environment for Machine {
    fn base_directory(&self) -> &str {
        &self.folder
    }

    fn working_directory(&self) -> Option<String> {
        let folder = fs::canonicalize(self.working.join(&self.folder)).ok()?;
        Some(folder.to_string_lossy().into_owned())
    }

    fn home_directory(&self) -> Option<String> {
        std::env::var("HOME").ok()
    }

    fn read_file(&self, path: &str) -> Result<Vec<u8>, FileError> {
        fs::read(self.working.join(path)).map_err(failed)
    }

    fn file_kind(&self, path: &str) -> Result<FileKind, FileError> {
        let kind = fs::metadata(self.working.join(path))
            .map_err(failed)?
            .file_type();
        Ok(if kind.is_file() {
            FileKind::File
        } else if kind.is_dir() {
            FileKind::Directory
        } else {
            FileKind::Other
        })
    }

    fn read_directory(&self, path: &str) -> Result<Vec<DirectoryEntry>, FileError> {
        let mut entries = Vec::new();
        for entry in fs::read_dir(self.working.join(path)).map_err(failed)? {
            let entry = entry.map_err(failed)?;
            entries.push(DirectoryEntry {
                name: entry.file_name().to_string_lossy().into_owned(),
                is_directory: entry.file_type().map_err(failed)?.is_dir(),
            });
        }
        Ok(entries)
    }

    fn now(&self) -> Option<SystemTime> {
        self.is_apply.then(SystemTime::now)
    }

    fn plan_time(&self) -> Option<SystemTime> {
        Some(self.plan_time)
    }

    fn random(&self) -> Option<[u8; 16]> {
        let mut bytes = [0; 16];
        let filled = self.is_apply && getrandom::fill(&mut bytes).is_ok();
        filled.then_some(bytes)
    }
}
