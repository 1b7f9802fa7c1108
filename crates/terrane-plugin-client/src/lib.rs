//! The host's side: starts, calls and stops plugins, which may be written in any language.
//!
//! [`Client::builder`] starts a plugin. [`Client::reattach`] connects to a plugin that another process started. In both cases calls use
//! [`Client::channel`], with the clients that tonic generates from the plugin's protobuf services.
//! `Channel` of tonic is a part of this interface. A new major version of tonic is a new major version of this crate.
//!
//! ```no_run
//! use std::process::Command;
//! use terrane_plugin_client::Client;
//!
//! # async fn drive() -> Result<(), terrane_plugin_client::Error> {
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
//! The log lines that a plugin writes to its standard error become [`tracing`] events of the target [`LOG_TARGET`]. Their fields are `plugin`,
//! `module`, `timestamp` and `fields` (all other fields of the log line, as JSON).

mod builder;
mod checksum;
mod child;
mod connection;
mod error;
mod escape;
mod exit;
mod foreign;
#[doc(hidden)]
pub mod fuzzing;
mod guard;
mod handshake;
mod hclog;
mod held;
mod journal;
mod launch;
mod lines;
mod reattach;
mod start;
mod stdio;

use std::process::ExitStatus;
use std::time::Duration;

use tokio::sync::Mutex;
use tokio::task::JoinSet;
use tokio::time::timeout;
use tonic::transport::Channel;
use tonic_health::pb::health_check_response::ServingStatus;

use terrane_plugin::{Address, Broker, Reattach};

pub use builder::Builder;
pub use checksum::own_program;
pub use error::{Cause, Error, ReattachError};
pub use escape::printable;
pub use handshake::{HandshakeError, read_handshake};
pub use journal::LOG_TARGET;
pub use lines::Pipe;
pub use reattach::read_reattach;

use child::Child;
use connection::Connection;
use error::{EnvironmentFault, PluginFault};
use foreign::Foreign;
use journal::{Journal, LINE_WIDTH};

/// How long a plugin may take to exit after it was asked to, as in go-plugin.
const GRACE: Duration = Duration::from_secs(2);

/// How long to wait for the last output of a plugin that has exited. The wait is limited because a grandchild may keep the pipes open forever.
const LAST_OUTPUT: Duration = Duration::from_millis(500);

/// A running plugin.
///
/// If the client started the plugin, dropping the client kills the plugin immediately. [`kill`](Self::kill) lets the plugin exit by itself first.
#[derive(Debug)]
pub struct Client {
    connection: Connection,
    version: u32,
    address: Address,
    owner: Owner,
    journal: Journal,
    output: Mutex<JoinSet<()>>,
}

/// The owner of the plugin's process.
#[derive(Debug)]
enum Owner {
    Host(Child),
    Other(Foreign),
}

/// How a plugin's process ended.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Ending {
    /// The plugin exited by itself. The exit status is known if this host started the process.
    Exited(Option<ExitStatus>),
    /// The plugin did not exit in time and was killed.
    Killed,
    /// The plugin was left running, because a test or a debugger controls its process.
    Left,
}

impl Client {
    /// Returns the channel to the plugin's services.
    ///
    /// Raise the message size limits of tonic's clients on this channel, because plugins send messages above the default of 4 MiB. Go hosts set no
    /// limit, and Go plugins set [`MAX_MESSAGE_SIZE`](terrane_plugin::MAX_MESSAGE_SIZE).
    #[must_use]
    pub fn channel(&self) -> Channel {
        self.connection.channel()
    }

    /// Returns the broker, which makes further connections to and from the plugin.
    #[must_use]
    pub fn broker(&self) -> &Broker {
        self.connection.broker()
    }

    /// Returns the protocol version that the plugin serves, which is one of the offered versions.
    #[must_use]
    pub fn version(&self) -> u32 {
        self.version
    }

    /// Returns the address at which the plugin listens.
    #[must_use]
    pub fn address(&self) -> &Address {
        &self.address
    }

    /// Returns the id of the plugin's process.
    #[must_use]
    pub fn pid(&self) -> u32 {
        match &self.owner {
            Owner::Host(child) => child.pid(),
            Owner::Other(process) => process.pid(),
        }
    }

    /// Returns the data with which another host can connect to this plugin. This works only if the plugin was started without TLS and multiplexing.
    #[must_use]
    pub fn reattach_config(&self) -> Reattach {
        Reattach {
            version: self.version,
            address: self.address.clone(),
            pid: self.pid(),
            test: matches!(&self.owner, Owner::Other(process) if process.is_left_alone()),
        }
    }

    /// Checks the health of the plugin.
    ///
    /// # Errors
    ///
    /// Fails when the plugin does not serve or does not answer.
    pub async fn ping(&self) -> Result<(), Error> {
        let answer = connection::check_health(&self.channel()).await;
        match answer.map(|health| health.status()) {
            Ok(ServingStatus::Serving) => Ok(()),
            Ok(status) => Err(PluginFault::NotServing(format!(
                "its health is {}",
                status.as_str_name()
            ))
            .into()),
            Err(status) => {
                let status = printable(&status.to_string(), LINE_WIDTH);
                Err(PluginFault::NotServing(status).into())
            }
        }
    }

    /// Returns whether the plugin's process still exists.
    #[must_use]
    pub fn is_running(&self) -> bool {
        match &self.owner {
            Owner::Host(child) => child.is_running(),
            Owner::Other(process) => process.is_running(),
        }
    }

    /// Waits until the plugin's process has exited and its output is read.
    ///
    /// The exit status is known if this host started the process.
    pub async fn exited(&self) -> Option<ExitStatus> {
        let status = self.wait_for_exit().await;
        self.finish_output().await;
        status
    }

    /// Returns the panic that the plugin printed, from its first line (`panic: ` or `fatal error: `) on.
    ///
    /// The text may be incomplete when a call fails. It is complete after [`exited`](Self::exited).
    #[must_use]
    pub fn crash(&self) -> Option<String> {
        self.journal.crash()
    }

    /// Returns the last lines that the plugin wrote to its log: warnings, errors, and lines without a level. Other lines may have secrets of the
    /// plugin's work. Like [`crash`](Self::crash), the lines are complete after [`exited`](Self::exited).
    #[must_use]
    pub fn last_lines(&self) -> Vec<String> {
        self.journal.last_lines().0
    }

    /// Stops the plugin: asks it to shut down, waits up to two seconds, then kills it.
    ///
    /// Returns when the process has exited and its output is read. It is no error if the plugin has already exited, or if this is called twice.
    ///
    /// # Errors
    ///
    /// Fails when the system does not let this process kill the plugin.
    pub async fn kill(&self) -> Result<Ending, Error> {
        if matches!(&self.owner, Owner::Other(process) if process.is_left_alone()) {
            return Ok(Ending::Left);
        }
        if let Ok(status) =
            timeout(GRACE, exit::shut_down(self.channel(), self.wait_for_exit())).await
        {
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

    /// Waits until the process has exited.
    async fn wait_for_exit(&self) -> Option<ExitStatus> {
        match &self.owner {
            Owner::Host(child) => child.exited().await,
            Owner::Other(process) => {
                process.exited().await;
                None
            }
        }
    }

    /// Waits for the rest of the output of a plugin that has exited.
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
