//! The errors of this crate.

use std::io;
use std::path::PathBuf;

/// The error of a release. Errors of the operating system name their path or program.
#[derive(Debug, thiserror::Error)]
#[error(transparent)]
pub struct Error(pub(crate) ErrorKind);

impl<E> From<E> for Error
where
    ErrorKind: From<E>,
{
    fn from(error: E) -> Self {
        Self(error.into())
    }
}

/// What failed.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ErrorKind {
    /// A file cannot be read or written.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// A file of this name was released with other contents.
    #[error(
        "`{}` was released before with other contents; a released file is never replaced, so release a new version",
        .0.display()
    )]
    Released(PathBuf),
    /// A text is no address of a provider.
    #[error(
        "`{0}` is not the address of a provider: expected `HOST/NAMESPACE/TYPE` or `NAMESPACE/TYPE`"
    )]
    Address(String),
    /// The package cannot be read.
    #[error("cannot read the package of the provider")]
    Metadata(#[from] cargo_metadata::Error),
    /// `Cargo.lock` is missing or out of date.
    #[error(
        "the `Cargo.lock` of the package in `{}` is missing or out of date; run `cargo build`, and commit the file: a release is built from the versions in it",
        .0.display()
    )]
    Lock(PathBuf),
    /// The package is no provider.
    #[error("{0}")]
    Package(String),
    /// A program that a release needs has failed.
    #[error("`{program}` failed{}", .status.map(|code| format!(" with exit code {code}")).unwrap_or_default())]
    Program {
        /// The name of the program.
        program: String,
        /// Its exit code, if it exited by itself.
        status: Option<i32>,
    },
    /// Two builds of one platform differ.
    #[error("two builds for {platform} differ: {difference}")]
    NotReproducible {
        /// The platform.
        platform: String,
        /// The first difference, with its position.
        difference: String,
    },
    /// The key cannot sign releases.
    #[error("{0}")]
    Key(String),
    /// `gpg` is not installed.
    #[error(
        "releases are signed by `gpg`, which was not found: install GnuPG, for example with `apt install gnupg`, `brew install gnupg` or `winget install GnuPG.GnuPG`"
    )]
    NoGpg,
    /// `gpg` refuses the signature.
    #[error("`gpg` refuses the signature of the checksums: {0}")]
    Verification(String),
    /// An archive cannot be read or written.
    #[error("cannot read or write the archive `{name}`")]
    Archive {
        /// The name of the file.
        name: String,
        /// The cause.
        #[source]
        source: zip::result::ZipError,
    },
    /// A file of a release has other contents than hosts expect.
    #[error("`{}` is not what was expected: {_1}", .0.display())]
    Content(PathBuf, String),
    /// The changelog has no section for the version.
    #[error("`{}` has no section for version {_1}", .0.display())]
    Changelog(PathBuf, semver::Version),
    /// The bill of materials is not valid.
    #[error("the bill of materials is not valid: {0}")]
    Sbom(String),
}
