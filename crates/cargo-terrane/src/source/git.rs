//! Earlier versions of a package, from its git repository.

use std::path::{Path, PathBuf};
use std::process::Command;

use terrane_release::Package;

use crate::error::Error;
use crate::program::output;

/// Returns the references that the name of a version may mean, such as the tag `v1.2.0` for `1.2.0`.
pub(crate) fn references(name: &str) -> Vec<String> {
    let mut references = vec![name.to_owned()];
    if name.starts_with(|first: char| first.is_ascii_digit()) {
        references.push(format!("v{name}"));
    }
    references.push(format!("origin/{name}"));
    references
}

/// Returns whether a text names a commit of the repository around a folder.
pub(crate) fn is_commit(folder: &Path, reference: &str) -> bool {
    let commit = format!("{reference}^{{commit}}");
    git(
        folder,
        &[
            "rev-parse",
            "--verify",
            "--quiet",
            "--end-of-options",
            &commit,
        ],
    )
    .is_ok()
}

/// Returns a file of a folder at a commit, if the commit has it.
pub(crate) fn file_at(folder: &Path, reference: &str, name: &str) -> Option<String> {
    git(folder, &["show", &format!("{reference}:./{name}")]).ok()
}

/// The files of a commit, in a folder that is removed in the end.
#[derive(Debug)]
pub(crate) struct Checkout {
    repository: PathBuf,
    files: tempfile::TempDir,
    /// The folder of the package in it.
    pub(crate) folder: PathBuf,
}

impl Checkout {
    /// Checks a commit out, next to the files of the repository.
    pub(crate) fn new(package: &Package, reference: &str) -> Result<Self, Error> {
        let prefix = git(&package.folder, &["rev-parse", "--show-prefix"])?;
        let files = tempfile::tempdir()?;
        let path = files.path().join("checkout");
        let shown = path.display().to_string();
        git(
            &package.folder,
            &["worktree", "add", "--quiet", "--detach", &shown, reference],
        )?;
        Ok(Self {
            repository: package.folder.clone(),
            folder: path.join(prefix.trim()),
            files,
        })
    }
}

impl Drop for Checkout {
    fn drop(&mut self) {
        let path = self.files.path().join("checkout").display().to_string();
        // If this fails, git forgets the folder as soon as it prunes.
        let _ = git(&self.repository, &["worktree", "remove", "--force", &path]);
    }
}

fn git(folder: &Path, arguments: &[&str]) -> Result<String, Error> {
    output(Command::new("git").args(arguments).current_dir(folder))
}
