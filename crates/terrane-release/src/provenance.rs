//! The provenance of a release: what was built, from which sources, by whom.

use std::path::Path;
use std::process::Command;

use serde::Serialize;

use crate::{Distribution, Error, Package, file, sources};

/// An in-toto statement with the provenance of SLSA 1.0, for the archives of a distribution.
#[derive(Debug, Serialize)]
pub struct Provenance {
    #[serde(rename = "_type")]
    kind: &'static str,
    subject: Vec<Resource>,
    #[serde(rename = "predicateType")]
    predicate_type: &'static str,
    predicate: Predicate,
    #[serde(skip)]
    missing_commit: Option<String>,
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
    /// `builder` is the address of who built it, such as that of the workflow. The commit of the sources is named if it holds all of them: see
    /// [`missing_commit`](Self::missing_commit).
    #[must_use]
    pub fn new(package: &Package, distribution: &Distribution, builder: &str) -> Self {
        let archives = distribution.archives();
        let commit = sources::commit(package, &[distribution.folder()]);
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
                        compiler: compiler_version(&package.folder).unwrap_or_default(),
                    },
                    resolved_dependencies: commit
                        .iter()
                        .map(|commit| Resource {
                            uri: repository.as_ref().map(|address| format!("git+{address}")),
                            name: None,
                            digest: Digest::GitCommit(commit.clone()),
                        })
                        .collect(),
                },
                run_details: RunDetails {
                    builder: Builder {
                        id: builder.to_owned(),
                    },
                },
            },
            missing_commit: commit.err(),
        }
    }

    /// Returns why the statement names no commit, if it names none.
    ///
    /// A build script can read any file next to the sources. So a commit is named only if the repository has no changed, untracked or ignored files, except in
    /// the folders of the build and of the distribution, and if it contains all packages that come from no registry.
    #[must_use]
    pub fn missing_commit(&self) -> Option<&str> {
        self.missing_commit.as_deref()
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

/// Returns the version of the compiler. `None` if it does not run.
fn compiler_version(folder: &Path) -> Option<String> {
    let output = Command::new("rustc")
        .arg("--version")
        .current_dir(folder)
        .output()
        .ok()
        .filter(|output| output.status.success())?;
    let text = String::from_utf8_lossy(&output.stdout);
    text.lines().next().map(str::to_owned)
}
