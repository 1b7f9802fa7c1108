//! go-plugin's own services: broker, controller and stdio.
//!
//! `plugin.rs` and `plugin.fds` are generated from the definition files in `proto/`.

#[expect(
    missing_docs,
    unreachable_pub,
    unnameable_types,
    clippy::allow_attributes_without_reason,
    reason = "generated code"
)]
#[rustfmt::skip]
mod plugin;

pub use plugin::*;

/// The encoded definitions, for the reflection service.
pub(crate) const FILE_DESCRIPTOR_SET: &[u8] = include_bytes!("plugin.fds");
