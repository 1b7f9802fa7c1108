//! A provider whose calls are observed while they pass.

use std::process::Command;
use std::sync::Arc;
use std::time::Duration;

use serde_json::Value as Json;
use terrane_composition::peer::Relay;
use terrane_composition::{ConnectError, ProviderProcess};
use terrane_plugin::{Plugin, Reattach, Running, Services};
use terrane_protocol::{COOKIE, Version};
use tonic::Code;

use crate::channel::{RecordedCall, RecordingChannel};
use crate::message::{self, Protocol};
use crate::recording::{Call, Failure};

/// The environment variable from which hosts read the addresses of running providers.
pub const REATTACH: &str = "TF_REATTACH_PROVIDERS";

/// A provider in another process, which hosts call through this process. Messages pass as bytes.
///
/// # Examples
///
/// ```no_run
/// use std::process::Command;
/// use terrane_record::Observed;
///
/// # async fn observe() -> Result<(), Box<dyn std::error::Error>> {
/// let provider = Command::new("./terraform-provider-zoo");
/// let observed = Observed::start(provider, |it| println!("{} took {:?}", it.call.rpc, it.took)).await?;
/// println!("{}", observed.reattach().to_json("registry.terraform.io/acme/zoo"));
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
pub struct Observed {
    version: Version,
    running: Running,
    process: ProviderProcess,
}

/// A call that has ended.
#[derive(Clone, Debug)]
pub struct ObservedCall {
    /// The number of calls that began before.
    pub position: usize,
    /// What was called and answered.
    pub call: Call,
    /// The time from the request to the end of the answer.
    pub took: Duration,
}

/// The error of a provider that cannot be observed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ObserveError {
    /// The provider does not start, or cannot be stopped.
    #[error("cannot start or stop the provider")]
    Process(#[from] ConnectError),
    /// The calls of hosts cannot be accepted.
    #[error("cannot serve the provider to the host")]
    Serve(#[from] terrane_plugin::Error),
    /// The messages of the protocol cannot be described.
    #[error("cannot describe the messages of the protocol")]
    Describe(#[from] prost_reflect::DescriptorError),
}

impl Observed {
    /// Starts the provider of a command. The function gets each call once it has ended. It is called on the thread that passes messages, so it must not block.
    ///
    /// # Errors
    ///
    /// Fails if the provider does not start, or if no socket can be made.
    pub async fn start(
        command: Command,
        ended: impl Fn(ObservedCall) + Send + Sync + 'static,
    ) -> Result<Self, ObserveError> {
        let builder = ProviderProcess::builder(command).inherit_stderr();
        let process = ProviderProcess::spawn(builder).await?;
        let version = process.version();
        let protocol = Protocol::new(version)?;
        let on_call = move |recorded: RecordedCall| {
            // The protocol has no other RPC that a provider could know.
            if let Some(call) = observed_call(&protocol, &recorded) {
                ended(ObservedCall {
                    position: recorded.position,
                    call,
                    took: recorded.took,
                });
            }
        };
        let channel = RecordingChannel::new(process.client().channel(), Arc::new(on_call));
        let relay = Relay::new(channel, version);
        let running = Plugin::new(COOKIE)
            .reflect(version.descriptors())
            .version(version.number(), move |_| {
                Ok(Services::new().with_nonblocking_named(relay.name(), relay.clone()))
            })
            .start()
            .await?;
        Ok(Self {
            version,
            running,
            process,
        })
    }

    /// Returns the address at which hosts call the provider.
    pub fn reattach(&self) -> &Reattach {
        self.running.reattach()
    }

    /// Returns the protocol version of the provider.
    pub fn version(&self) -> Version {
        self.version
    }

    /// Ends open calls, and the provider.
    ///
    /// # Errors
    ///
    /// Fails if the system does not allow this process to end the other.
    pub async fn stop(self) -> Result<(), ObserveError> {
        self.running.stop().await;
        self.process.kill().await?;
        Ok(())
    }
}

/// Returns the text form of a call. `None` if the protocol has no such RPC.
fn observed_call(protocol: &Protocol, recorded: &RecordedCall) -> Option<Call> {
    let rpc = protocol.rpc(&recorded.rpc)?;
    let request = recorded
        .requests
        .iter()
        .map(|it| message::to_json(&rpc.input(), it));
    let response = recorded
        .responses
        .iter()
        .map(|it| message::to_json(&rpc.output(), it));
    let error = match &recorded.status {
        Some((Code::Ok, _)) => None,
        Some((code, message)) => Some(Failure {
            code: i32::from(*code),
            message: message.clone(),
        }),
        None => Some(Failure {
            code: i32::from(Code::Cancelled),
            message: "the host did not wait for the end of the answer".to_owned(),
        }),
    };
    Some(Call {
        rpc: recorded.rpc.clone(),
        request: one_or_all(request, rpc.is_client_streaming()).unwrap_or_default(),
        response: one_or_all(response, rpc.is_server_streaming()),
        error,
    })
}

/// Returns the list of a stream's messages, or the only message.
fn one_or_all(mut messages: impl Iterator<Item = Json>, is_stream: bool) -> Option<Json> {
    if is_stream {
        Some(messages.collect())
    } else {
        messages.next()
    }
}
