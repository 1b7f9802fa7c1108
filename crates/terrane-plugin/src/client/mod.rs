//! The host's side: start a plugin, in whatever language it is written, talk to it, and end it.
//!
//! [`Client::builder`] starts a plugin of one's own and [`Client::reattach`] joins one that somebody else started. Either
//! way the calls go through [`Client::channel`], with the clients that tonic generates from the plugin's protobuf services.
//!
//! ```no_run
//! use std::process::Command;
//! use terrane_plugin::client::Client;
//!
//! # async fn drive() -> Result<(), terrane_plugin::client::Error> {
//! let client = Client::builder(Command::new("./terraform-provider-zoo"))
//!     .cookie("ZOO_COOKIE", "feed the animals")
//!     .versions([5, 6])
//!     .spawn()
//!     .await?;
//! println!("the plugin serves version {}", client.version());
//! client.kill().await?;
//! # Ok(())
//! # }
//! ```
//!
//! What the plugin logs on its standard error becomes [`tracing`] events of the target [`LOG_TARGET`], with the fields
//! `plugin`, `module`, `timestamp` and `fields` (JSON of whatever else the plugin attached).

mod builder;
mod checksum;
mod child;
mod connection;
mod error;
mod foreign;
mod hclog;
mod journal;
mod launch;
mod lines;
mod start;
mod stdio;

use std::process::ExitStatus;
use std::time::Duration;

use tokio::sync::Mutex;
use tokio::task::JoinSet;
use tokio::time::timeout;
use tonic::transport::Channel;
use tonic_health::pb::health_check_response::ServingStatus;

use crate::proto;
use crate::{Address, Broker, Reattach};

pub use builder::Builder;
pub use error::{EnvironmentFault, Error, HostFault, Incompatibility, LastLines, PluginFault};
#[cfg(feature = "fuzzing")]
pub(crate) use hclog::{Record, plain_level};
pub use journal::LOG_TARGET;

use child::Child;
use connection::Connection;
use foreign::Foreign;
use journal::Journal;

/// How long a plugin may take to end after it was asked to, as in go-plugin.
const GRACE: Duration = Duration::from_secs(2);

/// How long the last output of an ended plugin may take to arrive; a grandchild may hold the pipes open for ever.
const LAST_OUTPUT: Duration = Duration::from_millis(500);

/// A running plugin.
///
/// Dropping it kills a plugin that it started, at once; [`kill`](Self::kill) lets the plugin end by itself.
#[derive(Debug)]
pub struct Client {
    connection: Connection,
    version: u32,
    address: Address,
    owner: Owner,
    journal: Journal,
    output: Mutex<JoinSet<()>>,
}

/// Whose process the plugin is.
#[derive(Debug)]
enum Owner {
    Host(Child),
    Other(Foreign),
}

/// How a plugin ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Ending {
    /// It ended by itself; the status is known of processes that this host started.
    Exited(Option<ExitStatus>),
    /// It did not end in time and was killed.
    Killed,
    /// It was left alone, because it runs under a test or a debugger that will end it.
    Left,
}

impl Client {
    /// The channel to the plugin's services.
    ///
    /// Raise the limits of the clients made on it: gRPC's usual 4 MiB is less than plugins send. Go's hosts set no limit,
    /// Go's plugins that of [`MAX_MESSAGE_SIZE`](crate::MAX_MESSAGE_SIZE).
    #[must_use]
    pub fn channel(&self) -> Channel {
        self.connection.channel()
    }

    /// Makes further connections to the plugin, in both directions.
    #[must_use]
    pub fn broker(&self) -> &Broker {
        self.connection.broker()
    }

    /// The protocol version that the plugin serves, one of those that it was offered.
    #[must_use]
    pub fn version(&self) -> u32 {
        self.version
    }

    /// Where the plugin listens.
    #[must_use]
    pub fn address(&self) -> &Address {
        &self.address
    }

