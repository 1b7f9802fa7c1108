//! Descriptions of providers: their schemas, with what hosts do not print where the provider itself describes it.

use std::path::Path;

use semver::Version;
use serde_json::Value;
use terrane_protocol::schema::json::{self, ProviderSchemas};

use super::own;
use crate::error::Error;
use crate::program::{end, start};

/// A provider as its program or a file describes it.
#[derive(Debug)]
pub(crate) struct Described {
    pub(crate) address: String,
    /// The version of the provider, if the description has it.
    pub(crate) version: Option<Version>,
    /// The whole description, in the form of `terraform providers schema -json`.
    pub(crate) document: Value,
    pub(crate) schemas: ProviderSchemas,
    /// Whether the description has what hosts do not print: defaults, validators, rules of planning and so on.
    pub(crate) is_complete: bool,
}

impl Described {
    /// Reads a description that a file or a program contains. `at` names it in errors.
    pub(crate) fn read(text: &str, at: &Path) -> Result<Self, Error> {
        let wrong = |error| Error::Json(at.to_owned(), error);
        let providers = terrane_schema::read(text).map_err(wrong)?;
        let document: Value = serde_json::from_str(text)
            .map_err(terrane_schema::ReadError::from)
            .map_err(wrong)?;
        let count = providers.len();
        let (Some((address, schemas)), 1) = (providers.into_iter().next(), count) else {
            return Err(Error::Providers(at.to_owned(), count));
        };
        let version = document["provider_schemas"][&address]["version"].as_str();
        Ok(Self {
            version: version.and_then(|it| it.parse().ok()),
            is_complete: !document["terrane_format_version"].is_null(),
            address,
            document,
            schemas,
        })
    }

    /// Asks a program: with the command of Terrane's providers, or as hosts do.
    pub(crate) async fn of_program(program: &Path, address: &str) -> Result<Self, Error> {
        let program = fs_err::canonicalize(program)?;
        if let Some(text) = own::description(&program).await
            && let Ok(described) = Self::read(&text, &program)
            && described.is_complete
        {
            return Ok(described);
        }
        let process = start(&program).await?;
        let described = ProviderSchemas::of(&*process.provider()).await;
        end(&program, process).await?;
        let described = described.map_err(|error| Error::Schemas(program.clone(), error))?;
        let entry = json::whole_provider(&described);
        Self::read(&json::document([(address, entry)]).to_string(), &program)
    }

    /// Returns the provider's entry in the document.
    pub(crate) fn entry(&self) -> &Value {
        &self.document["provider_schemas"][&self.address]
    }

    /// Returns the name of the provider, such as `zoo`.
    pub(crate) fn name(&self) -> &str {
        self.address.rsplit('/').next().unwrap_or(&self.address)
    }
}
