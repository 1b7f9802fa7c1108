//! What `terrane-plugin-client` shares with the server, and what the fuzz targets call. It names types of gRPC and yamux, so it is no part of the interface.

pub use crate::channel::open;
pub use crate::error::{append_causes, with_causes};
#[cfg(unix)]
pub use crate::guard::GUARD_PARENT;
pub use crate::guard::{EndsWithProcess, is_available, is_exiting, register};
pub use crate::handshake::parse_bool;
pub use crate::listen::Sockets;
#[cfg(unix)]
pub use crate::listen::{UnixSockets, temporary_folder};
pub use crate::log::wait_for_room;
pub use crate::proto::grpc_broker_client::GrpcBrokerClient;
pub use crate::proto::grpc_controller_client::GrpcControllerClient;
pub use crate::proto::grpc_stdio_client::GrpcStdioClient;
pub use crate::proto::{ConnInfo, Empty, StdioData, stdio_data};
pub use crate::server::Environment;
pub use crate::session::{Inbound, Mode, Session};
pub use crate::tls::{Identity, PinnedPeer, Security, certificate_from_pem, secure_dialed};
pub use crate::wire::{ReadWrite, Wire, connect};
