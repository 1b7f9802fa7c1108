//! What `terrane-record` observes and replays calls with, and what tests call servers with. It names types of gRPC, so it is no part of the interface.

use std::sync::Arc;

use terrane_protocol::{Provider, Version};

pub use crate::client::Channel;
use crate::client::Client;
pub use crate::relay::Relay;

/// Returns the provider or provisioner at the other end of a channel.
pub fn provider(channel: impl Channel, version: Version) -> Arc<dyn Provider> {
    Arc::new(Client::new(channel, version))
}
