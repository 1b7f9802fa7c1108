//! The go-plugin protocol, both ends: serve a plugin and drive one.
//!
//! HashiCorp's go-plugin runs a plugin as a child process and talks gRPC with it over a socket of this machine. The two
//! sides find each other by environment variables (host to plugin) and by one [`Handshake`] line on the plugin's standard
//! output, then trust each other by certificates exchanged that way.

mod admission;
mod any_service;
mod author;
mod broker;
mod budget;
mod channel;
pub mod client;
#[cfg(feature = "fuzzing")]
#[doc(hidden)]
pub mod fuzzing;
mod handshake;
mod listen;
mod permit_body;
mod proto;
mod reattach;
pub mod server;
mod services;
mod serving;
mod session;
mod task;
mod tls;
mod wire;

pub use author::AuthorRuntime;
pub use broker::{Broker, BrokerError};
pub use handshake::{Address, Handshake, HandshakeError};
pub use listen::{ListenError, Transport};
pub use reattach::{Reattach, ReattachError};
pub use server::{
    Cookie, HostStderr, OutputStream, Plugin, Process, ReattachVariable, Running, host_stderr,
};
pub use services::Services;
pub use tls::TlsError;

/// Names of the environment variables that a host sets for its plugin.
pub mod variable {
    /// PEM certificate that the host will show; its presence asks for mutual TLS.
    pub const CLIENT_CERT: &str = "PLUGIN_CLIENT_CERT";
    /// Highest TCP port that the plugin may listen on.
    pub const MAX_PORT: &str = "PLUGIN_MAX_PORT";
    /// Lowest TCP port that the plugin may listen on.
    pub const MIN_PORT: &str = "PLUGIN_MIN_PORT";
    /// Whether brokered connections share the plugin's one socket.
    pub const MULTIPLEX_GRPC: &str = "PLUGIN_MULTIPLEX_GRPC";
    /// Comma-separated application protocol versions that the host speaks.
    pub const PROTOCOL_VERSIONS: &str = "PLUGIN_PROTOCOL_VERSIONS";
    /// Folder in which the plugin makes its sockets.
    pub const UNIX_SOCKET_DIR: &str = "PLUGIN_UNIX_SOCKET_DIR";
    /// Group, by name or number, that may use the plugin's sockets.
    pub const UNIX_SOCKET_GROUP: &str = "PLUGIN_UNIX_SOCKET_GROUP";
}

/// The largest message that a plugin should send or take, in bytes: what Go plugins allow, far above gRPC's usual 4 MiB.
pub const MAX_MESSAGE_SIZE: usize = 256 << 20;
