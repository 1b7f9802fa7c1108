//! Go programs that tests compare with, such as the provider that a Rust one replaces.

use std::env;
use std::fmt;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The reason why a Go program could not be built.
#[derive(Debug)]
enum Error {
    /// `go` is not on the `PATH`, or the module's dependencies were not downloaded. A test may skip itself.
    Unavailable(String),
    /// The build failed.
    Failed(String),
}

impl std::error::Error for Error {}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unavailable(problem) => f.write_str(problem),
            Self::Failed(problem) => write!(f, "go build failed: {problem}"),
        }
    }
}

impl From<io::Error> for Error {
    fn from(error: io::Error) -> Self {
        Self::Failed(error.to_string())
    }
}

/// Builds a Go program for a test, named as the last part of its package.
///
/// Returns `None` and prints the reason if Go or a dependency is missing, so that the test can end. With `CI=true`, a missing Go is a failure.
///
/// # Panics
///
/// Panics if the build fails, and in CI also if Go or a dependency is missing.
///
/// # Examples
///
/// ```no_run
/// use terrane_test::{InstalledProvider, Matrix, go};
///
/// let Some(binary) = go::program("../../go/zoo", "example.com/terraform-provider-zoo") else { return };
/// Matrix::new(InstalledProvider::binary("example/zoo", binary)).run(|host| {
///     host.plan()?.assert_empty();
///     Ok(())
/// });
/// ```
#[must_use]
pub fn program(module: impl AsRef<Path>, package: &str) -> Option<PathBuf> {
    let name = package.rsplit('/').next().unwrap_or(package);
    built_program(
        build(module, package, name),
        env::var("CI").as_deref() == Ok("true"),
    )
}

#[expect(clippy::print_stdout, reason = "a skipped test reports why")]
fn built_program(program: Result<PathBuf, Error>, ci: bool) -> Option<PathBuf> {
    match program {
        Ok(program) => Some(program),
        Err(Error::Unavailable(problem)) if !ci => {
            println!("skipped: {problem}");
            None
        }
        Err(error) => panic!("{error}"),
    }
}

/// Builds a package of a Go module into `target/go/NAME` and returns the program.
///
/// Go's own cache makes the second build quick. Nothing is downloaded: `go mod download` in the module's folder does that.
///
/// Fails with [`Error::Unavailable`] where Go or a dependency is missing, else with [`Error::Failed`].
fn build(module: impl AsRef<Path>, package: &str, name: &str) -> Result<PathBuf, Error> {
    let module_folder = module.as_ref().canonicalize()?;
    let folder = target_folder(&module_folder).join("go");
    fs::create_dir_all(&folder)?;
    let program = folder.join(name);
    // Two tests that build the same program take turns. Otherwise one could run the file that the other writes.
    let lock = File::create(folder.join(format!(".{name}.lock")))?;
    lock.lock()?;
    let output = Command::new("go")
        .args(["build", "-mod=readonly", "-o"])
        .arg(&program)
        .arg(package)
        .current_dir(&module_folder)
        .env("GOPROXY", "off")
        .env("GOFLAGS", "")
        .env("GOWORK", "off")
        .env("GOTOOLCHAIN", "local")
        .output()
        .map_err(|error| {
            if error.kind() == io::ErrorKind::NotFound {
                Error::Unavailable("there is no go on the PATH".to_owned())
            } else {
                Error::from(error)
            }
        })?;
    if output.status.success() {
        return Ok(program);
    }
    let messages = String::from_utf8_lossy(&output.stderr)
        .trim_end()
        .to_owned();
    if messages.contains("GOPROXY=off") || messages.contains("GOTOOLCHAIN=local") {
        let shown_folder = module_folder.display();
        return Err(Error::Unavailable(format!(
            "run `go mod download` in {shown_folder} first: {messages}"
        )));
    }
    Err(Error::Failed(messages))
}

/// Returns the cargo target folder of the workspace that the module lies in.
fn target_folder(module: &Path) -> PathBuf {
    env::var_os("CARGO_TARGET_DIR")
        .map(PathBuf::from)
        .unwrap_or_else(|| {
            let workspace = module
                .ancestors()
                .find(|folder| folder.join("Cargo.lock").is_file());
            workspace.unwrap_or(module).join("target")
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_module_is_a_failure() {
        assert!(matches!(build("/nowhere", ".", "x"), Err(Error::Failed(_))));
    }

    #[test]
    fn without_go_a_test_ends_and_in_ci_it_fails() {
        let missing = || Err(Error::Unavailable("there is no go".to_owned()));
        assert_eq!(built_program(missing(), false), None);
        let in_ci = std::panic::catch_unwind(|| built_program(missing(), true));
        assert!(in_ci.is_err());
    }
}
