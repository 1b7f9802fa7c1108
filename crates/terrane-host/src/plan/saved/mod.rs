//! Plans in files.

mod change;
mod document;
mod invocation;
mod schemas;
mod warning;

use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use serde_json::Value as Json;

use super::Plan;
use document::{Document, FORMAT, VERSION};

/// The reason why a plan cannot be saved or loaded.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PlanFileError {
    /// The operating system reported an error.
    #[error("Cannot {action} the plan file {path:?}: {error}")]
    File {
        /// What was tried: `read` or `write`.
        action: &'static str,
        /// The file.
        path: PathBuf,
        /// The error.
        #[source]
        error: io::Error,
    },
    /// The file is a plan of Terraform or OpenTofu.
    #[error(
        "Cannot read the plan file {0:?}: Terraform or OpenTofu has made it. Apply it with that host, or make a plan with this one."
    )]
    OtherHost(PathBuf),
    /// The file has other content than a plan.
    #[error("Cannot read the plan file {path:?}: {reason}")]
    Content {
        /// The file.
        path: PathBuf,
        /// The reason.
        reason: String,
    },
    /// A part of the plan cannot be encoded.
    #[error("Cannot save the plan: {0}")]
    Encode(String),
}

impl Plan {
    /// Saves the plan in a file, from which [`load`](Self::load) reads it. An existing file is replaced.
    ///
    /// The file contains secrets in plain text: sensitive values of variables and objects, and the private data of providers. On Unix only the
    /// user can read it. Values of ephemeral variables are left out. The format is this crate's own, and may change with its version.
    ///
    /// ```
    /// use terrane_host::config::Config;
    /// use terrane_host::engine::{ApplyOptions, Engine, PlanOptions};
    /// use terrane_host::factory::Factories;
    /// use terrane_host::plan::Plan;
    /// use terrane_host::state::{State, StateFile};
    ///
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let folder = tempfile::tempdir()?;
    /// let text = "resource \"terraform_data\" \"sign\" {\n  input = \"lions\"\n}\n";
    /// std::fs::write(folder.path().join("main.tf"), text)?;
    /// let engine = Engine::new(Config::load(folder.path())?, folder.path(), Factories::new());
    /// let plan = engine.plan(&State::default(), PlanOptions::default()).await.unwrap();
    /// plan.save(folder.path().join("plan"))?;
    ///
    /// let plan = Plan::load(folder.path().join("plan"))?;
    /// let mut file = StateFile::open(folder.path().join("terraform.tfstate"))?;
    /// let applied = engine.apply(plan, &mut file, ApplyOptions::default(), &|_| {}).await;
    /// assert_eq!(applied.into_result().unwrap().resources.len(), 1);
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be written, or if a value cannot be encoded, such as a number with more than 10 000 digits.
    pub fn save(&self, path: impl AsRef<Path>) -> Result<(), PlanFileError> {
        let path = path.as_ref();
        let document = Document::of(self).map_err(PlanFileError::Encode)?;
        let text = serde_json::to_string(&document);
        let text = text.map_err(|error| PlanFileError::Encode(error.to_string()))?;
        write(path, &text).map_err(|error| PlanFileError::File {
            action: "write",
            path: path.to_owned(),
            error,
        })
    }

    /// Loads a plan from a file of [`save`](Self::save). Its warnings have no places in the configuration.
    ///
    /// [`Engine::apply`](crate::engine::Engine::apply) refuses it if the configuration or the state has changed since.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be read, or if it is no plan of this version of the crate, for example a plan of Terraform.
    pub fn load(path: impl AsRef<Path>) -> Result<Self, PlanFileError> {
        let path = path.as_ref();
        let bytes = fs::read(path).map_err(|error| PlanFileError::File {
            action: "read",
            path: path.to_owned(),
            error,
        })?;
        // The plans of other hosts are ZIP archives.
        if bytes.starts_with(b"PK") {
            return Err(PlanFileError::OtherHost(path.to_owned()));
        }
        let document = parse(&bytes).and_then(Document::plan);
        document.map_err(|reason| PlanFileError::Content {
            path: path.to_owned(),
            reason,
        })
    }
}

/// Writes a file that only the user can read. Another process never sees a part of it.
fn write(path: &Path, text: &str) -> io::Result<()> {
    let folder = path.parent().filter(|it| !it.as_os_str().is_empty());
    let mut file = tempfile::NamedTempFile::new_in(folder.unwrap_or(Path::new(".")))?;
    file.write_all(text.as_bytes())?;
    file.as_file().sync_all()?;
    file.persist(path)?;
    Ok(())
}

fn parse(bytes: &[u8]) -> Result<Document, String> {
    let json: Json =
        serde_json::from_slice(bytes).map_err(|error| format!("it is no plan: {error}."))?;
    if json["format"] != FORMAT {
        return Err("it is no plan of this host.".to_owned());
    }
    if json["version"] != VERSION {
        return Err(format!(
            "it has version {} of the format, expected version {VERSION}. Make the plan again.",
            json["version"]
        ));
    }
    serde_json::from_value(json).map_err(|error| format!("it is no complete plan: {error}."))
}
