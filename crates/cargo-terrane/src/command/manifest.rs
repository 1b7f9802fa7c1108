//! The manifest of a program for registries.

use std::path::Path;
use std::process::Command;

use terrane_composition::{ProviderProcess, registry_manifest};
use terrane_protocol::Version;
use terrane_release::Manifest;

use crate::error::Error;

/// Asks a program which protocols it serves. An existing manifest must state the same.
///
/// Fails if the program does not start with one of the protocols, unless it answers that it serves another one.
pub(crate) async fn of(program: &Path, existing: Option<&str>) -> Result<Manifest, Error> {
    let mut offered = Vec::new();
    let mut last = None;
    for version in Version::ALL {
        let mut command = Command::new(program);
        command
            .env_remove("GPG_PRIVATE_KEY")
            .env_remove("PASSPHRASE");
        let builder = ProviderProcess::builder(command).versions([version.number()]);
        match ProviderProcess::spawn(builder).await {
            // A program that ignores what the host offers answers with its own version.
            Ok(process) if process.version() == version => {
                offered.push(version);
                last = Some(process);
            }
            Ok(_) => {}
            Err(error) if error.is_other_version() => {}
            // A fault while one protocol starts must not remove that protocol from the manifest.
            Err(error) => return Err(Error::Start(program.to_owned(), error)),
        }
    }
    let Some(process) = last else {
        return Err(Error::UnknownProtocols);
    };
    let text = registry_manifest(&*process.provider(), offered, existing)
        .await
        .map_err(|error| Error::Manifest(program.to_owned(), error))?;
    serde_json::from_str(&text).map_err(|error| Error::Io(error.into()))
}
