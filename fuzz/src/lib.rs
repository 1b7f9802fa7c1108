//! Fuzz targets: one for every parser of bytes that somebody else wrote.
//!
//! A [`Target`] is defined once. The driver of this package runs it with any stable compiler, and `libfuzzer/any.rs` runs it under cargo-fuzz. Inputs that
//! have shown a fault are files under `regressions/TARGET`; each test run reads them again.
#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a target fails by panicking"
)]

mod mutate;
mod random;
mod run;
mod target;
mod targets;

use std::path::{Path, PathBuf};

pub use mutate::{Format, mutate};
pub use random::Random;
pub use target::Target;
pub use targets::TARGETS;

/// Finds a target by its name.
pub fn find(name: &str) -> Option<&'static Target> {
    TARGETS.iter().find(|target| target.name == name)
}

impl Target {
    /// Returns the seeds, and the inputs that have shown a fault once.
    ///
    /// # Errors
    ///
    /// Fails if a file of the regressions cannot be read.
    pub fn inputs(&self) -> std::io::Result<Vec<Vec<u8>>> {
        let mut inputs = (self.seeds)();
        let folder = root().join("regressions").join(self.name);
        if folder.is_dir() {
            let entries = std::fs::read_dir(folder)?.collect::<Result<Vec<_>, _>>()?;
            let mut paths: Vec<PathBuf> = entries.iter().map(std::fs::DirEntry::path).collect();
            // The order must not depend on the file system: the seed of a run fixes its inputs.
            paths.sort();
            for path in paths {
                inputs.push(std::fs::read(path)?);
            }
        }
        Ok(inputs)
    }
}

/// Returns the folder of this package.
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}
