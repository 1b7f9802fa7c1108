//! The errors of finding and starting providers.

use std::io;
use std::path::PathBuf;

use terrane_composition::ConnectError;

use crate::address::Provider;

/// The reason why a provider cannot be found.
#[derive(Debug, thiserror::Error)]
pub enum FindError {
    /// No place has a package of the provider with an accepted version.
    #[error(
        "Cannot find the provider {provider}{}. It is neither in TF_REATTACH_PROVIDERS nor a development override, and these folders were looked at:{} Nothing is downloaded: install the provider with `terraform init`, or put it into one of the folders.",
        wanted_text(wanted),
        places_text(places)
    )]
    NotFound {
        /// The provider.
        provider: Box<Provider>,
        /// The constraints on the version.
        wanted: Vec<String>,
        /// The folders that were looked at, with what is there.
        places: Vec<String>,
    },
    /// A folder has no program of the provider.
    #[error(
        "Cannot find the provider {provider}: the folder {folder:?} has no program whose name begins with \"terraform-provider-{}\"",
        provider.type_name
    )]
    NoProgram {
        /// The provider.
        provider: Box<Provider>,
        /// The folder.
        folder: PathBuf,
    },
    /// A package has none of the hashes in the dependency lock file.
    #[error(
        "Cannot use the provider {provider}: the package {path:?} has the hash {found}, which the dependency lock file does not have. Run `terraform init` if the package is the right one."
    )]
    Hash {
        /// The provider.
        provider: Box<Provider>,
        /// The package.
        path: PathBuf,
        /// The hashes of the package.
        found: String,
    },
    /// A constraint on a version cannot be parsed.
    #[error("Cannot read the version constraint: {0}")]
    Constraint(String),
    /// A file or a variable has other content than expected.
    #[error("Cannot read {path:?}: {reason}")]
    Content {
        /// The file, or the name of the variable.
        path: PathBuf,
        /// The reason.
        reason: String,
    },
    /// The operating system reported an error.
    #[error("Cannot read {path:?}: {error}")]
    File {
        /// The file or the folder.
        path: PathBuf,
        /// The error.
        #[source]
        error: io::Error,
    },
}

/// The reason why a provider cannot be started.
#[derive(Debug, thiserror::Error)]
#[error("Cannot start the provider {provider}{}: {error}", program_text(program.as_ref()))]
pub struct StartError {
    /// The provider.
    pub provider: Provider,
    /// The program, unless the provider runs already.
    pub program: Option<PathBuf>,
    /// The error of the connection.
    #[source]
    pub error: ConnectError,
}

fn program_text(program: Option<&PathBuf>) -> String {
    match program {
        Some(program) => format!(" from {program:?}"),
        None => " that TF_REATTACH_PROVIDERS names".to_owned(),
    }
}

fn wanted_text(wanted: &[String]) -> String {
    match wanted {
        [] => String::new(),
        wanted => format!(
            " with a version that meets \"{}\"",
            wanted.join("\" and \"")
        ),
    }
}

fn places_text(places: &[String]) -> String {
    let mut text = String::new();
    for place in places {
        text += &format!("\n- {place}");
    }
    text + "\n"
}
