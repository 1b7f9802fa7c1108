//! Two providers of one schema.

use std::path::Path;
use std::process::Command;
use std::sync::Arc;

use terrane_composition::ProviderProcess;
use terrane_protocol::rules::Rules;
use terrane_protocol::schema::Function;
use terrane_protocol::schema::Schema;
use terrane_protocol::{EmptyRequest, GetProviderSchemaResponse, Provider};

use crate::wire;

/// The error of a run.
pub(super) type Error = Box<dyn std::error::Error>;

/// A provider in a process of its own.
#[expect(missing_debug_implementations, reason = "a provider has none")]
pub struct Peer {
    process: ProviderProcess,
    pub(super) provider: Arc<dyn Provider>,
}

impl Peer {
    /// Starts a provider and configures it.
    ///
    /// # Errors
    ///
    /// Fails if it does not start, or refuses an empty configuration.
    pub async fn start(program: &Path) -> Result<Self, Error> {
        let mut command = Command::new(program);
        command.env("TF_LOG_SDK", "OFF");
        let process = ProviderProcess::launch(command).await?;
        let provider = process.provider();
        let (_, configured) = wire::configure(&*provider).await?;
        if configured.diagnostics.has_errors() {
            return Err(format!("{program:?} refuses its configuration: {configured:?}").into());
        }
        Ok(Self { process, provider })
    }

    /// Stops the process.
    ///
    /// # Errors
    ///
    /// Fails if it does not end.
    pub async fn stop(self) -> Result<(), Error> {
        self.process.kill().await?;
        Ok(())
    }
}

/// Both providers, and their common schema.
#[expect(missing_debug_implementations, reason = "a provider has none")]
pub struct Pair {
    pub(super) terrane: Arc<dyn Provider>,
    pub(super) go: Arc<dyn Provider>,
    pub(super) resource: Schema,
    pub(super) rules: Rules,
    pub(super) data_source: Schema,
    pub(super) functions: Vec<(String, Function)>,
}

impl Pair {
    /// Compares the schemas of two providers.
    ///
    /// # Errors
    ///
    /// Fails if the schemas differ, because then no other answer can be compared.
    pub async fn new(terrane: &Peer, go: &Peer) -> Result<Self, Error> {
        let (terrane, go) = (Arc::clone(&terrane.provider), Arc::clone(&go.provider));
        let schema = |provider: Arc<dyn Provider>| async move {
            let request = EmptyRequest::default();
            provider.get_provider_schema(request).await
        };
        let (ours, theirs) = (
            schema(Arc::clone(&terrane)).await?,
            schema(Arc::clone(&go)).await?,
        );
        let same = ours.resource_schemas == theirs.resource_schemas
            && ours.data_source_schemas == theirs.data_source_schemas
            && ours.functions == theirs.functions;
        if !same {
            let lines = |schemas: &GetProviderSchemaResponse| format!("{schemas:#?}");
            let (ours, theirs) = (lines(&ours), lines(&theirs));
            let differing = ours.lines().zip(theirs.lines()).enumerate();
            let first = differing
                .into_iter()
                .find(|(_, (ours, theirs))| ours != theirs);
            return Err(format!("the schemas differ, first in line {first:?} of\n{ours}").into());
        }
        let resource = ours.resource_schemas["differ_thing"].clone();
        Ok(Self {
            rules: Rules::new(&resource),
            resource,
            data_source: ours.data_source_schemas["differ_echo"].clone(),
            functions: ours.functions.clone().into_iter().collect(),
            terrane,
            go,
        })
    }
}
