//! Where the schemas of a provider come from: a binary, a file with its schemas, or a Go module.

mod go;

use std::path::{Path, PathBuf};
use std::process::Command;

use terrane_protocol::schema::IdentitySchema;
use terrane_protocol::schema::json::{self, ProviderSchemas};
use terrane_protocol::{
    GetProviderSchemaRequest, GetResourceIdentitySchemasRequest, ProviderProcess, RpcCode,
};

use crate::error::Error;

/// The schemas of a provider, and its address.
#[derive(Debug)]
pub(crate) struct Source {
    pub(crate) address: String,
    pub(crate) schemas: ProviderSchemas,
}

/// Reads a source: a file if one exists at the path, otherwise a Go module.
pub(crate) async fn read(from: &str) -> Result<Source, Error> {
    let path = Path::new(from);
    if path.is_dir() {
        let built = go::build_folder(path)?;
        return binary(&built.program, built.address).await;
    }
    if !path.is_file() {
        let built = go::build_module(from)?;
        return binary(&built.program, built.address).await;
    }
    // A file of schemas is text, which begins with a brace. No program does.
    let bytes = fs_err::read(path)?;
    if bytes.trim_ascii_start().first() == Some(&b'{') {
        return file(path, &bytes);
    }
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let name = name.strip_prefix("terraform-provider-").unwrap_or(&name);
    let name = name.split(['_', '.']).next().unwrap_or(name);
    let address = format!("registry.terraform.io/example/{name}");
    binary(path, address).await
}

/// Reads the output of `terraform providers schema -json`, which must have one provider.
fn file(path: &Path, bytes: &[u8]) -> Result<Source, Error> {
    let at = || path.to_owned();
    let text = std::str::from_utf8(bytes).map_err(|error| Error::NotText(at(), error))?;
    let providers = json::read(text).map_err(|error| Error::Json(at(), error))?;
    let count = providers.len();
    let mut providers = providers.into_iter();
    match (providers.next(), count) {
        (Some((address, schemas)), 1) => Ok(Source { address, schemas }),
        _ => Err(Error::Providers(at(), count)),
    }
}

/// Starts the provider in this file, and asks for its schemas.
async fn binary(binary: &Path, address: String) -> Result<Source, Error> {
    let at = || binary.to_owned();
    let program = fs_err::canonicalize(binary)?;
    let process = ProviderProcess::launch(Command::new(&program))
        .await
        .map_err(|error| Error::Start(at(), error))?;
    let answers = ask(binary, &process).await;
    process
        .kill()
        .await
        .map_err(|error| Error::Start(at(), error))?;
    Ok(Source {
        address,
        schemas: answers?,
    })
}

async fn ask(binary: &Path, process: &ProviderProcess) -> Result<ProviderSchemas, Error> {
    let at = || PathBuf::from(binary);
    let provider = process.provider();
    let schemas = provider
        .get_provider_schema(GetProviderSchemaRequest {})
        .await
        .map_err(|error| Error::Schemas(at(), error))?;
    if let Some(problem) = schemas.diagnostics.errors().next() {
        return Err(Error::Refused(at(), problem.to_string()));
    }
    let identities = provider
        .get_resource_identity_schemas(GetResourceIdentitySchemasRequest {})
        .await;
    let identities: Vec<(String, IdentitySchema)> = match identities {
        Ok(answer) => answer.identity_schemas.into_iter().collect(),
        // A provider without identities need not know the call.
        Err(error) if error.code == RpcCode::Unimplemented => Vec::new(),
        Err(error) => return Err(Error::Schemas(at(), error)),
    };
    Ok(ProviderSchemas {
        schemas: (*schemas).clone(),
        identities: identities.into_iter().collect(),
    })
}
