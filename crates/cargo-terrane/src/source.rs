//! Where the schemas of a provider come from.

use std::path::Path;
use std::process::Command;

use terrane_protocol::{GetProviderSchemaRequest, GetProviderSchemaResponse, ProviderProcess};

use crate::error::Error;

/// Starts the provider in this file, and asks for its schemas.
pub(crate) async fn read(binary: &Path) -> Result<GetProviderSchemaResponse, Error> {
    let at = || binary.to_owned();
    let binary = fs_err::canonicalize(binary)?;
    let process = ProviderProcess::launch(Command::new(&binary))
        .await
        .map_err(|error| Error::Start(at(), error))?;
    let answer = process
        .provider()
        .get_provider_schema(GetProviderSchemaRequest {})
        .await;
    process
        .kill()
        .await
        .map_err(|error| Error::Start(at(), error))?;
    let schemas = answer.map_err(|error| Error::Schemas(at(), error))?;
    match schemas.diagnostics.errors().next() {
        Some(problem) => Err(Error::Refused(at(), problem.to_string())),
        None => Ok((*schemas).clone()),
    }
}
