//! Whether objects can still be imported.
//!
//! No schema describes imports. So both programs are asked to import an object, without a configuration: a resource that cannot be imported answers
//! with a well-known error, before any code of its author runs. The import of another resource fails somehow, because it has no access to a system.

use std::path::{Path, PathBuf};
use std::time::Duration;

use terrane_composition::ProviderProcess;
use terrane_protocol::ImportResourceStateRequest;
use terrane_protocol::schema::TypeKind;
use tokio::time::timeout;

use crate::error::Error;
use crate::program::{end, start};
use crate::source::Described;

/// The id of the object, which should not exist.
const ID: &str = "terrane-schema-diff";

/// How long a program may try to import the object.
const TIMEOUT: Duration = Duration::from_secs(10);

/// A type whose objects the earlier version imports, and why the later one does not.
#[derive(Debug)]
pub(crate) struct ImportResult {
    pub(crate) type_name: String,
    pub(crate) problem: Option<String>,
}

/// Asks both programs for the resources that both versions have.
pub(crate) async fn imports(
    (old, old_program): (&Described, &Path),
    (new, new_program): (&Described, &Path),
) -> Result<Vec<ImportResult>, Error> {
    let later = new.schemas.schemas.types(TypeKind::Resource);
    let types = old.schemas.schemas.types(TypeKind::Resource).keys();
    let (mut old, mut new) = (Asked::new(old_program)?, Asked::new(new_program)?);
    let mut results = Vec::new();
    for type_name in types.filter(|name| later.contains_key(*name)) {
        if old.refusal(type_name).await?.is_none() {
            results.push(ImportResult {
                type_name: type_name.clone(),
                problem: new.refusal(type_name).await?,
            });
        }
    }
    old.end().await?;
    new.end().await?;
    Ok(results)
}

/// A program that is asked. It starts again after a crash, because code for imports may expect a configuration.
struct Asked {
    program: PathBuf,
    process: Option<ProviderProcess>,
}

impl Asked {
    fn new(program: &Path) -> Result<Self, Error> {
        Ok(Self {
            program: fs_err::canonicalize(program)?,
            process: None,
        })
    }

    /// Returns the error with which the program refuses all imports of a type.
    async fn refusal(&mut self, type_name: &str) -> Result<Option<String>, Error> {
        let process = match self.process.take() {
            Some(process) => process,
            None => start(&self.program).await?,
        };
        let request = ImportResourceStateRequest {
            type_name: type_name.to_owned(),
            id: ID.to_owned(),
            ..ImportResourceStateRequest::default()
        };
        let provider = process.provider();
        let answer = timeout(TIMEOUT, provider.import_resource_state(request)).await;
        let Ok(Ok(answer)) = answer else {
            // Code of the author has run, and the process may be lost.
            end(&self.program, process).await?;
            return Ok(None);
        };
        self.process = Some(process);
        let mut errors = answer.diagnostics.errors();
        let refusal = errors.find(|error| is_refusal(&error.summary, type_name));
        Ok(refusal.map(ToString::to_string))
    }

    async fn end(mut self) -> Result<(), Error> {
        match self.process.take() {
            Some(process) => end(&self.program, process).await,
            None => Ok(()),
        }
    }
}

/// Whether an error is that of a resource without imports: in Terrane and in HashiCorp's framework, or in their SDK.
fn is_refusal(summary: &str, type_name: &str) -> bool {
    summary == "Resource Import Not Implemented"
        || summary == format!("resource {type_name} doesn't support import")
}
