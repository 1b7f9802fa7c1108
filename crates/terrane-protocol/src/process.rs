//! Driving a provider that runs in a process of its own.

use std::process::Command;
use std::sync::Arc;

use terrane_plugin::Reattach;
use terrane_plugin::client::{self, Builder, Client, Ending};

use crate::serve::COOKIE;
use crate::wire;
use crate::{Provider, Provisioner, Version};

/// Drives a provider in a process of its own, in whatever language it is written.
///
/// Dropping it kills a process that it started, at once; [`kill`](Self::kill) lets the process end by itself.
///
/// ```no_run
/// use std::process::Command;
/// use terrane_protocol::{GetProviderSchemaRequest, ProviderProcess};
///
/// # async fn drive() -> Result<(), Box<dyn std::error::Error>> {
/// let process = ProviderProcess::launch(Command::new("./terraform-provider-zoo")).await?;
/// let schemas = process.provider().get_provider_schema(GetProviderSchemaRequest {}).await?;
/// println!("{} resources", schemas.resource_schemas.len());
/// process.kill().await?;
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
pub struct ProviderProcess {
    client: Client,
    version: Version,
}

/// Says why a provider cannot be driven.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ConnectError {
    /// The process cannot be started or does not answer.
    #[error(transparent)]
    Plugin(#[from] client::Error),
    /// The process speaks a major that is not known here.
    #[error("the provider serves protocol {0}, expected 5 or 6")]
    Version(u32),
}

impl ProviderProcess {
    /// Prepares to start a provider; more can be said on the builder before it goes to [`spawn`](Self::spawn).
    pub fn builder(command: Command) -> Builder {
        Client::builder(command)
            .cookie(COOKIE.key, COOKIE.value)
            .versions(Version::ALL.map(Version::number))
    }

    /// Starts a provider as hosts do.
    ///
    /// # Errors
    ///
    /// Fails when the process cannot be started or is no provider.
    pub async fn launch(command: Command) -> Result<Self, ConnectError> {
        Self::spawn(Self::builder(command)).await
    }

    /// Starts a provider that was prepared by [`builder`](Self::builder).
    ///
    /// # Errors
    ///
    /// Fails when the process cannot be started or is no provider.
    pub async fn spawn(builder: Builder) -> Result<Self, ConnectError> {
        Self::new(builder.spawn().await?)
    }

    /// Joins a provider that somebody else started.
    ///
    /// # Errors
    ///
    /// Fails when nothing listens at the address, or it is no provider.
    pub async fn reattach(reattach: &Reattach) -> Result<Self, ConnectError> {
        Self::new(Client::reattach(reattach).await?)
    }

    fn new(client: Client) -> Result<Self, ConnectError> {
        let version = match client.version() {
            // What hosts assume of processes that do not say.
            0 => Version::V5,
            number => Version::from_number(number).ok_or(ConnectError::Version(number))?,
        };
        Ok(Self { client, version })
    }

    /// Gives the provider. Its calls fail once the process has ended.
    pub fn provider(&self) -> Arc<dyn Provider> {
        let channel = self.client.channel();
        Arc::new(wire::client::Client::new(channel, self.version))
    }

    /// Gives the provisioner that the process serves in place of a provider.
    pub fn provisioner(&self) -> Arc<dyn Provisioner> {
        let channel = self.client.channel();
        Arc::new(wire::client::Client::new(channel, Version::V5))
    }

    /// The major that both sides agreed on.
    pub const fn version(&self) -> Version {
        self.version
    }

    /// The process itself: its number, its end, what it printed.
    pub const fn client(&self) -> &Client {
        &self.client
    }

    /// Ends the process: asks it to, waits up to two seconds, then kills it.
    ///
    /// # Errors
    ///
    /// Fails when the system does not let this process kill the other.
    pub async fn kill(&self) -> Result<Ending, ConnectError> {
        Ok(self.client.kill().await?)
    }
}
