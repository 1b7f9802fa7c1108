//! The provenance of a release: what was built, from which sources, by whom.

use std::path::Path;
use std::process::Command;

use serde::Serialize;

use crate::{Distribution, Error, Package, file};

/// An in-toto statement with the provenance of SLSA 1.0, for the archives of a distribution.
#[derive(Clone, Debug, Serialize)]
pub struct Provenance {
    #[serde(rename = "_type")]
    kind: &'static str,
    subject: Vec<Resource>,
    #[serde(rename = "predicateType")]
    predicate_type: &'static str,
    predicate: Predicate,
}

#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Predicate {
    build_definition: BuildDefinition,
    run_details: RunDetails,
}

#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct BuildDefinition {
    build_type: &'static str,
    external_parameters: Parameters,
    resolved_dependencies: Vec<Resource>,
}

#[derive(Clone, Debug, Serialize)]
struct Parameters {
    package: String,
    version: String,
    targets: Vec<String>,
    compiler: String,
}

#[derive(Clone, Debug, Serialize)]
struct RunDetails {
    builder: Builder,
}

#[derive(Clone, Debug, Serialize)]
struct Builder {
    id: String,
}

#[derive(Clone, Debug, Serialize)]
struct Resource {
    #[serde(skip_serializing_if = "Option::is_none")]
    uri: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    digest: Digest,
}

#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
enum Digest {
    Sha256(String),
    GitCommit(String),
}

impl Provenance {
    /// Describes the archives of a distribution that a package was built into.
    ///
    /// `builder` is the address of who built it, such as that of the workflow. The commit of the sources is that of the package's repository, if it
    /// has one without uncommitted changes.
    #[must_use]
    pub fn new(package: &Package, distribution: &Distribution, builder: &str) -> Self {
        let archives = distribution.archives();
        let changed = output(
            "git",
            &["status", "--porcelain", "--untracked-files=no"],
            &package.folder,
        )
        .is_some();
        let commit = output("git", &["rev-parse", "HEAD"], &package.folder).filter(|_| !changed);
        let repository = package
            .metadata
            .packages
            .iter()
            .find(|candidate| candidate.name.as_str() == package.name)
            .and_then(|package| package.repository.clone());
        Self {
            kind: "https://in-toto.io/Statement/v1",
            subject: archives
                .iter()
                .map(|archive| Resource {
                    uri: None,
                    name: Some(archive.file.clone()),
                    digest: Digest::Sha256(archive.sha256.clone()),
                })
                .collect(),
            predicate_type: "https://slsa.dev/provenance/v1",
            predicate: Predicate {
                build_definition: BuildDefinition {
                    build_type: "https://docs.rs/terrane-release",
                    external_parameters: Parameters {
                        package: package.name.clone(),
                        version: distribution.version().to_string(),
                        targets: archives
                            .iter()
                            .map(|archive| archive.platform.target.to_owned())
                            .collect(),
                        compiler: output("rustc", &["--version"], &package.folder)
                            .unwrap_or_default(),
                    },
                    resolved_dependencies: commit
                        .map(|commit| Resource {
                            uri: repository.map(|address| format!("git+{address}")),
                            name: None,
                            digest: Digest::GitCommit(commit),
                        })
                        .into_iter()
                        .collect(),
                },
                run_details: RunDetails {
                    builder: Builder {
                        id: builder.to_owned(),
                    },
                },
            },
        }
    }

    /// Encodes the statement as JSON.
    ///
    /// # Errors
    ///
    /// Does not fail in practice: the statement contains nothing that JSON cannot.
    pub fn to_json(&self) -> Result<Vec<u8>, Error> {
        file::json(self)
    }
}

/// Returns the first line that a program prints. `None` if it fails.
fn output(program: &str, arguments: &[&str], folder: &Path) -> Option<String> {
    let output = Command::new(program)
        .args(arguments)
        .current_dir(folder)
        .output()
        .ok()
        .filter(|output| output.status.success())?;
    let text = String::from_utf8_lossy(&output.stdout);
    text.lines().next().map(str::to_owned)
}