    /// The plugin's process.
    #[must_use]
    pub fn pid(&self) -> u32 {
        match &self.owner {
            Owner::Host(child) => child.pid(),
            Owner::Other(process) => process.pid(),
        }
    }

    /// Tells another host how to join this plugin, provided that it was started without TLS and multiplexing.
    #[must_use]
    pub fn reattach_config(&self) -> Reattach {
        Reattach {
            version: self.version,
            address: self.address.clone(),
            pid: self.pid(),
            test: matches!(&self.owner, Owner::Other(process) if process.is_left_alone()),
        }
    }

    /// Asks the plugin whether it serves.
    ///
    /// # Errors
    ///
    /// Fails when it does not, or does not answer.
    pub async fn ping(&self) -> Result<(), Error> {
        let answer = connection::check_health(&self.channel()).await;
        match answer.map(|health| health.status()) {
            Ok(ServingStatus::Serving) => Ok(()),
            Ok(status) => Err(PluginFault::NotServing(format!(
                "its health is {}",
                status.as_str_name()
            ))
            .into()),
            Err(status) => Err(PluginFault::NotServing(status.to_string()).into()),
        }
    }

    /// Whether the plugin's process is still there.
    #[must_use]
    pub fn is_running(&self) -> bool {
        match &self.owner {
            Owner::Host(child) => child.is_running(),
            Owner::Other(process) => process.is_running(),
        }
    }

    /// Waits until the plugin's process has ended and its output is read.
    ///
    /// The status is known of processes that this host started.
    pub async fn exited(&self) -> Option<ExitStatus> {
        let status = self.ended().await;
        self.finish_output().await;
        status
    }

    /// The panic that the plugin printed, from its first line (`panic: ` or `fatal error: `) on.
    ///
    /// It may still be on its way when a call fails; after [`exited`](Self::exited) it is complete.
    #[must_use]
    pub fn crash(&self) -> Option<String> {
        self.journal.crash()
    }

    /// Ends the plugin: asks it to shut down, waits up to two seconds, then kills it.
    ///
    /// Returns when the process is gone and its output is read. A plugin that has ended already is no error, nor is a
    /// second call.
    ///
    /// # Errors
    ///
    /// Fails when the system does not let this process kill the plugin.
    pub async fn kill(&self) -> Result<Ending, Error> {
        if matches!(&self.owner, Owner::Other(process) if process.is_left_alone()) {
            return Ok(Ending::Left);
        }
        if let Ok(status) = timeout(GRACE, self.shut_down()).await {
            self.finish_output().await;
            return Ok(Ending::Exited(status));
        }
        tracing::warn!(pid = self.pid(), "the plugin does not end, killing it");
        let killed = match &self.owner {
            Owner::Host(child) => child.kill(),
            Owner::Other(process) => process.kill(),
        };
        killed.map_err(|source| EnvironmentFault::Kill {
            pid: self.pid(),
            source,
        })?;
        self.exited().await;
        Ok(Ending::Killed)
    }

    /// Waits until the process has ended.
    async fn ended(&self) -> Option<ExitStatus> {
        match &self.owner {
            Owner::Host(child) => child.exited().await,
            Owner::Other(process) => {
                process.exited().await;
                None
            }
        }
    }

    /// Asks the plugin to end and waits until it has.
    async fn shut_down(&self) -> Option<ExitStatus> {
        let mut controller =
            proto::grpc_controller_client::GrpcControllerClient::new(self.channel());
        let asked = async {
            // A plugin may be gone before its answer is, so only its end counts.
            let _ = controller.shutdown(proto::Empty {}).await;
            std::future::pending().await
        };
        tokio::select! {
            status = self.ended() => status,
            () = asked => None,
        }
    }

    /// Waits for what is still to be read of an ended plugin's output.
    async fn finish_output(&self) {
        let mut output = self.output.lock().await;
        let finished = timeout(LAST_OUTPUT, async {
            while output.join_next().await.is_some() {}
        })
        .await;
        if finished.is_err() {
            output.abort_all();
        }
    }
}
