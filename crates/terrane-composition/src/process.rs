//! A client for a provider in another process.

use std::process::Command;
use std::sync::Arc;

use terrane_plugin::Reattach;
use terrane_plugin_client::{self as client, Builder, Client, Ending};
use terrane_protocol::{COOKIE, Provider, Rpc, RpcError, Version};

use crate::client::Client as Caller;
use crate::peer;

/// A connection to a provider in another process, written in any language.
///
/// If the connection started the process, dropping the connection kills the process immediately. [`kill`](Self::kill) lets the process exit by
/// itself first.
///
/// ```no_run
/// use std::process::Command;
/// use terrane_composition::ProviderProcess;
/// use terrane_protocol::{EmptyRequest};
///
/// # async fn drive() -> Result<(), Box<dyn std::error::Error>> {
/// let process = ProviderProcess::launch(Command::new("./terraform-provider-zoo")).await?;
/// let schemas = process.provider().get_provider_schema(EmptyRequest {}).await?;
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

/// The error of a failed connection to a provider.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ConnectError {
    /// The process cannot be started, or does not answer.
    #[error(transparent)]
    Plugin(#[from] client::Error),
    /// The process serves an unsupported protocol version.
    #[error("the provider serves protocol {0}, expected 5 or 6")]
    Version(u32),
}

impl ConnectError {
    /// Whether the process runs and serves a protocol version that was not offered to it.
    pub fn is_other_version(&self) -> bool {
        match self {
            Self::Plugin(error) => error.is_other_version(),
            Self::Version(_) => true,
        }
    }
}

impl ProviderProcess {
    /// Creates a builder for options, to be passed to [`spawn`](Self::spawn).
    pub fn builder(command: Command) -> Builder {
        Client::builder(command)
            .cookie(COOKIE.key, COOKIE.value)
            .versions(Version::ALL.map(Version::number))
    }

    /// Starts a provider in the same way as hosts.
    ///
    /// # Errors
    ///
    /// Fails if the process cannot be started or is not a provider.
    pub async fn launch(command: Command) -> Result<Self, ConnectError> {
        Self::spawn(Self::builder(command)).await
    }

    /// Starts a provider with the options of a [`builder`](Self::builder).
    ///
    /// # Errors
    ///
    /// Fails if the process cannot be started or is not a provider.
    pub async fn spawn(builder: Builder) -> Result<Self, ConnectError> {
        Self::new(builder.spawn().await?)
    }

    /// Connects to a running provider.
    ///
    /// # Errors
    ///
    /// Fails if nothing listens at the address, or if the process there is not a provider.
    pub async fn reattach(reattach: &Reattach) -> Result<Self, ConnectError> {
        Self::new(Client::reattach(reattach).await?)
    }

    fn new(client: Client) -> Result<Self, ConnectError> {
        let version = match client.version() {
            // Hosts assume this version if the process names none.
            0 => Version::V5,
            number => Version::from_number(number).ok_or(ConnectError::Version(number))?,
        };
        Ok(Self { client, version })
    }

    /// Returns the provider, or the provisioner that the process serves instead. Its calls fail once the process has exited.
    pub fn provider(&self) -> Arc<dyn Provider> {
        let channel = self.client.channel();
        peer::provider(channel, self.version)
    }

    /// Sends bytes as the message of a request, also those that are no message of the protocol. The response is discarded.
    ///
    /// Tests of providers do this: a host encodes its requests itself.
    ///
    /// # Errors
    ///
    /// Fails if the provider refuses the message, or if it cannot be reached.
    pub async fn send_bytes(&self, rpc: Rpc, message: Vec<u8>) -> Result<(), RpcError> {
        let caller = Caller::new(self.client.channel(), self.version);
        caller.send(rpc, message.into()).await
    }

    /// Returns the negotiated protocol version.
    pub const fn version(&self) -> Version {
        self.version
    }

    /// Returns the process, with its id, exit status and output.
    pub const fn client(&self) -> &Client {
        &self.client
    }

    /// Stops the process: asks it to exit, waits up to two seconds, then kills it.
    ///
    /// # Errors
    ///
    /// Fails if the system does not allow this process to kill the other.
    pub async fn kill(&self) -> Result<Ending, ConnectError> {
        Ok(self.client.kill().await?)
    }
}
