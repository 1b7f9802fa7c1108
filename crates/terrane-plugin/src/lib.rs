//! The go-plugin protocol: serving a plugin. The crate `terrane-plugin-client` starts and calls plugins, as their host.
//!
//! HashiCorp's go-plugin runs a plugin as a child process and calls it by gRPC over a local socket. The host passes its settings to the plugin in
//! environment variables. The plugin answers with one [`Handshake`] line on its standard output. Both messages contain certificates, by which the
//! sides trust each other.
//!
//! Types of four crates are a part of this interface: `CancellationToken` of tokio-util, `Handle` of tokio, `Channel` of tonic, and the
//! configurations of rustls. A new major version of one of them is a new major version of this crate.

mod admission;
mod any_service;
mod author;
mod broker;
mod budget;
mod channel;
mod error;
mod guard;
mod handshake;
mod listen;
mod log;
mod panic;
#[doc(hidden)]
pub mod peer;
mod proto;
mod reattach;
mod server;
mod services;
mod serving;
mod session;
mod task;
mod tls;
mod wire;

pub use author::AuthorRuntime;
pub use broker::Broker;
pub use error::Error;
pub use guard::{end_guarded_plugins, guard_plugins};
pub use handshake::{Address, Handshake};
pub use listen::Transport;
pub use log::{
    HostStderr, enter_host_thread, host_stderr, is_host_thread, set_nonblocking_subscriber,
};
pub use panic::{catch_panic, discard_payload, panic_text};
pub use reattach::Reattach;
pub use server::{Cookie, OutputStream, Plugin, PrintedText, Process, ReattachVariable, Running};
pub use services::{GrpcService, Services};

/// Names of the environment variables that a host sets for its plugin.
pub mod variable {
    /// The host's certificate in PEM form. If the variable is set, the plugin must use mutual TLS.
    pub const CLIENT_CERT: &str = "PLUGIN_CLIENT_CERT";
    /// Highest TCP port that the plugin may listen on.
    pub const MAX_PORT: &str = "PLUGIN_MAX_PORT";
    /// Lowest TCP port that the plugin may listen on.
    pub const MIN_PORT: &str = "PLUGIN_MIN_PORT";
    /// Whether brokered connections share the plugin's main socket.
    pub const MULTIPLEX_GRPC: &str = "PLUGIN_MULTIPLEX_GRPC";
    /// The application protocol versions that the host supports, separated by commas.
    pub const PROTOCOL_VERSIONS: &str = "PLUGIN_PROTOCOL_VERSIONS";
    /// Folder in which the plugin makes its sockets.
    pub const UNIX_SOCKET_DIR: &str = "PLUGIN_UNIX_SOCKET_DIR";
    /// Group, by name or number, that may use the plugin's sockets.
    pub const UNIX_SOCKET_GROUP: &str = "PLUGIN_UNIX_SOCKET_GROUP";
}

/// The largest message that a plugin should send or accept, in bytes. This is the limit of Go plugins. gRPC's default is only 4 MiB.
pub const MAX_MESSAGE_SIZE: usize = 256 << 20;
