//! A build of the provider that hosts can call.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant, SystemTime};

use terrane_record::{Observed, ObservedCall};
use terrane_release::{Builder, Package};
use tokio::sync::mpsc;

use crate::error::Error;

/// Builds the package again and again.
#[derive(Clone, Debug)]
pub(super) struct Builds {
    pub(super) package: Package,
    pub(super) is_quiet: bool,
    /// The folder of the programs that run. Cargo replaces its own.
    pub(super) folder: PathBuf,
    pub(super) calls: mpsc::UnboundedSender<ObservedCall>,
}

/// A program that cargo has built.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Program {
    pub(super) path: PathBuf,
    written: SystemTime,
}

/// What a build has led to.
#[derive(Debug)]
pub(super) struct Built {
    pub(super) program: Program,
    /// How long cargo took.
    pub(super) took: Duration,
}

impl Builds {
    /// Builds the package with cargo, which prints the compile errors. Dropping the future ends cargo.
    pub(super) async fn build(self) -> Result<Built, Error> {
        let start = Instant::now();
        let builder = Builder::new(&self.package).profile("dev");
        let builder = builder.quiet(self.is_quiet);
        let command = builder.native_command();
        let cargo = command.get_program().to_string_lossy().into_owned();
        let mut running = tokio::process::Command::from(command);
        let status = running.kill_on_drop(true).status().await;
        let status = status.map_err(|error| Error::Run(cargo, error))?;
        if !status.success() {
            return Err(Error::Build(self.package.program));
        }
        let path = builder.native_program();
        let written = fs_err::metadata(&path)?.modified()?;
        let program = Program { path, written };
        Ok(Built {
            program,
            took: start.elapsed(),
        })
    }

    /// Starts a program.
    pub(super) async fn start(self, program: &Program, number: usize) -> Result<Observed, Error> {
        let copy = self.copy(&program.path, number)?;
        let calls = self.calls;
        let observed = Observed::start(Command::new(copy), move |call| {
            // The command may have ended.
            let _ = calls.send(call);
        });
        Ok(observed.await?)
    }

    /// Copies a program, so that it can run while cargo writes the next one.
    fn copy(&self, program: &Path, number: usize) -> Result<PathBuf, Error> {
        let folder = self.folder.join(number.to_string());
        fs_err::create_dir(&folder)?;
        let copy = folder.join(program.file_name().unwrap_or_default());
        fs_err::copy(program, &copy)?;
        // The build before the last one may still serve a host.
        if let Some(old) = number.checked_sub(5) {
            let _ = fs_err::remove_dir_all(self.folder.join(old.to_string()));
        }
        Ok(copy)
    }
}
